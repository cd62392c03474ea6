import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { describeScan, GROUP_SEPARATOR, hasValidCheckDigit, listCodesOf, readScan, scanKey } from './scanned-codes.ts';

const GS = GROUP_SEPARATOR;
const GTIN = '05060001010038';

test.each([
  ['the thirteen digits', '5060001010038'],
  ['fourteen digits', '05060001010038'],
  ['groups of digits as they are printed', ' 5 060001 010038 '],
  ['a GS1 string without FNC1', '0105060001010038'],
  ['GS1-128', ']C10105060001010038'],
  ['EAN-13 with its symbology', ']E05060001010038'],
  ['EAN-13 with an add-on', ']E3506000101003812345'],
  ['ITF-14', ']I105060001010038'],
  ['GS1 DataMatrix with a serial number', `]d20105060001010038${GS}21A7`],
  ['GS1 DataBar', ']e00105060001010038'],
  ['GS1 QR', ']Q3010506000101003810LOT5'],
  ['FNC1 first', `${GS}0105060001010038`],
  ['FNC1 as a name', '<GS>0105060001010038<GS>10LOT5'],
  ['the GTIN after a lot', `]C110LOT5${GS}0105060001010038`],
  ['the GTIN after a day', ']C11726033101050600010100382112'],
  ['Caps Lock', ']c10105060001010038'],
  ['elements as they are printed', '(01)05060001010038(10)LOT5'],
  ['a digital link', 'https://id.gs1.org/01/05060001010038/21/A7?17=260331'],
  ['a digital link of a shop, thirteen digits', 'https://shop.example/p/gtin/5060001010038'],
  ['a digital link in capitals', 'HTTPS://ID.GS1.ORG/01/05060001010038'],
  ['a digital link without its scheme', 'id.gs1.org/01/05060001010038'],
  ['digits of a Persian keyboard', '۵۰۶۰۰۰۱۰۱۰۰۳۸'],
  ['wide digits of a Japanese keyboard', '５０６０００１０１００３８'],
  ['control characters at the ends', '\u00025060001010038\u0003'],
])('%s: the GTIN is read', (_, input) => {
  expect(readScan(input)).toMatchObject({ gtin: GTIN, cartonOf: undefined });
  expect(scanKey(input)).toBe(GTIN);
  expect(listCodesOf(input)).toEqual(expect.arrayContaining([input.trim(), '5060001010038', GTIN]));
});

test.each([
  ['a SKU', 'MER-OX 16', 'MER-OX 16'],
  ['a SKU in Code 128 with its symbology', ']C0MER-OX 16', 'MER-OX 16'],
  ['the number of a return with its symbology', ']C0R50012', 'R50012'],
  ['a wrong check digit', '5060001010039', '5060001010039'],
  ['zeros', '00000000', '00000000'],
  ['a GS1 string with a wrong check digit', '0105060001010039', '0105060001010039'],
  ['a GS1 string without a GTIN', ']C110LOT5', '10LOT5'],
  ['a GS1 string that is cut', ']C101050600010100', '01050600010100'],
  ['a link to something else', 'https://shop.example/01/shirt', 'https://shop.example/01/shirt'],
  ['two codes in one', '50600010100385060001010038', '50600010100385060001010038'],
  ['a SKU of digits', '01050600', '01050600'],
])('%s: there is none', (_, input, text) => {
  expect(readScan(input)).toEqual({ text, gtin: undefined, cartonOf: undefined });
});

describe('a carton', () => {
  it('is told from a piece, whose GTIN is in its own', () => {
    expect(readScan('15060001010035')).toEqual({ text: '15060001010035', gtin: '15060001010035', cartonOf: GTIN });
    expect(listCodesOf('15060001010035')).toEqual(['15060001010035']);
  });

  it('that names its contents is not the piece', () => {
    expect(readScan(']C102050600010100383724')).toMatchObject({ gtin: undefined, cartonOf: GTIN });
  });
});

it('reads a GTIN of eight and of twelve digits in each length', () => {
  expect(listCodesOf('96385074')).toEqual(['96385074', '00000096385074', '0000096385074', '000096385074']);
  expect(listCodesOf('036000291452')).toEqual(['036000291452', '00036000291452', '0036000291452']);
});

it('shows the number of the label', () => {
  expect(['https://id.gs1.org/01/05060001010038', '5060001010038', ']C0TR-2', 'x'.repeat(80)].map(describeScan)).toEqual([
    '5060001010038',
    '5060001010038',
    'TR-2',
    `${'x'.repeat(60)}…`,
  ]);
});

it('reads the longest input at once', () => {
  const started = performance.now();
  for (const part of ['(01', `${GS}10`, '/01', '01', '[gs]']) readScan(part.repeat(100_000));
  expect(performance.now() - started).toBeLessThan(100);
});

test('detects any single wrong digit', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{12}$/), fc.nat({ max: 12 }), fc.integer({ min: 1, max: 9 }), (start, position, step) => {
      const digit = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].find((last) => hasValidCheckDigit(start + last));
      const digits = [...`${start}${digit}`];
      digits[position] = String((Number(digits[position]) + step) % 10);
      expect(hasValidCheckDigit(digits.join(''))).toBe(false);
    }),
  );
});
