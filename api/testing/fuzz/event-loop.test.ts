import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createEventLoopMonitor } from './event-loop.ts';

/** Computes until this thread has used the time. */
function compute(milliseconds: number): void {
  const started = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(started);
    if ((user + system) / 1000 >= milliseconds) return;
  }
}

it('measures how long work computes without a pause', async () => {
  const monitor = createEventLoopMonitor();
  compute(100);
  const idle = await monitor.measure(() => nextTurn());
  const atOnce = await monitor.measure(async () => compute(60));
  const { result, heldMs } = await monitor.measure(async () => {
    await nextTurn();
    compute(60);
    return 'done';
  });
  monitor.close();

  expect(result).toBe('done');
  expect(atOnce.heldMs).toBeGreaterThan(50);
  expect(heldMs).toBeGreaterThan(50);
  expect(idle.heldMs).toBeLessThan(50);
});
