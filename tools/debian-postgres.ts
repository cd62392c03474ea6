/** Debian's PostgreSQL as an external server, for tests and benchmarks. */
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findUnprivilegedAccount } from '#api/platform/db/embedded/postgres-account.ts';
import { installDebianPackage } from './debian.ts';

const FOLDER = '/usr/lib/postgresql';
const OLDEST_SUPPORTED = 15;

/** A server on a socket in its folder, without a port. */
export interface DebianPostgres {
  /** Folder of the programs: pg_dump, pg_basebackup … */
  programs: string;
  cluster: string;
  /** The URL of a superuser, or of another role, and of a database. */
  urlOf(role?: string, database?: string): string;
  stop(mode?: 'fast' | 'immediate'): void;
  start(): void;
}

function findPrograms(): string | undefined {
  const versions = existsSync(FOLDER) ? readdirSync(FOLDER).map(Number) : [];
  return versions
    .filter((version) => version >= OLDEST_SUPPORTED)
    .toSorted((a, b) => a - b)
    .map((version) => join(FOLDER, String(version), 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

/**
 * The folder with the programs of the oldest version that the portal supports and Debian has; installs the package if possible.
 *
 * @throws an error that says what to install
 */
export async function findDebianPostgres(): Promise<string> {
  const found = findPrograms();
  if (found) return found;
  await installDebianPackage('postgresql', 'tests with an external database');
  const installed = findPrograms();
  if (installed) return installed;
  throw new Error('Tests with an external database need PostgreSQL 15 or newer (Debian: `sudo apt-get install postgresql`).');
}

/** The password of all roles. */
const PASSWORD = 'external';

/** Creates a cluster in a new folder, which every account must be able to enter, and starts a server on it. `settings` are lines of postgresql.conf. */
export async function startDebianPostgres(folder: string, settings: readonly string[] = []): Promise<DebianPostgres> {
  const programs = await findDebianPostgres();
  const account = findUnprivilegedAccount();
  const cluster = join(folder, 'cluster');
  mkdirSync(folder, { recursive: true });
  if (account) chownSync(folder, account.uid, account.gid);
  const run = (program: string, ...args: string[]) => {
    // pg_ctl's server would keep a pipe open.
    const { status, error } = spawnSync(join(programs, program), args, { ...account, cwd: '/', stdio: 'ignore' });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? `exit code ${status}`}`);
  };
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, PASSWORD, { mode: 0o644 });
  run(
    'initdb',
    `--pgdata=${cluster}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-sync',
  );
  const configuration = ["listen_addresses = ''", `unix_socket_directories = '${folder}'`, 'fsync = off', ...settings];
  writeFileSync(join(cluster, 'postgresql.auto.conf'), `${configuration.join('\n')}\n`);
  const start = () => run('pg_ctl', 'start', '-w', '-D', cluster, '-l', join(folder, 'log'));
  start();
  return {
    programs,
    cluster,
    urlOf: (role = 'postgres', database = 'postgres') =>
      `postgresql://${role}:${PASSWORD}@localhost/${database}?host=${encodeURIComponent(folder)}`,
    stop: (mode = 'fast') => run('pg_ctl', 'stop', '-w', '-D', cluster, '-m', mode),
    start,
  };
}

/** The statements with which an administrator creates roles and a database, as docs/operations/deployment.md says. */
export const CREATE_ROLES = [
  `create role livery_owner login password '${PASSWORD}' nosuperuser nobypassrls`,
  `create role livery_app login password '${PASSWORD}' nosuperuser nobypassrls`,
  'grant pg_read_all_stats to livery_owner, livery_app',
];
