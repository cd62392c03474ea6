import type { RefObject } from 'react';
import type { OrderableGarment } from '../catalogue-types.ts';
import type { CellPosition, Grid } from './grid-model.ts';
import type { QuantityStore } from './quantity-store.ts';

/** What all parts of a size grid know. */
export interface GridParts {
  garment: OrderableGarment;
  grid: Grid;
  quantities: QuantityStore;
  /** The size that is advised, where one is. */
  advised?: number | undefined;
  /** Filled by the table or the list: leads to a field. */
  goTo: RefObject<((place: CellPosition) => void) | undefined>;
}
