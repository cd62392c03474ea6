import type { GarmentDesign } from './design-types.ts';

/** Equal for designs that put the same on a garment in the same way. */
const keyOf = ({ positionId, methodId, logoId, text, fontName, threadColour, nameDesignId, comments }: GarmentDesign): string =>
  JSON.stringify([
    positionId,
    nameDesignId,
    text,
    comments,
    ...(nameDesignId === null ? [methodId, logoId, fontName, threadColour] : []),
  ]);

/** Whether nothing about a design can be chosen: the organisation requires it as it is. Of a required name the text can be. */
export const isFixed = ({ isMandatory, nameDesignId }: GarmentDesign): boolean => isMandatory && nameDesignId === null;

/** Whether two designs put the same on a garment, and follow the same saved design. */
export const isSameDesign = (one: GarmentDesign, other: GarmentDesign): boolean =>
  keyOf(one) === keyOf(other) && one.customisationId === other.customisationId;

/** Whether two garments are decorated alike, apart from what all of them have. */
export function haveSameDesigns(some: readonly GarmentDesign[], others: readonly GarmentDesign[]): boolean {
  const keys = (designs: readonly GarmentDesign[]) =>
    designs
      .filter(({ isMandatory }) => !isMandatory)
      .map(keyOf)
      .sort()
      .join('\n');
  return keys(some) === keys(others);
}
