import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

const RESOLUTION_MS = 1;
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
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let previous = performance.eventLoopUtilization();
  return {
    measure: async (work) => {
      // What was computed since the last measurement must not be attributed to this one.
      if (performance.eventLoopUtilization(previous).active > NEGLIGIBLE_MS) await delay(3 * RESOLUTION_MS);
      delays.reset();
      const [before, cpu] = [performance.eventLoopUtilization(), process.threadCpuUsage()];
      const result = await work();
      const busy = performance.eventLoopUtilization(before).active;
      const { user, system } = process.threadCpuUsage(cpu);
      let heldMs = busy;
      if (busy > NEGLIGIBLE_MS) {
        await delay(3 * RESOLUTION_MS);
        heldMs = Math.min(busy, Math.max(0, delays.max / 1e6 - RESOLUTION_MS), (user + system) / 1000);
      }
      previous = performance.eventLoopUtilization();
      return { result, heldMs };
    },
    close: () => void delays.disable(),
  };
}
