import { parseImportDate } from '#api/platform/workbook/cell-dates.rules.ts';
import { normaliseHeading, normaliseName } from '#api/platform/workbook/cell-names.ts';
import { formatMoney } from '../../pricing/format-money.rules.ts';
import { parseCellNumber, parsePercentCell } from '../../range/range-cells.rules.ts';

/** What a column of a price list can hold. */
const FIELDS = ['sku', 'name', 'for', 'price', 'percent', 'startsOn', 'lastOn', 'currency'] as const;
type Field = (typeof FIELDS)[number];

/** Headings by which columns are recognised, normalised, the clearest first; among them those of the exports. */
const ALIASES: Readonly<Record<Field, readonly string[]>> = {
  sku: ['sku', 'code', 'itemcode', 'itemnumber', 'productcode', 'articlenumber', 'stylecode', 'style', 'article', 'item'],
  name: ['nameinthecatalogue', 'product', 'productname', 'name', 'description'],
  for: ['for', 'appliesto'],
  price: ['ownprice', 'newprice', 'price', 'unitprice', 'netprice', 'priceexcltax', 'priceexclvat', 'amount'],
  percent: ['onthecatalogue', 'percent', 'percentage'],
  startsOn: ['firstday', 'from', 'startson', 'startdate', 'start', 'validfrom', 'effectivefrom'],
  lastOn: ['lastday', 'until', 'to', 'enddate', 'end', 'validto', 'validuntil', 'effectiveto'],
  currency: ['currency', 'currencycode'],
};

/** The place of each column that a file has. */
export type PriceListColumns = Readonly<Partial<Record<Field, number>>>;

/** Finds the columns of a price list by their headings. Each is taken once, by the clearest of its names. */
export function findPriceListColumns(headings: readonly string[]): PriceListColumns {
  const keys = headings.map(normaliseHeading);
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const place = ALIASES[field].map((name) => keys.indexOf(name)).find((index) => index >= 0);
      return place === undefined ? [] : [[field, place]];
    }),
  );
}

/** A price that a row sets: an amount in minor units, a percentage on the catalogue, or neither for the price that it inherits. */
export interface ListedPrice {
  priceMinor: number | null;
  percent: number | null;
}

/** A row of a price list as it was read. */
export interface PriceListRow {
  line: number;
  sku: string;
  name: string;
  /** Whether the row says that it is about the product, or about one variant. */
  level: 'product' | 'variant' | undefined;
  /** Undefined for empty cells: the price stays. */
  price: ListedPrice | undefined;
  /** `2027-04-01`; undefined for an empty cell. */
  startsOn: string | undefined;
  lastOn: string | undefined;
  /** Why the row cannot be used. */
  problem: string | undefined;
}

/** Whose list it is. A client inherits the prices of the catalogue, a variant that of its product. */
export interface PriceListKind {
  currencyCode: string;
  /** Null for the catalogue. */
  client: { hasPercents: boolean; name: string; catalogueCurrencyCode: string } | null;
}

const MAX_PRICE_MINOR = 100_000_000;
const INHERITED = new Set(['catalogue', 'catalog', 'catalogue price']);
const AS_PRODUCT = new Set(['product', 'product price', 'as product']);

/** The currency that a cell names by a code or a symbol, unless it is that of the list. */
function findOtherCurrency(cell: string, code: string): string | undefined {
  const named = /^[A-Z]{3}(?![A-Za-z])/.exec(cell)?.[0] ?? /(?<![A-Za-z])[A-Z]{3}$/.exec(cell)?.[0] ?? /\p{Sc}/u.exec(cell)?.[0];
  return named === undefined || named === code || formatMoney(0, code).includes(named) ? undefined : named;
}

type Parsed<Value> = { value: Value } | { problem: string };

function parsePrice(price: string, percent: string, { client, currencyCode }: PriceListKind): Parsed<ListedPrice | undefined> {
  if (price === '' && percent === '') return { value: undefined };
  if (price !== '' && percent !== '') return { problem: 'Enter a price or a percentage, not both.' };
  const word = normaliseName(price === '' ? percent : price);
  if ((client ? INHERITED : AS_PRODUCT).has(word)) return { value: { priceMinor: null, percent: null } };
  if (price === '') return parsePercent(percent, client);
  const other = findOtherCurrency(price, currencyCode);
  if (other !== undefined) return { problem: `The prices are in ${currencyCode}, not in ${other}.` };
  const number = parseCellNumber(price);
  const minor = number === undefined ? undefined : Math.round(Number((number * 100).toPrecision(12)));
  if (minor === undefined || minor < 0 || minor > MAX_PRICE_MINOR)
    return { problem: `“${price.slice(0, 40)}” is no price. Enter an amount from 0 to 1,000,000, such as 12.50.` };
  return { value: { priceMinor: minor, percent: null } };
}

function parsePercent(percent: string, client: PriceListKind['client']): Parsed<ListedPrice> {
  if (!client) return { problem: 'Catalogue prices have no percentage. Enter an amount.' };
  if (!client.hasPercents)
    return {
      problem: `The catalogue’s prices are in ${client.catalogueCurrencyCode}, those of ${client.name} are not. Enter an amount.`,
    };
  const parsed = parsePercentCell(percent);
  const value = 'value' in parsed ? Math.round(Number(parsed.value) * 100) / 100 : undefined;
  // A spreadsheet keeps 7.5% as 0.075. Who types 7 without a sign means 7%, not 700%, and must say so.
  if (value === undefined || value < -100 || value > 1000 || (!percent.endsWith('%') && Math.abs(value) > 100))
    return { problem: `“${percent.slice(0, 40)}” is no percentage. Enter one with its sign, such as 7.5% or −10%.` };
  return { value: { priceMinor: null, percent: value === 0 ? null : value } };
}

function parseDay(cell: string, which: string): Parsed<string | undefined> {
  if (cell === '') return { value: undefined };
  const value = parseImportDate(cell, false);
  return value === undefined
    ? { problem: `“${cell.slice(0, 40)}” is no ${which} day. Enter one such as 2027-04-01.` }
    : { value };
}

function parseLevel(cell: string): Parsed<PriceListRow['level']> {
  const word = normaliseName(cell);
  if (word === '') return { value: undefined };
  return word === 'product' || word === 'variant'
    ? { value: word }
    : { problem: 'Enter “Product” or “Variant” in the column For.' };
}

/** Reads a row of a price list. Undefined for one in which nothing of the list is filled in. */
export function parsePriceListRow(
  { line, cells, problem }: { line: number; cells: readonly string[]; problem?: string | undefined },
  columns: PriceListColumns,
  kind: PriceListKind,
): PriceListRow | undefined {
  const read = (field: Field) => (columns[field] === undefined ? '' : (cells[columns[field]] ?? '').trim());
  if (FIELDS.every((field) => read(field) === '')) return undefined;
  const price = parsePrice(read('price'), read('percent'), kind);
  const startsOn = parseDay(read('startsOn'), 'first');
  const lastOn = parseDay(read('lastOn'), 'last');
  const level = kind.client ? { value: undefined } : parseLevel(read('for'));
  const currency = read('currency').toUpperCase();
  const problems = [
    problem,
    read('sku') === '' ? 'The SKU is missing.' : undefined,
    currency !== '' && currency !== kind.currencyCode ? `The prices are in ${kind.currencyCode}, not in ${currency}.` : undefined,
    ...[level, price, startsOn, lastOn].map((parsed) => ('problem' in parsed ? parsed.problem : undefined)),
  ];
  const toValue = <Value>(parsed: Parsed<Value>): Value | undefined => ('value' in parsed ? parsed.value : undefined);
  return {
    ...{ line, sku: read('sku'), name: read('name'), level: toValue(level) },
    ...{ price: toValue(price), startsOn: toValue(startsOn), lastOn: toValue(lastOn) },
    problem: problems.find((each) => each !== undefined),
  };
}
