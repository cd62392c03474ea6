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

describe('the store of uploaded files', () => {
  const keys = { FILES_S3_BUCKET: 'livery-files', FILES_S3_ACCESS_KEY_ID: 'id', FILES_S3_SECRET_ACCESS_KEY: 'secret' };

  it('is a folder of the data folder, unless a bucket is configured', () => {
    expect(loadConfig({ DATA_DIR: '/srv/livery' }).fileStorage).toEqual({ kind: 'disk', folder: '/srv/livery/files' });
    expect(loadConfig({ ...keys, FILES_S3_REGION: 'eu-west-2' }).fileStorage).toMatchObject({
      kind: 's3',
      region: 'eu-west-2',
      endpoint: undefined,
      pathStyle: false,
    });
    expect(loadConfig({ ...keys, FILES_S3_ENDPOINT: 'https://s3.example' }).fileStorage).toMatchObject({
      region: 'us-east-1',
      endpoint: 'https://s3.example',
      pathStyle: true,
    });
  });

  it.each([
    [{ FILES_S3_BUCKET: 'livery-files' }, 'FILES_S3_REGION must be set'],
    [{ ...keys, FILES_S3_REGION: 'eu-west-2', FILES_S3_SECRET_ACCESS_KEY: '' }, 'FILES_S3_SECRET_ACCESS_KEY must be set'],
    [{ ...keys, FILES_S3_BUCKET: 'Livery Files' }, 'FILES_S3_BUCKET must be the name of a bucket'],
    [{ ...keys, FILES_S3_ENDPOINT: 's3.example' }, 'FILES_S3_ENDPOINT must be a URL'],
    [{ FILES_S3_ENDPOINT: 'https://s3.example' }, 'FILES_S3_BUCKET must be set'],
    [{ FILES_CLAMD: 'localhost' }, 'FILES_CLAMD must be the path of a socket'],
  ])('is refused: %j', (env, message) => {
    expect(() => loadConfig(env as Record<string, string>)).toThrow(message);
  });
});
