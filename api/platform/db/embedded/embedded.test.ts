import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { findUnprivilegedAccount } from './postgres-account.ts';

// Creating a cluster writes and syncs about a thousand files.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let dataDir: string;
let server: EmbeddedPostgres | undefined;
let orphanMaker: ChildProcess | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'livery-embedded-'));
  await chmod(dataDir, 0o711);
  // Every test below starts with a cluster that contains one word.
  const first = await startEmbeddedPostgres({ dataDir });
  expect(first.freshlyCreated).toBe(true);
  await ask(first.ownerUrl, `CREATE TABLE sample AS SELECT 'apron' AS word`);
  await ask(first.ownerUrl, 'GRANT SELECT ON sample TO livery_app');
  await first.stop();
});

afterEach(async () => {
  orphanMaker?.kill('SIGKILL');
  await server?.stop();
  server = undefined;
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows[0]?.[0];
  } finally {
    await client.end();
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('keeps data when it is stopped and started', async () => {
  server = await startEmbeddedPostgres({ dataDir });

  expect(server.freshlyCreated).toBe(false);
  expect(await ask(server.url, 'SELECT word FROM sample')).toBe('apron');
});

test('is durable, has page checksums, a machine-independent sort order and no open port', async () => {
  server = await startEmbeddedPostgres({ dataDir });
  const { url } = server;

  expect(await ask(url, `SELECT current_setting('fsync')`)).toBe('on');
  expect(await ask(url, `SELECT current_setting('data_checksums')`)).toBe('on');
  expect(await ask(url, `SELECT current_setting('listen_addresses')`)).toBe('');
  expect(await ask(url, `SELECT current_setting('server_encoding')`)).toBe('UTF8');
  expect(await ask(url, `SELECT 'Z' < 'a' AND upper('é') = 'É'`)).toBe(true);
});

test('ends the server on stop()', async () => {
  const { pid, stop, url } = await startEmbeddedPostgres({ dataDir });
  await stop();

  expect(isRunning(pid)).toBe(false);
  await expect(ask(url, 'SELECT 1')).rejects.toThrow();
});

test('refuses a second server on the same folder and keeps the first one running', async () => {
  server = await startEmbeddedPostgres({ dataDir });

  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`in use by process ${process.pid}`);
  expect(await ask(server.url, 'SELECT word FROM sample')).toBe('apron');
});

test('restarts a killed server under the same address', async () => {
  const lines: string[] = [];
  server = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) });
  const { url, pid } = server;
  const killedAt = Date.now();
  process.kill(pid, 'SIGKILL');

  const read = () => ask(url, 'SELECT word FROM sample').catch(() => undefined);
  await expect.poll(read, { timeout: 10_000, interval: 20 }).toBe('apron');
  // Takes 0.4 s on an idle machine, longer while other tests run.
  expect(Date.now() - killedAt).toBeLessThan(15_000);
  expect(server.pid).not.toBe(pid);
  expect(lines.join('\n')).toMatch(/ended unexpectedly.*SIGKILL[\s\S]*PostgreSQL restarted/);
});

test('replaces a server whose owner was killed', async () => {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))});
    const { pid } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    console.log(pid);`;
  orphanMaker = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = await once(orphanMaker.stdout as NodeJS.ReadableStream, 'data');
  const orphan = Number(output);
  orphanMaker.kill('SIGKILL');
  await once(orphanMaker, 'exit');
  expect(isRunning(orphan)).toBe(true);

  const lines: string[] = [];
  server = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) });

  expect(lines.join()).toContain('left behind');
  expect(await ask(server.url, 'SELECT word FROM sample')).toBe('apron');
});

test('ignores a stale pid file, even if its number now belongs to another process of the same user', async () => {
  const otherProcess = spawn('sleep', ['60'], { ...findUnprivilegedAccount(), cwd: '/', stdio: 'ignore' });
  await once(otherProcess, 'spawn');
  await writeFile(
    join(dataDir, 'postgres/postmaster.pid'),
    `${otherProcess.pid}\n${dataDir}/postgres\n1\n5432\n\n\n0\nready   \n`,
  );

  server = await startEmbeddedPostgres({ dataDir });

  expect(await ask(server.url, 'SELECT word FROM sample')).toBe('apron');
  expect(otherProcess.exitCode ?? otherProcess.signalCode).toBeNull();
  otherProcess.kill();
});

test('works when the path of the folder is too long for a socket', async () => {
  const deep = join(dataDir, 'a-rather-long-name-of-a-folder'.repeat(4));
  await mkdir(deep);
  const other = await startEmbeddedPostgres({ dataDir: deep, settings: { fsync: 'off' } });

  expect(await ask(other.url, 'SELECT 1')).toBe(1);
  await other.stop();
});

test.runIf(process.getuid?.() === 0)(
  'root may keep the data folder closed to others: a note says where the cluster is',
  async () => {
    const closed = join(dataDir, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const other = await startEmbeddedPostgres({ dataDir: closed, settings: { fsync: 'off' } });
    expect(await ask(other.url, 'SELECT 1')).toBe(1);
    await other.stop();

    const [cluster = ''] = (await readFile(join(closed, 'WHERE-IS-POSTGRES.txt'), 'utf8')).split('\n');
    expect(cluster).toMatch(/^\/var\/lib\/livery\/[0-9a-f-]+\/postgres$/);
    const again = await startEmbeddedPostgres({ dataDir: closed, settings: { fsync: 'off' } });
    expect(again.freshlyCreated).toBe(false);
    await again.stop();
    await rm(dirname(cluster), { recursive: true });
  },
);

test('refuses a cluster of another version with a message', async () => {
  const version = join(dataDir, 'postgres/PG_VERSION');
  const original = await readFile(version);
  await writeFile(version, '17\n');

  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/created by PostgreSQL 17, but this is PostgreSQL 18/);
  await writeFile(version, original);
});

/** The URL without its password. */
function withoutPassword(url: string): string {
  const changed = new URL(url);
  changed.password = '';
  return changed.href;
}

/** Makes the cluster what earlier versions created: open to everyone who reaches its socket and, for root, owned by nobody. */
async function downgradeAccess(): Promise<void> {
  const cluster = join(dataDir, 'postgres');
  await writeFile(join(cluster, 'pg_hba.conf'), 'local all all trust\nhost all all 127.0.0.1/32 trust\n');
  await rm(join(dataDir, 'postgres-password'));
  if (process.getuid?.() !== 0) return;
  const files = await readdir(cluster, { recursive: true });
  for (const name of [...files, '.']) await chown(join(cluster, name), 65534, 65534);
}

async function expectProtected({ url, ownerUrl, adminUrl, pid }: EmbeddedPostgres): Promise<void> {
  const cluster = join(dataDir, 'postgres');
  expect(await ask(url, 'SELECT word FROM sample')).toBe('apron');
  for (const one of [url, ownerUrl, adminUrl]) await expect(ask(withoutPassword(one), 'SELECT 1')).rejects.toThrow(/password/);
  expect(await readFile(join(cluster, 'pg_hba.conf'), 'utf8')).not.toMatch(/^[^#\n]*\btrust\b/m);
  expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(dataDir, 'postgres-password'))).uid).toBe(process.getuid?.());
  expect((await stat(cluster)).mode & 0o777).toBe(0o700);
  expect((await stat(join(dataDir, 'postgres.run'))).mode & 0o777).toBe(0o700);
  if (process.getuid?.() !== 0) return;
  const passwd = await readFile('/etc/passwd', 'utf8');
  const uid = Number(/^livery-postgres:[^:]*:(\d+):/m.exec(passwd)?.[1]);
  const entries = await readdir(cluster, { recursive: true });
  const owners = await Promise.all([...entries, '.'].map(async (name) => (await stat(join(cluster, name))).uid));
  expect(new Set(owners)).toEqual(new Set([uid]));
  expect(await readFile(`/proc/${pid}/status`, 'utf8')).toMatch(new RegExp(`^Uid:\\s+${uid}\\s`, 'm'));
}

test('requires a password and, started as root, runs as its own account', async () => {
  server = await startEmbeddedPostgres({ dataDir });

  await expectProtected(server);
});

test('protects a cluster of an earlier version, and keeps its data', async () => {
  await downgradeAccess();
  server = await startEmbeddedPostgres({ dataDir });

  expect(server.freshlyCreated).toBe(false);
  await expectProtected(server);
});

test('creates a new password when its file is lost', async () => {
  await rm(join(dataDir, 'postgres-password'));
  server = await startEmbeddedPostgres({ dataDir });

  await expectProtected(server);
});

test.runIf(process.getuid?.() === 0)('completes a change of its owner that was interrupted', async () => {
  const cluster = join(dataDir, 'postgres');
  await chown(join(cluster, 'PG_VERSION'), 65534, 65534);
  await chown(cluster, 0, 0);
  server = await startEmbeddedPostgres({ dataDir });

  await expectProtected(server);
});

test('has an owner and an application role without special rights', async () => {
  server = await startEmbeddedPostgres({ dataDir });
  const { url, ownerUrl } = server;

  const isPrivileged =
    'SELECT rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb FROM pg_roles WHERE rolname = current_user';
  expect([await ask(url, isPrivileged), await ask(ownerUrl, isPrivileged)]).toEqual([false, false]);
  await expect(ask(url, 'CREATE TABLE stray (id bigint)')).rejects.toThrow('permission denied');
});

test('refuses a data folder from before the baseline and leaves it unchanged', async () => {
  const old = join(dataDir, 'before-baseline');
  await mkdir(old);
  const earlier = await startEmbeddedPostgres({ dataDir: old, settings: { fsync: 'off' } });
  await ask(earlier.adminUrl, `CREATE TABLE schema_migration AS SELECT '0001-organisations.sql' AS name`);
  const databaseBefore = await readdir(join(old, 'postgres'));
  await earlier.stop();

  await expect(startEmbeddedPostgres({ dataDir: old, settings: { fsync: 'off' } })).rejects.toThrow(
    /created by an earlier version of Livery.*Nothing has been changed.*DATA_DIR/,
  );
  expect(await readdir(join(old, 'postgres'))).toEqual(
    expect.arrayContaining(databaseBefore.filter((name) => name !== 'postmaster.pid' && !name.startsWith('.s.'))),
  );
  // The folder is no longer locked.
  await expect(startEmbeddedPostgres({ dataDir: old, settings: { fsync: 'off' } })).rejects.toThrow('earlier version');
});
