import { expect, it } from 'vitest';
import { respondAtFixedInterval } from './fixed-interval-response.ts';

/** How long after the call a response comes when the work takes that long. */
async function responseTime(workMs: number, work: () => Promise<unknown> = async () => {}): Promise<number> {
  let now = 1_000;
  const sleep = async (milliseconds: number) => {
    now += milliseconds;
  };
  await respondAtFixedInterval(
    100,
    async () => {
      now += workMs;
      await work();
    },
    { now: () => now, sleep },
  ).catch(() => {});
  return now - 1_000;
}

it.each([
  [0, 100],
  [1, 100],
  [30, 100],
  [99.9, 100],
  [100, 200],
  [130, 200],
])('responds to work of %d ms after %d ms', async (workMs, expected) => {
  expect(await responseTime(workMs)).toBeCloseTo(expected, 6);
});

it('an error takes as long as a result', async () => {
  const fail = async () => Promise.reject(new Error('refused'));
  expect(await responseTime(30, fail)).toBe(await responseTime(30));
});

it('returns the result of the work and rethrows its error', async () => {
  const timer = { now: () => 0, sleep: async () => {} };
  expect(await respondAtFixedInterval(100, async () => 'done', timer)).toBe('done');
  await expect(respondAtFixedInterval(100, async () => Promise.reject(new Error('refused')), timer)).rejects.toThrow('refused');
});
