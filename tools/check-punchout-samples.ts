/**
 * `npm run check:punchout-samples`: sends documents of other parties, good and hostile, which are outside this repository, to the endpoint of cXML of a server in this
 * process. Each has a connection with the identities and the secret that stand in it. Checks their statuses and times, that nothing outside is reached, and that
 * no file is read.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { hashSecret } from '#api/integrations/punchout/connections/secrets.ts';
import { readEnvelope } from '#api/integrations/punchout/cxml/envelope.rules.ts';
import { readXmlDocument } from '#api/integrations/punchout/xml/read-xml.ts';
import { findChild, readChildText } from '#api/integrations/punchout/xml/xml-element.ts';
import { startServer } from '#api/main.ts';
import { loadConfig } from '#api/platform/config.ts';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { migrate } from '#api/platform/db/migrate.ts';
import { DEMO } from '#demo/demo.ts';
import { seedDemo } from '#demo/seed.ts';
import { formatError } from './console.ts';

/** Another folder can be given as an argument. */
const samples = process.argv[2] ?? join(import.meta.dirname, '../../shared/data/punchout/samples');
const ORGANISATION = DEMO.organisations.corvane;
const HOST = 'brackwell.localhost';
const MAX_MS = { cxml: 300, peppol: 300, hostile: 1000 } as const;
const MAX_MEMORY_BYTES = 100_000_000;
/** What a file that a hostile document names holds. */
const PASSWORDS = existsSync('/etc/passwd') ? (readFileSync('/etc/passwd', 'utf8').split('\n')[0] as string) : 'root:x:0:0';

type Folder = keyof typeof MAX_MS;

let [passed, failed] = [0, 0];
function report(isRight: boolean, text: string): void {
  if (isRight) passed += 1;
  else failed += 1;
  console.log(`  ${isRight ? 'ok    ' : 'FAILED'}  ${text}`);
}

/** A document, and what it says about those who exchange it; undefined where it is none that can be read. */
interface Sample {
  name: string;
  folder: Folder;
  bytes: Buffer;
  envelope: Exclude<ReturnType<typeof readEnvelope>, string> | undefined;
}

function readSample(folder: Folder, file: string): Sample {
  const bytes = readFileSync(join(samples, folder, file));
  let envelope: ReturnType<typeof readEnvelope> | undefined;
  try {
    envelope = readEnvelope(readXmlDocument(bytes));
  } catch {
    // Its answer says why.
  }
  return { name: `${folder}/${file}`, folder, bytes, envelope: typeof envelope === 'string' ? undefined : envelope };
}

/** Makes a connection for a sample; its key. */
async function addConnection(database: Client, { name, envelope }: Sample): Promise<string> {
  const key = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60);
  const parties = (list: readonly { domain: string; identity: string }[] = []) =>
    JSON.stringify(list.map(({ domain, identity }) => ({ domain, identity })));
  const returnUrl = envelope && readChildText(envelope.request, 'BrowserFormPost', 'URL');
  const { rows } = await database.query<{ id: string }>(
    `insert into punchout_connection (organisation_id, name, protocol, key, currency_code, buyer_identities, sender_identities, user_policy, shared_customer_id,
       return_origins, permits_http)
     values ($1, $2, 'cxml', $2, $7, $3::jsonb, $4::jsonb, 'shared', $5, $6, true) returning id`,
    [
      ORGANISATION,
      key,
      parties(envelope?.from),
      parties(envelope?.sender),
      DEMO.customers['punchout@corvane.example'],
      returnUrl && URL.canParse(returnUrl) ? [new URL(returnUrl).origin] : [],
      findChild(envelope?.request, 'OrderRequestHeader', 'Total', 'Money')?.attributes.currency ?? 'GBP',
    ],
  );
  const secret = envelope?.sender.find((one) => one.secret !== undefined)?.secret;
  if (secret !== undefined)
    await database.query('insert into punchout_secret (organisation_id, connection_id, hash) values ($1, $2, $3)', [
      ORGANISATION,
      rows[0]?.id,
      await hashSecret(secret),
    ]);
  return key;
}

/** Statuses with which a sample may be answered, besides what is said of it. */
function listExpected({ envelope }: Sample, takesOrders: boolean): number[] {
  // Responses, messages, documents of other standards, and parts of documents.
  if (!envelope) return [400];
  const { name, attributes } = envelope.request;
  if (name === 'ProfileRequest') return [200];
  if (name === 'PunchOutSetupRequest') return [attributes.operation === 'source' ? 450 : 200];
  // Those of parts that are unknown here wait for the supplier.
  if (name === 'OrderRequest' && takesOrders) return [200, 201];
  return [450];
}

interface Answer {
  code: number | undefined;
  isCxml: boolean;
  offered: string[];
  body: string;
  ms: number;
}

const post = (address: string, path: string, body: Buffer): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const sent = request(
      `${address}${path}`,
      { method: 'POST', headers: { host: HOST, 'content-type': 'text/xml', 'content-length': body.length } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const ms = performance.now() - startedAt;
          const bytes = Buffer.concat(chunks);
          const answered = findChild(readXmlDocument(bytes), 'Response');
          const [status, content] = answered?.children ?? [];
          resolve({
            code: status === undefined ? undefined : Number(status.attributes.code),
            isCxml: response.statusCode === 200 && String(response.headers['content-type']).startsWith('text/xml'),
            offered: content?.children.map(({ attributes }) => attributes.requestName ?? '') ?? [],
            body: bytes.toString(),
            ms,
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });

/** Counts connections of this process to anything but its database and itself, from now on. */
function watchConnections(allowedPorts: ReadonlySet<number>): string[] {
  const outside: string[] = [];
  const connect = Socket.prototype.connect;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    interface Target {
      path?: unknown;
      port?: unknown;
    }
    const [target] = [args[0]].flat() as [Target | string | number | undefined];
    const options: Target = typeof target === 'object' ? target : Number(target) >= 0 ? { port: target } : { path: target };
    // The database listens on a socket of the file system, or on its port.
    const isOwn = options.path !== undefined || allowedPorts.has(Number(options.port));
    if (!isOwn) outside.push(JSON.stringify(target));
    return (connect as (...all: unknown[]) => Socket).apply(this, args);
  } as typeof connect;
  return outside;
}

/** Every row of the tables in which something of a document could be kept, as text. */
async function readKept(database: Client): Promise<string> {
  const { rows } = await database.query<{ kept: string }>(`
    select to_jsonb(t)::text as kept from punchout_trip t union all select to_jsonb(t)::text from punchout_message t
    union all select to_jsonb(t)::text from punchout_attempt t union all select to_jsonb(t)::text from address t where for_order_only`);
  return rows.map(({ kept }) => kept).join('\n');
}

interface Expectation {
  status?: number;
  ms?: number;
  lands?: string;
}

async function checkSamples(database: Client, address: string): Promise<string[]> {
  const expectations = JSON.parse(readFileSync(join(samples, 'expectations.json'), 'utf8')) as Record<string, Expectation>;
  const folders = (Object.keys(MAX_MS) as Folder[]).filter((folder) => existsSync(join(samples, folder)));
  const all = folders.flatMap((folder) =>
    readdirSync(join(samples, folder))
      .filter((file) => file.endsWith('.xml'))
      .map((file) => readSample(folder, file)),
  );
  const bodies: string[] = [];
  let takesOrders = false;
  // The request for the profile says whether orders are taken.
  for (const sample of all.toSorted((one, other) => rank(one) - rank(other))) {
    const key = await addConnection(database, sample);
    const expected = expectations[sample.name];
    const codes = expected?.status === undefined ? listExpected(sample, takesOrders) : [expected.status];
    const longest = Math.min(expected?.ms ?? Number.POSITIVE_INFINITY, MAX_MS[sample.folder]);
    let best: Answer | undefined;
    // The first one of a secret does the work of a password. A machine that is busy with other things gets two more tries.
    for (let tries = 0; tries < 3 && (best === undefined || best.ms > longest); tries += 1) {
      const answer = await post(address, `/punchout/cxml/${key}`, sample.bytes);
      bodies.push(answer.body);
      if (best === undefined || answer.ms < best.ms) best = answer;
    }
    const { code, isCxml, offered, ms } = best as Answer;
    if (offered.includes('OrderRequest')) takesOrders = true;
    report(
      isCxml && code !== undefined && codes.includes(code) && ms <= longest,
      `${sample.name}: ${code} in ${Math.round(ms)} ms${code !== undefined && codes.includes(code) ? '' : `, not ${codes.join(' or ')}`}`,
    );
  }
  return bodies;
}

const rank = ({ envelope }: Sample): number => (envelope?.request.name === 'ProfileRequest' ? 0 : 1);

/** S9 and S2: a part that the demonstration does not have, and lines that were never returned here, are told to the portal. */
async function checkTrips(database: Client): Promise<void> {
  const { rows } = await database.query<{ key: string; sku: string | null; missing: number }>(`
    select n.key, t.selected_sku as sku, jsonb_array_length(t.missing_items) as missing
    from punchout_trip t join punchout_connection n on n.organisation_id = t.organisation_id and n.id = t.connection_id`);
  const find = (name: string) => rows.find(({ key }) => key.startsWith(`cxml-derived-setup-${name}`));
  if (find('edit') === undefined) return;
  report(find('create-level2')?.sku === 'POLO-HV-YEL', 'the chosen part is told to the portal');
  report(find('edit')?.missing === 2, 'lines that were never returned here are missing');
}

async function run(folder: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), settings: { fsync: 'off' } });
  const database = new Client({ connectionString: postgres.adminUrl });
  try {
    await migrate(postgres.adminUrl);
    await seedDemo(postgres.adminUrl);
    await database.connect();
    const logged: string[] = [];
    const server = await startServer(
      loadConfig({
        DATABASE_URL: postgres.adminUrl,
        DATA_DIR: folder,
        HOST: '127.0.0.1',
        LIVERY_DEMO: 'on',
        PORT: '0',
        SECRET_KEY: Buffer.alloc(32, 'livery').toString('base64url'),
        WEB_DIR: 'off',
      }),
      { logTo: { write: (line) => logged.push(line) } },
    );
    const ports = [new URL(server.address).port, new URL(postgres.adminUrl).port].map(Number);
    const outside = watchConnections(new Set(ports));
    const memoryBefore = process.memoryUsage().rss;
    const bodies = await checkSamples(database, server.address);
    const growth = process.memoryUsage().rss - memoryBefore;
    await checkTrips(database);
    report(outside.length === 0, `no connection to anything outside${outside.map((target) => `, but to ${target}`).join('')}`);
    report(growth < MAX_MEMORY_BYTES, `memory grew by ${Math.round(growth / 1e6)} MB`);
    const kept = await readKept(database);
    for (const [place, text] of Object.entries({ answers: bodies.join('\n'), log: logged.join('\n'), tables: kept }))
      report(!text.includes(PASSWORDS), `no content of a file in ${place}`);
    await server.close();
  } finally {
    await database.end();
    await postgres.stop();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'livery-punchout-samples-'));
try {
  await run(folder);
} catch (error) {
  report(false, formatError(error));
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
