import { describe, expect, it } from 'vitest';
import { matchPictureName, matchWithinProduct, readPictureName, type SkuOwner } from './picture-names.rules.ts';

const COLOURS = [
  { id: 1, name: 'Teal' },
  { id: 2, name: 'Navy / Grey' },
];
const FLEECE = { productId: 7, productName: 'Fleece', colours: COLOURS, isShared: false };
const OWNERS: SkuOwner[] = [
  { ...FLEECE, sku: 'fsd-flc-w', isCombination: false, valueId: null },
  { ...FLEECE, sku: 'fsd-flc-w-teal-m', isCombination: true, valueId: 1 },
  { ...FLEECE, sku: 'polo', isCombination: false, valueId: null },
  { ...FLEECE, sku: 'polo', productId: 8, productName: 'Polo', isCombination: false, valueId: null },
];

describe('names of picture files', () => {
  it.each([
    ['FSD-FLC-W-TEAL-M_front.jpg', 'Teal', 'front', null],
    ['fsd-flc-w-teal-m.JPEG', 'Teal', null, null],
    ['FSD-FLC-W-TEAL-M (2).png', 'Teal', null, 2],
    ['photos/FSD-FLC-W_2.jpg', null, null, 2],
    ['FSD-FLC-W.webp', null, null, null],
    ['FSD-FLC-W_back_03.jpg', null, 'back', 3],
    ['FSD-FLC-W_teal_detail.jpg', 'Teal', 'detail', null],
    ['FSD-FLC-W navy-grey rear.jpg', 'Navy / Grey', 'back', null],
  ])('%s: colour %s, side %s, number %s', (name, colour, shows, number) => {
    const { product, value, problem, ...match } = matchPictureName(name, OWNERS);
    expect([product?.id, value?.name ?? null, match.shows, match.number, problem]).toEqual([7, colour, shows, number, null]);
  });

  it.each([
    ['FSD-FLC-W-RED-M.jpg', 'After the SKU FSD-FLC-W comes “red m”, which is none of its colours.'],
    ['IMG_2041.jpg', 'The name does not begin with a SKU of the catalogue.'],
    ['.jpg', 'The name does not begin with a SKU of the catalogue.'],
    ['polo_front.jpg', 'Several products have the SKU POLO. Please choose one.'],
  ])('%s: %s', (name, problem) => {
    expect(matchPictureName(name, OWNERS)).toMatchObject({ product: null, problem });
  });

  it('say colour and side of a product that is known, wherever they are in the name', () => {
    const match = (name: string) => {
      const { value, shows, number } = matchWithinProduct(name, OWNERS, 7, COLOURS);
      return [value?.name ?? null, shows, number];
    };
    expect(match('IMG_2041 teal back.jpg')).toEqual(['Teal', 'back', null]);
    expect(match('navy-grey-02.jpg')).toEqual(['Navy / Grey', null, 2]);
    expect(match('FSD-FLC-W-TEAL-M.jpg')).toEqual(['Teal', null, null]);
    expect(match('hero.jpg')).toEqual([null, null, null]);
  });

  it('are read in a few ways, however long they are', () => {
    expect(readPictureName(`${'a-'.repeat(5000)}.jpg`).length).toBeLessThan(30);
  });
});
