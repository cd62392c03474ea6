import { foldCase } from '#api/platform/fold-case.ts';
import { addDaysTo } from '#api/platform/local-day.ts';
import { normaliseName } from '#api/platform/workbook/cell-names.ts';
import { doDaysOverlap, getLastDay, isImmediate, type PriceDays, type ScheduledPrice } from '../price-days.rules.ts';
import type { ListedPrice, PriceListRow } from './price-list-rows.rules.ts';

/** What a row of a price list can be about: a product, or one of its variants in the catalogue, with its price today. */
export interface ListedItem extends ListedPrice {
  productId: number;
  /** Null: the whole product. */
  combinationId: number | null;
  sku: string;
  /** In the catalogue, and the client's own. */
  names: readonly string[];
  /** Whether it can go without a price: a product of a client costs what the catalogue says, a variant what its product does. */
  canInherit: boolean;
  /** Why the operator cannot change its price. */
  refusal: string | null;
}

/** A row that changes a price. */
export interface PlannedListPrice extends PriceDays {
  line: number;
  item: ListedItem;
  before: ListedPrice;
  after: ListedPrice;
  /** The price that is to come on the same day, which it replaces. */
  replaces: ScheduledPrice | undefined;
}

/** What happens to the rows of a price list. */
export interface PriceListPlan {
  rows: number;
  changes: PlannedListPrice[];
  unchanged: number;
  /** Rows without a price, which change nothing. */
  empty: number;
  refused: { line: number; sku: string; reason: string }[];
}

const keyOf = ({ productId, combinationId }: { productId: number; combinationId: number | null }) =>
  `${productId} ${combinationId ?? ''}`;
const isSamePrice = (one: ListedPrice, other: ListedPrice) =>
  one.priceMinor === other.priceMinor && one.percent === other.percent;

/** Finds what a row is about by its SKU, and by its name where several have it. A text says why it cannot be found. */
function findItem({ sku, name, level }: PriceListRow, itemsBySku: ReadonlyMap<string, ListedItem[]>): ListedItem | string {
  const all = itemsBySku.get(foldCase(sku)) ?? [];
  const ofLevel =
    level === undefined ? all : all.filter(({ combinationId }) => (combinationId === null) === (level === 'product'));
  if (ofLevel.length === 0) return 'There is no product with this SKU whose prices you can change.';
  // The SKU of a product without sizes is that of its only variant too: without a word about it, the row is about the product.
  const products = ofLevel.filter(({ combinationId }) => combinationId === null);
  const found = products.length > 0 ? products : ofLevel;
  if (found.length === 1) return found[0] as ListedItem;
  const named = found.filter(({ names }) => names.some((each) => normaliseName(each) === normaliseName(name)));
  return named.length === 1
    ? (named[0] as ListedItem)
    : 'Several products have this SKU. Enter the product’s name as well, as in the catalogue.';
}

type Candidate = PlannedListPrice & { sku: string; problem?: string };

/** What a row would change; `same` where it says what is so already. A text says why it cannot be used. */
function planRow(
  row: PriceListRow,
  item: ListedItem,
  scheduled: readonly ScheduledPrice[],
  today: string,
): Candidate | 'same' | string {
  const after = row.price as ListedPrice;
  if (!item.canInherit && after.priceMinor === null)
    return 'The product itself needs a price. Only a variant can use the product’s price.';
  const startsOn = row.startsOn ?? today;
  const lastOn = row.lastOn ?? null;
  const there = scheduled.find((each) => each.startsOn === startsOn && row.startsOn !== undefined);
  if (there && isSamePrice(toListed(there), after) && getLastDay(there) === lastOn) return 'same';
  if (startsOn < today)
    return there?.state === 'active'
      ? 'This price has begun. End it on the page, or enter a price without a first day.'
      : 'The first day has passed. A price can’t begin in the past.';
  if (lastOn !== null && lastOn < startsOn) return 'The last day is before the first.';
  const days = { startsOn, endsOn: lastOn === null ? null : addDaysTo(lastOn, 1) };
  if (isImmediate(days, today) && isSamePrice(item, after)) return 'same';
  const replaces = there?.state === 'coming' ? there : undefined;
  if (item.refusal !== null) return item.refusal;
  return { ...days, line: row.line, sku: row.sku, item, before: replaces ? toListed(replaces) : toListed(item), after, replaces };
}

const toListed = ({ priceMinor, percent }: ListedPrice): ListedPrice => ({ priceMinor, percent });

/** Marks those of one product or variant whose days overlap with each other. Days that touch are no overlap. */
function findOverlaps(candidates: readonly Candidate[]): void {
  let longest: Candidate | undefined;
  for (const candidate of candidates.toSorted((one, other) => (one.startsOn < other.startsOn ? -1 : 1))) {
    if (longest && doDaysOverlap(longest, candidate)) {
      longest.problem ??= `Line ${candidate.line} has another price on the same days.`;
      candidate.problem = `Line ${longest.line} has another price on the same days.`;
    }
    if (!longest || (candidate.endsOn ?? candidate.startsOn) > (longest.endsOn ?? longest.startsOn)) longest = candidate;
  }
}

/** Marks those whose days overlap with a price that is there and stays. A price stays, too, when the row that was to replace it cannot be used. */
function findConflicts(candidates: readonly Candidate[], scheduled: readonly ScheduledPrice[], today: string): void {
  for (;;) {
    const usable = candidates.filter(({ problem }) => problem === undefined);
    const replaced = new Set(usable.map(({ replaces }) => replaces?.id));
    const conflicting = usable.filter((candidate) =>
      scheduled.some(
        (price) =>
          !replaced.has(price.id) &&
          doDaysOverlap(price, candidate) &&
          !(price.state === 'active' && isImmediate(candidate, today)),
      ),
    );
    if (conflicting.length === 0) return;
    for (const candidate of conflicting)
      candidate.problem = 'Another price applies on these days. Cancel it first, or choose other days.';
  }
}

/**
 * Plans what the rows of a price list change. A row without days sets today's price, with days one that is to come. A row for a price that is to come on
 * the same day replaces it. Prices that the list does not name stay.
 */
export function planPriceList(
  rows: readonly PriceListRow[],
  { items, scheduled, today }: { items: readonly ListedItem[]; scheduled: readonly ScheduledPrice[]; today: string },
): PriceListPlan {
  const itemsBySku = Map.groupBy(items, ({ sku }) => foldCase(sku));
  const scheduledByKey = Map.groupBy(scheduled, keyOf);
  const plan: PriceListPlan = { rows: rows.length, changes: [], unchanged: 0, empty: 0, refused: [] };
  const refuse = ({ line, sku }: { line: number; sku: string }, reason: string) => plan.refused.push({ line, sku, reason });
  const linesByDay = new Map<string, { row: PriceListRow; item: ListedItem }[]>();
  for (const row of rows) {
    if (row.problem !== undefined) refuse(row, row.problem);
    else if (row.price === undefined) plan.empty += 1;
    else {
      const item = findItem(row, itemsBySku);
      if (typeof item === 'string') refuse(row, item);
      else {
        const key = `${keyOf(item)} ${row.startsOn ?? ''}`;
        linesByDay.set(key, [...(linesByDay.get(key) ?? []), { row, item }]);
      }
    }
  }
  const candidates: Candidate[] = [];
  for (const same of linesByDay.values())
    for (const { row, item } of same) {
      const twin = same.find((each) => each.row !== row)?.row;
      const planned = twin
        ? `Line ${twin.line} sets the same price. Keep one of them.`
        : planRow(row, item, scheduledByKey.get(keyOf(item)) ?? [], today);
      if (planned === 'same') plan.unchanged += 1;
      else if (typeof planned === 'string') refuse(row, planned);
      else candidates.push(planned);
    }
  for (const [key, each] of Map.groupBy(candidates, ({ item }) => keyOf(item))) {
    findOverlaps(each);
    findConflicts(each, scheduledByKey.get(key) ?? [], today);
  }
  for (const { problem, sku, ...change } of candidates) {
    if (problem === undefined) plan.changes.push(change);
    else refuse({ line: change.line, sku }, problem);
  }
  plan.changes.sort((one, other) => one.line - other.line);
  plan.refused.sort((one, other) => one.line - other.line);
  return plan;
}
