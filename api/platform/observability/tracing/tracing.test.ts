import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RunningServer, startServer } from '#api/main.ts';
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts';
import { startTestSession, TEST_KEY } from '#api/testing/portal.ts';
import { type ReportReceiver, startReportReceiver } from '#api/testing/report-receiver.ts';
import { loadConfig } from '../../config.ts';
import { openDatabase } from '../../db/database.ts';
import { startTracing } from './start-tracing.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number };
}

let receiver: ReportReceiver;
let database: TestDatabase;
let person: { customerId: number; organisationId: number; token: string };

beforeAll(async () => {
  receiver = await startReportReceiver();
  database = await createTestDatabase();
  const handle = openDatabase(database.url, { poolSize: 1 });
  person = await startTestSession(handle.db, 'buyer@meridian.example');
  await handle.close();
});
beforeEach(() => {
  receiver.received.length = 0;
});
afterAll(async () => {
  await database?.close();
  await receiver?.close();
});

/** Starts a portal with these variables, as a process has them; the exporter reads some of them itself. */
async function startPortal(
  variables: Record<string, string>,
  overrides?: Parameters<typeof startServer>[1],
): Promise<RunningServer> {
  const environment = {
    DATABASE_URL: database.url,
    PORT: '0',
    WEB_DIR: 'off',
    LOG_LEVEL: 'silent',
    SECRET_KEY: TEST_KEY,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    ...variables,
  };
  for (const [name, value] of Object.entries(environment)) if (name.startsWith('OTEL_')) vi.stubEnv(name, value);
  const server = await startServer(loadConfig(environment), overrides);
  vi.unstubAllEnvs();
  return server;
}

const send = (server: RunningServer, path: string, init: RequestInit = {}) =>
  fetch(`http://localhost:${new URL(server.address).port}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json', ...init.headers },
  });

const readRequests = () => receiver.received.map(({ body }) => JSON.parse(body));
const readSpans = (): OtlpSpan[] =>
  readRequests().flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: OtlpSpan[] }[] }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
const attributesOf = ({ attributes }: OtlpSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
const findSpan = (name: string) => readSpans().find((span) => span.name === name) as OtlpSpan;
const childrenOf = ({ spanId }: OtlpSpan) => readSpans().filter(({ parentSpanId }) => parentSpanId === spanId);

describe('a trace', () => {
  it('has the request by route, and its statements without values', async () => {
    const server = await startPortal({
      OTEL_SERVICE_NAME: 'uniforms',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
    });
    const response = await send(server, '/api/orders/987654?fields=secretword');
    await send(server, '/livez');
    await server.close();
    const span = findSpan('GET /api/orders/:id');
    const [resource] = readRequests()[0].resourceSpans;

    expect(receiver.received[0]?.path).toBe('/v1/traces');
    expect(attributesOf(resource.resource)).toMatchObject({
      'service.name': 'uniforms',
      'deployment.environment.name': 'staging',
    });
    expect(span.kind).toBe(2);
    expect(attributesOf(span)).toMatchObject({
      'http.request.method': 'GET',
      'http.route': '/api/orders/:id',
      'http.response.status_code': 404,
      'livery.request_id': response.headers.get('x-request-id'),
      'livery.organisation_id': person.organisationId,
    });
    const statements = childrenOf(span).map(attributesOf);
    expect(statements).toContainEqual(
      expect.objectContaining({ 'db.query.text': expect.stringMatching(/o\.order_state_id.*= \$\d/s) }),
    );
    expect(JSON.stringify(readSpans())).not.toMatch(/orders\/987654|secretword|livez/);
  });

  it('also has the statements of a request whose body comes after its headers', async () => {
    const server = await startPortal({});
    const url = `http://localhost:${new URL(server.address).port}/api/toggletaxtype`;
    const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' };
    const put = request(url, { method: 'PUT', headers });
    put.flushHeaders();
    // A request on another connection, whose response shows that the headers have been read.
    await send(server, '/livez');
    put.end('{}');
    const [response] = (await once(put, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    await server.close();

    expect(childrenOf(findSpan('PUT /api/toggletaxtype')).map(({ name }) => name)).toContain('UPDATE');
  });

  it('continues that of a trusted proxy, and of no one else', async () => {
    const trusting = await startPortal({ TRUSTED_PROXIES: 'loopback' });
    await send(trusting, '/api/customerprofile', { headers: { traceparent: `00-${TRACE}-${SPAN}-01` } });
    await send(trusting, '/api/customerprofile', { headers: { traceparent: `00-${'a'.repeat(32)}-${SPAN}-00` } });
    await trusting.close();
    const requests = () => readSpans().filter(({ name }) => name === 'GET /api/customerprofile');
    expect(requests()).toMatchObject([{ traceId: TRACE, parentSpanId: SPAN }]);

    receiver.received.length = 0;
    const other = await startPortal({});
    await send(other, '/api/customerprofile', { headers: { traceparent: `00-${TRACE}-${SPAN}-01` } });
    await other.close();
    expect(requests()).toHaveLength(1);
    expect(requests()[0]?.traceId).not.toBe(TRACE);
  });

  it('marks failed requests and statements, without their messages', async () => {
    const server = await startPortal(
      {},
      {
        extraRoutes: [
          (app, { db }) =>
            app.get('/broken', async () =>
              db
                .selectFrom('person_without_table' as 'customer')
                .select('id')
                .where('email', '=', 'Ann')
                .execute(),
            ),
        ],
      },
    );
    await send(server, '/broken');
    await server.close();
    const span = findSpan('GET /broken');

    expect(span.status.code).toBe(2);
    const [statement] = childrenOf(span) as [OtlpSpan];
    expect(statement.status.code).toBe(2);
    expect(attributesOf(statement)['error.type']).toBe('42P01');
    expect(JSON.stringify(readSpans())).not.toMatch(/Ann|does not exist/);
  });

  it.each([
    [{ OTEL_TRACES_SAMPLER: 'always_off' }, 0],
    [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }, 0],
    [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '1' }, 1],
    [{ OTEL_SDK_DISABLED: 'true' }, 0],
    [{ OTEL_TRACES_EXPORTER: 'none' }, 0],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' }, 1],
  ])('is sampled and sent as the standard variables say: %j', async (variables, expected) => {
    const server = await startPortal(variables);
    await send(server, '/api/customerprofile');
    await server.close();

    expect(Math.sign(receiver.received.length)).toBe(expected);
  });
});

it('a job and a call of another system are spans, and statements outside of them are not', async () => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.origin);
  const {
    database: statements,
    jobs,
    traceCall,
    close,
  } = await startTracing(
    { serviceName: 'livery', protocol: 'http/json', sampler: 'always_on', ratio: 1 },
    { version: '1', log: { warn: () => {} } },
  );
  const select = async () => statements?.traceStatement?.('select 1', async () => {});
  await jobs?.traceAttempt?.({ id: '7', queue: 'mail.send' }, async () => {
    await select();
    await traceCall?.('webhook', 'hooks.example', async () => {});
  });
  await select();
  await close();

  const job = findSpan('job mail.send');
  expect(job.kind).toBe(5);
  expect(childrenOf(job).map(({ name, kind }) => [name, kind])).toEqual([
    ['SELECT', 3],
    ['webhook', 3],
  ]);
  expect(readSpans()).toHaveLength(3);
});

it('requests do not suffer when traces cannot be sent, which is logged once', async () => {
  receiver.respond = { status: 400 };
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.origin);
  const warnings: string[] = [];
  const { jobs, close } = await startTracing(
    { serviceName: 'livery', protocol: 'http/json', sampler: 'always_on', ratio: 1 },
    { version: '1', log: { warn: (_, message) => void warnings.push(message) } },
  );
  await jobs?.traceAttempt?.({ id: '7', queue: 'mail.send' }, async () => {});
  await close();
  receiver.respond = { status: 200 };

  expect(warnings).toEqual(['traces cannot be sent']);
});
