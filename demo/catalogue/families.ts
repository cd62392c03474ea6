import { accessories } from './accessories.ts';
import { footwear } from './footwear.ts';
import { hiVis } from './hi-vis.ts';
import { housekeeping } from './housekeeping.ts';
import { kitchen } from './kitchen.ts';
import { knitwear } from './knitwear.ts';
import { outerwear } from './outerwear.ts';
import { polosAndTees } from './polos-and-tees.ts';
import type { ProductSheet } from './product-sheet.ts';
import { shirts } from './shirts.ts';
import { tailoring } from './tailoring.ts';
import { workwear } from './workwear.ts';

/** In the order of their ids: the first family's products count from 101, the second's from 201, … */
const families = [
  shirts,
  polosAndTees,
  knitwear,
  tailoring,
  kitchen,
  housekeeping,
  outerwear,
  workwear,
  hiVis,
  footwear,
  accessories,
];

/** Every product with its id, which follows from its place in its family. */
export const productSheets: ReadonlyMap<number, ProductSheet> = new Map(
  families.flatMap((family, index) => family.map((sheet, place) => [(index + 1) * 100 + place + 1, sheet] as const)),
);
