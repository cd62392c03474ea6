import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, glob, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort, type Network, startNetwork } from '#api/testing/network.ts';
import { unpackDebianPackages } from './debian.ts';

/** Releases of Debian with the version of PgBouncer that they have, and the packages in which the libraries that it loads are. */
const RELEASES = {
  '1.18': { release: 'bookworm', libraries: ['libc-ares2', 'libevent-2.1-7', 'libssl3'] },
  '1.24': { release: 'trixie', libraries: ['libcares2', 'libevent-2.1-7t64', 'libssl3t64'] },
} as const;
const COMMON = [
  'libc6',
  'libpam0g',
  'libsystemd0',
  'libaudit1',
  'libcap2',
  'libcap-ng0',
  'libgcrypt20',
  'libgpg-error0',
  'liblzma5',
  'liblz4-1',
  'libzstd1',
];

export type PgBouncerVersion = keyof typeof RELEASES;

/** The settings that docs/operations/deployment.md recommends. */
export const RECOMMENDED_SETTINGS = [
  'pool_mode = transaction',
  'max_prepared_statements = 500',
  'ignore_startup_parameters = extra_float_digits, options',
  'default_pool_size = 20',
  'max_client_conn = 500',
  'query_wait_timeout = 5',
  'server_login_retry = 1',
  'dns_max_ttl = 5',
];

/** A PgBouncer in front of a database. */
export interface PgBouncer {
  /** The address of the application by way of the pooler. */
  url: string;
  close(): Promise<void>;
}

const folderOf = (version: PgBouncerVersion) => join(import.meta.dirname, '../.cache/pgbouncer', version);

/** Makes sure that the program is there, in a folder of its own. False where Debian's packages cannot be had. */
export function fetchPgBouncer(version: PgBouncerVersion): Promise<boolean> {
  const { release, libraries } = RELEASES[version];
  return unpackDebianPackages(release, ['pgbouncer', ...libraries, ...COMMON], folderOf(version));
}

async function findFile(pattern: string): Promise<string> {
  for await (const file of glob(pattern)) return file;
  throw new Error(`There is no ${pattern}.`);
}

/** Starts PgBouncer in front of the database of `url`. `settings` are lines of its section `[pgbouncer]`. */
export async function startPgBouncer(version: PgBouncerVersion, url: string, settings: readonly string[]): Promise<PgBouncer> {
  const network: Network = await startNetwork(url);
  const { username, password, pathname, port: serverPort } = new URL(network.url);
  const folder = await mkdtemp(join(tmpdir(), 'livery-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await findFreePort();
  await writeFile(join(folder, 'users.txt'), `"${username}" "${password}"\n`);
  const configuration = [
    '[databases]',
    `${pathname.slice(1)} = host=127.0.0.1 port=${serverPort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${join(folder, 'users.txt')}`,
    ...settings,
  ];
  await writeFile(join(folder, 'pgbouncer.ini'), configuration.join('\n'));
  const root = join(folderOf(version), 'root');
  const loader = await findFile(join(root, '**/ld-linux*.so.*'));
  const libraries = ['lib', 'usr/lib'].map((part) => join(root, part, 'x86_64-linux-gnu')).join(':');
  const words = ['--library-path', libraries, join(root, 'usr/sbin/pgbouncer'), '-q', join(folder, 'pgbouncer.ini')];
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const child = spawn(loader, words, { stdio: ['ignore', 'ignore', 'inherit'], cwd: '/', ...account });
  const ended = once(child, 'exit');
  await untilListening(port, () => child.exitCode !== null);
  const near = new URL(network.url);
  near.port = String(port);
  return {
    url: near.href,
    close: async () => {
      child.kill('SIGKILL');
      await ended;
      await network.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilListening(port: number, hasEnded: () => boolean): Promise<void> {
  for (;;) {
    if (hasEnded()) throw new Error('PgBouncer has ended; see the lines above.');
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)]).catch(
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await delay(10); // waits because a program that starts does not announce that it listens
  }
}
