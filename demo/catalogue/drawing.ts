import { findFeatures } from '#garments/feature-words.ts';
import { formatFeatures } from '#garments/features.ts';
import type { ProductSheet } from './product-sheet.ts';

/** Everything that a sheet says about the look of its product, the most reliable first. */
const listTexts = ({ name, cut, sleeve, points, short, text }: ProductSheet): string[] => [
  name,
  ...(cut ? [cut] : []),
  ...(sleeve ? [`${sleeve} sleeve`] : []),
  ...points,
  short,
  text,
];

/** What the drawing of a product shows beyond its garment type, as it is stored. */
export const getDrawingFeatures = (sheet: ProductSheet): string =>
  formatFeatures(sheet.garment, findFeatures(sheet.garment, listTexts(sheet)));
