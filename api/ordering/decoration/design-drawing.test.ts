import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { WorkDesign } from './decoration.rules.ts';
import { drawDecoratedGarment } from './design-drawing.actions.ts';

const drawings = { front: '/garments/polo/1f2a44-front.svg', back: '/garments/polo/1f2a44-back.svg' };
const area = { side: 'front', xCm: 42, yCm: 34, widthCm: 8, heightCm: 7 } as const;
const badge = {
  ...{ methodId: 40, area, logoFile: null, text: 'ANN', fontName: 'Sans', letterMm: 6, threadRgb: '#02283a' },
} as unknown as WorkDesign;

/** The colour of the close-up so many millimetres above the middle of the area. */
async function colourAbove(design: WorkDesign, mm: number): Promise<number[]> {
  const { closeUp } = await drawDecoratedGarment({ drawings }, design, { readLogo: async () => null, owner: 'test' });
  const { data, info } = await sharp(closeUp as Uint8Array)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pxPerMm = info.width / (area.widthCm * 10 * 1.5);
  const at = (Math.round(info.height / 2 - mm * pxPerMm) * info.width + Math.round(info.width / 2)) * info.channels;
  return [...data.subarray(at, at + 3)];
}

it('draws a name badge on the plate that its preview has, and other texts on the cloth', async () => {
  const near = (colour: number[], to: number[]) => colour.every((value, index) => Math.abs(value - (to[index] as number)) < 25);
  const cloth = [0x1f, 0x2a, 0x44];
  expect(near(await colourAbove(badge, 5), [0xf7, 0xf7, 0xf4])).toBe(true);
  expect(near(await colourAbove(badge, 12), cloth)).toBe(true);
  expect(near(await colourAbove({ ...badge, methodId: 10 }, 5), cloth)).toBe(true);
});

it('draws nothing of a garment without a drawing', async () => {
  const photographed = { drawings: { front: '', back: '' } };
  expect(await drawDecoratedGarment(photographed, badge, { readLogo: async () => null, owner: 'test' })).toEqual({
    drawing: null,
    closeUp: null,
  });
});
