import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { NODE_FLAGS } from '#tools/launch.mjs';

export interface ProcessMetrics {
  statements: number;
  peakMemory: number;
}

/** A server in a process of its own. */
export interface ServerProcess {
  origin: string;
  process: ChildProcess;
  getMetrics(): Promise<ProcessMetrics>;
  stop(): Promise<void>;
  /** Ends it without warning, as a crash would. */
  kill(): Promise<void>;
}

/** Starts one of the scripts beside this file; resolves when it listens. Throws when it ends before that. */
export async function startProcess(script: string, environment: Record<string, string>): Promise<ServerProcess> {
  const child = fork(join(import.meta.dirname, script), {
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '../.cache/compiled'), ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [...NODE_FLAGS],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port));
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code} before it listened.`)));
  });
  const gone = async () => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    process: child,
    getMetrics: async () => {
      const answer = once(child, 'message') as Promise<[ProcessMetrics]>;
      child.send('figures');
      return (await answer)[0];
    },
    stop: async () => {
      child.send('stop');
      await gone();
    },
    kill: async () => {
      child.kill('SIGKILL');
      await gone();
    },
  };
}
