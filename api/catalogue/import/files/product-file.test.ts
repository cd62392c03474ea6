import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { streamWorkbook } from '#api/platform/workbook/workbook.ts';
import { readMapping, recogniseColumns } from './column-mapping.rules.ts';
import { readRow } from './columns.rules.ts';
import { inspectProductFile, openProductFile } from './product-file.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livery-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function saveText(text: string | Buffer): Promise<string> {
  const path = join(folder, 'products.csv');
  await writeFile(path, text);
  return path;
}

async function saveWorkbook(rows: readonly (readonly (string | number | null)[])[]): Promise<string> {
  const [header = [], ...others] = rows;
  const columns = header.map((name, index) => ({
    header: String(name),
    width: 10,
    value: (row: readonly (string | number | null)[]) => row[index] ?? null,
  }));
  const path = join(folder, 'products.xlsx');
  await writeFile(path, await buffer(streamWorkbook({ name: 'Products', columns, rows: others })));
  return path;
}

async function readRows(path: string, mapping?: Parameters<typeof openProductFile>[1]) {
  const file = await openProductFile(path, mapping);
  const rows = [];
  for await (const record of file.records()) if ('cells' in record) rows.push(readRow(file.header, record.line, record.cells));
  return { file, rows };
}

const SHEET = [
  ['Style no', 'Style name', 'Colour', 'Size', 'SKU', 'Price', 'Weight (kg)', 'Shelf'],
  ['K500', 'Polo', 'Navy', 'M', 'K500-NVY-M', 12.5, 0.25, 'A1'],
  ['K500', 'Polo', 'Navy', 'L', '0815', 12.5, 0.25, '-12'],
] as const;

describe('columns', () => {
  test('are recognised by the names that files have for them, and the others are named', () => {
    expect(recogniseColumns(['STYLE#', 'Colour Name', 'GRÖSSE', 'ean', 'Piece price', 'Shelf'], [])).toEqual({
      format: 'mapped',
      mapping: {
        columns: { productCode: 'STYLE#', colour: 'Colour Name', size: 'GRÖSSE', barcode: 'ean', price: 'Piece price' },
        constants: {},
      },
      unused: ['Shelf'],
    });
  });

  test.each([
    [['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant SKU'], 'shopify'],
    [['Title', 'SKU', 'Price'], 'shopify'],
    [['Handle', 'Title', 'Colour', 'Size'], 'mapped'],
    [['Product ID', 'Handle', 'Name', 'Variant ID', 'SKU'], 'livery'],
  ] as const)('%s are those of %s', (header, format) => {
    expect(recogniseColumns(header, []).format).toBe(format);
  });

  test('of weights say the unit, or the values do', () => {
    const unitOf = (header: string, value: string, other = 'Colour') =>
      recogniseColumns(['Code', other, header], [['A', 'Navy', value]]).mapping.constants.weightUnit;
    expect(unitOf('Weight (lb)', '250')).toBe('lb');
    expect(unitOf('Weight kg', '250')).toBe('kg');
    expect(unitOf('Weight', '250')).toBe('g');
    expect(unitOf('Weight', '0,25')).toBe('kg');
    expect(unitOf('Weight', '0.25', 'Color')).toBe('lb');
  });
});

describe('a list of combinations', () => {
  test('is read from a workbook, with codes as they are written', async () => {
    const { file, rows } = await readRows(await saveWorkbook(SHEET));
    expect(file).toMatchObject({ format: 'mapped', unused: ['Shelf'] });
    expect(rows).toMatchObject([
      {
        line: 2,
        cells: { handle: 'K500', title: 'Polo', sku: 'K500-NVY-M', price: '12.5', grams: '250' },
        options: [
          { name: 'Colour', value: 'Navy' },
          { name: 'Size', value: 'M' },
        ],
      },
      { line: 3, cells: { sku: '0815' } },
    ]);
  });

  test('is found below the title of a report, and with any separator', async () => {
    const text = `Price list\nValid from;1.12.2026\n\n${SHEET.map((row) => row.join(';')).join('\n')}\n`;
    const { rows } = await readRows(await saveText(text));
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ line: 5, cells: { handle: 'K500', sku: 'K500-NVY-M' } });
  });

  test('is read as its mapping says, with constants for what has no column', async () => {
    const path = await saveText('A;B;C;D\nK500;"<b>Polo</b> &amp; more";0,5;Shirts|Polos\nK500;Polo;0,5;Shirts\n');
    const mapping = {
      columns: { productCode: 'A', name: 'B', weight: 'C', category: 'D', colour: 'No such column' },
      constants: { brand: 'Northway', size: 'One size', weightUnit: 'lb' },
    };
    const { file, rows } = await readRows(path, mapping);
    expect(file.header.unused).toEqual([]);
    expect(rows[0]).toMatchObject({
      cells: { handle: 'K500', title: 'Polo & more', grams: '227', productCategory: 'Shirts', vendor: 'Northway' },
      options: [{ name: 'Size', value: 'One size' }],
    });
  });

  test('is read in the encoding that spreadsheet programs save', async () => {
    const { rows } = await readRows(await saveText(Buffer.from('Style;Name;Farbe\nK1;Müller’s;Weiß\n', 'latin1')));
    expect(rows[0]?.options).toEqual([{ name: 'Colour', value: 'Weiß' }]);
  });
});

describe('inspecting a file', () => {
  test('returns its columns with values, and what was recognised', async () => {
    expect(await inspectProductFile(await saveWorkbook(SHEET))).toMatchObject({
      format: 'mapped',
      mapping: { columns: { productCode: 'Style no', colour: 'Colour' }, constants: { weightUnit: 'kg' } },
      unused: ['Shelf'],
      columns: expect.arrayContaining([{ name: 'SKU', samples: ['K500-NVY-M', '0815'] }]),
    });
  });

  test('also returns columns of which none is recognised', async () => {
    const path = await saveText('Report\nfoo,bar\n1,2\n');
    expect((await inspectProductFile(path)).columns).toEqual([
      { name: 'foo', samples: ['1'] },
      { name: 'bar', samples: ['2'] },
    ]);
    await expect(openProductFile(path)).rejects.toThrow('no column called Handle');
  });
});

test.each([
  [[], 'A mapping is an object'],
  [{ columns: { sku: 1 } }, 'A mapping is an object'],
  [{ columns: { shelf: 'A' } }, 'There is no field "shelf"'],
  [{ columns: { sku: 'A' }, constants: { weightUnit: 'stone' } }, 'The weight unit must be one of g, kg, lb, oz'],
])('the mapping %j is refused', (value, message) => {
  expect(() => readMapping(value)).toThrow(message);
});

test.each([
  [
    'products of PrestaShop',
    'Product ID;Image;Name;Reference;Category;Price (tax excl.);Quantity\n1;x;Polo;P1;Shirts;9,99;5\n',
    'an export of a PrestaShop shop',
  ],
  [
    'combinations of PrestaShop',
    'Product ID*;Attribute (Name:Type:Position)*;Value (Value:Position)*;Reference\n1;Size:select:0;S:0;P1\n',
    'an export of a PrestaShop shop',
  ],
  ['tables of PrestaShop', 'id_product,id_product_attribute,reference,ean13\n1,2,P1,\n', 'an export of a PrestaShop shop'],
  [
    'products of PrestaShop by number',
    'ID;Image;Name;Reference;Category;Base price;Final price;Quantity;Status\n1;x;Polo;P1;Shirts;9,99;9,99;5;1\n',
    'an export of a PrestaShop shop',
  ],
  [
    'products of PrestaShop in French',
    'ID;Image;Nom;Référence;Catégorie;Prix (HT);Prix (TTC);Quantité;État\n1;x;Polo;P1;Hauts;9,99;11,99;5;1\n',
    'an export of a PrestaShop shop',
  ],
  [
    'combinations of PrestaShop in French',
    'ID produit*;Attribut (Nom : Type : Position)*;Valeur (Valeur:Position)*;Référence\n1;Taille:select:0;S:0;P1\n',
    'an export of a PrestaShop shop',
  ],
  [
    'products of PrestaShop in German',
    'ID;Bild;Name;Artikel-Nr.;Kategorie;Preis (zzgl. MwSt.);Preis (inkl. MwSt.);Menge\n1;x;Polo;P1;Hemden;9,99;11,99;5\n',
    'an export of a PrestaShop shop',
  ],
  [
    'products of WooCommerce in German',
    'ID,Typ,Artikelnummer,Name,Regulärer Preis,Attribut 1 Name,Attribut 1 Wert(e)\n1,simple,A,Polo,9,,\n',
    'a WooCommerce shop with columns in another language',
  ],
  [
    'products of WooCommerce in Polish, by what their rows say',
    'ID,Rodzaj,SKU,Nazwa,Opublikowano,Cena,"Nazwa atrybutu 1"\n1,"simple, virtual",A,Polo,1,9,\n',
    'a WooCommerce shop with columns in another language',
  ],
])('refuses by name %s', async (_, content, message) => {
  const path = await saveText(content);
  await expect(openProductFile(path)).rejects.toThrow(message);
  await expect(inspectProductFile(path)).rejects.toThrow(message);
});

test('reads the list of a maker with references and prices without tax, which is no export of a shop', async () => {
  const path = await saveText('Reference;Name;Size;SKU;Price excl. tax\nP1;Polo;S;P1-S;9,99\n');
  expect(await inspectProductFile(path)).toMatchObject({ format: 'mapped' });
});

test.each([
  ['a damaged workbook', Buffer.from('PK\u0003\u0004 nothing'), 'damaged'],
  ['a wide file', `Handle,Title${',x'.repeat(400)}\n`, '402 columns; the limit is 300'],
  ['an empty file', '', 'empty'],
])('refuses %s', async (_, content, message) => {
  await expect(openProductFile(await saveText(content))).rejects.toThrow(message);
});
