import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DEFAULT_CONNECTION_LIMITS } from './connection-limits.ts';
import { stopServing } from './drain.ts';
import { createHttpServer } from './server.ts';

let app: ReturnType<typeof createHttpServer>;
let origin: string;
let finish: () => void;
const agents: Agent[] = [];

beforeEach(async () => {
  app = createHttpServer({ connectionLimits: DEFAULT_CONNECTION_LIMITS, logLevel: 'silent', trustedProxies: [] });
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  app.get('/quick', async () => ({ isDraining: app.isDraining() }));
  app.get('/slow', async () => {
    await finished;
    return {};
  });
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  finish();
  for (const agent of agents.splice(0)) agent.destroy();
  await app.close();
});

/** Sends a request on a connection that is kept open between requests of the same agent. */
async function get(path: string, agent = newAgent()) {
  const sent = request(`${origin}${path}`, { agent }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return { status: response.statusCode, connection: response.headers.connection };
}
const newAgent = () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  return agent;
};

const SERVED = { status: 200, connection: 'keep-alive' };
const LAST = { status: 200, connection: 'close' };

it('serves on open and on new connections until the time is over, and closes each after its response', async () => {
  const agent = newAgent();
  expect(await get('/quick', agent)).toEqual(SERVED);
  const startedAt = performance.now();
  const stopped = stopServing(app, 0.5).then(() => performance.now() - startedAt);

  expect(app.isDraining()).toBe(true);
  expect(await get('/quick', agent)).toEqual(LAST);
  expect(await get('/quick', agent)).toEqual(LAST);
  expect(await get('/quick')).toEqual(LAST);
  expect(await stopped).toBeGreaterThan(450);
  await expect(get('/quick')).rejects.toThrow('ECONNREFUSED');
});

it('finishes a request that is in progress when the port closes', async () => {
  const slow = get('/slow');
  await get('/quick');
  const stopped = stopServing(app, 0);
  await expect
    .poll(() =>
      get('/quick').then(
        () => 'served',
        (error: Error) => error.message,
      ),
    )
    .toContain('ECONNREFUSED');
  const finishedAt = performance.now();
  finish();
  expect(await slow).toEqual(LAST);
  await stopped;
  expect(performance.now() - finishedAt).toBeLessThan(5000);
});
