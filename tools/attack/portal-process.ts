import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const project = join(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 180_000;

/** A portal that `npm start` runs, with everything it has printed. */
export interface PortalProcess {
  port: number;
  dataDir: string;
  /** Undefined while the launcher runs. */
  exitCode(): number | null | undefined;
  output(): string;
  /** The processes of the portal itself, without PostgreSQL. */
  portalPids(): number[];
  /** The processes of PostgreSQL. */
  databasePids(): number[];
  stop(): Promise<void>;
}

/** The portal ended before it was ready. */
export class PortalExitedError extends Error {}

/** A port that is free now. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Variables of this shell that would make the portal another one. */
const OWN_VARIABLES =
  /^(DATABASE_|SMTP_|SECRET_|LIVERY_|TRUSTED_|SIZING_|CAPTCHA_|ANONYMOUS_|HOST$|PORT$|DATA_DIR$|WEB_DIR$|LOG_LEVEL$)/;

/** The same, without the variables that the portal reads. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !OWN_VARIABLES.test(name)));
}

/** The arguments with which `npm start` runs Node. */
function readStartArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { scripts: { start: string } };
  return scripts.start.split(' ').slice(1);
}

/**
 * Starts a portal as `npm start` does, and resolves when it is ready.
 *
 * @throws {PortalExitedError} with its output if it ends before that
 */
export async function startPortal(dataDir: string, environment: Record<string, string>): Promise<PortalProcess> {
  const port = await findFreePort();
  const chunks: Buffer[] = [];
  const child = spawn(process.execPath, readStartArguments(), {
    cwd: project,
    env: { ...cleanEnvironment(), PORT: String(port), DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const output = () => Buffer.concat(chunks).toString();
  const exitCode = () => (child.exitCode === null && child.signalCode === null ? undefined : child.exitCode);
  const ready = `Livery is ready at http://localhost:${port}`;
  for (const deadline = Date.now() + START_TIMEOUT_MS; !output().includes(ready); await delay(100)) {
    if (exitCode() !== undefined) throw new PortalExitedError(output());
    if (Date.now() > deadline) {
      child.kill('SIGTERM');
      throw new Error(`The portal was not ready in time:\n${output()}`);
    }
  }
  const pids = (isDatabase: boolean) =>
    listDescendants(child.pid ?? 0)
      .filter(({ name }) => (name === 'postgres') === isDatabase)
      .map(({ pid }) => pid);
  return {
    port,
    dataDir,
    exitCode,
    output,
    portalPids: () => pids(false),
    databasePids: () => pids(true),
    stop: () => stopProcess(child),
  };
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** The process and everything it has started, from /proc. */
function listDescendants(root: number): { pid: number; name: string }[] {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        return [{ pid: Number(name), parent: Number(readStatus(status, 'PPid')), name: readStatus(status, 'Name') }];
      } catch {
        // The process has ended meanwhile.
        return [];
      }
    });
  const found = new Set([root]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const { pid, parent } of processes) if (found.has(parent)) found.add(pid);
  }
  return processes.filter(({ pid }) => found.has(pid));
}

const readStatus = (status: string, field: string) => status.match(new RegExp(`^${field}:\\s*(\\S+)`, 'm'))?.[1] ?? '';

/** The memory that these processes occupy together, in megabytes. */
export function getResidentMegabytes(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) => {
    try {
      return Number(readStatus(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmRSS')) || 0;
    } catch {
      return 0;
    }
  });
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** The number of the user that a process runs as. */
export const getUserId = (pid: number): number => Number(readStatus(readFileSync(`/proc/${pid}/status`, 'utf8'), 'Uid'));
