import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '#api/main.ts';
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts';
import { startTestSession, TEST_KEY } from '#api/testing/portal.ts';
import { type ReportReceiver, startReportReceiver } from '#api/testing/report-receiver.ts';
import { loadConfig } from '../../config.ts';
import { openDatabase } from '../../db/database.ts';
import { defineJob, handleJob } from '../../jobs/job.ts';
import { openJobQueue } from '../../jobs/queue.ts';
import { parseDsn } from './dsn.ts';
import { createReportSender } from './report-sender.ts';
import { startErrorReports } from './start-error-reports.ts';

let receiver: ReportReceiver;
let database: TestDatabase;
let server: RunningServer;
let person: { customerId: number; organisationId: number; token: string };
let thrown: unknown;

const dsn = () => `${receiver.origin.replace('://', '://publickey@')}/reports/42`;
const readEvents = () => receiver.received.map(({ body }) => JSON.parse(body.split('\n')[2] ?? '{}'));
const nextEvent = async () => {
  await expect.poll(() => receiver.received.length, { timeout: 5000, interval: 10 }).toBe(1);
  return readEvents()[0];
};

beforeAll(async () => {
  receiver = await startReportReceiver();
  database = await createTestDatabase();
  const handle = openDatabase(database.url, { poolSize: 1 });
  person = await startTestSession(handle.db, 'buyer@meridian.example');
  await handle.close();
  server = await startServer(
    loadConfig({
      DATABASE_URL: database.url,
      PORT: '0',
      WEB_DIR: 'off',
      LOG_LEVEL: 'silent',
      SECRET_KEY: TEST_KEY,
      SENTRY_DSN: dsn(),
      SENTRY_ENVIRONMENT: 'staging',
      SENTRY_RELEASE: 'livery@test',
    }),
    {
      extraRoutes: [
        (app, { authenticator }) =>
          app.get('/broken/:id', async (request) => {
            request.context = await authenticator.authenticate(request);
            throw thrown;
          }),
      ],
    },
  );
});
afterEach(() => {
  receiver.received.length = 0;
  receiver.respond = { status: 200 };
});
afterAll(async () => {
  await server?.close();
  await database?.close();
  await receiver?.close();
});

const send = (path: string, init: RequestInit = {}) =>
  fetch(`http://localhost:${new URL(server.address).port}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${person.token}`, cookie: 'choco=late', ...init.headers },
  });

describe('an unexpected error of a request', () => {
  it('is reported with route and ids, and without query, cookies, addresses, tokens and values', async () => {
    const message = 'no "Ann Lee" for ann@made.example with token=xyzzy in "customer"';
    thrown = Object.assign(new TypeError(message), { constraint: 'customer_email' });
    const response = await send('/broken/777?email=secretword');
    const event = await nextEvent();
    const [report] = receiver.received;

    expect(response.status).toBe(500);
    expect(report?.path).toBe('/reports/api/42/envelope/');
    expect(report?.headers['x-sentry-auth']).toMatch(/^Sentry sentry_version=7, .*sentry_key=publickey$/);
    expect(event).toMatchObject({
      platform: 'node',
      level: 'error',
      release: 'livery@test',
      environment: 'staging',
      transaction: 'GET /broken/:id',
      user: { id: String(person.customerId) },
      tags: {
        requestId: response.headers.get('x-request-id'),
        route: '/broken/:id',
        status: '500',
        organisationId: String(person.organisationId),
      },
    });
    const [exception] = event.exception.values;
    expect(exception).toMatchObject({
      type: 'TypeError',
      value: 'no "…" for [email] with token=[redacted] in "customer" (customer_email)',
    });
    expect(exception.stacktrace.frames.at(-1)).toMatchObject({
      filename: 'api/platform/observability/error-reports/error-reports.test.ts',
      in_app: true,
    });
    // Nothing that a random id or a time could contain.
    expect(report?.body).not.toMatch(/secretword|broken\/777|choco|late|Ann|xyzzy|Bearer/);
  });

  it.each([
    [
      'a value that PostgreSQL could not read',
      Object.assign(new Error('invalid input syntax for type bigint: "Ann"'), { code: '22P02' }),
    ],
    ['text that is not JSON', new SyntaxError('Unexpected token \'A\', "Ann" is not valid JSON')],
  ])('does not repeat %s', async (_, error) => {
    thrown = error;
    await send('/broken/1');

    expect((await nextEvent()).exception.values[0].value).not.toContain('Ann');
  });

  it('is not reported if it is a refusal', async () => {
    await send('/api/orders/987654');
    thrown = new Error('the only report');
    await send('/broken/1');

    expect((await nextEvent()).exception.values[0].value).toBe('the only report');
  });
});

it('an error of a browser is forwarded', async () => {
  const body = JSON.stringify({ message: 'TypeError: x is undefined for ann@made.example' });
  await send('/api/reportError', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  const event = await nextEvent();

  expect(event).toMatchObject({ platform: 'javascript', transaction: 'POST /api/reportError' });
  expect(event.exception.values[0].value).toContain('x is undefined for [email]');
});

it('a job is reported when it is given up, not before', async () => {
  const reports = startErrorReports(
    { dsn: dsn(), environment: 'test', release: null },
    { version: '1', log: { warn: () => {} } },
  );
  const job = defineJob({ name: 'broken', retryLimit: 1, maxBackoff: 1, expiry: 30, concurrency: 1 });
  const jobs = openJobQueue(database.url, pino({ level: 'silent' }), {
    polling: { interval: 0.5, minBackoff: 0, maxBackoff: 0 },
    observer: reports.jobs ?? {},
  });
  let attempts = 0;
  const handler = handleJob(job, async () => {
    attempts += 1;
    throw new Error(`attempt ${attempts}`);
  });
  await jobs.start([handler], {});
  await jobs.enqueueUnique(job, crypto.randomUUID(), {});
  const event = await nextEvent();
  await jobs.close();
  await reports.close();

  expect(event).toMatchObject({ transaction: 'job broken', tags: { queue: 'broken' }, release: 'livery@1' });
  expect(event.exception.values[0].value).toBe('attempt 2');
});

it('what ends the process is reported', async () => {
  process.emit('uncaughtExceptionMonitor', new Error('the end'), 'uncaughtException');

  expect(await nextEvent()).toMatchObject({ level: 'fatal', exception: { values: [{ value: 'the end' }] } });
});

describe('the sender', () => {
  const warnings: object[] = [];
  const log = { warn: (details: object) => void warnings.push(details) };
  const open = (target = parseDsn(dsn()), timeouts = { send: 5000, close: 5000 }) =>
    createReportSender({ target, release: 'r', environment: 'e', log, timeouts });
  const report = { error: new Error('x'), level: 'error' } as const;
  afterEach(() => {
    warnings.length = 0;
  });

  it('sends at most 30 reports of the server and 10 of browsers in a minute', async () => {
    const sender = open();
    for (let count = 0; count < 100; count += 1) {
      sender.send(report);
      sender.send({ ...report, isBrowser: true });
    }
    await sender.close();

    expect(readEvents().filter(({ platform }) => platform === 'node')).toHaveLength(30);
    expect(readEvents().filter(({ platform }) => platform === 'javascript')).toHaveLength(10);
  });

  it('pauses when the service asks for it', async () => {
    receiver.respond = { status: 429, headers: { 'retry-after': '120' } };
    const sender = open();
    sender.send(report);
    await sender.close();
    sender.send(report);
    await sender.close();

    expect(receiver.received).toHaveLength(1);
    expect(warnings).toEqual([{ reason: 'the service responded with 429' }]);
  });

  it('complains once when the service cannot be reached, and closes in time when it does not respond', async () => {
    const gone = await startReportReceiver();
    await gone.close();
    const unreachable = open(parseDsn(`${gone.origin.replace('://', '://key@')}/7`));
    unreachable.send(report);
    unreachable.send(report);
    await unreachable.close();
    receiver.respond = null;
    const silent = open(parseDsn(dsn()), { send: 60_000, close: 50 });
    silent.send(report);
    const startedAt = performance.now();
    await silent.close();

    expect(warnings).toEqual([{ reason: expect.stringContaining('ECONNREFUSED') }]);
    // Much less than the minute that sending may take.
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });
});

it.each(['', 'sentry.example/42', 'https://sentry.example/42', 'https://key@sentry.example', 'ftp://key@sentry.example/42'])(
  'refuses the DSN %j',
  (value) => {
    expect(() => parseDsn(value)).toThrow('must look like https://key@sentry.example/42');
  },
);
