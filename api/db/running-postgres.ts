import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { chooseAccount } from './postgres-account.ts';
import { passwordFile, placeCluster } from './postgres-cluster.ts';

/**
 * The address of the PostgreSQL that a running portal keeps on this data folder; undefined when none answers there. One
 * that is just starting is waited for.
 *
 * @throws when it runs as a user whose socket this process may not open
 */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  if (!existsSync(dataDir)) return undefined;
  const cluster = placeCluster(realpathSync(dataDir), chooseAccount());
  for (let attempt = 0; attempt < 50; attempt++) {
    const url = readAddress(cluster);
    if (url === undefined) return undefined;
    const answer = await knock(url);
    if (answer === 'open') return url;
    if (answer === 'closed') return undefined;
    await delay(100);
  }
  return undefined;
}

/** PostgreSQL writes into its pid file where it listens: line 4 is the port, line 5 the folder of the socket. */
function readAddress(cluster: string): string | undefined {
  let lines: string[];
  try {
    lines = readFileSync(`${cluster}/postmaster.pid`, 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw notOurs(cluster, error);
  }
  const [, , , port, socket] = lines.map((line) => line.trim());
  if (!port) return undefined;
  if (socket) return `postgresql://livery@localhost/livery?host=${encodeURIComponent(socket)}&port=${port}`;
  return `postgresql://livery:${readFileSync(passwordFile(cluster), 'utf8')}@127.0.0.1:${port}/livery`;
}

async function knock(url: string): Promise<'open' | 'closed' | 'starting'> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return 'open';
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'EACCES') throw notOurs(url, error);
    // 57P03: it is starting up or shutting down. 3D000: the first start has not made the database yet.
    return code === '57P03' || code === '3D000' ? 'starting' : 'closed';
  }
}

function notOurs(place: string, cause: unknown): Error {
  return new Error(`The database in ${place} belongs to another user. Run this command as the user who started Livery.`, {
    cause,
  });
}
