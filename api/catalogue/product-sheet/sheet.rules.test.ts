import { describe, expect, it } from 'vitest';
import { readDescription } from './description-parts.rules.ts';
import { type Choices, createSizeTable, formatValues } from './sheet-choices.rules.ts';
import { createPriceTable, listPriceBands } from './sheet-prices.rules.ts';

const attribute = (name: string, values: string[], isScale = name === 'Size') => ({
  name,
  isColour: name === 'Colour',
  isScale,
  values: values.map((value) => ({ name: value, rgb: null })),
});
const colours = attribute('Colour', ['Navy', 'Red', 'White']);
const fits = attribute('Fit', ['Slim', 'Regular']);
const sizes = attribute('Size', ['S', 'M', 'L', 'XL']);

/** All combinations of the attributes but those without a price. */
function choicesOf(attributes: Choices['attributes'], priceOf: (places: number[]) => number | null | undefined): Choices {
  const all = attributes.reduce<number[][]>(
    (before, { values }) => before.flatMap((places) => values.map((_, place) => [...places, place])),
    [[]],
  );
  return {
    attributes,
    combinations: all.flatMap((places) => {
      const price = priceOf(places);
      return price === undefined ? [] : [{ places, price }];
    }),
  };
}

describe('the price table', () => {
  it('is left out where all cost the same, or prices are hidden', () => {
    expect(createPriceTable(choicesOf([colours, sizes], () => 10))).toBeUndefined();
    expect(createPriceTable(choicesOf([colours, sizes], () => null))).toBeUndefined();
    expect(createPriceTable({ attributes: [], combinations: [{ places: [], price: 10 }] })).toBeUndefined();
  });

  it('names only what decides the price', () => {
    expect(createPriceTable(choicesOf([colours, sizes], ([, size = 0]) => (size > 2 ? 12 : 10)))).toEqual({
      attributes: ['Size'],
      rows: [
        { values: ['S–L'], price: 10 },
        { values: ['XL'], price: 12 },
      ],
    });
    expect(createPriceTable(choicesOf([colours, fits, sizes], ([colour]) => (colour === 1 ? 12 : 10)))).toEqual({
      attributes: ['Colour'],
      rows: [
        { values: ['Navy, White'], price: 10 },
        { values: ['Red'], price: 12 },
      ],
    });
  });

  it('shares rows among colours with the same prices, and has rows for each where more decides', () => {
    const two = choicesOf([colours, sizes], ([colour, size = 0]) => (colour === 1 && size === 3 ? 15 : 10));
    expect(createPriceTable(two)?.rows).toEqual([
      { values: ['Navy, White', 'S–XL'], price: 10 },
      { values: ['Red', 'S–L'], price: 10 },
      { values: ['Red', 'XL'], price: 15 },
    ]);
    const three = createPriceTable(choicesOf([colours, fits, sizes], ([a = 0, b = 0, c = 0]) => a * 100 + b * 10 + c));
    expect(three?.attributes).toEqual(['Colour', 'Fit', 'Size']);
    expect(three?.rows).toHaveLength(24);
    expect(three?.rows.at(-1)).toEqual({ values: ['White', 'Regular', 'XL'], price: 213 });
  });

  it('says of every combination what it costs', () => {
    const choices = choicesOf([colours, fits, sizes], ([a = 0, b = 0, c = 0]) => ((a * 7 + b * 5 + c * 3) % 4) + 1);
    const table = createPriceTable(choices);
    for (const { places, price } of choices.combinations) {
      const names = places.map((place, at) => choices.attributes[at]?.values[place]?.name ?? '');
      const row = table?.rows.filter(
        ({ values, price: shown }) =>
          shown === price &&
          values.every((text, at) =>
            expand(text).includes(names[choices.attributes.findIndex(({ name }) => name === table.attributes[at])] ?? ''),
          ),
      );
      expect(row).toHaveLength(1);
    }
  });
});

const expand = (text: string) =>
  text.split(', ').flatMap((part) => {
    const [from, to] = part.split('–');
    const all = sizes.values.map(({ name }) => name);
    return to === undefined ? [part] : all.slice(all.indexOf(from ?? ''), all.indexOf(to) + 1);
  });

it('names sizes in a row by their ends, and colours one by one', () => {
  expect(formatValues(sizes, [0, 1, 2, 3])).toBe('S–XL');
  expect(formatValues(sizes, [3, 0])).toBe('S, XL');
  expect(formatValues(sizes, [0, 1, 3])).toBe('S, M, XL');
  expect(formatValues(colours, [2, 0, 1])).toBe('Navy, Red, White');
});

describe('the table of sizes', () => {
  it('is left out where every size comes in everything', () => {
    expect(createSizeTable(choicesOf([colours, sizes], () => 10))).toBeUndefined();
    expect(createSizeTable(choicesOf([sizes], () => 10))).toBeUndefined();
  });

  it('shares rows among colours in the same sizes', () => {
    expect(
      createSizeTable(choicesOf([colours, sizes], ([colour, size]) => (colour === 1 && size === 3 ? undefined : 10))),
    ).toEqual({
      attributes: ['Colour', 'Size'],
      rows: [
        ['Navy, White', 'S–XL'],
        ['Red', 'S–L'],
      ],
    });
  });
});

it.each([
  [10, [{ quantity: 10, price: 9 }], 1, ['1–9 10', '10 and more 9']],
  [null, [{ quantity: 10, price: 9 }], 1, ['1–9 null', '10 and more 9']],
  [10, [{ quantity: 2, price: 9 }], 1, ['1 10', '2 and more 9']],
  [
    10,
    [
      { quantity: 5, price: 9 },
      { quantity: 1000, price: 8 },
    ],
    5,
    ['5–999 9', '1,000 and more 8'],
  ],
  [10, [], 1, []],
])('lists prices by quantity: %j with %j from %i pieces', (price, tiers, least, expected) => {
  expect(listPriceBands(price, tiers, least).map((band) => `${band.quantities} ${band.price}`)).toEqual(expected);
});

describe('the parts of a description', () => {
  it('are paragraphs, headings, items and rows', () => {
    expect(
      readDescription(
        'Loose <b>text</b><h2>Head</h2><p>One<br>two &lt;3 &amp; more</p><ul><li>First <em>item</em></li><li><p>Second</p><ul><li>Inner</li></ul></li></ul><table><tr><td>Weight</td><td>250 g</td></tr></table>',
      ),
    ).toEqual([
      { kind: 'paragraph', text: 'Loose text' },
      { kind: 'heading', text: 'Head' },
      { kind: 'paragraph', text: 'One\ntwo <3 & more' },
      { kind: 'item', text: 'First item' },
      { kind: 'item', text: 'Second' },
      { kind: 'item', text: 'Inner' },
      { kind: 'paragraph', text: 'Weight · 250 g' },
    ]);
  });

  it.each(['', '   ', '<p></p>', '<script>alert(1)</script>', '<!-- a --><p> </p>'])('are none of %j', (html) => {
    expect(readDescription(html)).toEqual([]);
  });
});
