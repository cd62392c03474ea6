/** The sizes in which the server stores photographs, the largest first; `PICTURE_SIDES` of the contract. */
export const PICTURE_WIDTHS: readonly number[] = [1200, 480, 160];

/** How wide the picture of a tile is shown: two side by side on a phone, three or four on a desk. */
export const TILE_WIDTH = '(width < 48em) 50vw, 320px';
/** How wide the large picture of a product is shown. */
export const LARGE_WIDTH = '(width < 62em) 100vw, 640px';

const PHOTOGRAPH = /^(\/pictures\/[0-9a-f]{40})\.webp$/;
const [LARGEST, ...SMALLER] = PICTURE_WIDTHS;

/**
 * The sizes of a stored photograph, of which the browser loads the one that fits; none of any other picture. `sizes` is how wide the picture is shown, as in the
 * attribute of that name.
 */
export function getPictureSizes(src: string, sizes: string): { srcSet?: string; sizes?: string } {
  const path = PHOTOGRAPH.exec(src)?.[1];
  if (path === undefined) return {};
  return { srcSet: [...SMALLER.map((side) => `${path}-${side}.webp ${side}w`), `${src} ${LARGEST}w`].join(', '), sizes };
}
