import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { DataFolderInUseError, type DataFolderLock, lockDataFolder } from './data-lock.ts';
import { findUnprivilegedAccount } from './postgres-account.ts';
import { prepareBinaries } from './postgres-binaries.ts';
import { chooseClusterFolder, chooseSocketFolder, createCluster, getPasswordFile } from './postgres-cluster.ts';
import { PostgresServer } from './postgres-server.ts';

export interface EmbeddedPostgres {
  /** For `pg`; holds a socket folder, or a loopback port on Windows. It stays the same when PostgreSQL is restarted. */
  url: string;
  /** Of the server process that runs now. */
  readonly pid: number;
  freshlyCreated: boolean;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log?: (line: string) => void;
  /** More `-c` settings of PostgreSQL, or other values for ours. `fsync: 'off'` is for tests alone. */
  settings?: Record<string, string>;
}

const ourSettings = {
  max_connections: '60',
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  max_wal_size: '2GB',
  // Compiling a query costs more than any of the portal's queries takes.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
};

/**
 * Starts PostgreSQL on the data folder, which nobody else may be using, and keeps it running until `stop()`: should its
 * process die, it is started again. A server that a killed owner left behind on this folder is stopped first.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log = () => {},
  settings = {},
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const account = findUnprivilegedAccount();
  const binaries = prepareBinaries(account);
  const cluster = chooseClusterFolder(dataDir, account);
  const lock = await lockCluster(cluster, dataDir);
  try {
    const freshlyCreated = createCluster(cluster, binaries, account, settings.fsync !== 'off');
    const socket = process.platform === 'win32' ? undefined : chooseSocketFolder(cluster, account);
    const port = socket === undefined ? await findFreePort() : 5432;
    const url = (database: string) =>
      socket === undefined
        ? `postgresql://livery:${readFileSync(getPasswordFile(cluster), 'utf8')}@127.0.0.1:${port}/${database}`
        : `postgresql://livery@localhost/${database}?host=${encodeURIComponent(socket)}`;
    const where = {
      port: String(port),
      listen_addresses: socket === undefined ? '127.0.0.1' : '',
      unix_socket_directories: socket ?? '',
      unix_socket_permissions: '0700',
    };
    const server = new PostgresServer({ cluster, binaries, account, settings: { ...ourSettings, ...settings, ...where }, log });
    const stop = async () => {
      rmSync(urlFile(cluster), { force: true });
      await server.stop();
      if (socket !== undefined && socket !== cluster) rmSync(socket, { recursive: true, force: true });
      await lock.release();
    };
    try {
      await server.start();
      await createDatabase(url);
      writeFileSync(urlFile(cluster), url('livery'), { mode: 0o600 });
    } catch (error) {
      await stop();
      throw error;
    }
    return {
      url: url('livery'),
      freshlyCreated,
      get pid() {
        return server.pid;
      },
      stop,
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** The address of the server that another process keeps running on the data folder, if one does. */
export function findEmbeddedPostgres(dataDir: string): string | undefined {
  try {
    return readFileSync(urlFile(chooseClusterFolder(dataDir, findUnprivilegedAccount())), 'utf8');
  } catch {
    return undefined;
  }
}

/** Beside the cluster, which belongs to PostgreSQL's own user: what belongs to the process that keeps it running. */
function runFolder(cluster: string): string {
  return `${cluster}.run`;
}

function urlFile(cluster: string): string {
  return join(runFolder(cluster), 'url');
}

async function lockCluster(cluster: string, dataDir: string): Promise<DataFolderLock> {
  mkdirSync(runFolder(cluster), { recursive: true, mode: 0o755 });
  try {
    const lock = await lockDataFolder(runFolder(cluster));
    // Left by an owner that was killed.
    rmSync(urlFile(cluster), { force: true });
    return lock;
  } catch (error) {
    throw error instanceof DataFolderInUseError ? new DataFolderInUseError(dataDir, error.ownerPid) : error;
  }
}

async function createDatabase(url: (database: string) => string): Promise<void> {
  const client = new Client({ connectionString: url('livery') });
  try {
    await client.connect();
    await client.end();
    return;
  } catch (error) {
    const databaseMissing = '3D000';
    if ((error as { code?: string }).code !== databaseMissing) throw error;
  }
  const first = new Client({ connectionString: url('postgres') });
  await first.connect();
  try {
    await first.query('CREATE DATABASE livery');
  } finally {
    await first.end();
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
