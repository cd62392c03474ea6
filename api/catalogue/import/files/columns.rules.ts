import { toPlainText } from './plain-text.rules.ts';
import { truncate } from './truncate.rules.ts';

/** How a product file is laid out: as a Shopify or WooCommerce shop exports it, as the workbook of the catalogue, or in any other way, read by a mapping of its columns. */
export type ProductFileFormat = 'shopify' | 'woocommerce' | 'livery' | 'mapped';

/** The meanings that a column of a product file can have for the import. */
export type ColumnKey = keyof typeof SHOPIFY_COLUMNS;

/** Names of each column in current and past Shopify exports, compared without case, spaces and punctuation. */
export const SHOPIFY_COLUMNS = {
  handle: ['Handle', 'URL handle', 'Product handle'],
  title: ['Title', 'Product title', 'Name', 'Product name'],
  body: ['Body (HTML)', 'Body HTML', 'Body', 'Description', 'Product description'],
  vendor: ['Vendor', 'Brand'],
  type: ['Type', 'Product type', 'Custom product type'],
  productCategory: ['Product category', 'Standardized product type', 'Standard product type', 'Category'],
  tags: ['Tags', 'Product tags'],
  published: ['Published', 'Published on online store', 'Published (online store)'],
  status: ['Status', 'Product status'],
  sku: ['Variant SKU', 'SKU'],
  grams: ['Variant Grams', 'Weight value (grams)', 'Grams', 'Weight (grams)'],
  tracker: ['Variant Inventory Tracker', 'Inventory tracker'],
  quantity: ['Variant Inventory Qty', 'Variant Inventory Quantity', 'Inventory quantity', 'Inventory qty', 'Quantity', 'Stock'],
  policy: ['Variant Inventory Policy', 'Inventory policy', 'Continue selling when out of stock'],
  price: ['Variant Price', 'Price'],
  compareAt: ['Variant Compare At Price', 'Compare-at price', 'Compare at price'],
  taxable: ['Variant Taxable', 'Charge tax', 'Taxable'],
  barcode: ['Variant Barcode', 'Barcode', 'Barcode (ISBN, UPC, GTIN, etc.)', 'GTIN', 'EAN', 'UPC'],
  imageSrc: ['Image Src', 'Product image URL', 'Image URL', 'Image'],
  imagePosition: ['Image Position'],
  imageAlt: ['Image Alt Text', 'Image alt'],
  variantImage: ['Variant Image', 'Variant image URL'],
  giftCard: ['Gift Card'],
  seoDescription: ['SEO Description', 'Meta description'],
  partNumber: ['Google Shopping / MPN', 'MPN'],
  gender: ['Google Shopping / Gender', 'Gender'],
  ageGroup: ['Google Shopping / Age Group', 'Age group'],
  // Those that only the workbook of the catalogue has.
  productId: [],
  productVersion: [],
  variantId: [],
  variantVersion: [],
  styleSku: [],
  shortDescription: [],
  categories: [],
  minimumQuantity: [],
  maximumQuantity: [],
  allowedQuantities: [],
  leadTime: [],
  madeToOrder: [],
  stockCounted: [],
  backOrders: [],
  wearLife: [],
  necessity: [],
  sizeGuide: [],
  unspsc: [],
  unit: [],
  productPrice: [],
  priceOnRequest: [],
  taxExempt: [],
  discontinued: [],
} as const satisfies Record<string, readonly string[]>;

const keyByName = new Map(
  Object.entries(SHOPIFY_COLUMNS).flatMap(([key, names]) => names.map((name) => [plainName(name), key as ColumnKey] as const)),
);

/** Columns that describe one variant rather than the product. A row with none of them and no options only adds images. */
export const variantColumns = [
  'sku',
  'grams',
  'tracker',
  'quantity',
  'policy',
  'price',
  'barcode',
] as const satisfies ColumnKey[];

export interface Header {
  format: ProductFileFormat;
  /** Number of columns in the file. */
  width: number;
  /** Column indexes by meaning; those from the width on are of `constants`. */
  columns: ReadonlyMap<ColumnKey, number>;
  /** Column indexes of Option1, Option2, … in the order of their numbers. An option that is always the same has its name instead. */
  options: readonly { name: number | undefined; value: number; called?: string }[];
  /** Values that every row has in addition to its cells. */
  constants: readonly string[];
  /** What is done with the cells of a column before they are read. */
  treatments: Partial<Record<ColumnKey, (text: string) => string>>;
  /** Metafields that describe the product: their name in the shop and their column index. */
  metafields: readonly { name: string; column: number }[];
  /** Names of columns that the import does not use, as written in the file. */
  unused: readonly string[];
}

/** Cells of one line that shops escape as in a web page. */
export const PLAIN_TEXTS: Header['treatments'] = {
  title: toPlainText,
  vendor: toPlainText,
  type: toPlainText,
  productCategory: toPlainText,
  tags: toPlainText,
  imageAlt: toPlainText,
  seoDescription: toPlainText,
};

/**
 * Parses the first record of a file as column names. Undefined if it has neither a handle nor a title column, since it is
 * then not the header of a product file. If two columns have the same meaning, the first is used.
 */
export function readHeader(cells: readonly string[]): Header | undefined {
  const columns = new Map<ColumnKey, number>();
  const options = new Map<number, { name?: number; value?: number }>();
  const metafields: { name: string; column: number }[] = [];
  const unused: string[] = [];
  for (const [column, cell] of cells.entries()) {
    const name = cell.trim();
    const key = keyByName.get(plainName(name));
    const option = /^option(\d{1,2})(name|value)$/.exec(plainName(name));
    const metafield = /^(.*)\(product\.metafields\.[^()]*\)$/i.exec(name);
    if (key && !columns.has(key)) columns.set(key, column);
    else if (option?.[1] && option[2]) {
      const number = Number(option[1]);
      options.set(number, { [option[2]]: column, ...options.get(number) });
    } else if (metafield?.[1]) metafields.push({ name: metafield[1].trimEnd(), column });
    else if (name) unused.push(name);
  }
  if (!columns.has('handle') && !columns.has('title')) return undefined;
  const inOrder = [...options].sort(([a], [b]) => a - b);
  return {
    format: 'shopify',
    width: cells.length,
    columns,
    constants: [],
    treatments: PLAIN_TEXTS,
    options: inOrder.flatMap(([, { name, value }]) => (value === undefined ? [] : [{ name, value }])),
    metafields,
    unused,
  };
}

/** Makes `Body (HTML)` and `body_html` the same name. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** One row of the file: its cells by meaning, trimmed and without characters that cannot be stored. */
export interface CatalogueRow {
  /** Line number of its first line in the file, from 1. */
  line: number;
  cells: Partial<Record<ColumnKey, string>>;
  options: { name: string; value: string }[];
  metafields: { name: string; value: string }[];
  /** Descriptions of what was repaired in the row's text. */
  repairs: string[];
}

/** Assigns the cells of a record to their columns. Missing cells are empty. */
export function readRow(header: Header, line: number, cells: readonly string[]): CatalogueRow {
  const repairs = new Set<string>();
  const at = (column: number | undefined): string => {
    const raw =
      column === undefined ? '' : ((column < header.width ? cells[column] : header.constants[column - header.width]) ?? '');
    const storable = makeStorable(raw);
    if (storable !== raw) repairs.add('characters that cannot be stored were left out');
    return storable.trim();
  };
  const row: CatalogueRow = { line, cells: {}, options: [], metafields: [], repairs: [] };
  for (const [key, column] of header.columns) {
    const text = at(column);
    row.cells[key] = header.treatments[key]?.(text) ?? text;
  }
  const toValue = header.format === 'livery' ? (text: string) => text : toPlainText;
  row.options = header.options.map(({ name, value, called }) => ({
    name: called ?? toValue(at(name)),
    value: toValue(at(value)),
  }));
  row.metafields = header.metafields.flatMap(({ name, column }) => (at(column) ? [{ name, value: at(column) }] : []));
  row.repairs = [...repairs];
  return row;
}

/** Removes control characters that PostgreSQL rejects or no screen shows, and replaces unpaired surrogates. */
function makeStorable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '').toWellFormed();
}

/** Whether the row describes a variant rather than only another image. */
export function isVariantRow(row: CatalogueRow): boolean {
  return row.options.some(({ value }) => value !== '') || variantColumns.some((key) => (row.cells[key] ?? '') !== '');
}

/** Whether no cell of the row that the import uses has a value. */
export function isEmptyRow(header: Header, row: CatalogueRow): boolean {
  return (
    row.options.every(({ name, value }, index) => value === '' && (name === '' || header.options[index]?.called !== undefined)) &&
    header.columns.entries().every(([key, column]) => column >= header.width || row.cells[key] === '')
  );
}

/** The handle of a row as stored: from the file, or made from the title if the file has none. */
export function getHandle(row: CatalogueRow): string {
  return truncate(toSlug(row.cells.handle || row.cells.title || ''), 200);
}

/** Converts text in any script to lower-case words joined by hyphens. */
export function toSlug(text: string): string {
  const slug = text
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-');
  return slug.match(/[^-](?:.*[^-])?/s)?.[0] ?? '';
}
