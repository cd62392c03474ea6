import { knitwear } from './knitwear.ts';
import { polosAndTees } from './polos-and-tees.ts';
import type { ProductSheet } from './product-sheet.ts';
import { shirts } from './shirts.ts';
import { tailoring } from './tailoring.ts';

/** Every product with its id, which follows from its place in its family. */
export const sheets: ReadonlyMap<number, ProductSheet> = new Map(
  [shirts, polosAndTees, knitwear, tailoring].flatMap((family, index) =>
    family.map((sheet, place) => [(index + 1) * 100 + place + 1, sheet] as const),
  ),
);
