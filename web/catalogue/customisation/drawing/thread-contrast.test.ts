import { expect, it } from 'vitest';
import { findClothColour, getPlateColour, hasLowContrast } from './thread-contrast.ts';

it.each([
  ['navy on black', '#02283a', '#101214', true],
  ['silver on white', '#cccccc', '#ffffff', true],
  ['white on navy', '#ffffff', '#1d2a4d', false],
  ['gold on navy', '#d88c02', '#1d2a4d', false],
  ['ocean on white', '#006d75', '#ffffff', false],
])('%s', (_name, thread, cloth, isLow) => expect(hasLowContrast(thread, cloth)).toBe(isLow));

it('knows the cloth of a drawing, and of no photograph', () => {
  expect(findClothColour('/garments/polo.womens/1d2a4d-f5c518-front.svg')).toBe('#1d2a4d');
  expect(findClothColour('/pictures/0123.webp')).toBeUndefined();
});

it('a badge is light below a dark text, and dark below a light one', () => {
  expect([getPlateColour('#02283a'), getPlateColour('#ffdc00')]).toEqual(['#f7f7f4', '#2a2d31']);
});
