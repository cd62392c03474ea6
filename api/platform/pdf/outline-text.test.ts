import { expect, it } from 'vitest';
import { FONTS } from '#lettering/fonts.ts';
import { measureText } from '#lettering/measure.ts';
import { loadFontMetrics } from '#lettering/metrics.ts';
import { outlineText } from './outline-text.ts';

/** The left, top, right and bottom edge of the points of a path: of straight lines and the corners of curves. */
function findEdges(path: string) {
  const points = [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)(?=[A-Z]|$)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
}

it.each(FONTS)('draws texts in %s as wide and high as they are measured', async (fontName) => {
  const metrics = await loadFontMetrics(fontName);
  for (const text of ['HHHH', 'HÆŁŐЖH', 'Hi there H\nH']) {
    const { path, ...size } = outlineText(metrics, text, 10);
    expect(size).toEqual(measureText(metrics, text, 10));
    const [left, , right] = findEdges(path);
    // What is beside the ink of a first and last H.
    const [from, , to] = findEdges(outlineText(metrics, 'H', 10).path);
    const beside = measureText(metrics, 'H', 10).widthMm - (to - from);
    expect(right - left).toBeCloseTo(size.widthMm - beside, 1);
  }
});

it.each(FONTS)('sets each letter of %s at the advance of the letters before it', async (fontName) => {
  const metrics = await loadFontMetrics(fontName);
  const [left] = findEdges(outlineText(metrics, 'x', 10).path);
  // Each is higher than the x, so that the line is at the same height with it.
  for (const before of ['A', 'fi', 'Тo', 'ŽŸ']) {
    const alone = outlineText(metrics, before, 10).path;
    const whole = outlineText(metrics, `${before}x`, 10).path;
    expect(findEdges(whole.slice(alone.length))[0]).toBeCloseTo(left + measureText(metrics, before, 10).widthMm, 1);
  }
});

it('refuses what the font lacks', async () => {
  const metrics = await loadFontMetrics('Script');
  expect(() => outlineText(metrics, 'Ω', 10)).toThrow('Script has no "Ω".');
});
