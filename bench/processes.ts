import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
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
  /** Asks the process to stop as an operator does, with SIGTERM. */
  terminate(): Promise<void>;
  /** Ends the process without warning, like a crash. */
  kill(): Promise<void>;
}

/** Starts a script of this folder, or one with an absolute path, and resolves when it listens. Throws if it exits before that. */
export async function startProcess(script: string, environment: Record<string, string>): Promise<ServerProcess> {
  const child = fork(resolve(import.meta.dirname, script), {
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '../.cache/compiled'), ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [...NODE_FLAGS, ...(environment.SOURCE_FAULT ? ['--import', join(import.meta.dirname, 'load-fault.ts')] : [])],
  });
  const port = await new Promise<number>((listen, reject) => {
    child.once('message', (message: { port: number }) => listen(message.port));
    child.once('exit', (code) => reject(new Error(`${script} exited with code ${code} before it listened.`)));
  });
  const waitForExit = async () => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    process: child,
    getMetrics: async () => {
      const reply = once(child, 'message') as Promise<[ProcessMetrics]>;
      child.send('metrics');
      return (await reply)[0];
    },
    stop: async () => {
      child.send('stop');
      await waitForExit();
    },
    terminate: async () => {
      child.kill('SIGTERM');
      await waitForExit();
    },
    kill: async () => {
      child.kill('SIGKILL');
      await waitForExit();
    },
  };
}
