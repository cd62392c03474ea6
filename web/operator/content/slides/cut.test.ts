import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMaxZoom, moveCut, toPart, WHOLE } from './cut.ts';

describe('the part of a picture', () => {
  it('is the middle of the picture, as large as it can be', () => {
    expect(toPart(WHOLE, { width: 1000, height: 1000 })).toEqual({ left: 0, top: 0.25, width: 1, height: 0.5 });
    expect(toPart(WHOLE, { width: 4000, height: 1000 })).toEqual({ left: 0.25, top: 0, width: 0.5, height: 1 });
  });

  it('has the ratio of the frame and is within the picture, however it is moved', () => {
    const side = fc.integer({ min: 1, max: 12_000 });
    const step = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(side, side, step, step, fc.double({ min: 1, max: 4, noNaN: true }), (width, height, right, down, zoom) => {
        const size = { width, height };
        const part = toPart(moveCut(WHOLE, size, { right, down, zoom }), size);
        expect((part.width * width) / (part.height * height)).toBeCloseTo(2, 6);
        for (const share of [part.left, part.top]) expect(share).toBeGreaterThanOrEqual(0);
        expect(part.left + part.width).toBeLessThanOrEqual(1 + 1e-9);
        expect(part.top + part.height).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });

  it('is not brought so close that it has too few pixels', () => {
    expect(findMaxZoom({ width: 960, height: 900 })).toBe(2);
    expect(findMaxZoom({ width: 12_000, height: 6000 })).toBe(4);
    expect(findMaxZoom({ width: 479, height: 900 })).toBeLessThan(1);
    expect(findMaxZoom({ width: 4000, height: 200 })).toBeLessThan(1);
  });
});
