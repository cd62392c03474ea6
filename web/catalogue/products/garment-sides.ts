interface Image {
  src: string;
  position: number;
  altText: string | null;
  attributeValueId?: number;
  shows?: 'front' | 'back' | 'detail';
}

const drawn = /^(\/garments\/.+)-(front|back)\.svg$/;
const drawnInTwo = /^\/garments\/[^/]+\/[0-9a-f]{6}-([0-9a-f]{6})-/;

/** Front and back of a garment: both sides of a drawing, or the first photograph and another one of its colour, which shows the back if there is one. */
export function getGarmentSides(images: readonly Image[]): { front: string | undefined; back: string | undefined } {
  const [first] = [...images].sort((one, other) => one.position - other.position);
  return first ? { front: first.src, back: findBack(images, first.src) } : { front: undefined, back: undefined };
}

/** The back that belongs to a picture of a garment: that of a drawing, or another photograph of its colour. */
export function findBack(images: readonly Image[], front: string): string | undefined {
  const opposite = findOppositeSide(front);
  if (opposite) return opposite;
  const colour = images.find(({ src }) => src === front)?.attributeValueId;
  const others = images
    .filter(({ src, attributeValueId }) => src !== front && attributeValueId === colour && !isDrawing(src))
    .sort((one, other) => one.position - other.position);
  return (others.find(({ shows }) => shows === 'back') ?? others.find(({ shows }) => shows !== 'detail'))?.src;
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
