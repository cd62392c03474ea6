/**
 * `npm run bench:point-in-time`: restores a database to a moment between two transactions, as docs/operations/operation.md describes it: a base backup and archived WAL. Once with
 * Debian's PostgreSQL and pg_basebackup, and once with the embedded PostgreSQL and `npm run backup`. Fails if a transaction before the moment is missing,
 * or one after it is there.
 */
import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { loadConfig } from '#api/platform/config.ts';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { findUnprivilegedAccount } from '#api/platform/db/embedded/postgres-account.ts';
import { prepareDatabase } from '#api/platform/setup/prepare-database.ts';
import { createBackup } from '#tools/backup/create-backup.ts';
import { getRecoverySettings } from '#tools/backup/point-in-time.ts';
import { restoreBackup } from '#tools/backup/restore-backup.ts';
import { startDebianPostgres } from '#tools/debian-postgres.ts';

const account = findUnprivilegedAccount();
const folder = await mkdtemp(join(tmpdir(), 'livery-point-in-time-'));
await chmod(folder, 0o711);

async function query<R extends object>(url: string, ...statements: string[]): Promise<R[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let rows: R[] = [];
    for (const statement of statements) {
      console.log(`  ${statement}`);
      ({ rows } = await client.query<R>(statement));
    }
    return rows;
  } finally {
    await client.end();
  }
}

/** A folder that PostgreSQL can write to. */
async function createArchive(name: string): Promise<string> {
  const archive = join(folder, name);
  await mkdir(archive, { mode: 0o700 });
  if (account) await chown(archive, account.uid, account.gid);
  return archive;
}

const archiveSettings = (archive: string) => ({
  archive_mode: 'on',
  archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f.new && sync ${archive}/%f.new && mv ${archive}/%f.new ${archive}/%f`,
  archive_timeout: '60s',
});

/** Commits one transaction before the moment that is restored, and one after it. Returns the moment, and waits until the WAL is archived. */
async function writeAroundMoment(url: string, archive: string): Promise<string> {
  const [row] = await query<{ moment: string }>(
    url,
    `insert into orders_taken values ('before')`,
    'select clock_timestamp()::text as moment',
  );
  const [segment] = await query<{ name: string }>(
    url,
    `insert into orders_taken values ('after')`,
    'select pg_walfile_name(pg_current_wal_lsn()) as name',
  );
  await query(url, 'select pg_switch_wal()');
  while (!(await readdir(archive)).includes(segment?.name ?? ''))
    await query(url, 'select pg_stat_clear_snapshot()').then(() => new Promise((resume) => setTimeout(resume, 100)));
  return row?.moment ?? '';
}

/** Waits until the recovery has ended, and compares what was restored. */
async function check(title: string, url: string): Promise<boolean> {
  while ((await query<{ running: boolean }>(url, 'select pg_is_in_recovery() as running'))[0]?.running)
    await new Promise((resume) => setTimeout(resume, 100));
  const rows = await query<{ name: string }>(url, 'select name from orders_taken order by name');
  const names = rows.map(({ name }) => name).join(', ');
  const passed = names === 'before, before the backup';
  console.log(`${passed ? 'passed' : 'FAILED'}  ${title}: restored are ${names}\n`);
  return passed;
}

async function tryDebian(): Promise<boolean> {
  console.log("Debian's PostgreSQL, with pg_basebackup");
  const archive = await createArchive('debian-archive');
  const lines = (settings: Record<string, string>) =>
    Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`);
  const server = await startDebianPostgres(join(folder, 'debian'), lines(archiveSettings(archive)));
  try {
    await query(server.urlOf(), 'create table orders_taken (name text)', `insert into orders_taken values ('before the backup')`);
    const base = join(folder, 'debian', 'base');
    const args = ['--pgdata', base, '--checkpoint=fast', '--wal-method=stream', '--dbname', server.urlOf()];
    const { status } = spawnSync(join(server.programs, 'pg_basebackup'), args, { ...account, cwd: '/', stdio: 'inherit' });
    if (status !== 0) throw new Error('pg_basebackup failed.');
    const moment = await writeAroundMoment(server.urlOf(), archive);
    server.stop('immediate');

    await rm(server.cluster, { recursive: true });
    spawnSync('mv', [base, server.cluster]);
    const settings = [
      `unix_socket_directories = '${join(folder, 'debian')}'`,
      "listen_addresses = ''",
      ...lines({ ...getRecoverySettings({ archive, until: moment }), hot_standby: 'on' }),
    ];
    await writeFile(join(server.cluster, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
    await writeFile(join(server.cluster, 'recovery.signal'), '');
    server.start();
    return await check('external', server.urlOf());
  } finally {
    server.stop('immediate');
  }
}

async function tryEmbedded(): Promise<boolean> {
  console.log('The embedded PostgreSQL, with npm run backup');
  const { signal } = new AbortController();
  const archive = await createArchive('embedded-archive');
  const configOf = (name: string) =>
    loadConfig({ DATA_DIR: join(folder, name), LIVERY_DEMO: 'off', SECRET_KEY: Buffer.alloc(32, 'bench').toString('base64url') });
  const original = await startEmbeddedPostgres({ dataDir: join(folder, 'original'), settings: archiveSettings(archive) });
  let moment: string;
  let backup: string;
  try {
    await prepareDatabase(original);
    await query(
      original.adminUrl,
      'create table orders_taken (name text)',
      `insert into orders_taken values ('before the backup')`,
    );
    ({ folder: backup } = await createBackup(configOf('original'), join(folder, 'backups'), signal));
    moment = await writeAroundMoment(original.adminUrl, archive);
  } finally {
    await original.stop();
  }
  await restoreBackup(
    configOf('restored'),
    backup,
    { withoutSecretKey: false, pointInTime: { archive, until: moment.replace(' ', 'T') } },
    signal,
  );
  const restored = await startEmbeddedPostgres({ dataDir: join(folder, 'restored') });
  try {
    return await check('embedded', restored.adminUrl);
  } finally {
    await restored.stop();
  }
}

try {
  const results = [await tryDebian(), await tryEmbedded()];
  process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
