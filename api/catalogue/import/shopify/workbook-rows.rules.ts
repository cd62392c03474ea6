import { NECESSITIES, NECESSITY_LABELS, type Necessity } from '#contract/catalogue/products/necessity.ts';
import type { CatalogueRow, ColumnKey, Header } from '../files/columns.rules.ts';
import { WORKBOOK_HEADINGS } from '../files/workbook-columns.rules.ts';
import {
  CATEGORY_SEPARATOR,
  PATH_SEPARATOR,
  TOO_LONG,
  WORKBOOK_BACK_ORDERS,
  WORKBOOK_STATES,
  WORKBOOK_UNITS,
} from '../files/workbook-values.rules.ts';
import { readAmount, readGrams, readGtin, readYesNo } from './amounts.rules.ts';
import { parseColour } from './colours.rules.ts';
import { sanitiseDescription } from './descriptions.rules.ts';
import { classifyGarment, getGarmentCategories } from './garments.rules.ts';
import { readOptionName } from './options.rules.ts';
import type { DraftAttribute, DraftCombination, ProductDraft, ProductFields } from './product-draft.ts';
import type { ReportEntry } from './report.rules.ts';
import { refuseRepeatedSku, takeGeneratedSku } from './sku-lines.rules.ts';
import { listDamaged, listDates } from './spreadsheet-damage.rules.ts';
import { type FileContext, generateSku, toVariantKey } from './variants.rules.ts';

/** What is wrong with a row. */
type Refuse = (row: CatalogueRow, text: string) => void;

type WorkbookKey = keyof typeof WORKBOOK_HEADINGS;

/**
 * Turns the rows of a product of the workbook of the catalogue into a draft. The fields of the product are in one of its rows; without that row, only its
 * variants change. A column that is missing changes nothing, an empty cell empties the field.
 */
export function mapWorkbookProduct(
  header: Header,
  handle: string,
  rows: readonly CatalogueRow[],
  file: FileContext,
): { handle: string; line: number; draft: ProductDraft | undefined; wasIgnored: boolean; entries: ReportEntry[] } {
  const refusals: { row: CatalogueRow; text: string }[] = [];
  const refuse: Refuse = (row, text) => void refusals.push({ row, text });
  const first = rows[0];
  if (!first) throw new Error(`No rows for ${handle}`);
  const owner = rows.find(({ cells }) => cells.productVersion) ?? rows.find(({ cells }) => cells.title);
  const fields = owner ? readFields(header, owner, file, refuse) : {};
  for (const row of rows)
    if (row !== owner && row.cells.title && row.cells.title !== owner?.cells.title)
      refuse(row, `the name differs from that in line ${owner?.line}; the fields of a product are in one of its rows`);
  const variantRows = rows.filter(isVariant);
  const { attributes, combinations } = readVariants(header, handle, variantRows, file, refuse);
  refusals.push(...listDamaged(rows));
  const report = (row: CatalogueRow, outcome: ReportEntry['outcome'], text: string): ReportEntry => ({
    line: row.line,
    outcome,
    handle,
    sku: row.cells.sku ?? '',
    text,
  });
  const line = (owner ?? first).line;
  if (refusals.length > 0) {
    const reason = `not imported because of line ${refusals[0]?.row.line}: a product is imported completely or not at all`;
    const others = rows.filter((row) => !refusals.some((refusal) => refusal.row === row));
    const entries = [
      ...refusals.map(({ row, text }) => report(row, 'refused', text)),
      ...others.map((row) => report(row, 'refused', reason)),
    ];
    return { handle, line, draft: undefined, wasIgnored: false, entries };
  }
  const name = owner?.cells.title ?? '';
  const { garment, isGarment } = classifyGarment({ type: '', title: name, tags: [], category: owner?.cells.categories ?? '' });
  const state = owner && readState(owner);
  const draft: ProductDraft = {
    handle,
    line,
    // Without the row of the product, its name is that of the catalogue.
    fields: fields as ProductDraft['fields'],
    offered: state === 'published',
    categoryPath: [],
    garmentCategories: isGarment ? getGarmentCategories(garment) : [],
    specifications: [],
    attributes,
    combinations,
    images: undefined,
    garment,
    drawingFeatures: '',
    has: {
      options: attributes.length > 0,
      category: false,
      specifications: false,
      offered: header.columns.has('status') && owner !== undefined,
    },
    workbook: {
      id: readId(first.cells.productId),
      version: readId(owner?.cells.productVersion),
      hasFields: owner !== undefined && name !== '',
      categories: owner && header.columns.has('categories') ? readCategories(owner.cells.categories ?? '') : undefined,
      sizeGuide: owner && header.columns.has('sizeGuide') ? owner.cells.sizeGuide || null : undefined,
    },
  };
  const ignored = rows.filter((row) => row !== owner && !variantRows.includes(row));
  const entries = [
    ...ignored.map((row) => report(row, 'ignored', 'adds no data')),
    ...listDates(rows).map(({ row, text, kind }) => ({ ...report(row, 'warning', text), kind })),
  ];
  return { handle, line, draft, wasIgnored: false, entries };
}

const VARIANT_COLUMNS = ['variantId', 'variantVersion', 'sku', 'barcode', 'price'] as const satisfies ColumnKey[];

const isVariant = (row: CatalogueRow): boolean =>
  VARIANT_COLUMNS.some((key) => row.cells[key]) || row.options.some(({ value }) => value !== '');

const readId = (text: string | undefined): number | undefined => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : undefined);

const readCategories = (text: string): string[][] =>
  text
    .split(CATEGORY_SEPARATOR.trim())
    .map((path) => path.split(PATH_SEPARATOR.trim()).map((name) => name.replaceAll(/\s+/g, ' ').trim()))
    .filter((path) => path.some(Boolean));

function readState(row: CatalogueRow): keyof typeof WORKBOOK_STATES | undefined {
  const text = (row.cells.status ?? '').toLowerCase();
  const states = Object.keys(WORKBOOK_STATES) as (keyof typeof WORKBOOK_STATES)[];
  return states.find((state) => [state, WORKBOOK_STATES[state].toLowerCase()].includes(text));
}

/** The fields of a product by their columns; a text that cannot be read is refused. */
function readFields(header: Header, row: CatalogueRow, file: FileContext, refuse: Refuse): Partial<ProductFields> {
  const fields: Partial<Record<keyof ProductFields, unknown>> = {};
  const read = <F extends keyof ProductFields>(
    key: WorkbookKey,
    field: F,
    parse: (text: string) => ProductFields[F] | { problem: string },
  ) => {
    const text = row.cells[key];
    if (!header.columns.has(key) || text === undefined || text === TOO_LONG) return;
    const value: unknown = parse(text);
    if (typeof value === 'object' && value !== null && 'problem' in value)
      refuse(row, `${WORKBOOK_HEADINGS[key]}: ${(value as { problem: string }).problem}`);
    else fields[field] = value;
  };
  read('title', 'name', (text) => (text === '' ? { problem: 'a product needs a name' } : atMost(text, 400)));
  read('styleSku', 'sku', (text) => atMost(text, 100) || null);
  read('shortDescription', 'short_description', (text) => atMost(text, 500) || null);
  read('body', 'full_description', sanitiseDescription);
  read('vendor', 'vendor', (text) => atMost(text, 200) || null);
  read('partNumber', 'manufacturer_part_number', (text) => atMost(text, 100) || null);
  read('productPrice', 'price_minor', (text) => {
    const price = readAmount(text, file.decimalSeparator);
    return 'refusal' in price ? { problem: price.refusal } : (price.value ?? 0);
  });
  read('priceOnRequest', 'call_for_price', yesOrNo);
  read('taxExempt', 'is_tax_exempt', yesOrNo);
  read('minimumQuantity', 'order_minimum_quantity', (text) => wholeNumber(text, 100_000) ?? 1);
  read('maximumQuantity', 'order_maximum_quantity', (text) => wholeNumber(text, 100_000) ?? 10_000);
  read('allowedQuantities', 'allowed_quantities', quantities);
  read('stockCounted', 'manages_stock', yesOrNo);
  read('backOrders', 'backorder_mode', (text) => {
    const mode = WORKBOOK_BACK_ORDERS.findIndex((label) => label.toLowerCase() === text.toLowerCase());
    if (text !== '' && mode < 0) return { problem: `"${text}" is none of ${WORKBOOK_BACK_ORDERS.join(' / ')}` };
    return Math.max(mode, 0);
  });
  read('leadTime', 'lead_time_days', (text) => wholeNumber(text, 730));
  read('madeToOrder', 'is_made_to_order', yesOrNo);
  read('wearLife', 'wear_life_months', (text) => wholeNumber(text, 240));
  read('necessity', 'necessity', necessity);
  read('unspsc', 'unspsc_code', (text) =>
    text === '' || /^\d{8}$/.test(text) ? text || null : { problem: 'a UNSPSC code has 8 digits' },
  );
  read('unit', 'unit_of_measure', (text) => {
    const code = Object.keys(WORKBOOK_UNITS).find((one) =>
      [one, WORKBOOK_UNITS[one]].some((word) => word?.toLowerCase() === text.toLowerCase()),
    );
    return text === '' ? 'EA' : (code ?? { problem: `"${text}" is none of ${Object.values(WORKBOOK_UNITS).join(', ')}` });
  });
  read('grams', 'weight_grams', (text) => {
    const grams = readGrams(text);
    if (!('value' in grams) || grams.note) return { problem: `the weight "${text}" is not a number of grams` };
    return grams.value;
  });
  if (header.columns.has('status')) {
    const state = readState(row);
    if (!state) refuse(row, `Status: "${row.cells.status ?? ''}" is none of ${Object.values(WORKBOOK_STATES).join(', ')}`);
    else Object.assign(fields, { published: state === 'published', discontinued: state === 'discontinued' });
    if (state && state !== 'discontinued') fields.successor_id = null;
  }
  return fields as Partial<ProductFields>;
}

/** A text up to a length; longer ones are refused rather than cut off. */
const atMost = <T extends string>(text: T, limit: number): T =>
  text.length <= limit ? text : ({ problem: `it is longer than ${limit} characters` } as unknown as T);

function yesOrNo(text: string): boolean | { problem: string } {
  return text === '' ? false : (readYesNo(text) ?? { problem: `"${text}" is neither yes nor no` });
}

function necessity(text: string): Necessity | null | { problem: string } {
  if (text === '' || readYesNo(text) === false) return null;
  const found = NECESSITIES.find((one) => [one, NECESSITY_LABELS[one].toLowerCase()].includes(text.toLowerCase()));
  return found ?? { problem: `"${text}" is none of ${['No', ...Object.values(NECESSITY_LABELS)].join(', ')}` };
}

function wholeNumber(text: string, most: number): number | null | { problem: string } {
  if (text === '') return null;
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most
    ? number
    : { problem: `"${text}" is not a whole number from 1 to ${most.toLocaleString('en-GB')}` };
}

function quantities(text: string): number[] | { problem: string } {
  const numbers = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((part) => wholeNumber(part, 100_000));
  const problem = numbers.find((number) => typeof number === 'object' && number !== null);
  if (problem) return problem as { problem: string };
  return [...new Set(numbers as number[])].toSorted((a, b) => a - b);
}

/** Reads what can be chosen of a product, and its variants. */
function readVariants(
  header: Header,
  handle: string,
  rows: readonly CatalogueRow[],
  file: FileContext,
  refuse: Refuse,
): Pick<ProductDraft, 'attributes' | 'combinations'> {
  const names = header.options.map((_, place) => rows.map(({ options }) => options[place]?.name).find(Boolean) ?? '');
  const used = names.flatMap((name, place) => (name !== '' || rows.some(({ options }) => options[place]?.value) ? [place] : []));
  const seen = new Map<string, number>();
  const combinations = rows.map((row): DraftCombination => {
    for (const place of used) {
      const { name = '', value = '' } = row.options[place] ?? {};
      if (name === '') refuse(row, `Attribute ${place + 1} has no name`);
      else if (name.toLowerCase() !== names[place]?.toLowerCase())
        refuse(row, `Attribute ${place + 1} is "${name}" here and "${names[place]}" in another row of the product`);
      if (value === '') refuse(row, `the value of "${names[place]}" is missing`);
      if (value.length > 200) refuse(row, `the value of "${names[place]}" is longer than 200 characters`);
    }
    const values = used.map((place) => row.options[place]?.value ?? '');
    const variant = readVariant(header, row, handle, values, file, refuse);
    // Without any values they are those that are stored.
    if (variant.workbook?.discontinued || values.length === 0) return variant;
    const key = toVariantKey(values);
    const other = seen.get(key);
    if (other === undefined) seen.set(key, row.line);
    else refuse(row, `the variant "${values.join(', ')}" is already on line ${other}`);
    return variant;
  });
  return {
    attributes: used.map((place, index) =>
      toAttribute(
        names[place] ?? '',
        combinations.map(({ values }) => values[index] ?? ''),
      ),
    ),
    combinations,
  };
}

function toAttribute(name: string, values: readonly string[]): DraftAttribute {
  const distinct = [...new Map(values.map((value) => [value.toLowerCase(), value])).values()];
  const { role } = readOptionName(name, distinct);
  return {
    name: name.slice(0, 60).toWellFormed(),
    role,
    values: distinct.map((value) => {
      const colour = role === 'colour' ? parseColour(value) : undefined;
      return { name: value, rgb: colour?.rgb ?? null, accent: colour?.accent ?? null };
    }),
  };
}

function readVariant(
  header: Header,
  row: CatalogueRow,
  handle: string,
  values: string[],
  file: FileContext,
  refuse: Refuse,
): DraftCombination {
  const { cells, line } = row;
  const id = readId(cells.variantId);
  const fileSku = cells.sku ?? '';
  if (fileSku === '' && id !== undefined && header.columns.has('sku')) refuse(row, 'a variant needs a SKU');
  if (fileSku.length > 100) refuse(row, 'the SKU is longer than 100 characters');
  const sku = fileSku || takeGeneratedSku(generateSku(handle, values), line, file.skuLines);
  const repeated = refuseRepeatedSku(row, file.skuLines);
  if (repeated) refuse(row, repeated);
  const price = readAmount(cells.price ?? '', file.decimalSeparator);
  if ('refusal' in price) refuse(row, price.refusal);
  const gtin = readGtin(cells.barcode ?? '');
  if (gtin.note) refuse(row, gtin.note.replace(' and was left out', ''));
  const discontinued = header.columns.has('discontinued') ? yesOrNo(cells.discontinued ?? '') : undefined;
  if (typeof discontinued === 'object') refuse(row, `Discontinued: ${discontinued.problem}`);
  return {
    line,
    values,
    isSkuGenerated: fileSku === '',
    quantity: null,
    fields: {
      sku,
      ...(header.columns.has('barcode') ? { gtin: gtin.value } : {}),
      ...(header.columns.has('price') ? { overridden_price_minor: 'refusal' in price ? null : price.value } : {}),
    },
    workbook: {
      id,
      version: readId(cells.variantVersion),
      discontinued: typeof discontinued === 'boolean' ? discontinued : undefined,
    },
  };
}
