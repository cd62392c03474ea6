import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onIdle } from './on-idle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('prefetches some time after the page has loaded, and not once it is cancelled', async () => {
  const prefetched: string[] = [];
  const prefetch = (name: string) =>
    onIdle(async () => {
      prefetched.push(name);
    });
  prefetch('wanted');
  prefetch('cancelled at once')();
  const cancel = prefetch('cancelled later');
  await vi.advanceTimersByTimeAsync(1000);
  expect(prefetched).toEqual([]);
  cancel();
  await vi.runAllTimersAsync();
  expect(prefetched).toEqual(['wanted']);
});
