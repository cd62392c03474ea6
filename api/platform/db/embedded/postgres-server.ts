import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SystemAccount } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { environmentWithoutPgVariables } from './postgres-cluster.ts';
import { stopLeftoverProcesses } from './postgres-processes.ts';

/** One PostgreSQL server process, which is restarted if it ends unexpectedly. */
export class PostgresServer {
  pid = 0;
  #child: ChildProcess | undefined;
  #stopping = new AbortController();
  #restart: Promise<void> | undefined;
  readonly #cluster: string;
  readonly #binaries: PostgresBinaries;
  readonly #account: SystemAccount | undefined;
  readonly #settings: Record<string, string>;
  readonly #log: (line: string) => void;

  constructor(parts: {
    cluster: string;
    binaries: PostgresBinaries;
    account: SystemAccount | undefined;
    settings: Record<string, string>;
    log: (line: string) => void;
  }) {
    this.#cluster = parts.cluster;
    this.#binaries = parts.binaries;
    this.#account = parts.account;
    this.#settings = parts.settings;
    this.#log = parts.log;
  }

  async start(): Promise<void> {
    if (await stopLeftoverProcesses(this.#cluster, this.#binaries)) {
      this.#log('stopped a PostgreSQL that an earlier run had left behind');
    }
    // No server runs on this cluster, so the pid file is stale; its id may belong to another process by now.
    rmSync(join(this.#cluster, 'postmaster.pid'), { force: true });
    const child = this.#spawn();
    const { pid } = child;
    if (pid === undefined) throw new Error(`PostgreSQL could not be started (${this.#binaries.postgres}).`);
    this.#child = child;
    process.once('exit', this.#abandon);
    const startedAt = Date.now();
    try {
      await this.#ready(child, pid);
    } catch (error) {
      process.off('exit', this.#abandon);
      throw error;
    }
    this.pid = pid;
    const ended = (code: number | null, signal: string | null) => {
      process.off('exit', this.#abandon);
      if (this.#stopping.signal.aborted) return;
      this.#log(`PostgreSQL ended unexpectedly (${signal ?? `exit code ${code}`}); restarting`);
      this.#restart = this.#startAgain(startedAt);
    };
    if (child.exitCode !== null || child.signalCode !== null) ended(child.exitCode, child.signalCode);
    else child.once('exit', ended);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#restart;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    if (process.platform === 'win32') {
      spawnSync(this.#binaries.pgCtl, ['stop', '-D', this.#cluster, '-m', 'fast', '-w'], { stdio: 'ignore' });
    }
    // SIGINT ends the sessions, writes a checkpoint and stops. SIGQUIT stops at once and recovers at the next start.
    for (const [signal, patience] of [
      ['SIGINT', 15_000],
      ['SIGQUIT', 5000],
      ['SIGKILL', 5000],
    ] as const) {
      if (process.platform !== 'win32' || signal === 'SIGKILL') child.kill(signal);
      if (await Promise.race([gone.then(() => true), delay(patience, false, { ref: false })])) return;
    }
  }

  /** Requests a stop when this process exits without stop(); an exiting process cannot wait for it. */
  #abandon = () => {
    this.#child?.kill('SIGINT');
  };

  async #startAgain(startedAt: number): Promise<void> {
    let pause = Date.now() - startedAt > 10_000 ? 0 : 200;
    while (!this.#stopping.signal.aborted) {
      await delay(pause, undefined, { signal: this.#stopping.signal }).catch(() => {});
      if (this.#stopping.signal.aborted) return;
      try {
        await this.start();
        this.#log(`PostgreSQL restarted (process ${this.pid})`);
        return;
      } catch (error) {
        pause = Math.min(Math.max(pause * 2, 200), 5000);
        this.#log(`PostgreSQL did not start: ${(error as Error).message}; trying again in ${pause / 1000} s`);
      }
    }
  }

  #spawn(): ChildProcess {
    const settings = Object.entries(this.#settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const output = openSync(rotate(this.#logFile), 'a', 0o600);
    try {
      return spawn(this.#binaries.postgres, ['-D', this.#cluster, ...settings], {
        ...this.#account,
        // The account may not be able to enter root's working folder.
        cwd: '/',
        env: environmentWithoutPgVariables(),
        // A separate session: Ctrl-C in the terminal must reach only the portal, which stops PostgreSQL last.
        detached: true,
        stdio: ['ignore', output, output],
        windowsHide: true,
      });
    } finally {
      closeSync(output);
    }
  }

  get #logFile(): string {
    return join(dirname(this.#cluster), 'postgres.log');
  }

  /**
   * Waits until PostgreSQL accepts connections and has written "ready" to its pid file, which is faster to poll than a connection.
   */
  async #ready(child: ChildProcess, pid: number): Promise<void> {
    let failure: string | undefined;
    child.once('error', (error) => {
      failure = error.message;
    });
    for (;;) {
      if (failure !== undefined || child.exitCode !== null || child.signalCode !== null) {
        throw new Error(
          failure ?? `PostgreSQL ended while starting. Last lines of ${this.#logFile}: ${lastLines(this.#logFile)}`,
        );
      }
      const lines = readPidFile(this.#cluster);
      if (Number(lines[0]) === pid && lines[7]?.trim() === 'ready') return;
      await delay(5);
    }
  }
}

function readPidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

function rotate(file: string): string {
  try {
    if (statSync(file).size > 10_000_000) renameSync(file, `${file}.1`);
  } catch {
    // There is no log before the first start.
  }
  return file;
}

/** The end of the log: the reason for which the server ended, if it says one. */
function lastLines(file: string): string {
  const lines = readFileSync(file, 'utf8').trim().split('\n').slice(-20);
  return lines.findLast((line) => / (FATAL|PANIC): /.test(line)) ?? lines.slice(-3).join(' / ');
}
