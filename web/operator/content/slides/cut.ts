import { MIN_SLIDE_WIDTH, SLIDE_RATIO } from '#contract/content/slides/slide-limits.ts';

/** Which part of a picture is used: its middle, as shares of width and height, and how much closer than the largest part it is. */
export interface Cut {
  x: number;
  y: number;
  zoom: number;
}

interface Size {
  width: number;
  height: number;
}

export const WHOLE: Cut = { x: 0.5, y: 0.5, zoom: 1 };

/** The largest part of the ratio of the frame, as shares. */
function largestPart({ width, height }: Size): Size {
  const ratio = width / height;
  return ratio > SLIDE_RATIO ? { width: SLIDE_RATIO / ratio, height: 1 } : { width: 1, height: ratio / SLIDE_RATIO };
}

/** How close the part can be before it has too few pixels; below 1 for a picture that is too small. */
export const findMaxZoom = (size: Size): number => Math.min(4, (largestPart(size).width * size.width) / MIN_SLIDE_WIDTH);

/** The part that a cut means, as shares of the picture; always within it. */
export function toPart({ x, y, zoom }: Cut, size: Size): Size & { left: number; top: number } {
  const largest = largestPart(size);
  const part = { width: largest.width / zoom, height: largest.height / zoom };
  const start = (middle: number, share: number) => Math.min(Math.max(middle - share / 2, 0), 1 - share);
  return { ...part, left: start(x, part.width), top: start(y, part.height) };
}

/** The cut after its part was moved by shares of the part, or brought closer; its middle stays where the part can be. */
export function moveCut(
  cut: Cut,
  size: Size,
  { right = 0, down = 0, zoom = cut.zoom }: { right?: number; down?: number; zoom?: number },
): Cut {
  const part = toPart({ ...cut, zoom }, size);
  const middle = (start: number, share: number, step: number) =>
    Math.min(Math.max(start + share / 2 + step * share, share / 2), 1 - share / 2);
  return { zoom, x: middle(part.left, part.width, right), y: middle(part.top, part.height, down) };
}
