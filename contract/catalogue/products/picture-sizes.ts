/**
 * The longer sides in which photographs of products are stored, in pixels: for the product page on a dense screen, for tiles, and for small pictures in lists.
 * The address of the largest is `/pictures/<key>.webp`, of the others `/pictures/<key>-480.webp`.
 */
export const PICTURE_SIDES = [1200, 480, 160] as const;

/** Of one photograph that is uploaded. */
export const MAX_PICTURE_BYTES = 20_000_000;
/** Photographs in one request: together they must be read within half a minute. */
export const MAX_PICTURES_AT_ONCE = 10;
/** Photographs of one product. */
export const MAX_PICTURES = 200;
/** File names that are matched in one request. */
export const MAX_FILE_NAMES = 500;
