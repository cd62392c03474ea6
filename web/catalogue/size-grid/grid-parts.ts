import type { RefObject } from 'react';
import type { Garment } from '../catalogue-types.ts';
import type { Grid, Place } from './grid-model.ts';
import type { Quantities } from './quantities.ts';

/** What the table of wide screens and the list of phones both need. */
export interface GridParts {
  garment: Garment;
  grid: Grid;
  quantities: Quantities;
  /** What the server said about a combination. */
  warnings: ReadonlyMap<number, string>;
  change: (changes: Iterable<readonly [combinationId: number, quantity: number]>) => void;
  /** Filled by the table or list: leads to a field. */
  goTo: RefObject<((place: Place) => void) | undefined>;
}
