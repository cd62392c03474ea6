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
  let lastTick = readTimes();
  let longestMs = 0;
  const tick = () => {
    const now = readTimes();
    longestMs = Math.max(longestMs, Math.min(now.wallMs - lastTick.wallMs, now.threadMs - lastTick.threadMs));
    lastTick = now;
  };
  // The histogram of `monitorEventLoopDelay` ignores what happens between a reset and its next sample.
  const timer = setInterval(tick, INTERVAL_MS);
  return {
    measure: async (work) => {
      lastTick = readTimes();
      longestMs = 0;
      const before = performance.eventLoopUtilization();
      const result = await work();
      const busy = performance.eventLoopUtilization(before).active;
      if (busy <= NEGLIGIBLE_MS) return { result, heldMs: busy };
      // The timer has not noticed the last pause yet.
      tick();
      return { result, heldMs: Math.min(busy, longestMs) };
    },
    close: () => clearInterval(timer),
  };
}

/** The time on the clock, and the processor time of this thread: other processes and threads may have run in between. */
function readTimes(): { wallMs: number; threadMs: number } {
  const { user, system } = process.threadCpuUsage();
  return { wallMs: performance.now(), threadMs: (user + system) / 1000 };
}
