import type { Piscina } from 'piscina';

/** Code and what it has loaded are kept for tasks that follow soon. */
const IDLE_MS = 20_000;

/** Runs a task in the thread. Rejects with what the task throws, and with an `AbortError` when it takes longer than `maxDurationMs`; then the thread is ended. */
export type RunInThread<T, R> = (task: T, maxDurationMs: number) => Promise<R>;

/** Whether a task in a thread took too long, or more memory than it may. */
export const isThreadLimit = (error: unknown): boolean => {
  const { name, code } = error as { name?: string; code?: string };
  return name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY';
};

/**
 * A worker thread for tasks of one kind, one at a time: neither their time nor their memory is the server's. It starts with the first task, and ends when it is
 * idle. `file` exports the function that does a task as its default.
 */
export function openThread<T, R>(file: URL, { maxHeapMb }: { maxHeapMb?: number } = {}): RunInThread<T, R> {
  let pool: Promise<Piscina<T, R>> | undefined;
  const open = async () => {
    const { Piscina } = await import('piscina');
    return new Piscina<T, R>({
      filename: file.href,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      ...(maxHeapMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } }),
    });
  };
  return async (task, maxDurationMs) => {
    pool ??= open();
    return (await pool).run(task, { signal: AbortSignal.timeout(maxDurationMs) });
  };
}
