import { type Header, plainName, readHeader } from './columns.rules.ts';
import type { CsvRecord } from './csv-file.ts';
import { WEIGHT_UNITS } from './file-fields.ts';

/** The columns as which a product export of WooCommerce is read, besides three for each of its attributes. */
const COLUMNS = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Product category',
  'Tags',
  'Published',
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Taxable',
  'Variant Barcode',
  'Image Src',
  'Variant Image',
  'SEO Description',
] as const;

type Column = (typeof COLUMNS)[number];

/** A row of the export, by the names of its columns. */
type Cell = (name: string) => string;

const USED = [
  'id',
  'type',
  'sku',
  'gtinupceanorisbn',
  'name',
  'published',
  'visibilityincatalog',
  'shortdescription',
  'description',
  'taxstatus',
  'instock',
  'stock',
  'backordersallowed',
  'saleprice',
  'datesalepricestarts',
  'datesalepriceends',
  'regularprice',
  'categories',
  'tags',
  'brands',
  'images',
  'parent',
];
const ATTRIBUTE = /^attribute(\d{1,2})(name|values)$/;
const WEIGHT = /^weight(kg|g|lbs?|oz)$/;

/** The columns of a WooCommerce export of which nothing is read. */
export const listUnusedOfWooCommerce = (names: readonly string[]): string[] =>
  names
    .map((name) => name.trim())
    .filter((name) => {
      const plain = plainName(name);
      return plain !== '' && !USED.includes(plain) && !ATTRIBUTE.test(plain) && !WEIGHT.test(plain);
    });

/** The numbers of the attributes that a file has columns for. */
const listAttributes = (names: readonly string[]): number[] =>
  [...new Set(names.flatMap((name) => ATTRIBUTE.exec(plainName(name))?.[1] ?? []).map(Number))].toSorted((a, b) => a - b);

/** The columns as which an export with these columns is read. */
export function toWooCommerceHeader(names: readonly string[]): Header {
  const options = listAttributes(names).flatMap((_, index) => [`Option${index + 1} Name`, `Option${index + 1} Value`]);
  return { ...(readHeader([...COLUMNS, ...options]) as Header), unused: listUnusedOfWooCommerce(names) };
}

/** What a product or variation is: `simple`, `variable`, `variation` and others, which may be virtual or downloadable too. */
const getKind = (cell: Cell) => cell('type').split(',', 1)[0]?.trim().toLowerCase() ?? '';

/** A variation names its product by SKU, or as `id:11` where that has none. */
const getCode = (cell: Cell) => cell('sku') || `id:${cell('id')}`;

/**
 * The rows of a WooCommerce export as those of a Shopify export, which has no rows of products besides those of their variants: what the row of a product says is in
 * the row of its first variation. The file is read twice, since variations may come before their product.
 */
export async function* readWooCommerce(
  names: readonly string[],
  records: () => AsyncIterable<CsvRecord>,
): AsyncGenerator<CsvRecord> {
  const place = new Map(names.map((name, index) => [plainName(name), index] as const).toReversed());
  const toCell =
    (cells: readonly string[]): Cell =>
    (name) =>
      cells[place.get(name) ?? -1]?.trim() ?? '';
  const attributes = listAttributes(names);
  const weight = names.map((name) => WEIGHT.exec(plainName(name))).find(Boolean);
  const grams = WEIGHT_UNITS[weight?.[1]?.replace(/^lbs$/, 'lb') ?? 'kg'] ?? 1000;

  const products = new Map<string, { cell: Cell; hasVariations: boolean; isRead: boolean }>();
  const parents = new Set<string>();
  for await (const record of records()) {
    if (!('cells' in record)) continue;
    const cell = toCell(record.cells);
    if (getKind(cell) === 'variable') {
      const product = { cell, hasVariations: false, isRead: false };
      products.set(getCode(cell), product);
      // Where two products have one SKU, a variation may name its own by the number.
      products.set(`id:${cell('id')}`, product);
    } else if (getKind(cell) === 'variation') parents.add(cell('parent'));
  }
  for (const code of parents) {
    const product = products.get(code);
    if (product) product.hasVariations = true;
  }

  const toRow = (own: Cell, product: Cell, isFirst: boolean, isVariation: boolean): string[] => {
    const price = readPrices(own);
    const stock = readStock(own);
    const ofProduct: Partial<Record<Column, string>> = isFirst
      ? {
          Title: product('name'),
          'Body (HTML)': (product('description') || product('shortdescription')).replaceAll('\\n', '\n'),
          Vendor: product('brands').split(',', 1)[0] ?? '',
          'Product category': product('categories').split(/(?<!\\),/, 1)[0] ?? '',
          Tags: product('tags'),
          Published: product('published') === '1' && product('visibilityincatalog') !== 'hidden' ? 'true' : 'false',
          'Image Src': product('images').split(',', 1)[0] ?? '',
          'SEO Description': product('shortdescription').replaceAll('\\n', ' '),
        }
      : {};
    const weighed = (weight && (own(weight[0]) || product(weight[0]))) || '';
    const amount = Number(weighed.replace(',', '.'));
    const row: Partial<Record<Column, string>> = {
      ...ofProduct,
      Handle: getCode(product),
      'Variant SKU': own('sku'),
      'Variant Grams': weighed === '' || Number.isNaN(amount) ? weighed : String(Math.round(amount * grams)),
      ...stock,
      ...price,
      'Variant Taxable': (own('taxstatus') || product('taxstatus')) === 'none' ? 'false' : 'true',
      'Variant Barcode': own('gtinupceanorisbn'),
      'Variant Image': isVariation ? (own('images').split(',', 1)[0] ?? '') : '',
    };
    return [
      ...COLUMNS.map((column) => row[column] ?? ''),
      // Of a product without variations, attributes only describe it.
      ...attributes.flatMap((number) =>
        isVariation ? [own(`attribute${number}name`), own(`attribute${number}values`)] : ['', ''],
      ),
    ];
  };

  for await (const record of records()) {
    // What is before the first separator is not the code of a product, which is looked for in the text.
    if (!('cells' in record)) {
      yield { ...record, text: '' };
      continue;
    }
    const cell = toCell(record.cells);
    const kind = getKind(cell);
    const refuse = (problem: string): CsvRecord => ({ line: record.line, problem, text: '' });
    const as = (cells: string[]): CsvRecord => ({ ...record, cells, isShort: false });
    if (record.cells.every((text) => text.trim() === '')) continue;
    if (kind === 'variation') {
      const product = products.get(cell('parent'));
      if (product && cell('published') === '0') yield refuse('the variation is switched off in the shop');
      else if (product) yield as(toRow(cell, product.cell, !product.isRead, true));
      else yield refuse(`its product "${cell('parent')}" is not in the file`);
      if (product && cell('published') !== '0') product.isRead = true;
    } else if (kind === 'variable') {
      if (!products.get(getCode(cell))?.hasVariations) yield refuse('the product has variations, of which none is in the file');
    } else if (kind === 'simple') yield as(toRow(cell, cell, true, false));
    else yield refuse(`products of the type "${kind}" are not imported`);
  }
}

/** A reduced price that is limited to some days is not one to keep. */
function readPrices(cell: Cell): Partial<Record<Column, string>> {
  const isLimited = cell('datesalepricestarts') !== '' || cell('datesalepriceends') !== '';
  const [regular, sale] = [cell('regularprice'), isLimited ? '' : cell('saleprice')];
  return sale === '' ? { 'Variant Price': regular } : { 'Variant Price': sale, 'Variant Compare At Price': regular };
}

/** Stock that is counted, for a variation also `parent` where it is that of the product; else only whether there is any. */
function readStock(cell: Cell): Partial<Record<Column, string>> {
  const stock = cell('stock');
  const isCounted = /^-?\d/.test(stock);
  const isOut = !isCounted && cell('instock') === '0';
  return {
    'Variant Inventory Tracker': isCounted || isOut ? 'woocommerce' : '',
    'Variant Inventory Qty': isCounted ? stock : isOut ? '0' : '',
    'Variant Inventory Policy': /^(?:1|yes|notify)$/i.test(cell('backordersallowed')) ? 'continue' : 'deny',
  };
}
