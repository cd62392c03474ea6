/** Commands of this repository as processes of their own, for tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, vi } from 'vitest';

const project = join(import.meta.dirname, '..');

export interface CommandProcess {
  child: ChildProcess;
  /** Everything that it has said so far, on both outputs. */
  said: string;
  /** Resolves to its exit code and signal. */
  ended: Promise<[code: number | null, signal: NodeJS.Signals | null]>;
}

/** Runs a script of this repository on the Node of the tests. A variable that is undefined is not set. */
export function runCommand(words: readonly string[], environment: NodeJS.ProcessEnv): CommandProcess {
  const child = spawn(process.execPath, words, {
    cwd: project,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const run: CommandProcess = { child, said: '', ended: once(child, 'close') as CommandProcess['ended'] };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (run.said += chunk));
  return run;
}

/** Waits until a portal says that it is ready, and resolves to its port. */
export async function waitUntilReady(run: CommandProcess): Promise<number> {
  const ready = /^Livery is ready at http:\/\/localhost:(\d+)$/m;
  await vi.waitFor(() => expect(run.said).toMatch(ready), { timeout: 50_000, interval: 50 });
  return Number(ready.exec(run.said)?.[1]);
}
