import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  detectCurrency,
  detectDecimalSeparator,
  readAmount,
  readGrams,
  readGtin,
  readQuantity,
  readYesNo,
} from './amounts.rules.ts';

test.each([
  ['12', undefined, 1200],
  ['54.95', undefined, 5495],
  ['1,299.00', undefined, 129900],
  ['1.299,00', undefined, 129900],
  ['1 299,00 €', undefined, 129900],
  ['1’299.–', undefined, 129900],
  ['£12.50', undefined, 1250],
  ['12.5', undefined, 1250],
  ["CHF 1'299.50", undefined, 129950],
  ['12,50 kr', undefined, 1250],
  ['1,299,000.10', undefined, 129900010],
  ['12,34,567.00', undefined, 123456700],
  ['.99', undefined, 99],
  ['0,125', '.', 13],
  ['0.00', undefined, 0],
  ['1,299', undefined, 129900],
  ['1,299', '.', 129900],
  ['1.299', ',', 129900],
  ['12.345', '.', 1235],
  ['9.9900', undefined, 999],
])('reads the price %s with separator %s as %s pence', (text, sign, minor) => {
  expect(readAmount(text, sign as '.' | ',' | undefined)).toMatchObject({ value: minor });
});

test.each([
  ['-5', 'negative'],
  ['(5.00)', 'negative'],
  ['£-5.00', 'negative'],
  ['free', 'not a number'],
  ['12.50.10', 'not a number'],
  ['1,2,3', 'not a number'],
  ['12 or 13', 'not a number'],
  ['1e5', 'not a number'],
  ['NaN', 'not a number'],
  ['1.299', 'could mean 1.30 or 1299.00'],
  ['99999999999999', 'too high'],
])('refuses the price %s because it is %s', (text, reason) => {
  expect(readAmount(text, undefined)).toMatchObject({ refusal: expect.stringContaining(reason) });
});

test('returns null for an empty price, and adds a note only when the notation differs', () => {
  expect(readAmount('  ', undefined)).toEqual({ value: null });
  expect(readAmount('12.50', undefined)).toEqual({ value: 1250 });
  expect(readAmount('£12.50', undefined)).toEqual({ value: 1250, note: 'price "£12.50" read as 12.50' });
});

const minor = fc.integer({ min: 0, max: 9_999_999_99 });

function group(whole: string, by: string): string {
  return whole.replaceAll(/\B(?=(\d{3})+$)/g, by);
}

test('reads the same price from every notation', () => {
  const styles = fc.constantFrom<['.' | ',', string]>(
    ['.', ''],
    ['.', ','],
    ['.', ' '],
    ['.', "'"],
    [',', ''],
    [',', '.'],
    [',', '\u00a0'],
  );
  fc.assert(
    fc.property(minor, styles, fc.constantFrom('', '£', '€ ', 'USD '), (amount, [sign, by], currency) => {
      const text = `${currency}${group(String(Math.floor(amount / 100)), by)}${sign}${String(amount % 100).padStart(2, '0')}`;
      expect(readAmount(text, undefined)).toMatchObject({ value: amount });
      expect(detectDecimalSeparator(text)).toBe(sign);
    }),
  );
});

test('returns whole pence or a refusal for any text', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^[-£€]?[\d., ']{0,14}$/)),
      fc.constantFrom('.' as const, ',' as const, undefined),
      (text, sign) => {
        const read = readAmount(text, sign);
        if ('value' in read && read.value !== null) expect(Number.isSafeInteger(read.value) && read.value >= 0).toBe(true);
      },
    ),
  );
});

test.each([
  ['4', 4],
  ['4.0', 4],
  ['1,200', 1200],
  ['-3', 0],
  ['', null],
])('reads the stock %s as %s', (text, value) => expect(readQuantity(text)).toMatchObject({ value }));

test.each(['four', '4.5', '9999999999', '1,2'])('refuses the stock %s', (text) =>
  expect(readQuantity(text)).toHaveProperty('refusal'),
);

test.each([
  ["'4006381333931", '4006381333931'],
  ['886888963176', '886888963176'],
  ['96385074', '96385074'],
  ['4006381333932', null],
  ['8.86889E+11', null],
  ['0000000000000', null],
  ['ABC', null],
])('reads the barcode %s as GTIN %s', (text, value) => expect(readGtin(text)).toMatchObject({ value }));

test('reads weights, currencies, and yes or no', () => {
  expect(readGrams('453.592')).toEqual({ value: 454 });
  expect(readGrams('heavy')).toMatchObject({ value: 0, note: expect.any(String) });
  expect([detectCurrency('€5'), detectCurrency('5.00 CHF'), detectCurrency('$5'), detectCurrency('5')]).toEqual([
    'EUR',
    'CHF',
    undefined,
    undefined,
  ]);
  expect([readYesNo('TRUE'), readYesNo('CONTINUE'), readYesNo('deny'), readYesNo('')]).toEqual([true, true, false, null]);
});
