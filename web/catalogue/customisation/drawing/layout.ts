import { getFontSizeMm, type PlacedLine, placeLines } from '#lettering/measure.ts';
import type { FontMetrics } from '#lettering/metrics.ts';
import type { DrawnDesign } from './drawn-design.ts';

/** A rectangle on a drawing, in millimetres of the garment. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const toBox = ({ xCm, yCm, widthCm, heightCm }: DrawnDesign['area']): Box => ({
  x: xCm * 10,
  y: yCm * 10,
  width: widthCm * 10,
  height: heightCm * 10,
});

/** Where the parts of a design are, in millimetres of the garment. */
export interface DesignLayout {
  /** The logo keeps its proportion inside. */
  logo?: Box;
  text?: Box & { fontSize: number; lines: PlacedLine[] };
}

/** What lies between a logo and the text below it. */
const GAP_MM = 3;
/** Of texts whose height is not given. */
const USUAL_LETTER_MM = 10;

/**
 * Places logo and text of a design: each centred in the area, or the logo above the text. A text has the height of capitals that it was given, also where
 * it is wider than the area: checking it is for the caller. Without `metrics` there is no text yet.
 */
export function layOutDesign(design: DrawnDesign, metrics: FontMetrics | undefined): DesignLayout {
  const area = toBox(design.area);
  const placed = design.text && metrics ? placeLines(metrics, design.text, design.letterMm ?? USUAL_LETTER_MM) : undefined;
  const logoHeight = placed ? Math.max(0, area.height - placed.heightMm - GAP_MM) : area.height;
  const logo = design.logoSrc && logoHeight > 0 ? { ...area, height: logoHeight } : undefined;
  if (!(placed && metrics)) return logo ? { logo } : {};
  const text = {
    x: area.x + (area.width - placed.widthMm) / 2,
    y: logo ? area.y + area.height - placed.heightMm : area.y + (area.height - placed.heightMm) / 2,
    width: placed.widthMm,
    height: placed.heightMm,
    fontSize: getFontSizeMm(metrics, design.letterMm ?? USUAL_LETTER_MM),
    lines: placed.lines,
  };
  return logo ? { logo, text } : { text };
}

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
