import {
  type DecimalSeparator,
  detectCurrency,
  readAmount,
  readGrams,
  readGtin,
  readQuantity,
  readYesNo,
} from './amounts.rules.ts';
import type { CatalogueRow, ColumnKey, Header } from './columns.rules.ts';
import { toSlug } from './columns.rules.ts';
import { isPlaceholderOption, parseOption } from './options.rules.ts';
import type { DraftAttribute, DraftCombination, ProductFields } from './product-draft.ts';
import { truncate } from './truncate.rules.ts';
import { basePrice, productFields, type Variant, type Warn } from './variant-fields.rules.ts';

/** What the rest of the file, and the organisation, tell about a cell. */
export interface FileContext {
  decimalSeparator: DecimalSeparator;
  currency: string;
  /** Line on which a SKU (in lower case) was used first, over the whole file. */
  skuLines: Map<string, number>;
}

export interface MappedVariants {
  attributes: DraftAttribute[];
  combinations: DraftCombination[];
  fields: Partial<ProductFields>;
  refusals: { row: CatalogueRow; text: string }[];
}

/** The choices and combinations of a product, and what its own columns take from them. */
export function readVariants(
  header: Header,
  handle: string,
  rows: readonly CatalogueRow[],
  file: FileContext,
  warn: Warn,
): MappedVariants {
  const refusals: MappedVariants['refusals'] = [];
  const refuse = (row: CatalogueRow, text: string) => void refusals.push({ row, text });
  const names = header.options.map((_, place) => rows.map(({ options }) => options[place]?.name).find(Boolean) ?? '');
  const used = names.flatMap((name, place) =>
    rows.some(({ options }) => isChosen(name, options[place]?.value ?? '')) ? [place] : [],
  );
  const variants: Variant[] = [];
  const lines = new Map<string, Variant>();
  for (const row of rows) {
    const values = used.map((place) => row.options[place]?.value ?? '');
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
    } else if (isSame(duplicate, variant)) warn(row, `says the same as line ${duplicate.row.line}`, 'repeated row');
    else
      refuse(
        row,
        `the choice ${values.length > 0 ? `"${values.join(', ')}"` : 'of this product'} is already on line ${duplicate.row.line}`,
      );
  }
  const attributes = nameAttributes(
    used.map((place, index) =>
      parseOption(
        names[place] ?? '',
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
  if (named && named !== file.currency) notes.push([`the price is in ${named} and was taken as ${file.currency}`, 'currency']);
  for (const [note, kind] of notes) if (note) warn(row, note, kind);
  const hasTracker = header.places.has('tracker') ? cell('tracker') !== '' : quantity.value !== null;
  return {
    row,
    values,
    price: price.value ?? 0,
    oldPrice: 'refusal' in oldPrice ? null : oldPrice.value,
    grams: 'value' in grams ? grams.value : 0,
    gtin: gtin.value,
    isTracked: hasTracker,
    quantity: hasTracker ? quantity.value : null,
    continues: readYesNo(cell('policy')) === true,
  };
}

/** Numbers options that result in the same name ("Color" and "Colour"), since a product can have each attribute only once. */
function nameAttributes(choices: DraftAttribute[]): DraftAttribute[] {
  const usedNames = new Set<string>();
  return choices.map((choice) => {
    let name = choice.name;
    for (let number = 2; usedNames.has(name.toLowerCase()); number++) name = `${choice.name} ${number}`;
    usedNames.add(name.toLowerCase());
    return { ...choice, name, role: name === choice.name ? choice.role : null };
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
    const given = truncate(row.cells.sku ?? '', 100);
    const sku = uniqueSku(given || generateSku(handle, values), row, file.skuLines);
    if (!given) warn(row, `has no SKU; ${sku} was made up`, 'SKU invented');
    else if (sku !== given)
      warn(
        row,
        `the SKU ${given} is already on line ${file.skuLines.get(given.toLowerCase())}; this one is called ${sku}`,
        'SKU twice',
      );
    return {
      line: row.line,
      values,
      isSkuGenerated: !given,
      quantity,
      fields: {
        sku,
        ...(header.places.has('barcode') ? { gtin } : {}),
        ...(header.places.has('price') ? { overridden_price_minor: price === base ? null : price } : {}),
      },
    };
  });
}

/** `MOTO-BOOT-2016-9-5-BLACK`: the same at every import of the same product. */
function generateSku(handle: string, values: readonly string[]): string {
  const words = [handle, ...values.map(toSlug)].join('-').replaceAll(/[^\p{L}\p{N}-]+/gu, '-');
  return truncate(words.toUpperCase(), 100);
}

function uniqueSku(wanted: string, { line }: CatalogueRow, skuLines: Map<string, number>): string {
  let sku = wanted;
  for (let number = 2; (skuLines.get(sku.toLowerCase()) ?? line) !== line; number++) sku = `${wanted}-${number}`;
  skuLines.set(sku.toLowerCase(), line);
  return sku;
}
