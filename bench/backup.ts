/**
 * `npm run chaos:backup`: backs up an embedded database again and again while it is written to, vacuumed and checkpointed, and kills PostgreSQL in the middle of every
 * second backup. A backup that reports success is restored, and must contain every transaction that was committed before it began, and no transaction without those
 * before it; one that fails must leave nothing behind. Prints sizes and durations, and how long writes take before and during a backup.
 *   npm run chaos:backup -- --rounds 6 --megabytes 500
 *   npm run chaos:backup -- --inject-fault      backups are restored without their label: the script must fail
 */
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { loadConfig } from '#api/platform/config.ts';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { prepareDatabase } from '#api/platform/setup/prepare-database.ts';
import { removeFromChecksums } from '#tools/backup/backup-fixture.ts';
import { createBackup } from '#tools/backup/create-backup.ts';
import { restoreBackup } from '#tools/backup/restore-backup.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '6' },
    megabytes: { type: 'string', default: '200' },
    'inject-fault': { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const WRITERS = [1, 2, 3];
const { signal } = new AbortController();

const folder = await mkdtemp(join(tmpdir(), 'livery-chaos-backup-'));
await chmod(folder, 0o711);
const configOf = (name: string) =>
  loadConfig({ DATA_DIR: join(folder, name), LIVERY_DEMO: 'off', SECRET_KEY: Buffer.alloc(32, 'bench').toString('base64url') });
const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data') });

async function query<R extends object>(url: string, text: string): Promise<R[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

let isStopping = false;
/** The last number that each writer knows to be committed. */
const committed = new Map<number, number>(WRITERS.map((writer) => [writer, 0]));
let durations: number[] = [];

/** Inserts one number after the other. One whose outcome is unknown, because the server was killed, is looked up first. */
async function write(writer: number): Promise<void> {
  while (!isStopping) {
    const client = new Client({ connectionString: server.adminUrl });
    client.on('error', () => {});
    try {
      await client.connect();
      const found = await client.query<{ n: number }>(
        `select coalesce(max(n), 0)::int as n from write_log where writer = ${writer}`,
      );
      let next = found.rows[0]?.n ?? 0;
      if (next < (committed.get(writer) ?? 0)) throw new Error(`A committed row of writer ${writer} is lost.`);
      while (!isStopping) {
        next += 1;
        const startedAt = performance.now();
        await client.query('insert into write_log values ($1, $2, repeat(md5(random()::text), 40))', [writer, next]);
        durations.push(performance.now() - startedAt);
        committed.set(writer, next);
      }
    } catch {
      await delay(20);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** What the server does by itself now and then, and files that appear, grow and disappear. */
async function maintain(): Promise<void> {
  for (let round = 0; !isStopping; round += 1)
    try {
      await query(server.adminUrl, 'checkpoint');
      await query(server.adminUrl, `update filler set n = n + 1 where n % 50 = ${round % 50}`);
      await query(server.adminUrl, 'create table passing as select * from filler limit 1000');
      await query(server.adminUrl, 'drop table passing');
      await query(server.adminUrl, round % 20 === 19 ? 'vacuum full filler' : 'vacuum filler, write_log');
    } catch {
      await delay(20);
    }
}

function describeDurations(): string {
  const sorted = durations.toSorted((a, b) => a - b);
  durations = [];
  const at = (share: number) => (sorted[Math.floor(share * sorted.length)] ?? 0).toFixed(1);
  return `${sorted.length} writes, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}

/** What is wrong with a restored database. */
async function findFaults(name: string, atBegin: ReadonlyMap<number, number>): Promise<string[]> {
  const restored = await startEmbeddedPostgres({ dataDir: join(folder, name) });
  try {
    await query(restored.adminUrl, 'create extension amcheck');
    await query(
      restored.adminUrl,
      `select bt_index_check(c.oid, true) from pg_class c join pg_am a on a.oid = c.relam where a.amname = 'btree' and c.relkind = 'i' and c.relpersistence = 'p'`,
    );
    const rows = await query<{ writer: number; n: number; last: number }>(
      restored.adminUrl,
      'select writer, count(*)::int as n, max(n) as last from write_log group by writer',
    );
    return WRITERS.flatMap((writer) => {
      const { n = 0, last = 0 } = rows.find((row) => row.writer === writer) ?? {};
      const expected = atBegin.get(writer) ?? 0;
      return [
        ...(n === last ? [] : [`writer ${writer}: ${n} rows up to ${last}`]),
        ...(last >= expected ? [] : [`writer ${writer}: ends at ${last}, but ${expected} was committed before the backup began`]),
      ];
    });
  } finally {
    await restored.stop();
  }
}

async function runRound(round: number, lastedMs: number): Promise<{ lastedMs: number; faults: string[] }> {
  const kills = round % 2 === 1;
  // The server of the round before may still be recovering.
  while (!(await query(server.adminUrl, 'select 1').catch(() => undefined))) await delay(50);
  await delay(1000);
  const parent = join(folder, `backups-${round}`);
  const before = describeDurations();
  const atBegin = new Map(committed);
  const startedAt = performance.now();
  const killing = kills
    ? delay(Math.random() * lastedMs).then(() => process.kill(server.pid, 'SIGKILL'))
    : Promise.resolve(undefined);
  const steps = {
    // The newest checkpoint then comes after most of the copy, so that only the label says where recovery has to begin.
    afterFiles: async () => {
      await query(server.adminUrl, 'checkpoint');
    },
  };
  const result = await createBackup(configOf('data'), parent, signal, steps).catch((error: Error) => error);
  const took = performance.now() - startedAt;
  await killing;
  const during = describeDurations();
  if (result instanceof Error) {
    const left = await readdir(parent).catch(() => []);
    console.log(`round ${round}: killed, the backup failed after ${Math.round(took)} ms: ${result.message}`);
    return { lastedMs, faults: [...(kills ? [] : [`failed: ${result.message}`]), ...left.map((name) => `${name} is left`)] };
  }
  if (values['inject-fault']) {
    await rm(join(result.folder, 'database/backup_label'));
    await removeFromChecksums(result.folder, 'database/backup_label');
  }
  const restoredAt = performance.now();
  await restoreBackup(configOf(`restored-${round}`), result.folder, { withoutSecretKey: false }, signal);
  console.log(
    `round ${round}: ${Math.round(result.bytes / 1e6)} MB in ${Math.round(took)} ms, restored in ${Math.round(performance.now() - restoredAt)} ms${kills ? '; killed' : ''}\n` +
      `  before: ${before}\n  during: ${during}`,
  );
  const faults = await findFaults(`restored-${round}`, atBegin).catch((error: Error) => [error.message]);
  for (const name of [`backups-${round}`, `restored-${round}`]) await rm(join(folder, name), { recursive: true, force: true });
  return { lastedMs: took, faults };
}

let failures = 0;
try {
  await prepareDatabase(server);
  await query(server.adminUrl, 'create table write_log (writer int, n int, filler text, primary key (writer, n))');
  await query(
    server.adminUrl,
    `create table filler as select n, repeat(md5(n::text), 30) as text from generate_series(1, ${Number(values.megabytes)} * 1000) n`,
  );
  await query(server.adminUrl, 'create index on filler (n)');
  const work = [...WRITERS.map(write), maintain()];
  await delay(2000);
  let lastedMs = 5000;
  for (let round = 0; round < rounds; round += 1) {
    const result = await runRound(round, lastedMs);
    lastedMs = result.lastedMs;
    failures += result.faults.length;
    for (const fault of result.faults) console.log(`FAILED  round ${round}: ${fault}`);
  }
  isStopping = true;
  await Promise.all(work);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
console.log(failures > 0 ? 'failed' : 'passed');
process.exitCode = failures > 0 ? 1 : 0;
