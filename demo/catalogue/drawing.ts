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

const known = new WeakMap<ProductSheet, string>();

/** What the drawing of a product shows beyond its garment type, as it is stored. */
export function getDrawingFeatures(sheet: ProductSheet): string {
  const features = known.get(sheet) ?? formatFeatures(sheet.garment, findFeatures(sheet.garment, listTexts(sheet)));
  known.set(sheet, features);
  return features;
}

/** Garment type and features as they stand in the address of a drawing. */
export const getDrawingName = (sheet: ProductSheet): string =>
  [sheet.garment, getDrawingFeatures(sheet)].filter(Boolean).join('.');
