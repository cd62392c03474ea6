import { type ColumnKey, type Header, PLAIN_TEXTS, type ProductFileFormat, plainName, readHeader } from './columns.rules.ts';
import type { FoundHeader } from './csv-file.ts';
import { CHOICE_FIELDS, FILE_FIELDS, type FileField, WEIGHT_UNITS } from './file-fields.ts';
import { toPlainText } from './plain-text.rules.ts';
import { isWooCommerce } from './shop-exports.rules.ts';
import { listUnusedOfWooCommerce } from './woocommerce.ts';
import { readWorkbookHeader } from './workbook-columns.rules.ts';

/**
 * What the columns of a file mean, where each row is a combination of a product: which column each field is read from, and what every row has without a column
 * for it. `weightUnit` among the constants is the unit of the weights: g, kg, lb or oz.
 */
export interface ColumnMapping {
  columns: Partial<Record<FileField, string>>;
  constants: Partial<Record<FileField | 'weightUnit', string>>;
}

export interface RecognisedColumns {
  format: ProductFileFormat;
  /** Empty for the formats whose columns have fixed names. */
  mapping: ColumnMapping;
  /** Columns that nothing is read from, as they are called in the file. */
  unused: string[];
}

/** The row with the names of the columns, and what they mean. */
export interface FoundColumns extends FoundHeader, RecognisedColumns {
  names: readonly string[];
}

const FIELDS = Object.keys(FILE_FIELDS) as FileField[];
const isChoice = (field: FileField): field is keyof typeof CHOICE_FIELDS => field in CHOICE_FIELDS;

/**
 * Reads a mapping that comes from a file.
 *
 * @throws Error that says what is wrong with it
 */
export function readMapping(value: unknown): ColumnMapping {
  const isTexts = (texts: unknown): texts is Record<string, string> =>
    typeof texts === 'object' && texts !== null && Object.values(texts).every((text) => typeof text === 'string');
  const { columns, constants = {} } = (value ?? {}) as Partial<Record<string, unknown>>;
  if (!isTexts(columns) || !isTexts(constants))
    throw new Error('A mapping is an object with "columns" and, if there are any, "constants": texts by field.');
  const unknown = [...Object.keys(columns), ...Object.keys(constants)].find(
    (field) => !(field in FILE_FIELDS) && !(field === 'weightUnit' && field in constants),
  );
  if (unknown !== undefined)
    throw new Error(`There is no field "${unknown}". Fields are ${FIELDS.join(', ')}, and weightUnit among the constants.`);
  if (constants.weightUnit !== undefined && !(constants.weightUnit in WEIGHT_UNITS))
    throw new Error(`The weight unit must be one of ${Object.keys(WEIGHT_UNITS).join(', ')}.`);
  return { columns, constants };
}

/**
 * Recognises what the columns of a file mean by their names, and the unit of weights by some of its rows. Fields that are not found can be mapped by hand.
 */
export function recogniseColumns(header: readonly string[], sample: readonly (readonly string[])[]): RecognisedColumns {
  if (isWooCommerce(header))
    return { format: 'woocommerce', mapping: { columns: {}, constants: {} }, unused: listUnusedOfWooCommerce(header) };
  const known = readWorkbookHeader(header) ?? (isShopify(header) ? readHeader(header) : undefined);
  if (known) return { format: known.format, mapping: { columns: {}, constants: {} }, unused: [...known.unused] };
  const mapping = proposeMapping(header, sample);
  return { format: 'mapped', mapping, unused: listUnused(header, mapping) };
}

/**
 * Finds the row with the names of the columns among the first rows of a file. With a mapping it is the one that has its columns; the formats with fixed names are
 * still found by these.
 */
export function findHeaderRow(rows: readonly (readonly string[])[], mapping?: ColumnMapping): FoundColumns | undefined {
  let best: FoundColumns | undefined;
  for (const [row, cells] of rows.entries()) {
    const recognised = recogniseColumns(cells, rows.slice(row + 1));
    const own =
      recognised.format === 'mapped' && mapping ? { ...recognised, mapping, unused: listUnused(cells, mapping) } : recognised;
    const header = toHeader(cells, own);
    if (!header) continue;
    const score = header.columns.size + header.options.length + (own.format === 'mapped' ? 0 : 1);
    if (score > (best?.score ?? 0)) best = { ...own, row, names: cells, header, score };
  }
  return best;
}

/** The header of a file by what its columns mean; undefined where a product has neither a code nor a name. */
function toHeader(cells: readonly string[], { format, mapping }: RecognisedColumns): Header | undefined {
  if (format === 'livery') return readWorkbookHeader(cells);
  if (format === 'shopify' || format === 'woocommerce') return readHeader(cells);
  return toMappedHeader(cells, mapping);
}

/** Whether a file has the columns of a Shopify shop, and not those of a list of combinations. */
function isShopify(cells: readonly string[]): boolean {
  const header = readHeader(cells);
  if (!header) return false;
  if (header.options.length > 0) return true;
  const { columns } = proposeMapping(cells, []);
  const hasChoices = FIELDS.some((field) => isChoice(field) && columns[field] !== undefined);
  return !hasChoices && (header.columns.has('handle') || columns.productCode === undefined);
}

/** The fields whose columns have one of the headings by which they are recognised; a heading that comes first in its list is preferred. */
function proposeMapping(header: readonly string[], sample: readonly (readonly string[])[]): ColumnMapping {
  const names = header.map(plainName);
  const columns: ColumnMapping['columns'] = {};
  const used = new Set<number>();
  for (const field of FIELDS) {
    const index = FILE_FIELDS[field].headings
      .map((heading) => names.indexOf(plainName(heading)))
      .find((found) => found >= 0 && !used.has(found));
    if (index === undefined) continue;
    used.add(index);
    columns[field] = header[index]?.trim() ?? '';
  }
  const weight = columns.weight === undefined ? -1 : header.findIndex((name) => name.trim() === columns.weight);
  return {
    columns,
    constants:
      weight < 0
        ? {}
        : {
            weightUnit: guessUnit(
              header,
              header[weight] ?? '',
              sample.map((row) => row[weight] ?? ''),
            ),
          },
  };
}

/** The unit of weights: as the heading says; otherwise whole grams, or kilograms, and pounds in a file that spells "color". */
function guessUnit(header: readonly string[], heading: string, values: readonly string[]): string {
  const stated = /(?:^|[^a-z])(kg|g|lb|oz)s?[^a-z]*$/i.exec(heading)?.[1]?.toLowerCase();
  if (stated) return stated;
  if (/gram/i.test(heading) || values.every((value) => !(Number(value.replace(',', '.')) < 20))) return 'g';
  return header.some((name) => /color/i.test(name)) ? 'lb' : 'kg';
}

const listUnused = (header: readonly string[], { columns }: ColumnMapping): string[] => {
  const used = new Set(Object.values(columns).map(plainName));
  return header.map((name) => name.trim()).filter((name) => name !== '' && !used.has(plainName(name)));
};

/** The header of a file that is read by a mapping. Columns of the mapping that the file does not have are as if they were not mapped. */
function toMappedHeader(cells: readonly string[], mapping: ColumnMapping): Header | undefined {
  const names = cells.map(plainName);
  const columns = new Map<ColumnKey, number>();
  const options: { name: undefined; value: number; called: string }[] = [];
  const constants: string[] = [];
  let found = 0;
  for (const field of FIELDS) {
    const heading = mapping.columns[field];
    const constant = mapping.constants[field]?.trim();
    let column = heading === undefined ? -1 : names.indexOf(plainName(heading));
    if (column >= 0) found++;
    else if (constant) column = cells.length + constants.push(constant) - 1;
    else continue;
    const { key } = FILE_FIELDS[field];
    if (isChoice(field)) options.push({ name: undefined, value: column, called: CHOICE_FIELDS[field] });
    else if (key) columns.set(key, column);
  }
  const hasProduct = (['handle', 'title'] as const).some((key) => (columns.get(key) ?? cells.length) < cells.length);
  if (!hasProduct || found === 0) return undefined;
  const grams = WEIGHT_UNITS[mapping.constants.weightUnit ?? 'g'] ?? 1;
  return {
    format: 'mapped',
    width: cells.length,
    columns,
    options,
    metafields: [],
    unused: listUnused(cells, mapping),
    constants,
    treatments: {
      ...PLAIN_TEXTS,
      productCategory: (text) => takeFirst(toPlainText(text)),
      imageSrc: takeFirst,
      variantImage: takeFirst,
      grams: (text) => toGrams(text, grams),
    },
  };
}

/** The first of a list such as `T-Shirts;Tall`. */
const takeFirst = (text: string): string => text.split(/[;|]/, 1)[0]?.trim() ?? '';

function toGrams(text: string, grams: number): string {
  const amount = Number((/^[\d.,]+/.exec(text)?.[0] ?? 'x').replace(',', '.'));
  return Number.isNaN(amount) ? text : String(Math.round(amount * grams));
}
