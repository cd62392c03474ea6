import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { sql } from 'kysely';
import pino from 'pino';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { inject } from 'vitest';
import { buildApp, type ServerOverrides } from '#api/app.ts';
import { insertSession } from '#api/identity/sessions/access.queries.ts';
import { newToken } from '#api/identity/sessions/tokens.ts';
import { jobDefinitions } from '#api/jobs.ts';
import { type Config, loadConfig } from '#api/platform/config.ts';
import { type Db, openDatabase } from '#api/platform/db/database.ts';
import { openJobQueue } from '#api/platform/jobs/queue.ts';
import type { ApiKeyScope } from '#contract/endpoint.ts';
import { type Call, contract, type ReplyOf } from '#contract/index.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createApiKey, startOperatorSession, type TestOperatorOptions } from './operators.ts';
import type { RowTypes } from './row-types/read-row-types.ts';
import { createRowTypeCheck } from './row-types/row-type-check.ts';
import { type StatementFault, withFaults } from './statement-faults.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file with the row types that are written in the server's code. */
    rowTypesFile: string;
  }
}

/** The encryption key of every test portal, so that no test writes one into a data folder. */
export const TEST_KEY = Buffer.alloc(32, 'livery').toString('base64url');

/** A response; `errors` is empty on success, and `body` only has a meaning then. */
export interface TestResponse<R> {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: R;
  errors: Record<string, string[]>;
}

/** The status of a response and its errors, to compare both at once. */
export const toRefusal = ({ status, errors }: Pick<TestResponse<unknown>, 'status' | 'errors'>) => [status, errors];

type ResponseTo<C extends Call> = Promise<TestResponse<ReplyOf<C>>>;

/** The API as one person uses it. Name the call for the type of the response: `get<'GET /api/products'>('/api/products')`. */
export interface TestClient {
  customerId: number;
  organisationId: number;
  /** The headers of every request of this person. */
  headers: Record<string, string>;
  get<C extends Call>(path: string, headers?: Record<string, string>): ResponseTo<C>;
  post<C extends Call>(path: string, body?: object, headers?: Record<string, string>): ResponseTo<C>;
  put<C extends Call>(path: string, body?: object, headers?: Record<string, string>): ResponseTo<C>;
  delete<C extends Call>(path: string): ResponseTo<C>;
}

/** The API as an operator or API key uses it. `id` is that of the operator or of the key. */
export type TestOperatorClient = Omit<TestClient, 'customerId' | 'organisationId'> & { id: number };

export interface TestPortalOptions extends Omit<ServerOverrides, 'clock' | 'logTo'> {
  /** Anonymous requests per minute and network; a high number by default. */
  anonymousLimit?: number;
  /** Configuration that differs from the default of tests. */
  config?: Partial<Config>;
  /** Receives the log, from level `info`. */
  logTo?: { write(line: string): void };
  /** Faults in the statements of the server; those of the test through `db` have none. */
  faults?: readonly StatementFault[];
  /** Creates its database, in place of one with the demonstration of this version. */
  createDatabase?: () => Promise<TestDatabase>;
  /** Further configuration, as environment variables. */
  environment?: Record<string, string>;
  /** Whether rows are compared with their types; true by default. False for tests that write what the application never does. */
  checksRowTypes?: boolean;
}

/** One running server; several can share a database, as processes do. */
export interface TestServer {
  app: FastifyInstance;
  config: Pick<Config, 'dataDir' | 'fileStorage'>;
  db: Db;
  /** Statements sent to the database so far. */
  statementsSent(): number;
  /** A client with a new session for the person with this email address; needs no password. */
  as(email: string): Promise<TestClient>;
  /** A client of a new operator, logged in with a second factor, for these brands and with these rights; for all unless given. */
  asOperator(options?: TestOperatorOptions): Promise<TestOperatorClient>;
  /** A client of a new API key with these scopes and brands; for all brands unless given. */
  asApiKey(scopes: readonly ApiKeyScope[], brandIds?: readonly number[]): Promise<TestOperatorClient>;
  /** The same person with the same session on this server. */
  withSession(client: TestClient): TestClient;
  /** A client without a session. */
  anonymous(host?: string): Pick<TestClient, 'get' | 'post' | 'put' | 'delete'>;
  close(): Promise<void>;
}

export interface TestPortal extends TestServer, Pick<TestDatabase, 'url' | 'ownerUrl'> {
  /** The clock of all servers of this portal; the database has its own. */
  clock: TestClock;
  /** Resolves when all servers have processed every committed change to sessions, people and permissions. */
  settled(): Promise<void>;
  /** Starts another server on the same database, with other options if given. It is closed with the portal. */
  openSecondServer(overrides?: TestPortalOptions): Promise<TestServer>;
}

/**
 * A hundred requests at once wait for four connections and for each other's locks. On a machine that is busy with other things they wait longer than
 * production allows, and would be told that the database is too busy. Time limits have tests of their own.
 */
export const TIME_LIMIT_FACTOR = 10;

let rowTypes: RowTypes | undefined;
const getRowTypes = (): RowTypes => {
  rowTypes ??= JSON.parse(readFileSync(inject('rowTypesFile'), 'utf8')) as RowTypes;
  return rowTypes;
};

/** The whole server on its own database with the demonstration data; requests are injected without a port. */
export async function createTestPortal(options: TestPortalOptions = {}): Promise<TestPortal> {
  const testDatabase = await (options.createDatabase ?? createTestDatabase)();
  const { url, ownerUrl } = testDatabase;
  const clock = createTestClock();
  const servers = [await createServer(url, clock, options)];
  return {
    ...(servers[0] as TestServer),
    url,
    ownerUrl,
    clock,
    settled: async () => {
      await Promise.all(servers.map(({ app }) => app.settled()));
    },
    openSecondServer: async (overrides) => {
      const server = await createServer(url, clock, { ...options, ...overrides });
      servers.push(server);
      return server;
    },
    close: async () => {
      try {
        await Promise.all(servers.map((server) => server.close()));
      } finally {
        await testDatabase.close();
      }
    },
  };
}

/** Does it the first time; a server that a test has closed is closed with its portal too. */
function once<T>(act: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    done ??= act();
    return done;
  };
}

async function createServer(
  url: string,
  clock: TestClock,
  {
    anonymousLimit = 100_000,
    config: configOverrides,
    logTo,
    faults = [],
    environment = {},
    checksRowTypes = true,
    ...overrides
  }: TestPortalOptions,
): Promise<TestServer> {
  const logLevel = logTo ? ('info' as const) : ('error' as const);
  // Its own, since documents are stored.
  const dataDir = environment.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'livery-portal-')));
  const config = {
    ...loadConfig({
      DATABASE_URL: url,
      LIVERY_DEMO: 'on',
      WEB_DIR: 'off',
      SECRET_KEY: TEST_KEY,
      ...environment,
      DATA_DIR: dataDir,
    }),
    logLevel,
    anonymousLimit,
    ...configOverrides,
  };
  const rowTypeCheck = createRowTypeCheck(checksRowTypes ? getRowTypes() : { sites: [], shapes: [] });
  const database = openDatabase(url, { poolSize: 4, timeLimitFactor: TIME_LIMIT_FACTOR, plugins: [rowTypeCheck.plugin] });
  const { db } = database;
  const jobs = openJobQueue(url, pino({ level: 'silent' }));
  // Jobs are queued, but no worker is running.
  await jobs.createQueues(jobDefinitions);
  const app = await buildApp({
    config,
    database: { ...database, db: withFaults(db, faults) },
    jobs,
    clock,
    ...(logTo ? { logTo } : {}),
    ...overrides,
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-call', request.routeOptions.config.call ?? '');
  });
  await app.ready();

  const createClient = (headers: Record<string, string>) => {
    const send = async <C extends Call>(
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      body?: object,
      extraHeaders?: Record<string, string>,
    ): ResponseTo<C> => {
      const request: InjectOptions = { method, url: path, headers: { ...headers, ...extraHeaders } };
      if (body) request.payload = body;
      const response = await app.inject(request);
      const call = String(response.headers['x-call'] ?? '');
      // Compressed content and files are left to the test.
      const isJson =
        !response.headers['content-encoding'] && String(response.headers['content-type']).startsWith('application/json');
      const content: unknown = isJson && response.payload !== '' ? response.json() : {};
      const isContent = response.statusCode < 300 && call in contract && isJson;
      if (isContent) assertMatchesContract(call as Call, content, { isPartial: /[?&]fields=/i.test(path) });
      const errors = (content as { errors?: Record<string, string[]> } | null)?.errors ?? {};
      return { status: response.statusCode, headers: response.headers, body: content as ReplyOf<C>, errors };
    };
    return {
      get: <C extends Call>(path: string, extraHeaders?: Record<string, string>) => send<C>('GET', path, undefined, extraHeaders),
      post: <C extends Call>(path: string, body: object = {}, extraHeaders?: Record<string, string>) =>
        send<C>('POST', path, body, extraHeaders),
      put: <C extends Call>(path: string, body: object = {}, extraHeaders?: Record<string, string>) =>
        send<C>('PUT', path, body, extraHeaders),
      delete: <C extends Call>(path: string) => send<C>('DELETE', path),
    };
  };

  return {
    app,
    config,
    db,
    statementsSent: database.statementsSent,
    as: async (email) => {
      const { customerId, organisationId, host, token } = await startTestSession(db, email);
      const headers = { host, authorization: `Bearer ${token}` };
      return { customerId, organisationId, headers, ...createClient(headers) };
    },
    asOperator: async (options = {}) => {
      const { id, token } = await startOperatorSession(db, options);
      const headers = { host: 'localhost', authorization: `Bearer ${token}` };
      return { id, headers, ...createClient(headers) };
    },
    asApiKey: async (scopes, brandIds) => {
      const { id, secret } = await createApiKey(db, scopes, brandIds);
      const headers = { host: 'localhost', authorization: `Bearer ${secret}` };
      return { id, headers, ...createClient(headers) };
    },
    withSession: (client) => ({ ...client, ...createClient(client.headers) }),
    anonymous: (host = 'localhost') => createClient({ host }),
    close: once(async () => {
      await app.close();
      await jobs.close();
      await database.close();
      if (!environment.DATA_DIR) await rm(dataDir, { recursive: true, force: true });
      const findings = rowTypeCheck.listFindings();
      if (findings.length > 0) throw new Error(`The database answers what these row types do not say:\n${findings.join('\n')}`);
    }),
  };
}

/** Starts a session for the person with this email address, as a log-in with the right password would. */
export async function startTestSession(db: Db, email: string) {
  const found = await sql<{ id: number; organisation_id: number; brand_id: number; host: string }>`
    select c.id, c.organisation_id, c.brand_id, (select min(host) from brand_host h where h.brand_id = c.brand_id) as host
    from customer c where lower(c.email) = lower(${email}) and c.deleted_at is null`.execute(db);
  const [person, another] = found.rows;
  if (!person) throw new Error(`No one has the email address ${email}.`);
  if (another) throw new Error(`More than one person has the email address ${email}.`);
  const access = newToken();
  await insertSession(db, {
    customerId: person.id,
    organisationId: person.organisation_id,
    brandId: person.brand_id,
    accessHash: access.hash,
    refreshHash: newToken().hash,
    accessSeconds: 3600,
    lifeSeconds: 3600,
    userAgent: 'test',
    rehashedPassword: null,
  });
  return { customerId: person.id, organisationId: person.organisation_id, host: person.host, token: access.secret };
}

/**
 * Throws when a reply does not match the contract: an invalid or missing value, or an unknown property. A partial reply, to a
 * request for some fields only, may lack properties.
 */
function assertMatchesContract(call: Call, content: unknown, { isPartial = false } = {}): void {
  const schema: TSchema = contract[call].reply;
  // To say what is wrong takes several times as long as to see that nothing is.
  const [first] = isPartial || Value.Check(schema, content) ? [] : Value.Errors(schema, content);
  if (first) throw new Error(`${call} does not match the contract: ${first.instancePath || 'the reply'} ${first.message}.`);
  const unknown = unknownProperty(schema, content, '');
  if (unknown) throw new Error(`${call} replies with ${unknown}, which is not in the contract.`);
}

interface SchemaNode {
  properties?: Record<string, SchemaNode>;
  items?: SchemaNode;
}

function unknownProperty(schema: SchemaNode, value: unknown, path: string): string | undefined {
  if (Array.isArray(value)) {
    const { items } = schema;
    return (
      items && value.map((item, index) => unknownProperty(items, item, `${path}[${index}]`)).find((found) => found !== undefined)
    );
  }
  const { properties } = schema;
  if (value === null || typeof value !== 'object' || !properties) return undefined;
  for (const [name, item] of Object.entries(value)) {
    const property = properties[name];
    const found = property ? unknownProperty(property, item, `${path}.${name}`) : `${path}.${name}`;
    if (found) return found;
  }
  return undefined;
}
