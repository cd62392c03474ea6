import type { RefObject } from 'react';
import type { SizeHelpState } from '#web/sizing/kept-sizes/use-size-proposal.ts';
import type { OrderableGarment } from '../catalogue-types.ts';
import type { CellPosition, Grid } from './grid-model.ts';
import type { QuantityStore } from './quantity-store.ts';

/** Props shared by all parts of a size grid. */
export interface GridParts {
  garment: OrderableGarment;
  grid: Grid;
  quantities: QuantityStore;
  /** The size that is advised or was kept, if there is one. */
  marked?: SizeHelpState['marked'];
  /** The colour that has the size of the person, where one colour is shown at a time. */
  colourId?: number | undefined;
  /** Moves the focus to a field; set by the table or the list. */
  goTo: RefObject<((position: CellPosition) => void) | undefined>;
}

/** A field that is to receive the focus, by its combination. `first` is the first one that can be filled in. */
export type FieldTarget = number | 'first';

/** A grid within a list of products, which has the total and the button for all of them. */
export interface InList {
  /** The field that receives the focus once it is shown. */
  target: FieldTarget | undefined;
  onFocused: () => void;
}
