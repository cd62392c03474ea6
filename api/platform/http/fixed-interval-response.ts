import { setTimeout as sleep } from 'node:timers/promises';

/** Measures time that no adjustment of the system's clock changes, and waits. All in milliseconds. */
export interface IntervalTimer {
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

const monotonicTimer: IntervalTimer = {
  now: () => performance.now(),
  sleep: async (milliseconds) => {
    await sleep(milliseconds);
  },
};

/**
 * Does the work and responds at the end of the interval in which it finished; intervals of `intervalMs` are counted from the call.
 * The time that a response takes shows in which interval the work ended, and not what had to be done.
 */
export async function respondAtFixedInterval<T>(
  intervalMs: number,
  work: () => Promise<T>,
  timer: IntervalTimer = monotonicTimer,
): Promise<T> {
  const startedAt = timer.now();
  try {
    return await work();
  } finally {
    await timer.sleep(intervalMs - ((timer.now() - startedAt) % intervalMs));
  }
}
