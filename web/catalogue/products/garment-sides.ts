type Image = { src: string; position: number; altText: string | null };

const drawn = /^(\/garments\/.+)-(front|back)\.svg$/;
const drawnInTwo = /^\/garments\/[^/]+\/[0-9a-f]{6}-([0-9a-f]{6})-/;

/** Front and back of a garment: both sides of a drawing, or the first two photographs. */
export function getGarmentSides(images: readonly Image[]): { front: string | undefined; back: string | undefined } {
  const [first, second] = [...images].sort((one, other) => one.position - other.position);
  if (!first) return { front: undefined, back: undefined };
  return { front: first.src, back: second?.src ?? findOppositeSide(first.src) };
}

/** Whether a picture is a drawing, and not a photograph. */
export const isDrawing = (src: string): boolean => drawn.test(src);

/** The back of a drawing; undefined for a photograph. */
export function findOppositeSide(src: string): string | undefined {
  const parts = drawn.exec(src);
  return parts ? `${parts[1]}-${parts[2] === 'front' ? 'back' : 'front'}.svg` : undefined;
}

/** The second colour of a drawing (trims or panels); null if there is none. */
export function findAccentColour(src: string | null): string | null {
  const accent = src && drawnInTwo.exec(src)?.[1];
  return accent ? `#${accent}` : null;
}
