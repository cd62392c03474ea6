import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { impersonate } from '#api/testing/builder-wearers.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { demoPassword } from '#demo/demo-logins.ts';
import { loadConfig } from '../config.ts';
import { type ConnectionLimits, DEFAULT_CONNECTION_LIMITS } from './connection-limits.ts';
import { readFailedRequests } from './failed-requests.ts';
import { createHttpServer } from './server.ts';

const log: string[] = [];
const portal = usePortal({ logTo: { write: (line) => log.push(line) } });

type Line = Record<string, unknown>;
const readLines = () => log.map((line) => JSON.parse(line) as Line);
/** The lines of the log with this message, without what differs from run to run. */
const linesWith = (message: string) =>
  readLines()
    .filter(({ msg }) => msg === message)
    .map(({ level, method, route, status, customerId }) => ({ level, method, route, status, customerId }));
const lastLine = () => readLines().at(-1) ?? {};

const [INFO, WARN] = [30, 40];
const EMAIL = 'buyer@meridian.example';

const logInWith = (password: string) =>
  portal.app.inject({
    method: 'POST',
    url: '/api/token',
    headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'password', username: EMAIL, password }).toString(),
  });

describe('the line of a request', () => {
  it('says who logged in and who did not, without address and password', async () => {
    await logInWith(demoPassword);
    await logInWith('Wrong-kettle-9');

    const request = { method: 'POST', route: '/api/token', customerId: null };
    expect(linesWith('log-in succeeded')).toEqual([{ ...request, level: INFO, status: 200 }]);
    expect(linesWith('log-in not granted')).toEqual([{ ...request, level: WARN, status: 400 }]);
    expect(log.join('')).not.toContain(EMAIL);
    expect(log.join('')).not.toContain('Wrong-kettle-9');
  });

  it('says who was refused what', async () => {
    const buyer = await portal.as(EMAIL);
    await buyer.get('/api/organisations/settings?organisationId=2');
    await portal.app.inject({ url: '/api/productsorganisation', headers: buyer.headers });
    await portal.app.inject({ url: '/api/customerprofile', headers: { host: 'unknown.example' } });
    await portal.app.inject({ url: '/api/customerprofile', headers: { host: 'localhost' } });

    expect(linesWith('request refused: not allowed')).toContainEqual({
      level: WARN,
      method: 'GET',
      route: '/api/productsorganisation',
      status: 403,
      customerId: buyer.customerId,
    });
    expect(linesWith('request refused: unknown host')).toContainEqual(expect.objectContaining({ level: WARN, status: 421 }));
    expect(linesWith('request refused: no session')).toContainEqual(expect.objectContaining({ level: INFO, status: 401 }));
  });

  it('names route, status, duration, person and organisation, and neither ids of the path nor the query', async () => {
    const buyer = await portal.as(EMAIL);
    const before = log.length;
    const { headers } = await buyer.get('/api/orders/987654?fields=secretword');

    expect(log.length).toBe(before + 1);
    expect(lastLine()).toMatchObject({
      level: INFO,
      msg: 'request',
      method: 'GET',
      route: '/api/orders/:id',
      status: 404,
      durationMs: expect.any(Number),
      customerId: buyer.customerId,
      organisationId: buyer.organisationId,
      requestId: headers['x-request-id'],
    });
    expect(log.at(-1)).not.toMatch(/987654|secretword|remoteAddress/);
  });

  it('names the person for whom someone acts', async () => {
    const sales = await portal.as('sales@meridian.example');
    const staff = await portal.as('staff@meridian.example');
    await impersonate(sales, staff.customerId);
    await sales.get('/api/customerprofile');

    expect(lastLine()).toMatchObject({ customerId: sales.customerId, impersonatedId: staff.customerId });
  });

  it('names operators by id alone and API keys by name too', async () => {
    const operator = await portal.asOperator({ name: 'Olive Owen' });
    await operator.get('/api/operator/me');
    expect(lastLine()).toMatchObject({ operator: { kind: 'operator', id: operator.id } });
    expect(log.at(-1)).not.toContain('Olive');
  });

  it('uses one name for all paths that do not exist', async () => {
    await portal.app.inject({ url: '/api/no-such-thing/123', headers: { host: 'localhost' } });

    expect(lastLine()).toMatchObject({ route: 'unknown', status: 404 });
  });

  it('is not written at this level for probes', async () => {
    const before = log.length;
    await portal.app.inject('/livez');

    expect(log.length).toBe(before);
  });
});

/** A server on a port, and the lines of its log about requests, as they are written. */
async function listen(limits: Partial<ConnectionLimits> = {}) {
  const lines: Line[] = [];
  const app = createHttpServer(
    { ...loadConfig({ LOG_LEVEL: 'info' }), connectionLimits: { ...DEFAULT_CONNECTION_LIMITS, ...limits } },
    {
      logTo: {
        write: (text) => {
          const line = JSON.parse(text) as Line;
          if (line.method) lines.push(line);
        },
      },
    },
  );
  const entered = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  app.all('/slow', async () => {
    entered.resolve();
    await finish.promise;
    return { done: true };
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const send = (method: string, body = '') =>
    request(`${origin}/slow`, { method, agent: false, headers: { 'content-type': 'application/json' } })
      .on('error', () => {})
      .end(body);
  return { app, lines, entered: entered.promise, finish: finish.resolve, send };
}

describe('a request that is cut off', () => {
  it.each([
    ['GET', '', INFO],
    // Its body has been read: what it changes may be committed.
    ['POST', '{}', WARN],
    ['PUT', '{"name":"A"}', WARN],
  ])('by its client is logged once, with a status of its own (%s %s)', async (method, body, level) => {
    const before = readFailedRequests().cutOff.client;
    const { app, lines, entered, finish, send } = await listen();
    const sent = send(method, body);
    await entered;
    sent.destroy();
    await expect.poll(() => lines.length).toBe(1);
    finish();
    await app.close();

    expect(lines).toMatchObject([{ level, msg: 'request aborted by the client', method, route: '/slow', status: 499 }]);
    expect(readFailedRequests().cutOff.client).toBe(before + 1);
  });

  it.each(['GET', 'POST'])('by a time limit of the server is logged once (%s)', async (method) => {
    const before = readFailedRequests().cutOff.deadline;
    const { app, lines, entered, finish, send } = await listen({ idleMs: 200 });
    send(method, method === 'GET' ? '' : '{}');
    await entered;
    await expect.poll(() => lines.length).toBe(1);
    finish();
    await app.close();

    expect(lines).toMatchObject([{ level: WARN, msg: 'request cut off, because its time was up', method, status: 504 }]);
    expect(readFailedRequests().cutOff.deadline).toBe(before + 1);
  });

  it('because its body came too slowly is logged once', async () => {
    const { app, lines, finish } = await listen({ bodyMs: 100, bodyRate: 1_000_000 });
    const { port } = app.server.address() as { port: number };
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write('POST /slow HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{');
    await expect.poll(() => lines.length, { timeout: 5000 }).toBe(1);
    finish();
    socket.destroy();
    await app.close();

    expect(lines).toMatchObject([{ level: WARN, msg: 'request cut off, because its time was up', status: 408 }]);
  });

  it('is not one that was answered', async () => {
    const { app, lines, entered, finish, send } = await listen();
    const answered = once(send('POST', '{}'), 'response');
    await entered;
    finish();
    const [response] = await answered;
    response.resume();
    await once(response, 'end');
    await app.close();

    expect(lines).toMatchObject([{ msg: 'request', status: 200 }]);
  });
});
