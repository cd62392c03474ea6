import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '#api/platform/config.ts';
import { TEST_KEY } from '#api/testing/portal.ts';
import { aWearer, getProductId, saveTestBody } from '#api/testing/sizing.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { startSizingServer } from './main.ts';

const portal = usePortal();
let service: Awaited<ReturnType<typeof startSizingServer>>;
beforeAll(async () => {
  const environment = {
    DATABASE_URL: portal.url,
    SECRET_KEY: TEST_KEY,
    LOG_LEVEL: 'error',
    SIZING_ORIGINS: 'http://localhost:3000',
  };
  service = await startSizingServer(loadConfig({ ...environment, SIZING_BASE_URL: 'https://sizes.example/sizing' }), 0);
});
afterAll(() => service?.close());

it('runs as its own process, accepts the token that the portal issues, and responds as within the portal', async () => {
  const wearer = await aWearer(portal);
  const body = await saveTestBody(wearer);
  const polo = await getProductId(portal, 'pique-polo');
  const reply = await fetch(`${service.address}/sizing/suggestion/newsuggestion`, {
    method: 'POST',
    headers: { authorization: `Bearer ${wearer.token}`, 'content-type': 'application/json', origin: 'http://localhost:3000' },
    body: JSON.stringify({ YourBodyId: body, YourGarmentID: polo }),
  });
  const { suggestion } = (await reply.json()) as { suggestion: { id: string; size: string } };
  expect([reply.status, suggestion.size]).toEqual([201, expect.stringMatching(/^[ML]$/)]);
  expect(reply.headers.get('location')).toBe(`https://sizes.example/sizing/suggestion/${suggestion.id}`);
  expect(reply.headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
  // The portal’s endpoints are not available here.
  expect((await fetch(`${service.address}/api/customerprofile`)).status).toBe(404);
  expect((await fetch(`${service.address}/readyz`)).status).toBe(200);
});

it('accepts a URL as its base address, or none', () => {
  expect(loadConfig({}).sizingBaseUrl).toBeNull();
  expect(loadConfig({ SIZING_BASE_URL: 'https://sizes.example/sizing' }).sizingBaseUrl).toBe('https://sizes.example/sizing/');
  expect(() => loadConfig({ SIZING_BASE_URL: 'sizes' })).toThrow(/SIZING_BASE_URL must be a URL/);
});
