import { type ColumnKey, type Header, plainName } from './columns.rules.ts';

/** What the columns of the workbook of the catalogue are called, in their order. Those of the first group are in every row, those of the second in the first row of a product, those of the last describe the variant of the row. */
export const WORKBOOK_HEADINGS = {
  productId: 'Product ID',
  handle: 'Handle',
  productVersion: 'Product version',
  title: 'Name',
  styleSku: 'Product SKU',
  status: 'Status',
  shortDescription: 'Short description',
  body: 'Description',
  categories: 'Categories',
  vendor: 'Brand',
  partNumber: 'Part number',
  productPrice: 'Product price',
  priceOnRequest: 'Price on request',
  taxExempt: 'Tax exempt',
  minimumQuantity: 'Minimum quantity',
  maximumQuantity: 'Maximum quantity',
  allowedQuantities: 'Allowed quantities',
  stockCounted: 'Stock is counted',
  backOrders: 'Back orders',
  leadTime: 'Lead time in days',
  madeToOrder: 'Made to order',
  wearLife: 'Wear life in months',
  necessity: 'Provided by the employer',
  sizeGuide: 'Size guide',
  unspsc: 'UNSPSC',
  unit: 'Unit',
  grams: 'Weight in grams',
  variantId: 'Variant ID',
  variantVersion: 'Variant version',
  sku: 'SKU',
  barcode: 'GTIN',
  price: 'Own price',
  discontinued: 'Discontinued',
} as const satisfies Partial<Record<ColumnKey, string>>;

/** The headings of the name and the value of what can be chosen of a product, by its place from 1 on. */
export const optionHeadings = (place: number) => ({ name: `Attribute ${place}`, value: `Value ${place}` });

/** Options that a product can have. */
export const MAX_OPTIONS = 10;

/** What columns were called before: earlier workbooks can still be imported. */
const EARLIER_HEADINGS: Partial<Record<keyof typeof WORKBOOK_HEADINGS, string>> = {
  minimumQuantity: 'Fewest pieces',
  maximumQuantity: 'Most pieces',
};

const keyByName = new Map(
  [...Object.entries(EARLIER_HEADINGS), ...Object.entries(WORKBOOK_HEADINGS)].map(([key, heading]) => [
    plainName(heading),
    key as keyof typeof WORKBOOK_HEADINGS,
  ]),
);

/** The header of the workbook of the catalogue, by the columns that are still there; undefined for any other file. */
export function readWorkbookHeader(cells: readonly string[]): Header | undefined {
  const columns = new Map<ColumnKey, number>();
  const unused: string[] = [];
  const names = cells.map(plainName);
  const options = Array.from({ length: MAX_OPTIONS }, (_, index) => {
    const { name, value } = optionHeadings(index + 1);
    return { name: names.indexOf(plainName(name)), value: names.indexOf(plainName(value)) };
  }).filter(({ name, value }) => name >= 0 && value >= 0);
  const ofOptions = new Set(options.flatMap(({ name, value }) => [name, value]));
  for (const [column, name] of names.entries()) {
    const key = keyByName.get(name);
    if (key && !columns.has(key)) columns.set(key, column);
    else if (name !== '' && !ofOptions.has(column)) unused.push(cells[column]?.trim() ?? '');
  }
  const isOwn =
    columns.has('handle') && (columns.has('productVersion') || columns.has('variantVersion') || columns.has('variantId'));
  if (!isOwn) return undefined;
  return { format: 'livery', width: cells.length, columns, options, metafields: [], unused, constants: [], treatments: {} };
}
