import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { appendFile, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
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
  /** Ends all its processes without warning, and resolves when they are gone. */
  kill(): Promise<void>;
  /** Stops the process that writes what transactions did that do not wait for it. It does not go on. */
  freezeWalWriter(): void;
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

/** Whether the process runs; not if it has ended and only its parent does not know yet. */
function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}

function listChildren(pid: number): { pid: number; title: string }[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' });
  return [...stdout.matchAll(/^\s*(\d+) (.*)$/gm)].map(([, child, title = '']) => ({ pid: Number(child), title }));
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
    kill: async () => {
      const pid = readPid();
      // So that it starts no more of them.
      process.kill(pid, 'SIGSTOP');
      const all = [pid, ...listChildren(pid).map((child) => child.pid)];
      for (const each of all.filter(isRunning)) process.kill(each, 'SIGKILL');
      while (all.some(isRunning)) await delay(5);
      // The next start would take its process for running for as long as the process's parent has not noticed its end.
      rmSync(join(cluster, 'postmaster.pid'), { force: true });
    },
    freezeWalWriter: () => {
      const writer = listChildren(readPid()).find(({ title }) => title.includes('walwriter'));
      if (!writer) throw new Error('PostgreSQL has no process that writes its log.');
      process.kill(writer.pid, 'SIGSTOP');
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
