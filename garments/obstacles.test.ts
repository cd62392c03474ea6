import { expect, it } from 'vitest';
import { parseFeatures } from './features.ts';
import type { GarmentType } from './garments.ts';
import { hasPlace } from './obstacles.ts';

it.each<[GarmentType, string, string, boolean]>([
  ['tee', '', 'left-chest', true],
  ['tee', 'chest-pocket', 'left-chest', false],
  ['tee', 'chest-pocket', 'right-chest', true],
  ['hoodie', 'full-zip.no-cords', 'centre-front', false],
  ['apron', 'crossed-straps.riveted-pockets', 'bib', true],
  ['apron', 'crossed-straps.riveted-pockets', 'pocket', false],
  ['apron', 'short-waist-apron.three-pockets', 'pocket', true],
  ['apron', 'short-waist-apron.three-pockets', 'bib', false],
  ['shirt', 'two-chest-pockets', 'left-chest', true],
])('%s with “%s”: %s', (type, features, place, isThere) =>
  expect(hasPlace(type, parseFeatures(type, features), place)).toBe(isThere),
);
