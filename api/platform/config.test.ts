import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

describe('the demonstration', () => {
  it.each([
    {},
    { HOST: 'localhost' },
    { HOST: '127.0.0.1' },
    { HOST: '127.1.2.3' },
    { HOST: '::1' },
    { HOST: '0:0:0:0:0:0:0:1' },
    { HOST: '::ffff:127.0.0.1' },
    { LIVERY_DEMO: '' },
  ])('is on with the embedded database on a loopback address: %j', (env) => {
    expect(loadConfig(env).demo).toBe(true);
  });

  it.each([
    { DATABASE_URL: 'postgresql://127.0.0.1/livery' },
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.20' },
    { HOST: '::ffff:10.0.0.1' },
    { HOST: 'uniforms.example' },
    { HOST: 'localhost.uniforms.example' },
    { TRUSTED_PROXIES: '127.0.0.1' },
  ])('is off by default on another database, behind a proxy, or where other machines can connect: %j', (env) => {
    expect(loadConfig(env)).toMatchObject({ demo: false, hasMailbox: false });
    expect(loadConfig({ ...env, LIVERY_DEMO: 'on' })).toMatchObject({ demo: true, hasMailbox: true });
  });

  it.each(['off', 'false', 'no', '0', 'OFF', 'False'])('is off, and its mailbox closed, with LIVERY_DEMO=%s', (value) => {
    expect(loadConfig({ LIVERY_DEMO: value })).toMatchObject({ demo: false, hasMailbox: false });
  });

  it.each(['on', 'true', 'yes', '1', 'ON'])('is on with LIVERY_DEMO=%s', (value) => {
    expect(loadConfig({ LIVERY_DEMO: value, HOST: '0.0.0.0' }).demo).toBe(true);
  });

  it.each(['of', 'none', 'disabled', '2', 'constructor'])('refuses LIVERY_DEMO=%s', (value) => {
    expect(() => loadConfig({ LIVERY_DEMO: value })).toThrow(
      `LIVERY_DEMO must be on or off (or true, false, yes, no, 1, 0), not "${value}".`,
    );
  });
});
