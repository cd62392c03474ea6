import { describe, expect, it } from 'vitest';
import { runAsOwner } from '#api/testing/database.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal({ environment: { TRUSTED_PROXIES: '10.0.0.1' } });
const THEME = '/api/theme/getthemebyhost';
const send = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  portal.app.inject({ url, headers: { host: 'localhost', ...headers }, remoteAddress });

describe('every response', () => {
  it('denies the features of browsers that the portal does not use, and other sites the use of the response', async () => {
    for (const url of [THEME, '/api/nothing', '/api/%', '/livez', '/garments/polo/1f2937-front.svg', '/nothing']) {
      const { headers } = await send(url);
      expect(headers, url).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringMatching(/camera=\(\).*geolocation=\(\).*microphone=\(\)/),
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
    }
  });
});

describe('Strict-Transport-Security', () => {
  const transportSecurity = async (...request: Parameters<typeof send>) =>
    (await send(...request)).headers['strict-transport-security'];
  const YEAR = 'max-age=31536000; includeSubDomains';

  it('is sent where a trusted proxy reports HTTPS', async () => {
    for (const url of [THEME, '/api/nothing', '/livez', '/garments/polo/1f2937-front.svg'])
      expect([url, await transportSecurity(url, { 'x-forwarded-proto': 'https' }, '10.0.0.1')]).toEqual([url, YEAR]);
    expect(await transportSecurity(THEME, { 'x-forwarded-proto': 'http' }, '10.0.0.1')).toBeUndefined();
    expect(await transportSecurity(THEME, { 'x-forwarded-proto': 'https' }, '10.0.0.2')).toBeUndefined();
  });

  it('is sent on the canonical host of a brand that is served over HTTPS', async () => {
    await runAsOwner(
      portal,
      "update brand set canonical_origin = 'https://uniforms.example' where name = 'alder'",
      "insert into brand_host (host, brand_id) select 'uniforms.example', id from brand where name = 'alder'",
    );
    portal.clock.advance(61_000);
    await send(THEME);

    expect(await transportSecurity(THEME, { host: 'Uniforms.example' })).toBe(YEAR);
    expect(await transportSecurity(THEME, { host: 'alder.localhost' })).toBeUndefined();
    expect(await transportSecurity(THEME)).toBeUndefined();
  });
});
