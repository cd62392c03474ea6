import { expect, it } from 'vitest';
import { findClientPrice } from './client-price.rules.ts';

const pairs = (...all: [catalogue: number, file: number][]) => all.map(([catalogue, file]) => ({ catalogue, file }));

it.each([
  ['the catalogue’s prices', pairs([2840, 2840], [3040, 3040]), { price: null, percent: null }],
  ['one price', pairs([2840, 2690], [2840, 2690]), { price: 2690, percent: null }],
  ['one price where the catalogue has several', pairs([2840, 2690], [3040, 2690]), { price: 2690, percent: null }],
  ['a percentage', pairs([2840, 2670], [3040, 2858]), { price: null, percent: -6 }],
  ['a percentage that rounds a half up', pairs([150, 158], [1000, 1050]), { price: null, percent: 5 }],
  ['a rise', pairs([1000, 1025], [2000, 2050]), { price: null, percent: 2.5 }],
])('finds %s', (_, prices, expected) => {
  expect(findClientPrice(prices)).toEqual(expected);
});

it.each([
  ['surcharges of the client’s own', pairs([2840, 2690], [2840, 2890])],
  ['a percentage and one exception', pairs([1000, 900], [2000, 1800], [3000, 2999])],
  ['more than eleven times the price', pairs([10, 200], [20, 400])],
  ['prices for what the catalogue gives away', pairs([0, 100], [0, 200])],
])('finds none for %s', (_, prices) => {
  expect(findClientPrice(prices)).toBeUndefined();
});
