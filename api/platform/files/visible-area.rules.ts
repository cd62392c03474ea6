/** A rectangle of whole pixels. */
export interface PixelArea {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Alpha from which a pixel is seen at all. */
const VISIBLE = 4;

/** The smallest rectangle with all visible pixels of an RGBA picture; undefined when all of it is transparent. */
export function findVisibleArea(rgba: Uint8Array, width: number, height: number): PixelArea | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((rgba[(y * width + x) * 4 + 3] as number) < VISIBLE) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 };
}
