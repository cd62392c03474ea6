import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresBinaries } from './postgres-binaries.ts';

/**
 * Ends every PostgreSQL process that still runs on the cluster: a server whose owner was killed, or the children of a killed
 * server, which prevent a new server until they notice. True if a server was found. The caller holds the cluster's lock, so
 * none of these processes has an owner.
 */
export async function stopLeftoverProcesses(cluster: string, { pgCtl }: PostgresBinaries): Promise<boolean> {
  const server = readServerPid(cluster);
  if (process.platform === 'win32') {
    if (server === undefined) return false;
    return spawnSync(pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-w'], { stdio: 'ignore' }).status === 0;
  }
  const found = server !== undefined && runsOn(server, cluster);
  if (found) await end([server], cluster, 'SIGINT', 10_000);
  const rest = listProcesses().filter((pid) => runsOn(pid, cluster));
  await end(rest, cluster, 'SIGQUIT', 3000);
  await end(rest, cluster, 'SIGKILL', 3000);
  return found;
}

function readServerPid(cluster: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether the process is PostgreSQL of this cluster, by its working folder: process ids are reused, so the id alone proves
 * nothing.
 */
function runsOn(pid: number, cluster: string): boolean {
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
    } catch {
      return false;
    }
  }
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.includes('postgres') && stdout.includes(cluster);
}

function listProcesses(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid);
}

async function end(pids: number[], cluster: string, signal: NodeJS.Signals, patience: number): Promise<void> {
  for (const pid of pids) send(pid, signal);
  const deadline = Date.now() + patience;
  // Checks the state, not only the id: in a container, an ended process can remain as a zombie.
  while (pids.some((pid) => runsOn(pid, cluster)) && Date.now() < deadline) await delay(10);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPERM') {
      throw new Error(`PostgreSQL (process ${pid}) runs on this data folder as another user. Stop it first.`);
    }
  }
}
