import { describe, expect, it } from 'vitest';
import { convertFigures, formatFineLength, formatHeight, formatWeight } from './units.ts';

describe('lengths and weights as people say them', () => {
  it('are in the unit that the person types', () => {
    expect([formatHeight(178, 'cm'), formatHeight(178, 'inches'), formatHeight(182.9, 'inches')]).toEqual([
      '178 cm',
      '5 ft 10 in',
      '6 ft 0 in',
    ]);
    expect([formatWeight(82, 'kg'), formatWeight(82, 'stones')]).toEqual(['82 kg', '12 st 13 lb']);
    expect([formatFineLength(26.4, 'cm'), formatFineLength(26.4, 'inches'), formatFineLength(98, 'inches')]).toEqual([
      '26.4 cm',
      '10½ in',
      '38½ in',
    ]);
  });
});

describe('figures of a size guide', () => {
  it.each([
    ['91–94', 'cm', 'inches', '36–37'],
    ['22.9', 'cm', 'inches', '9'],
    ['17.8', 'cm', 'inches', '7'],
    ['36–38', 'in', 'cm', '91.5–96.5'],
    ['15.5', 'in', 'cm', '39.5'],
    ['71 / 76 / 81', 'cm', 'inches', '28 / 30 / 32'],
    ['960', 'mm', 'inches', '38'],
    ['960', 'mm', 'cm', '96'],
    ['91–94', 'cm', 'cm', '91–94'],
    ['36–38', 'in', 'inches', '36–38'],
    ['–', 'cm', 'inches', '–'],
  ] as const)('%s %s for someone who types %s', (text, from, to, shown) => expect(convertFigures(text, from, to)).toBe(shown));
});
