import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { appendFile, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { findFreePort } from '#api/testing/network.ts';

const BINARIES = '/usr/lib/postgresql/15/bin';
/** The name of a standby, by which the primary knows that it is synchronous. */
export const STANDBY = 'standby';

/** A PostgreSQL 15 of Debian, on a cluster of its own. */
export interface PostgresNode {
  url: string;
  start(): void;
  /** `fast` ends the sessions and writes a checkpoint, `immediate` leaves the rest to recovery. */
  stop(mode: 'fast' | 'immediate'): void;
  /** Ends all its processes without warning. */
  kill(): void;
  /** Makes a primary of a standby. */
  promote(): void;
  run(sql: string): Promise<void>;
}

/** Whether this machine has it, and an account that may run it. */
export const hasPostgres15 = (): boolean => existsSync(join(BINARIES, 'pg_basebackup')) && process.getuid?.() === 0;

/** Runs a program as the account `postgres`, since PostgreSQL refuses to run as root. Throws if it fails. */
function runAsPostgres(program: string, words: readonly string[]): void {
  const { status, stderr } = spawnSync('runuser', ['-u', 'postgres', '--', join(BINARIES, program), ...words], {
    cwd: '/',
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

async function createNode(folder: string): Promise<PostgresNode> {
  const port = await findFreePort();
  const cluster = join(folder, 'cluster');
  const url = `postgresql://livery@127.0.0.1:${port}/livery`;
  const readPid = () => Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    url,
    start: () => runAsPostgres('pg_ctl', ['start', '-w', '-D', cluster, '-l', join(folder, 'log'), '-o', `-p ${port}`]),
    stop: (mode) => runAsPostgres('pg_ctl', ['stop', '-w', '-D', cluster, '-m', mode]),
    kill: () => {
      const pid = readPid();
      const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }).stdout;
      for (const process_ of [String(pid), ...children.trim().split(/\s+/)]) {
        try {
          process.kill(Number(process_), 'SIGKILL');
        } catch {
          // It has ended by itself.
        }
      }
    },
    promote: () => runAsPostgres('pg_ctl', ['promote', '-w', '-D', cluster]),
    run: async (sql) => {
      const client = new Client({ connectionString: url });
      await client.connect();
      try {
        await client.query(sql);
      } finally {
        await client.end();
      }
    },
  };
}

async function createFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { stdout } = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' });
  await chown(folder, Number(stdout), -1);
}

/** Creates an empty primary in the folder, and starts it. */
export async function startPrimary(folder: string): Promise<PostgresNode> {
  await createFolder(folder);
  const cluster = join(folder, 'cluster');
  runAsPostgres('initdb', ['-D', cluster, '-U', 'livery', '-A', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8']);
  await appendFile(
    join(cluster, 'postgresql.conf'),
    [
      "listen_addresses = '127.0.0.1'",
      "unix_socket_directories = ''",
      'wal_keep_size = 512MB',
      'max_wal_size = 2GB',
      // What is not written yet is what the control of the restarts loses.
      'wal_buffers = 64MB',
      'jit = off',
    ].join('\n'),
  );
  const node = await createNode(folder);
  node.start();
  const admin = new Client({ connectionString: node.url.replace(/livery$/, 'postgres') });
  await admin.connect();
  await admin.query('create database livery');
  await admin.end();
  return node;
}

/** Copies the primary into the folder, and starts the copy as its standby, which receives its changes by way of `networkUrl`. */
export async function startStandby(folder: string, primary: PostgresNode, networkUrl: string): Promise<PostgresNode> {
  await createFolder(folder);
  const cluster = join(folder, 'cluster');
  const connection = (url: string) => {
    const { hostname, port, username } = new URL(url);
    return `host=${hostname} port=${port} user=${username} application_name=${STANDBY}`;
  };
  runAsPostgres('pg_basebackup', ['-d', connection(primary.url), '-D', cluster, '-X', 'stream', '-c', 'fast', '-R']);
  await appendFile(join(cluster, 'postgresql.auto.conf'), `\nprimary_conninfo = '${connection(networkUrl)}'\n`);
  const node = await createNode(folder);
  node.start();
  return node;
}
