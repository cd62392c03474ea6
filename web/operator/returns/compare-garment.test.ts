import { expect, it } from 'vitest';
import { compareGarment } from './compare-garment.ts';

const request = { productId: 7, productName: 'Polo', sku: 'P-S', attributeDescription: 'Navy, S' };
const garment = {
  id: 1,
  ...request,
  colour: 'Navy',
  size: 'S',
  shelf: null,
  orders: [],
};
const other = { ...garment, sku: 'P-M', attributeDescription: 'Navy, M', size: 'M' };
const coat = { ...garment, productId: 8, productName: 'Coat', sku: 'C-S' };

it('tells the returned garment from another size and from another garment', () => {
  expect(compareGarment(request, [{ ...garment, sku: 'p-s' }])).toEqual({ tone: 'success', text: 'This is it: Polo, Navy, S.' });
  expect(compareGarment(request, [other])).toEqual({ tone: 'warning', text: 'This is Navy, M. The return is of Navy, S.' });
  expect(compareGarment(request, [coat])?.text).toBe('This is Coat, Navy, S. The return is of Polo, Navy, S.');
  expect(compareGarment(request, [])).toBeUndefined();
});

it('takes it where several garments have the code, and otherwise the one of its product', () => {
  expect(compareGarment(request, [coat, garment])?.tone).toBe('success');
  expect(compareGarment(request, [coat, other])?.text).toBe('This is Navy, M. The return is of Navy, S.');
});
