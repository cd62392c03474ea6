import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openProductFile } from '../files/product-file.ts';
import { type MappedProduct, mapProduct } from './product.rules.ts';
import { readProducts, scanFile } from './product-rows.ts';
import type { ReportEntry } from './report.rules.ts';

/** Reads the products of a fixture as an import for an organisation with prices in GBP does. */
async function mapFile(
  name: string,
): Promise<{ products: Map<string, MappedProduct>; report: ReportEntry[]; outcomes: string[] }> {
  const file = await openProductFile(join(import.meta.dirname, 'fixtures', name));
  const scan = await scanFile(file, () => {});
  const report: ReportEntry[] = [];
  const facts = { decimalSeparator: scan.decimalSeparator, currency: 'GBP', skuLines: scan.skuLines };
  const products: MappedProduct[] = [];
  for await (const { handle, rows } of readProducts(file, scan, (entry) => report.push(entry))) {
    products.push(mapProduct(file.header, handle, rows, facts));
  }
  for (const { entries } of products) report.push(...entries);
  const outcomes = report
    .filter(({ outcome }) => outcome !== 'warning')
    .map(({ line, outcome, text }) => `${line} ${outcome}: ${text}`);
  return { products: new Map(products.map((product) => [product.handle, product])), report, outcomes };
}

test('reads a product of an old export with options, images, stock and specifications', async () => {
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
  expect(outcomes).toEqual(['6 ignored: adds an image', '8 ignored: gift cards are not imported']);
});

test('reads a product of a new export with four options and specifications in metafields', async () => {
  const { products, report } = await mapFile('new-columns.csv');
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
  expect(report).toContainEqual(expect.objectContaining({ line: 6, kind: 'price on request' }));
  expect(report).toContainEqual(expect.objectContaining({ line: 2, text: 'price "1,049.00" read as 1049.00' }));
});

test('groups scattered rows by handle, and refuses only the product when a row is invalid', async () => {
  const { products, outcomes, report } = await mapFile('scattered-handles.csv');
  const accepted = [...products.values()].filter(({ draft }) => draft).map(({ handle }) => handle);
  expect(accepted).toEqual(['alpha', 'beta', 'gamma', 'nobodys-polo']);
  expect(products.get('alpha')?.draft).toMatchObject({
    fields: { name: 'Alpha Polo' },
    combinations: [{ values: ['L'] }, { values: ['S'] }],
  });
  expect(products.get('beta')?.draft?.combinations).toHaveLength(2);
  expect(products.get('gamma')?.draft?.combinations[0]?.fields.sku).toBe('GAMMA-M');
  expect(outcomes).toEqual([
    '9 refused: the product has no title',
    '11 refused: the variant "M" is already on line 10',
    '10 refused: not imported because of line 11: a product is imported completely or not at all',
    '13 refused: the value of the option "Size" is missing',
    '14 refused: not imported because of line 13: a product is imported completely or not at all',
  ]);
  const warnings = report.filter(({ outcome }) => outcome === 'warning').map(({ line, text }) => `${line}: ${text}`);
  expect(warnings).toEqual(
    expect.arrayContaining([
      '4: the title "Alpha Poloshirt" differs from "Alpha Polo" in line 2, which is used',
      '4: it is separate from the other rows of its product',
      '7: repeats line 6',
      '8: has no SKU; GAMMA-M was generated',
    ]),
  );
});

test('refuses the product when a price is invalid, and reports how prices were read', async () => {
  const { products, outcomes } = await mapFile('prices.csv');
  const price = (handle: string) => products.get(handle)?.draft?.fields.price_minor;
  expect(['p1', 'p2', 'p5', 'p6', 'p7', 'p8'].map(price)).toEqual([129900, 1250, 0, 1235, 125000, 810]);
  expect(outcomes).toEqual(['4 refused: the price "-5" is negative', '5 refused: the price "free" is not a number']);
  const report = [...products.values()].flatMap(({ entries }) => entries.map(({ text }) => text));
  expect(report).toContain('the price is in EUR and was read as GBP');
});

test('removes harmful content and imports the product', async () => {
  const { products } = await mapFile('hostile.csv');
  expect(products.get('nul-polo')?.draft).toMatchObject({
    fields: { name: 'Nul Polo', full_description: '<p>Hello there</p>' },
    images: [],
    combinations: [{ fields: { sku: '=1+2' } }],
  });
});
