import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { canTakeOver, createPassword } from './postgres-access.ts';
import { canEnterFolder, type SystemAccount } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

/** The major version of the embedded PostgreSQL. */
export const EMBEDDED_MAJOR_VERSION = '18';
const noteName = 'WHERE-IS-POSTGRES.txt';

/**
 * The folder of the cluster: `postgres` in the data folder. If the account cannot access it (a project under /root), it is a
 * folder under /var/lib/livery, which a text file in the data folder names.
 */
export function chooseClusterFolder(dataDir: string, account: SystemAccount | undefined): string {
  // The account only passes through to its own folder.
  mkdirSync(dataDir, { recursive: true, mode: account ? 0o711 : 0o700 });
  const realDataDir = realpathSync(dataDir);
  const inside = join(realDataDir, 'postgres');
  const note = join(realDataDir, noteName);
  if (existsSync(note)) return readNote(note);
  if (existsSync(inside) || canEnterFolder(realDataDir, account)) return inside;
  const elsewhere = join(findUnusedFolder(`/var/lib/livery/${shortHash(realDataDir)}`), 'postgres');
  writeFileSync(
    note,
    `${elsewhere}\n\nPostgreSQL does not run as root, and its own user cannot enter this folder. So the database lies in the folder named above.\n`,
  );
  return elsewhere;
}

/** The folder of the cluster of a data folder; undefined if it has none. Creates nothing. */
export function findCluster(dataDir: string): string | undefined {
  const note = join(dataDir, noteName);
  const cluster = existsSync(note) ? readNote(note) : join(dataDir, 'postgres');
  return existsSync(join(cluster, 'PG_VERSION')) ? realpathSync(cluster) : undefined;
}

/** A new cluster gets a new folder: deleting the data folder, with the text file in it, must not bring back an earlier database. */
function findUnusedFolder(folder: string): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? folder : `${folder}-${number}`;
    if (!existsSync(candidate)) return candidate;
  }
}

function readNote(note: string): string {
  const [folder = ''] = readFileSync(note, 'utf8').split('\n');
  if (!folder.startsWith('/')) throw new Error(`${note} does not name the folder of the database in its first line.`);
  return folder;
}

/**
 * Creates the cluster if it does not exist; true if it was created. It is created under a temporary name, so that a cluster
 * is either complete or absent.
 */
export function createCluster(
  cluster: string,
  binaries: PostgresBinaries,
  account: SystemAccount | undefined,
  durable: boolean,
): boolean {
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    checkCluster(cluster, account);
    return false;
  }
  const unfinished = `${cluster}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(dirname(cluster), { recursive: true, mode: 0o711 });
  mkdirSync(unfinished, { mode: 0o700 });
  if (account) chownSync(unfinished, account.uid, account.gid);
  // initdb runs as the account, which must not read the portal's own file.
  const passwordForInitdb = `${unfinished}-password`;
  writeFileSync(passwordForInitdb, createPassword(cluster), { mode: 0o600 });
  if (account) chownSync(passwordForInitdb, account.uid, account.gid);
  const { status, stderr, error } = spawnSync(binaries.initdb, initialisation(unfinished, passwordForInitdb, durable), {
    ...account,
    cwd: '/',
    encoding: 'utf8',
    env: environmentWithoutPgVariables(),
  });
  rmSync(passwordForInitdb);
  if (status !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new Error(`The database could not be created in ${cluster}: ${error?.message ?? stderr.trim()}`);
  }
  renameSync(unfinished, cluster);
  return true;
}

/**
 * Text sorts by code point, with Unicode upper and lower case (PostgreSQL's own C.UTF-8), so that an upgrade of the machine's
 * locale library cannot break indexes, and `LIKE 'abc%'` can use them. Queries for lists sorted for people use
 * `COLLATE "und-x-icu"`.
 */
function initialisation(folder: string, passwordFile: string, durable: boolean): string[] {
  return [
    `--pgdata=${folder}`,
    '--username=livery',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
}

function checkCluster(cluster: string, account: SystemAccount | undefined): void {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== EMBEDDED_MAJOR_VERSION) {
    throw new Error(
      `The database in ${cluster} was created by PostgreSQL ${version}, but this is PostgreSQL ${EMBEDDED_MAJOR_VERSION}. Dump it with the old version and restore it.`,
    );
  }
  const owner = account?.uid ?? process.getuid?.();
  const { uid } = lstatSync(cluster);
  if (owner !== undefined && uid !== owner && !canTakeOver(cluster)) {
    throw new Error(
      `The database in ${cluster} belongs to user ${uid}, but PostgreSQL would run as user ${owner}. Start Livery as the user who first started it.`,
    );
  }
}

/**
 * The socket's folder. The path of a Unix socket has at most 107 bytes (103 on macOS), so a long data folder needs a short private
 * one.
 */
export function chooseSocketFolder(cluster: string, account: SystemAccount | undefined): string {
  if (Buffer.byteLength(join(cluster, '.s.PGSQL.5432')) <= 103) return cluster;
  const uid = account?.uid ?? process.getuid?.() ?? 0;
  const folder = join(tmpdir(), `livery-${uid}-${shortHash(cluster)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  const ours = found.isDirectory() && (found.uid === uid || found.uid === process.getuid?.());
  if (!ours) throw new Error(`${folder} belongs to another user, so it cannot be used for PostgreSQL's socket.`);
  if (account) chownSync(folder, account.uid, account.gid);
  chmodSync(folder, 0o700);
  return folder;
}

/** The environment without PG* variables, which would redirect PostgreSQL's programs. */
export function environmentWithoutPgVariables(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, TEMP, TMP, SystemRoot } = process.env;
  return { PATH, TMPDIR, TEMP, TMP, SystemRoot, LC_ALL: 'C', TZ: 'UTC' };
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
