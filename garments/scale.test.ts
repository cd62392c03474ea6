import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawGarment, GARMENT_TYPES, type GarmentType } from './garments.ts';
import { DRAWING_UNITS, DRAWN_WIDTHS, getCanvas, getScale } from './scale.ts';

/** Pixels for each unit. */
const DETAIL = 4;

/** How many units the cloth is wide at a height: the longest run that the drawing covers there. Shadows are translucent, cloth is not. */
async function measureDrawnWidth(type: GarmentType, y: number): Promise<number> {
  const width = DRAWING_UNITS.width * DETAIL;
  const pixels = await sharp(Buffer.from(drawGarment(type, { colour: '#8fb0cc', side: 'front' })), { density: 72 * DETAIL })
    .resize(width, DRAWING_UNITS.height * DETAIL)
    .ensureAlpha()
    .raw()
    .toBuffer();
  let longest = 0;
  let run = 0;
  for (let x = 0; x < width; x += 1) {
    run = (pixels[(y * DETAIL * width + x) * 4 + 3] ?? 0) > 250 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest / DETAIL;
}

/** At which height the width is that fixes the scale, and what it is of real garments in size M, in centimetres. */
const MEASURED: readonly [type: GarmentType, y: number, least: number, most: number][] = [
  ['polo', 120, 52, 56],
  ['long-sleeve-polo', 120, 52, 56],
  ['tee', 120, 51, 55],
  ['shirt', 120, 53, 58],
  ['short-sleeve-shirt', 130, 53, 58],
  ['blouse', 110, 46, 52],
  ['sweatshirt', 120, 53, 59],
  ['hoodie', 120, 54, 60],
  ['jumper', 120, 51, 56],
  ['fleece', 120, 55, 60],
  ['softshell', 120, 53, 59],
  ['gilet', 110, 55, 60],
  ['parka', 120, 57, 63],
  ['chef-jacket', 120, 55, 60],
  ['scrubs', 120, 55, 60],
  ['coverall', 80, 57, 63],
  ['hi-vis-vest', 110, 59, 65],
  ['hi-vis-jacket', 120, 59, 65],
  ['trousers', 80, 50, 56],
  ['apron', 150, 65, 75],
  ['cap', 130, 17, 19],
  ['bag', 120, 28, 32],
];

it.each(MEASURED)('%s is drawn as wide as it is', async (type, y, least, most) => {
  const cm = (await measureDrawnWidth(type, y)) * getScale(type);
  expect(cm).toBeGreaterThanOrEqual(least);
  expect(cm).toBeLessThanOrEqual(most);
});

it('every garment has a canvas in the shape of its drawing', () => {
  expect(Object.keys(DRAWN_WIDTHS)).toEqual([...GARMENT_TYPES]);
  for (const type of GARMENT_TYPES) {
    const { widthCm, heightCm } = getCanvas(type);
    expect(heightCm / widthCm).toBeCloseTo(260 / 240, 1);
  }
  expect(getCanvas('polo')).toEqual({ widthCm: 111.7, heightCm: 121 });
});
