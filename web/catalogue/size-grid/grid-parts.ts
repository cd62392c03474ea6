import type { RefObject } from 'react';
import type { Garment } from '../catalogue-types.ts';
import type { Grid, Place } from './grid-model.ts';
import type { Quantities } from './quantities.ts';

/** What all parts of a size grid know. */
export interface GridParts {
  garment: Garment;
  grid: Grid;
  quantities: Quantities;
  /** The size that is advised, where one is. */
  advised?: number | undefined;
  /** Filled by the table or the list: leads to a field. */
  goTo: RefObject<((place: Place) => void) | undefined>;
}
