import { truncate } from './truncate.rules.ts';
/** What a column of a product file can mean to the import. */
export type ColumnKey = keyof typeof columnNames;

/** The names that Shopify's exports have given each column over the years; compared without case, spaces and signs. */
const columnNames = {
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
} as const satisfies Record<string, readonly string[]>;

const keyByName = new Map(
  Object.entries(columnNames).flatMap(([key, names]) => names.map((name) => [plainName(name), key as ColumnKey] as const)),
);

/** Only these say something of one variant rather than of the product; a row without any of them and without options adds pictures. */
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
  width: number;
  places: ReadonlyMap<ColumnKey, number>;
  /** Option1, Option2, … in the order of their numbers. */
  options: readonly { name: number | undefined; value: number }[];
  /** Metafields that describe the product: their name in the shop and their column. */
  metafields: readonly { name: string; place: number }[];
  /** Column names that mean nothing to the import, as the file writes them. */
  unused: readonly string[];
}

/**
 * Reads the first record of a file as column names. Undefined when it names neither a handle nor a title: then it is no
 * header of a product file. Of two columns with one meaning the first counts.
 */
export function readHeader(cells: readonly string[]): Header | undefined {
  const places = new Map<ColumnKey, number>();
  const options = new Map<number, { name?: number; value?: number }>();
  const metafields: { name: string; place: number }[] = [];
  const unused: string[] = [];
  for (const [place, cell] of cells.entries()) {
    const name = cell.trim();
    const key = keyByName.get(plainName(name));
    const option = /^option(\d{1,2})(name|value)$/.exec(plainName(name));
    const metafield = /^(.*?)\s*\(product\.metafields\.[^)]*\)$/i.exec(name);
    if (key && !places.has(key)) places.set(key, place);
    else if (option?.[1] && option[2]) {
      const number = Number(option[1]);
      options.set(number, { [option[2]]: place, ...options.get(number) });
    } else if (metafield?.[1]) metafields.push({ name: metafield[1], place });
    else if (name) unused.push(name);
  }
  if (!places.has('handle') && !places.has('title')) return undefined;
  const inOrder = [...options].sort(([a], [b]) => a - b);
  return {
    width: cells.length,
    places,
    options: inOrder.flatMap(([, { name, value }]) => (value === undefined ? [] : [{ name, value }])),
    metafields,
    unused,
  };
}

/** `Body (HTML)` and `body_html` are one name. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** One row of the file: its cells by meaning, trimmed and fit to be stored. */
export interface CatalogueRow {
  /** Of its first line in the file, counted from 1. */
  line: number;
  cells: Partial<Record<ColumnKey, string>>;
  options: { name: string; value: string }[];
  metafields: { name: string; value: string }[];
  /** What was wrong with the text of the row and has been put right. */
  repairs: string[];
}

/** Cells that the row does not reach are empty. */
export function readRow(header: Header, line: number, cells: readonly string[]): CatalogueRow {
  const repairs = new Set<string>();
  const at = (place: number | undefined): string => {
    const raw = place === undefined ? '' : (cells[place] ?? '');
    const storable = makeStorable(raw);
    if (storable !== raw) repairs.add('it holds characters that cannot be stored; they were left out');
    return storable.trim();
  };
  const row: CatalogueRow = { line, cells: {}, options: [], metafields: [], repairs: [] };
  for (const [key, place] of header.places) row.cells[key] = at(place);
  row.options = header.options.map(({ name, value }) => ({ name: at(name), value: at(value) }));
  row.metafields = header.metafields.flatMap(({ name, place }) => (at(place) ? [{ name, value: at(place) }] : []));
  row.repairs = [...repairs];
  return row;
}

/** Neither the control characters that PostgreSQL refuses or no screen shows, nor halves of surrogate pairs. */
function makeStorable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '').toWellFormed();
}

/** True when the row describes something that can be bought, and not only another picture. */
export function isVariantRow(row: CatalogueRow): boolean {
  return row.options.some(({ value }) => value !== '') || variantColumns.some((key) => (row.cells[key] ?? '') !== '');
}

/** Whether no cell of the row that the import uses has a value. */
export function isEmptyRow(row: CatalogueRow): boolean {
  return Object.values(row.cells).every((cell) => cell === '') && row.options.every(({ name, value }) => name + value === '');
}

/** The handle of a row as it is stored: the file's, or made from the title where there is no column of handles. */
export function getHandle(row: CatalogueRow): string {
  return truncate(toSlug(row.cells.handle || row.cells.title || ''), 200);
}

/** Words of any script in lower case, joined by dashes. */
export function toSlug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
}
