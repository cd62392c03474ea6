import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCsv } from './csv-file.ts';
import { type MappedProduct, mapProduct } from './product.rules.ts';
import { readProducts, scanFile } from './product-rows.ts';
import type { ReportEntry } from './report.rules.ts';

/** The products of a fixture as an import for an organisation that trades in pounds reads them. */
async function mapFile(name: string): Promise<{ products: Map<string, MappedProduct>; said: ReportEntry[]; outcomes: string[] }> {
  const file = await openCsv(join(import.meta.dirname, 'fixtures', name));
  const survey = await scanFile(file, () => {});
  const said: ReportEntry[] = [];
  const facts = { decimalSeparator: survey.decimalSeparator, currency: 'GBP', skuLines: new Map<string, number>() };
  const products: MappedProduct[] = [];
  for await (const { handle, rows } of readProducts(file, survey, (entry) => said.push(entry))) {
    products.push(mapProduct(file.header, handle, rows, facts));
  }
  for (const { entries } of products) said.push(...entries);
  const outcomes = said
    .filter(({ outcome }) => outcome !== 'warning')
    .map(({ line, outcome, text }) => `${line} ${outcome}: ${text}`);
  return { products: new Map(products.map((product) => [product.handle, product])), said, outcomes };
}

test('a product of an old export, with choices, pictures, stock and facts', async () => {
  const { products, outcomes } = await mapFile('old-columns.csv');
  expect(products.get('porter-fleece')?.draft).toMatchObject({
    fields: {
      name: 'Porter Fleece',
      garment_type: 'fleece',
      vendor: 'Hearth & Hook',
      full_description: '<p>Warm on the door,\nand quick to dry.</p>',
      short_description: 'Warm on the door, and quick to dry.',
      price_minor: 3450,
      old_price_minor: 4200,
      call_for_price: false,
      weight_grams: 420,
      manages_stock: true,
      backorder_mode: 0,
      sku: null,
      tags: ['winter', 'men', 'polyester'],
    },
    offered: true,
    categoryPath: ['Fleeces'],
    attributes: [
      { name: 'Size', role: 'size', values: [{ name: 'S' }, { name: 'M' }, { name: 'XL' }] },
      {
        name: 'Colour',
        role: 'colour',
        values: [
          { name: 'Navy', rgb: '#1f2a44', accent: null },
          { name: 'Heather Grey/White', rgb: '#b3b6ba', accent: '#ffffff' },
        ],
      },
    ],
    combinations: [
      {
        line: 2,
        values: ['M', 'Navy'],
        quantity: 12,
        fields: { sku: 'PF-M-NVY', gtin: '4006381333931', overridden_price_minor: null },
      },
      { line: 4, values: ['S', 'Navy'], quantity: 8, fields: { sku: 'PF-S-NVY', gtin: null, overridden_price_minor: null } },
      { line: 5, values: ['XL', 'Heather Grey/White'], quantity: 0, fields: { sku: 'PF-XL-HGY', overridden_price_minor: 3600 } },
    ],
    images: [
      { url: 'https://pictures.example/porter-1.jpg', alt: 'Porter fleece' },
      { url: 'https://pictures.example/porter-2.jpg', alt: 'Porter fleece from behind' },
      { url: 'https://pictures.example/porter-3.jpg', alt: null },
    ],
  });
  expect(products.get('lobby-bag')?.draft).toMatchObject({
    fields: { manages_stock: false, sku: 'LB-1', price_minor: 1800 },
    attributes: [],
    combinations: [{ values: [], quantity: null }],
  });
  expect(outcomes).toEqual(['6 ignored: adds a picture', '8 ignored: a gift card is nothing to wear']);
});

test('a product of a new export, with four options and facts in metafields', async () => {
  const { products, said } = await mapFile('new-columns.csv');
  expect(products.get('terrace-trousers')?.draft).toMatchObject({
    fields: {
      price_minor: 104900,
      backorder_mode: 2,
      full_description: '<p>Plain words &amp; no markup</p>',
      short_description: 'Trousers for warm terraces.',
      sku: null,
    },
    categoryPath: ['Apparel & Accessories', 'Clothing', 'Pants'],
    attributes: [
      { name: 'Waist', role: 'size', values: [{ name: '30R' }, { name: '30L' }, { name: '32L' }] },
      { name: 'Farbe', role: 'colour', values: [{ name: 'Dunkelblau', rgb: '#1f2a44' }] },
      { name: 'Fit', role: 'fit', values: [{ name: 'Slim' }] },
      { name: 'Material', role: null, values: [{ name: 'Linen' }] },
    ],
    combinations: [{ quantity: 40 }, { quantity: 41 }, { quantity: null }],
    specifications: expect.arrayContaining([
      { specification: 'Cut', option: 'Unisex' },
      { specification: 'Fabric', option: 'Linen' },
      { specification: 'Fabric', option: 'Cotton' },
      { specification: 'Season', option: 'Summer' },
    ]),
  });
  expect(products.get('draft-coat')?.draft).toMatchObject({
    offered: false,
    categoryPath: ['Apparel & Accessories', 'Clothing', 'Coats'],
  });
  expect(products.get('samples')?.draft?.fields).toMatchObject({ call_for_price: true, price_minor: 0, manages_stock: false });
  expect(said).toContainEqual(expect.objectContaining({ line: 6, kind: 'price on request' }));
  expect(said).toContainEqual(expect.objectContaining({ line: 2, text: 'price "1,049.00" read as 1049.00' }));
});

test('rows of one handle belong together wherever they stand, and a bad row refuses its product alone', async () => {
  const { products, outcomes, said } = await mapFile('scattered-handles.csv');
  const taken = [...products.values()].filter(({ draft }) => draft).map(({ handle }) => handle);
  expect(taken).toEqual(['alpha', 'beta', 'gamma', 'nobodys-polo']);
  expect(products.get('alpha')?.draft).toMatchObject({
    fields: { name: 'Alpha Polo' },
    combinations: [{ values: ['L'] }, { values: ['S'] }],
  });
  expect(products.get('beta')?.draft?.combinations).toHaveLength(2);
  expect(products.get('gamma')?.draft?.combinations[0]?.fields.sku).toBe('A-L-2');
  expect(outcomes).toEqual([
    '9 refused: the product has no title',
    '11 refused: the choice "M" is already on line 10',
    '10 refused: left out because of line 11: a product is imported whole or not at all',
    '13 refused: the value of the option "Size" is missing',
    '14 refused: left out because of line 13: a product is imported whole or not at all',
  ]);
  const warnings = said.filter(({ outcome }) => outcome === 'warning').map(({ line, text }) => `${line}: ${text}`);
  expect(warnings).toEqual(
    expect.arrayContaining([
      '4: the title "Alpha Poloshirt" differs from "Alpha Polo" of line 2, which counts',
      '4: it stands apart from the other rows of its product',
      '7: says the same as line 6',
      '8: the SKU A-L is already on line 2; this one is called A-L-2',
    ]),
  );
});

test('prices that cannot be meant refuse the product, and what was read is said', async () => {
  const { products, outcomes } = await mapFile('prices.csv');
  const price = (handle: string) => products.get(handle)?.draft?.fields.price_minor;
  expect(['p1', 'p2', 'p5', 'p6', 'p7', 'p8'].map(price)).toEqual([129900, 1250, 0, 1235, 125000, 810]);
  expect(outcomes).toEqual(['4 refused: the price "-5" is negative', '5 refused: the price "free" is not a number']);
  const said = [...products.values()].flatMap(({ entries }) => entries.map(({ text }) => text));
  expect(said).toContain('the price is in EUR and was taken as GBP');
});

test('what could harm is taken out of a product, and the product stays', async () => {
  const { products } = await mapFile('hostile.csv');
  expect(products.get('nul-polo')?.draft).toMatchObject({
    fields: { name: 'Nul Polo', full_description: '<p>Hello there</p>' },
    images: [],
    combinations: [{ fields: { sku: '=1+2' } }],
  });
});
