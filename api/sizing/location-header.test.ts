import { afterAll, expect, it } from 'vitest';
import { DEFAULT_CONNECTION_LIMITS } from '#api/platform/http/connection-limits.ts';
import { createHttpServer } from '#api/platform/http/server.ts';
import { setLocationHeader } from './location-header.ts';

const app = createHttpServer({ connectionLimits: DEFAULT_CONNECTION_LIMITS, logLevel: 'silent', trustedProxies: ['loopback'] });
app.get('/', (request, reply) => {
  setLocationHeader({ config: { sizingBaseUrl: null } as never }, request, reply, 'body/1');
  reply.send('');
});
afterAll(() => app.close());

it('is at the host of the request, and not at one that a client forwards through a trusted proxy', async () => {
  const headers = { host: 'uniforms.example', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'made-up.example' };
  const { headers: sent } = await app.inject({ url: '/', headers });
  expect(sent.location).toBe('https://uniforms.example/sizing/body/1');
});
