import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { checkFreeSpace, NEEDED_FOR_NEW_DATABASE, NEEDED_TO_START } from '../../disk-space.ts';
import { refuseDataFromBeforeBaseline } from '../before-baseline.ts';
import { DataFolderInUseError, type DataFolderLock, lockDataFolder } from './data-lock.ts';
import { acceptsWithoutPassword, findOwner, readPassword, requirePassword, takeOver } from './postgres-access.ts';
import { findUnprivilegedAccount, type SystemAccount } from './postgres-account.ts';
import { prepareBinaries } from './postgres-binaries.ts';
import { chooseClusterFolder, chooseSocketFolder, createCluster } from './postgres-cluster.ts';
import { stopLeftoverProcesses } from './postgres-processes.ts';
import { PostgresServer } from './postgres-server.ts';

export interface EmbeddedPostgres {
  /**
   * URL for the application's role. Contains a socket folder, or a loopback port on Windows, and does not change when PostgreSQL
   * restarts.
   */
  url: string;
  /** URL for the role that owns the database and runs migrations. */
  ownerUrl: string;
  /** URL for the superuser of the cluster, for backups, tests and benchmarks. */
  adminUrl: string;
  /** Id of the current server process. */
  readonly pid: number;
  freshlyCreated: boolean;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log?: (line: string) => void;
  /** Additional `-c` settings of PostgreSQL, which take precedence over the default ones. `fsync: 'off'` is for tests only. */
  settings?: Record<string, string>;
}

/** The superuser of the cluster, the owner of the database, and the role of the application. */
const ADMIN = 'livery';
const OWNER = 'livery_owner';
const APPLICATION = 'livery_app';

const ourSettings = {
  max_connections: '60',
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  max_wal_size: '2GB',
  // Compiling a query takes longer than running any of the portal's queries.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
};

/**
 * Starts PostgreSQL on the data folder, which no other process may be using, and keeps it running until `stop()`: it is
 * restarted if its process dies. A server left running by a killed owner is stopped first.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log = () => {},
  settings = {},
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const account = findUnprivilegedAccount();
  const binaries = prepareBinaries(account);
  const cluster = chooseClusterFolder(dataDir, account);
  await checkFreeSpace(cluster, existsSync(cluster) ? NEEDED_TO_START : NEEDED_FOR_NEW_DATABASE);
  const lock = await lockCluster(cluster, dataDir);
  try {
    const freshlyCreated = createCluster(cluster, binaries, account, settings.fsync !== 'off');
    const password = readPassword(cluster);
    const createServer = (runAs: SystemAccount | undefined) =>
      createLocalServer({ cluster, binaries, account: runAs, settings: { ...ourSettings, ...settings }, log }, password);
    if (acceptsWithoutPassword(cluster)) {
      await setPasswords(await createServer(account && findOwner(cluster)), password);
      requirePassword(cluster);
      log('the database now requires a password');
    }
    if (account && findOwner(cluster).uid !== account.uid) {
      await stopLeftoverProcesses(cluster, binaries);
      takeOver(cluster, account);
      log("the database now belongs to PostgreSQL's own account");
    }
    const { server, urlOf, removeSocket } = await createServer(account);
    const urls = { url: urlOf(APPLICATION), ownerUrl: urlOf(OWNER) };
    const stop = async () => {
      for (const name of URL_FILES) rmSync(join(runFolder(cluster), name), { force: true });
      await server.stop();
      removeSocket();
      await lock.release();
    };
    try {
      await server.start();
      await createDatabase(urlOf, password);
      for (const name of URL_FILES) writeFileSync(join(runFolder(cluster), name), urls[name], { mode: 0o600 });
    } catch (error) {
      await stop();
      throw error;
    }
    return {
      ...urls,
      adminUrl: urlOf(ADMIN),
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

interface LocalServer {
  server: PostgresServer;
  /** The URL of a role, through the socket or the port of the server. */
  urlOf(role: string, database?: string): string;
  /** Deletes the socket's folder, if it is a separate one. */
  removeSocket(): void;
}

/** A server that only this machine can reach: through a socket in a private folder, or on Windows through a loopback port. */
async function createLocalServer(parts: ConstructorParameters<typeof PostgresServer>[0], password: string): Promise<LocalServer> {
  const { cluster, account, settings } = parts;
  const socket = process.platform === 'win32' ? undefined : chooseSocketFolder(cluster, account);
  const port = socket === undefined ? await findFreePort() : 5432;
  const where = {
    port: String(port),
    listen_addresses: socket === undefined ? '127.0.0.1' : '',
    unix_socket_directories: socket ?? '',
    unix_socket_permissions: '0700',
  };
  return {
    server: new PostgresServer({ ...parts, settings: { ...settings, ...where } }),
    urlOf: (role, database = 'livery') =>
      socket === undefined
        ? `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`
        : `postgresql://${role}:${password}@localhost/${database}?host=${encodeURIComponent(socket)}`,
    removeSocket: () => {
      if (socket !== undefined && socket !== cluster) rmSync(socket, { recursive: true, force: true });
    },
  };
}

/**
 * Sets the password of the roles of a cluster that accepts connections without one.
 *
 * @throws BeforeBaselineError if the database was created by a version from before the baseline; nothing is changed
 */
async function setPasswords({ server, urlOf, removeSocket }: LocalServer, password: string): Promise<void> {
  try {
    await server.start();
    await databaseExists(urlOf);
    await withClient(urlOf(ADMIN, 'postgres'), async (client) => {
      const { rows } = await client.query<{ rolname: string }>('SELECT rolname FROM pg_roles WHERE rolname = ANY ($1)', [
        [ADMIN, OWNER, APPLICATION],
      ]);
      for (const { rolname } of rows) await client.query(`ALTER ROLE ${rolname} PASSWORD '${password}'`);
    });
  } finally {
    await server.stop();
    removeSocket();
  }
}

/** The URLs of the server that another process runs on the data folder; undefined if there is none. */
export function findEmbeddedPostgres(dataDir: string): Pick<EmbeddedPostgres, 'url' | 'ownerUrl' | 'adminUrl'> | undefined {
  try {
    const folder = runFolder(chooseClusterFolder(dataDir, findUnprivilegedAccount()));
    const [url = '', ownerUrl = ''] = URL_FILES.map((name) => readFileSync(join(folder, name), 'utf8'));
    return { url, ownerUrl, adminUrl: withRole(ownerUrl, ADMIN) };
  } catch {
    return undefined;
  }
}

/** All roles of the cluster have the same password. */
function withRole(url: string, role: string): string {
  const changed = new URL(url);
  changed.username = role;
  return changed.href;
}

/** Folder for the files of the process that runs the cluster. The cluster itself belongs to PostgreSQL's user. */
function runFolder(cluster: string): string {
  return `${cluster}.run`;
}

/** Files in that folder with the URLs of the running server. */
const URL_FILES = ['url', 'ownerUrl'] as const;

async function lockCluster(cluster: string, dataDir: string): Promise<DataFolderLock> {
  // PostgreSQL's own user passes through the folder around it.
  mkdirSync(dirname(cluster), { recursive: true, mode: 0o711 });
  mkdirSync(runFolder(cluster), { recursive: true, mode: 0o700 });
  try {
    const lock = await lockDataFolder(runFolder(cluster));
    // Left behind by a killed owner.
    for (const name of URL_FILES) rmSync(join(runFolder(cluster), name), { force: true });
    return lock;
  } catch (error) {
    throw error instanceof DataFolderInUseError ? new DataFolderInUseError(dataDir, error.ownerPid) : error;
  }
}

/**
 * Creates the roles and the database if they do not exist.
 *
 * @throws BeforeBaselineError if the database was created by a version from before the baseline; nothing is changed
 */
async function createDatabase(urlOf: LocalServer['urlOf'], password: string): Promise<void> {
  const exists = await databaseExists(urlOf);
  await withClient(urlOf(ADMIN, 'postgres'), async (client) => {
    for (const role of [OWNER, APPLICATION]) {
      const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
      if (rowCount) continue;
      const rights = 'LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE';
      await client.query(`CREATE ROLE ${role} ${rights} PASSWORD '${password}'`);
      // snapshot_time() reads the transactions of both roles.
      await client.query(`GRANT pg_read_all_stats TO ${role}`);
    }
    if (!exists) await client.query(`CREATE DATABASE livery OWNER ${OWNER}`);
  });
}

/** @throws BeforeBaselineError as `createDatabase` does */
function databaseExists(urlOf: LocalServer['urlOf']): Promise<boolean> {
  return withClient(urlOf(ADMIN), refuseDataFromBeforeBaseline).then(
    () => true,
    (error: { code?: string }) => {
      const databaseMissing = '3D000';
      if (error.code !== databaseMissing) throw error;
      return false;
    },
  );
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
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
