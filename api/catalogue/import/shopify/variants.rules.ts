import type { CatalogueRow, ColumnKey, Header } from '../files/columns.rules.ts';
import { toSlug } from '../files/columns.rules.ts';
import { truncate } from '../files/truncate.rules.ts';
import {
  type DecimalSeparator,
  detectCurrency,
  readAmount,
  readGrams,
  readGtin,
  readQuantity,
  readYesNo,
} from './amounts.rules.ts';
import { isPlaceholderOption, parseOption } from './options.rules.ts';
import type { DraftAttribute, DraftCombination, ProductFields } from './product-draft.ts';
import { getFileSku, refuseRepeatedSku, type SkuLines, takeGeneratedSku } from './sku-lines.rules.ts';
import { basePrice, productFields, type Variant, type Warn } from './variant-fields.rules.ts';
import { toWebAddress } from './web-address.rules.ts';

/** Context from the rest of the file and the organisation for reading a cell. */
export interface FileContext {
  decimalSeparator: DecimalSeparator;
  /** ISO code of the prices; null for that of the catalogue. */
  currency: string | null;
  /** The lines of all SKUs in the file; those that are generated are added. */
  skuLines: SkuLines;
}

export interface MappedVariants {
  attributes: DraftAttribute[];
  combinations: DraftCombination[];
  fields: Partial<ProductFields>;
  refusals: { row: CatalogueRow; text: string }[];
}

/** Reads the attributes and combinations of a product, and the product fields derived from them. */
export function readVariants(
  header: Header,
  handle: string,
  rows: readonly CatalogueRow[],
  file: FileContext,
  warn: Warn,
): MappedVariants {
  const refusals: MappedVariants['refusals'] = [];
  const refuse = (row: CatalogueRow, text: string) => void refusals.push({ row, text });
  const names = header.options.map((_, index) => rows.map(({ options }) => options[index]?.name).find(Boolean) ?? '');
  const used = names.flatMap((name, column) =>
    rows.some(({ options }) => isChosen(name, options[column]?.value ?? '')) ? [column] : [],
  );
  const variants: Variant[] = [];
  const lines = new Map<string, Variant>();
  for (const row of rows) {
    const repeated = refuseRepeatedSku(row, file.skuLines);
    if (repeated) {
      refuse(row, repeated);
      continue;
    }
    const values = used.map((column) => row.options[column]?.value ?? '');
    const missing = values.indexOf('');
    if (missing >= 0) {
      refuse(row, `the value of the option "${names[used[missing] ?? 0] || 'Option'}" is missing`);
      continue;
    }
    const variant = readVariant(row, values, header, file, warn, (text) => refuse(row, text));
    if (!variant) continue;
    const key = toVariantKey(values);
    const duplicate = lines.get(key);
    if (!duplicate) {
      lines.set(key, variant);
      variants.push(variant);
    } else if (isSame(duplicate, variant)) warn(row, `repeats line ${duplicate.row.line}`, 'repeated row');
    else
      refuse(
        row,
        `${values.length > 0 ? `the variant "${values.join(', ')}"` : 'the product'} is already on line ${duplicate.row.line}`,
      );
  }
  const attributes = nameAttributes(
    used.map((column, index) =>
      parseOption(
        names[column] ?? '',
        variants.map(({ values }) => values[index] ?? ''),
      ),
    ),
  );
  const combinations = toCombinations(header, handle, variants, file, warn);
  return { attributes, combinations, fields: productFields(header, variants, combinations, warn), refusals };
}

function isChosen(name: string, value: string): boolean {
  return value !== '' && !isPlaceholderOption(name, value);
}

/** The key that identifies a combination among those of a product. */
export function toVariantKey(values: readonly string[]): string {
  return JSON.stringify(values.map((value) => value.toLowerCase()));
}

function isSame(a: Variant, b: Variant): boolean {
  const comparable = ({ row, ...rest }: Variant) => JSON.stringify({ ...rest, sku: row.cells.sku });
  return comparable(a) === comparable(b);
}

function readVariant(
  row: CatalogueRow,
  values: string[],
  header: Header,
  file: FileContext,
  warn: Warn,
  refuse: (text: string) => void,
): Variant | undefined {
  const cell = (key: ColumnKey) => row.cells[key] ?? '';
  const price = readAmount(cell('price'), file.decimalSeparator);
  const quantity = readQuantity(cell('quantity'));
  const long = values.find((value) => value.length > 200);
  if (long) refuse(`the option value "${truncate(long, 40)}…" is longer than 200 characters`);
  if ('refusal' in price) refuse(price.refusal);
  if ('refusal' in quantity) refuse(quantity.refusal);
  if (long || 'refusal' in price || 'refusal' in quantity) return undefined;
  const oldPrice = readAmount(cell('compareAt'), file.decimalSeparator);
  const grams = readGrams(cell('grams'));
  const gtin = readGtin(cell('barcode'));
  const notes: [note: string | undefined, kind: string][] = [
    [price.note, 'price read'],
    [
      'refusal' in oldPrice ? `${oldPrice.refusal.replace('the price', 'the compare-at price')}; it was left out` : undefined,
      'old price',
    ],
    ['note' in grams ? grams.note : undefined, 'weight'],
    [gtin.note, 'barcode'],
    [quantity.note, 'stock'],
  ];
  const named = detectCurrency(cell('price'));
  if (named && file.currency !== null && named !== file.currency)
    notes.push([`the price is in ${named} and was read as ${file.currency}`, 'currency']);
  for (const [note, kind] of notes) if (note) warn(row, note, kind);
  const hasTracker = header.columns.has('tracker') ? cell('tracker') !== '' : quantity.value !== null;
  return {
    row,
    values,
    price: price.value ?? 0,
    oldPrice: 'refusal' in oldPrice ? null : oldPrice.value,
    grams: 'value' in grams ? grams.value : 0,
    gtin: gtin.value,
    isTracked: hasTracker,
    quantity: hasTracker ? quantity.value : null,
    canBackorder: readYesNo(cell('policy')) === true,
  };
}

/** Numbers options whose names become the same ("Color" and "Colour"), since a product can have each attribute only once. */
function nameAttributes(options: DraftAttribute[]): DraftAttribute[] {
  const usedNames = new Set<string>();
  return options.map((option) => {
    let name = option.name;
    for (let number = 2; usedNames.has(name.toLowerCase()); number++) name = `${option.name} ${number}`;
    usedNames.add(name.toLowerCase());
    return { ...option, name, role: name === option.name ? option.role : null };
  });
}

function toCombinations(
  header: Header,
  handle: string,
  variants: readonly Variant[],
  file: FileContext,
  warn: Warn,
): DraftCombination[] {
  const base = basePrice(variants);
  return variants.map(({ row, values, price, gtin, quantity }) => {
    const fileSku = getFileSku(row);
    const sku = fileSku || takeGeneratedSku(generateSku(handle, values), row.line, file.skuLines);
    if (!fileSku) warn(row, `has no SKU; ${sku} was generated`, 'SKU generated');
    return {
      line: row.line,
      values,
      isSkuGenerated: !fileSku,
      quantity,
      fields: {
        sku,
        ...(header.columns.has('barcode') ? { gtin } : {}),
        ...(header.columns.has('variantImage') ? { image_source_url: toWebAddress(row.cells.variantImage ?? '') ?? null } : {}),
        ...(header.columns.has('price') ? { overridden_price_minor: price === base ? null : price } : {}),
      },
    };
  });
}

/** A SKU such as `MOTO-BOOT-2016-9-5-BLACK`, the same at every import of the same product. */
export function generateSku(handle: string, values: readonly string[]): string {
  const words = [handle, ...values.map(toSlug)].join('-').replaceAll(/[^\p{L}\p{N}-]+/gu, '-');
  return truncate(words.toUpperCase(), 100);
}
