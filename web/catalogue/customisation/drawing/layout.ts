import type { FontMetrics } from '#lettering/metrics.ts';
import { type Box, type DesignLayout, placeDesign } from '#lettering/place-design.ts';
import type { DrawnDesign } from './drawn-design.ts';

export const toBox = ({ xCm, yCm, widthCm, heightCm }: DrawnDesign['area']): Box => ({
  x: xCm * 10,
  y: yCm * 10,
  width: widthCm * 10,
  height: heightCm * 10,
});

/** Where the parts of a design are; see `placeDesign`. */
export const layOutDesign = ({ area, logoSrc, text, letterMm }: DrawnDesign, metrics: FontMetrics | undefined): DesignLayout =>
  placeDesign(toBox(area), { hasLogo: logoSrc !== null, text, letterMm }, metrics);

/**
 * The part of a side that a small picture shows: the designs with what is around them, as a square of at least so many centimetres, within the drawing.
 * Millimetres; the middle of the upper half where the side has no design.
 */
export function cropToDesigns(
  canvas: { widthCm: number; heightCm: number },
  designs: readonly DrawnDesign[],
  leastCm: number,
): Box {
  const [width, height] = [canvas.widthCm * 10, canvas.heightCm * 10];
  const boxes = designs.map(({ area }) => toBox(area));
  const left = Math.min(...boxes.map(({ x }) => x), width / 2);
  const right = Math.max(...boxes.map((box) => box.x + box.width), width / 2);
  const top = Math.min(...boxes.map(({ y }) => y), height * 0.4);
  const bottom = Math.max(...boxes.map((box) => box.y + box.height), top);
  const side = Math.min(width, Math.max(leastCm * 10, (right - left) * 1.3, (bottom - top) * 1.3));
  const within = (middle: number, whole: number) => Math.min(Math.max(middle - side / 2, 0), whole - side);
  return { x: within((left + right) / 2, width), y: within((top + bottom) / 2, height), width: side, height: side };
}
