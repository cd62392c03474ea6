import type { AddedDesign, NewCartLine } from '#api/ordering/cart/add-lines.queries.ts';

/** What is kept of a garment of a returned cart, in `punchout_line.garment`: enough to put it into a cart again as it was chosen. */
export interface KeptGarment
  extends Pick<NewCartLine, 'collectionId' | 'groupId' | 'superGroupId' | 'superGroupOptionId' | 'wearerId' | 'reason'> {
  designs: readonly AddedDesign[];
}
