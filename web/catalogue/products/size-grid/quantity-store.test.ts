import { describe, expect, test } from 'vitest';
import { QuantityStore } from './quantity-store.ts';

describe('a text typed into a field', () => {
  test.each(['1.5', '-3', '1e3', '100001'])('%s stays there with its error and is no quantity', (text) => {
    const quantities = new QuantityStore();
    quantities.type(7, '1');

    quantities.type(7, text);

    expect([quantities.get(7), quantities.findInvalidText(7), quantities.listInvalid()]).toEqual([0, text, [7]]);
    expect(quantities.findError(7)).toBe(text === '100001' ? 'At most 100,000' : 'Whole numbers only');
  });

  test('is a quantity again once it is a whole number', () => {
    const quantities = new QuantityStore();
    quantities.type(7, '1.');
    quantities.type(7, '1');

    expect([quantities.get(7), quantities.findInvalidText(7), quantities.findError(7)]).toEqual([1, undefined, undefined]);
  });

  test('is cleared with the quantities, and replaced by a pasted one', () => {
    const quantities = new QuantityStore();
    quantities.type(7, '1.5');
    quantities.type(8, '-3');
    quantities.set([[8, 4]]);
    expect([quantities.listInvalid(), quantities.get(8)]).toEqual([[7], 4]);

    quantities.clear();

    expect([quantities.listInvalid(), [...quantities.snapshot()]]).toEqual([[], []]);
  });

  test('keeps its error when the server rejects other quantities', () => {
    const quantities = new QuantityStore();
    quantities.type(7, '1.5');
    quantities.setErrors(new Map([[8, 'Not today.']]));

    expect([quantities.findError(7), quantities.findError(8)]).toEqual(['Whole numbers only', 'Not today.']);
  });
});
