import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTurntable, getVisibleSide } from './turntable.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const atOnce = (run: () => void) => run();

describe('the rotation', () => {
  it('draws 10 to 15 frames a second, and turns once in less than half a minute', () => {
    const draw = vi.fn();
    const turning = createTurntable(draw, 0, atOnce);
    turning.setEnabled(true);
    vi.advanceTimersByTime(1000);
    expect(draw.mock.calls.length).toBeGreaterThanOrEqual(10);
    expect(draw.mock.calls.length).toBeLessThanOrEqual(15);
    vi.advanceTimersByTime(23_000);
    expect(draw.mock.lastCall?.[0] as number).toSatisfy((angle: number) => angle < 0.1 || angle > 6.2);
    turning.stop();
  });

  it('has no timer before it starts, after it stops, and while it is not visible', () => {
    const turning = createTurntable(() => {}, 0, atOnce);
    expect(vi.getTimerCount()).toBe(0);
    turning.setEnabled(true);
    turning.setEnabled(true);
    expect(vi.getTimerCount()).toBe(1);
    turning.setVisible(false);
    expect(vi.getTimerCount()).toBe(0);
    turning.setVisible(true);
    expect(vi.getTimerCount()).toBe(1);
    turning.setEnabled(false);
    expect(vi.getTimerCount()).toBe(0);
    turning.setVisible(true);
    expect(vi.getTimerCount()).toBe(0);
    turning.setEnabled(true);
    turning.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('draws nothing when it is stopped while waiting for a frame', () => {
    const draw = vi.fn();
    const frames: (() => void)[] = [];
    const turning = createTurntable(draw, 0, (run) => frames.push(run));
    turning.setEnabled(true);
    vi.advanceTimersByTime(5000);
    expect(frames.length).toBe(1);
    turning.setVisible(false);
    frames[0]?.();
    expect(draw).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('can be rotated by hand in both directions, past the start', () => {
    const draw = vi.fn();
    const turning = createTurntable(draw, 0.1, atOnce);
    turning.turnBy(-0.2);
    expect(draw).toHaveBeenLastCalledWith(expect.closeTo(2 * Math.PI - 0.1, 9));
    turning.turnBy(0.3);
    expect(draw).toHaveBeenLastCalledWith(expect.closeTo(0.2, 9));
  });
});

it('names the visible side', () => {
  expect([0, 0.3, 0.5 * Math.PI, Math.PI, 1.5 * Math.PI, 2 * Math.PI - 0.01].map(getVisibleSide)).toEqual([
    'front',
    'front',
    'right',
    'back',
    'left',
    'front',
  ]);
});
