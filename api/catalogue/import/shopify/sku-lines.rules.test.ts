import { describe, expect, it } from 'vitest';
import { addSkuLine, refuseRepeatedSku, type SkuLines, takeGeneratedSku } from './sku-lines.rules.ts';

/** The lines of these SKUs, from line 2 on, and why each is refused. */
function refuse(...skus: string[]) {
  const skuLines: SkuLines = new Map();
  const rows = skus.map((sku, index) => ({ line: index + 2, cells: { sku } }));
  for (const row of rows) addSkuLine(skuLines, row);
  return rows.map((row) => refuseRepeatedSku(row, skuLines));
}

describe('a SKU that is in a file more than once', () => {
  it('is refused on each of its lines, which name the others', () => {
    expect(refuse('A-1', 'A-2', 'a-1')).toEqual(['the SKU A-1 is also on line 4', undefined, 'the SKU a-1 is also on line 2']);
    expect(refuse('A', 'A', 'A', 'A', 'A')[4]).toBe('the SKU A is also on lines 2, 3, 4 and 1 more');
  });

  it.each([
    ['another case', 'shirt-é', 'SHIRT-É'],
    ['a dotted capital I', 'LİM-1', 'lim-1'],
    ['a sigma at the end of a word', 'ΑΣ', 'ασ'],
  ])('is the same in %s', (_, one, other) => {
    expect(refuse(one, other)).toEqual([`the SKU ${one} is also on line 3`, `the SKU ${other} is also on line 2`]);
  });

  it.each([
    ['without a SKU', '', ''],
    ['with a space', 'A 1', 'A1'],
    ['in another normal form', 'caf\u00e9', 'cafe\u0301'],
  ])('is another one %s', (_, one, other) => {
    expect(refuse(one, other)).toEqual([undefined, undefined]);
  });
});

it('a generated SKU is none that the file has, on any of its lines', () => {
  const skuLines: SkuLines = new Map();
  addSkuLine(skuLines, { line: 9, cells: { sku: 'polo-s' } });
  expect([4, 5, 4].map((line) => takeGeneratedSku('POLO-S', line, skuLines))).toEqual(['POLO-S-2', 'POLO-S-3', 'POLO-S-2']);
});
