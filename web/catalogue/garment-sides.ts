type Image = { src: string; position: number; altText: string | null };

const drawn = /^(\/garments\/.+)-(front|back)\.svg$/;

/** Front and back of a garment: of a drawn flat both sides exist, of photographs the first two stand for them. */
export function sidesOf(images: readonly Image[]): { front: string | undefined; back: string | undefined } {
  const [first, second] = [...images].sort((one, other) => one.position - other.position);
  if (!first) return { front: undefined, back: undefined };
  return { front: first.src, back: second?.src ?? otherSide(first.src) };
}

/** The back of a drawn flat; undefined for a photograph. */
export function otherSide(src: string): string | undefined {
  const parts = drawn.exec(src);
  return parts ? `${parts[1]}-${parts[2] === 'front' ? 'back' : 'front'}.svg` : undefined;
}
