import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Does the work and answers at the next beat after it, a multiple of `beatMs` since it began. Whoever measures how long
 * an answer takes learns on which beat it came, and not what had to be done for it.
 */
export async function respondAtFixedInterval<T>(beatMs: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const wait = () => sleep(beatMs - ((performance.now() - began) % beatMs));
  try {
    return await work();
  } finally {
    await wait();
  }
}
