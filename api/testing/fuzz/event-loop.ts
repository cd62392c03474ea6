import { performance } from 'node:perf_hooks';

const INTERVAL_MS = 1;
/** Below this, the time that the event loop was busy in total is as good as the longest time without a pause. */
const NEGLIGIBLE_MS = 20;

/** Measures how long work holds the event loop of this process. */
export interface EventLoopMonitor {
  /**
   * Does the work and returns its result with the longest time, in milliseconds, for which the event loop could do nothing else.
   * Time in which the operating system ran other processes does not count, as far as the thread's own time reveals it.
   */
  measure<T>(work: () => Promise<T>): Promise<{ result: T; heldMs: number }>;
  close(): void;
}

/** Starts a monitor. One measurement at a time. */
export function createEventLoopMonitor(): EventLoopMonitor {
  let lastTick = performance.now();
  let longestPause = 0;
  // The histogram of `monitorEventLoopDelay` ignores what happens between a reset and its next sample.
  const timer = setInterval(() => {
    const now = performance.now();
    longestPause = Math.max(longestPause, now - lastTick);
    lastTick = now;
  }, INTERVAL_MS);
  return {
    measure: async (work) => {
      lastTick = performance.now();
      longestPause = 0;
      const [before, cpu] = [performance.eventLoopUtilization(), process.threadCpuUsage()];
      const result = await work();
      const busy = performance.eventLoopUtilization(before).active;
      const { user, system } = process.threadCpuUsage(cpu);
      if (busy <= NEGLIGIBLE_MS) return { result, heldMs: busy };
      // The timer has not noticed the last pause yet.
      const lastPause = performance.now() - lastTick;
      return { result, heldMs: Math.min(busy, Math.max(longestPause, lastPause), (user + system) / 1000) };
    },
    close: () => clearInterval(timer),
  };
}
