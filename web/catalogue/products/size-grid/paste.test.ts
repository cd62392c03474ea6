import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aGarment, colours, sizes } from '../builders.ts';
import { createGrid } from './grid-model.ts';
import { applyPastedBlock, describePasteResult, parsePastedBlock, parsePastedQuantity } from './paste.ts';

describe('parsePastedQuantity', () => {
  test.each([
    ['12', 12],
    [' 7 ', 7],
    ['0', 0],
    ['1,200', 1200],
    ['1 200', 1200],
    ['1’200', 1200],
    ['12.00', 12],
    ['"15"', 15],
    ['', 'nothing'],
    ['–', 'nothing'],
    ['1.5', 'unreadable'],
    ['-3', 'unreadable'],
    ['1e3', 'unreadable'],
    ['=A1', 'unreadable'],
    ['twelve', 'unreadable'],
    ['999999999', 'unreadable'],
    ['12,34', 'unreadable'],
  ])('reads %j as %j', (field, expected) => {
    expect(parsePastedQuantity(field)).toBe(expected);
  });
});

test('reads back a block copied from a spreadsheet', () => {
  const fields = fc.array(fc.array(fc.nat(100_000), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fields, fc.constantFrom('\n', '\r\n', '\r'), fc.boolean(), (block, newline, ends) => {
      const text = block.map((line) => line.join('\t')).join(newline) + (ends ? newline : '');
      expect(parsePastedBlock(text)).toEqual(block);
    }),
  );
});

test('fills in only whole quantities of sizes in stock for any text', () => {
  const grid = createGrid(
    aGarment([colours(), sizes()], ({ id }) => (id % 3 === 0 ? { stockStatus: 'OutOfStock', stockQuantity: 0 } : {})),
  );
  const inStock = new Set(
    grid.rows.flatMap(({ cells }) => cells).flatMap((cell) => (cell && cell.stock > 0 ? [cell.combination.id] : [])),
  );
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: -2, max: 4 }), fc.integer({ min: -2, max: 4 }), (text, row, column) => {
      const { quantities } = applyPastedBlock(grid, parsePastedBlock(text), { row, column });
      for (const [id, quantity] of quantities) {
        expect(Number.isInteger(quantity) && quantity >= 0 && quantity <= 100_000).toBe(true);
        expect(quantity === 0 || inStock.has(id)).toBe(true);
      }
    }),
  );
});

test('fills in or reports every quantity', () => {
  const grid = createGrid(aGarment([colours(), sizes()]));
  const block = fc.array(fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 5 }), { maxLength: 5 });
  fc.assert(
    fc.property(block, fc.nat(1), fc.nat(2), (pasted, row, column) => {
      const filled = applyPastedBlock(grid, pasted, { row, column });
      expect(filled.quantities.size + filled.outOfStock.length + filled.outsideGrid).toBe(pasted.flat().length);
    }),
  );
});

test('keeps the quantity when a pasted field is empty, and clears it when the field is zero', () => {
  const grid = createGrid(aGarment([colours(), sizes()]));
  const { quantities } = applyPastedBlock(grid, parsePastedBlock('5\t\t0'), { row: 1, column: 0 });
  expect([...quantities]).toEqual([
    [1003, 5],
    [1005, 0],
  ]);
});

test('reports what was not filled in and why', () => {
  const grid = createGrid(
    aGarment([colours(), sizes()], ({ id }) => (id === 1001 ? { stockStatus: 'OutOfStock', stockQuantity: 0 } : {})),
  );
  expect(describePasteResult(applyPastedBlock(grid, parsePastedBlock('4\t4\tx\t9'), { row: 0, column: 0 }))).toBe(
    'One field filled in. Not filled in because out of stock: Navy, M. One quantity did not fit into the table. One entry was not a whole number.',
  );
});
