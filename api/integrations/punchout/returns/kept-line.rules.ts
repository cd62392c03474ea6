import { createCustomisationKey } from '#api/catalogue/customisation/design.rules.ts';
import type { PricedLine } from '#api/ordering/cart/cart.rules.ts';
import type { KeptGarment } from '../carts/garment.ts';

/** What a line was returned as, under its auxiliary id. */
export interface ReturnedBefore {
  auxiliaryId: string;
  kind: 'goods' | 'charge' | 'delivery' | 'tax';
  combinationId: number | null;
  garment: KeptGarment | KeptAmount;
}

/** What is kept of an amount beside the goods, in `punchout_line.garment`. */
export interface KeptAmount {
  /** What is set up; null for delivery and tax. */
  designKey: string | null;
}

/** What is kept of a line of the cart: enough to put its garment into a cart again as it was chosen. Mandatory designs come with the garment. */
export const toKeptGarment = (line: PricedLine): KeptGarment => ({
  collectionId: line.collectionId,
  groupId: line.collectionGroupId,
  superGroupId: line.superGroupId,
  superGroupOptionId: line.superGroupOptionId,
  wearerId: line.wearerId,
  reason: line.reason,
  designs: line.designs
    .filter(({ isMandatory }) => !isMandatory)
    .map(({ methodId, positionId, logoId, text, fontName, threadColourId, garmentDesignId, comments, customisationId }) => ({
      methodId,
      positionId,
      logoId,
      text,
      fontName,
      threadColourId,
      garmentDesignId,
      comments,
      customisationId,
    })),
});

/** Whether a line of the cart is the garment that was returned before: in the same size and colour, for the same wearer, with the same designs. */
export const isSameGarment = (line: PricedLine, before: ReturnedBefore): boolean => {
  if (before.kind !== 'goods' || before.combinationId !== line.combinationId || !('designs' in before.garment)) return false;
  const garment = toKeptGarment(line);
  return (
    garment.wearerId === before.garment.wearerId &&
    createCustomisationKey(garment.designs) === createCustomisationKey(before.garment.designs)
  );
};

/** The id of the amount that was returned before of the same kind and, for set-up charges, for the same design. */
export const findSameAmount = (
  { kind, designKey }: { kind: ReturnedBefore['kind']; designKey: string | null },
  before: readonly ReturnedBefore[],
): string | undefined =>
  before.find((line) => line.kind === kind && 'designKey' in line.garment && line.garment.designKey === designKey)?.auxiliaryId;
