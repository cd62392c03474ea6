import type { ReasonOf } from '#api/platform/reasons.ts';
import { normaliseName, splitNames } from '#api/platform/workbook/cell-names.ts';
import { cleanCellText, toCellText } from '#api/platform/workbook/cell-text.ts';
import type { RangeImportField } from '#contract/catalogue/range/range-import.ts';
import { AUDIENCE_LISTS, type AudienceList, type ProductOrganisation } from './range.rules.ts';
import type { RangeColumn } from './range-export.rules.ts';

/** Ids of what products can be limited to, by normalised name. */
export type AudienceIdsByName = Readonly<Record<AudienceList, ReadonlyMap<string, number>>>;

/** What a cell says: a value as `PUT /api/productorganisation` takes it, or why it cannot be read. */
type ParsedCell = { value: unknown } | { reason: RangeCellReason };

/** Why a cell cannot be read. */
export const RANGE_CELL_WORDING = {
  enter_percentage: () => 'Enter a percentage, such as 7.5% or −10%.',
  enter_amount: () => 'Enter an amount, such as 12.50.',
  enter_published: () => 'Enter “Published” or “Not published”.',
  enter_yes_or_no: () => 'Enter “Yes” or “No”.',
  enter_whole_number: () => 'Enter a whole number.',
  unknown_audience: ({ list, name }: { list: AudienceList; name: string }) => `There is no ${NOUNS[list]} “${name}”.`,
};
/** One of them, as it is stored. */
export type RangeCellReason = ReasonOf<typeof RANGE_CELL_WORDING>;

/** The text that the export writes for this product in a column, as it is after reading the file. */
export const exportedText = (column: RangeColumn, product: ProductOrganisation): string =>
  cleanCellText(toCellText(column.value(product)));

const NOUNS: Readonly<Record<AudienceList, string>> = {
  businessAreaIds: 'business area',
  jobRoleIds: 'job role',
  collectionIds: 'wardrobe',
  customerRoleIds: 'role',
};
const YES = new Set(['yes', 'y', 'true', '1', 'published', 'featured']);
const NO = new Set(['no', 'n', 'false', '0', 'not published', 'unpublished', 'not featured']);
const EVERYONE = 'everyone';
const MAX_DIGITS = 15;

/**
 * The number in a cell: with a decimal point or comma, thousands in groups of three, and a currency in front of it or behind. Undefined where
 * there is none.
 */
export function parseCellNumber(cell: string): number | undefined {
  const text = cell
    .replaceAll(/[\p{Sc}\s']/gu, '')
    .replace(/^[A-Z]{3}|[A-Z]{3}$/, '')
    .replace('−', '-');
  const plain = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text.replace(',', '.');
  if (plain.length > MAX_DIGITS + 4 || !/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,2})?$/i.test(plain)) return undefined;
  return Number(plain);
}

/** A percentage in a cell. */
export function parsePercentCell(cell: string): ParsedCell {
  const isWritten = cell.endsWith('%');
  const number = parseCellNumber(isWritten ? cell.slice(0, -1) : cell);
  if (number === undefined) return { reason: { kind: 'enter_percentage' } };
  // Spreadsheets keep a percentage as a fraction; twelve digits leave out their rounding errors.
  return { value: isWritten ? number : Number((number * 100).toPrecision(12)) };
}

function parsePrice(cell: string): ParsedCell {
  const number = parseCellNumber(cell);
  return number === undefined ? { reason: { kind: 'enter_amount' } } : { value: Number(number.toPrecision(12)) };
}

function parseYesNo(cell: string, kind: 'enter_published' | 'enter_yes_or_no'): ParsedCell {
  const word = normaliseName(cell);
  if (YES.has(word)) return { value: true };
  return NO.has(word) ? { value: false } : { reason: { kind } };
}

function parseList(list: AudienceList, cell: string, known: ReadonlyMap<string, number>): ParsedCell {
  if (cell === '' || normaliseName(cell) === EVERYONE) return { value: [] };
  const named = splitNames(cell, known).map((name) => ({ name, id: known.get(normaliseName(name)) }));
  const unknown = named.find(({ id }) => id === undefined);
  return unknown ? { reason: { kind: 'unknown_audience', list, name: unknown.name } } : { value: named.map(({ id }) => id) };
}

const isList = (field: RangeImportField): field is AudienceList => AUDIENCE_LISTS.some((list) => list === field);

/** The fields that an import changes; the others are compared or identify the product. */
export type EditableRangeField =
  | 'name'
  | 'organisationSku'
  | 'overriddenPrice'
  | 'pricePercent'
  | 'published'
  | 'featured'
  | 'displayOrder'
  | AudienceList;

/** Reads a cell that differs from what the export writes. An empty cell stands for no own value, or for everyone. */
export function parseRangeCell(
  field: EditableRangeField,
  cell: string,
  product: ProductOrganisation,
  idsByName: AudienceIdsByName,
): ParsedCell {
  if (isList(field)) return parseList(field, cell, idsByName[field]);
  switch (field) {
    case 'name':
      return { value: cell === '' || cell === product.productName ? null : cell };
    case 'organisationSku':
      return { value: cell || null };
    case 'overriddenPrice':
      return cell === '' ? { value: null } : parsePrice(cell);
    case 'pricePercent':
      return cell === '' ? { value: null } : parsePercentCell(cell);
    case 'published':
      return parseYesNo(cell, 'enter_published');
    case 'featured':
      return parseYesNo(cell, 'enter_yes_or_no');
    case 'displayOrder': {
      const number = parseCellNumber(cell);
      return number === undefined ? { reason: { kind: 'enter_whole_number' } } : { value: number };
    }
  }
}
