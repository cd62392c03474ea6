import type { PricedDesign } from '#api/catalogue/customisation/design.rules.ts';
import type { DescribedCombination, SheetProduct, SizeProposal } from './choose-combination.rules.ts';
import type { CellMessage, TypedCells } from './row-text.rules.ts';
import type { SheetWearer } from './sheet-wearers.queries.ts';

/** What a row means, as far as it can be said without the cart. */
export interface ResolvedRow {
  number: number;
  cells: TypedCells;
  isEmpty: boolean;
  wearer: SheetWearer | undefined;
  /** Who could be meant, where that has to be asked. */
  candidates: SheetWearer[];
  product: SheetProduct | undefined;
  combination: DescribedCombination | undefined;
  proposedFrom: SizeProposal['from'] | null;
  /** Null where the text is no number of pieces. */
  quantity: number | null;
  /** The designs for names, with the texts that the garment gets. */
  designs: readonly PricedDesign[];
  messages: CellMessage[];
}
