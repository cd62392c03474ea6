import { expect, it } from 'vitest';
import type { AdhocProduct } from '../products/catalogue-types.ts';
import { filterProducts } from './listed-garment.ts';

const aProduct = (name: string, sku: string) =>
  ({ name, sku, productAttributeCombinations: [{ sku: `${sku}/M` }, { sku: null }] }) as unknown as AdhocProduct;
const PRODUCTS = [aProduct('Pâtissier’s coat', 'PC-1'), aProduct("Women's polo shirt", 'WP-2'), aProduct('Müller boots', 'MB-3')];

it.each([
  ['', ['PC-1', 'WP-2', 'MB-3']],
  ['coat patissiers', ['PC-1']],
  ['PÂTISSIER', ['PC-1']],
  ['women’s', ['WP-2']],
  ['womens shirt', ['WP-2']],
  ['mueller', ['MB-3']],
  ['muller', ['MB-3']],
  ['wp-2/m', ['WP-2']],
  ['polo boots', []],
])('"%s" finds the products with all its words, whatever their accents', (search, skus) => {
  expect(filterProducts(PRODUCTS, search).map(({ sku }) => sku)).toEqual(skus);
});
