import type { StoredAccount, WardrobeFacts } from '../../entitlement.rules.ts';
import { type Owed, type PlannedWearer, previewWearer } from '../../entitlement-preview.rules.ts';
import type { ContentsGroup, WardrobeContents } from '../versions/contents.rules.ts';

/** Lowest and highest price of a piece, in minor units. */
export interface PriceRange {
  low: number;
  high: number;
}

/** What decides about people who would be affected alike: one of them stands for all. */
export interface WearerClass {
  /** Of which part of the wardrobe they are alike; null: of all. */
  part: PartKey | null;
  customerIds: readonly number[];
  plan: PlannedWearer;
}

/** The key of the budget among groups. */
export const BUDGET = 'budget';
export type PartKey = number | typeof BUDGET;

/** How many gain, lose or are over, and by how much. Amounts in minor units. */
export interface Effect {
  customerIds: Set<number>;
  pieces: number;
  points: number;
  lowMinor: number;
  highMinor: number;
}

/** People for whom a part changes, and what has been ordered of it. */
export interface PartEffect {
  people: number;
  orderedBy: number;
  orderedPieces: number;
}

export interface ContentsEffect {
  gain: Effect;
  lose: Effect;
  over: Effect;
  parts: Map<PartKey, PartEffect>;
}

/** What decides what people are owed of a group, whatever it is called and wherever it stands. */
const toOwedFacts = ({ superGroupOptionId, quantity, products }: ContentsGroup): string =>
  JSON.stringify([
    superGroupOptionId,
    quantity,
    products
      .map(({ productId, quantity: own }) => [productId, own])
      .toSorted(([one = 0], [other = 0]) => (one ?? 0) - (other ?? 0)),
  ]);

/**
 * The parts of a wardrobe of which people may be owed something else: groups by their ids, and the budget. Null: all, because it is of another season. Whoever
 * is owed what `before` says is owed the same of all others.
 */
export function listChangedParts(before: WardrobeContents, after: WardrobeContents): Set<PartKey> | null {
  if (before.seasonId !== after.seasonId) return null;
  const earlier = new Map(before.groups.map((group) => [group.id, toOwedFacts(group)]));
  const later = new Map(after.groups.map((group) => [group.id, toOwedFacts(group)]));
  const changed = new Set<PartKey>([...earlier.keys(), ...later.keys()].filter((id) => earlier.get(id) !== later.get(id)));
  if (before.budgetPoints !== after.budgetPoints || before.budgetMinor !== after.budgetMinor) changed.add(BUDGET);
  return changed;
}

/** Contents as the facts that accounts are planned by. Products that are not named are left out. */
export function toWardrobeFacts(
  id: number,
  name: string,
  contents: WardrobeContents,
  productNames: ReadonlyMap<number, string>,
): WardrobeFacts {
  const superGroupOf = new Map(
    contents.superGroups.flatMap((superGroup) =>
      superGroup.options.map((option): [number, number] => [option.id, superGroup.id]),
    ),
  );
  return {
    id,
    name,
    seasonId: contents.seasonId,
    budgetPoints: contents.budgetPoints,
    budgetMinor: contents.budgetMinor,
    groups: contents.groups.map((group) => ({
      id: group.id,
      name: group.name,
      quantity: group.quantity,
      minQuantity: group.minQuantity,
      superGroupOptionId: group.superGroupOptionId,
      superGroupId: group.superGroupOptionId === null ? null : (superGroupOf.get(group.superGroupOptionId) ?? null),
      products: group.products.flatMap(({ productId, quantity }) => {
        const productName = productNames.get(productId);
        return productName === undefined ? [] : [{ id: productId, name: productName, quantity }];
      }),
    })),
  };
}

interface Prices {
  /** Of the groups of the version in use and of the draft, by their ids. */
  groups: ReadonlyMap<number, PriceRange>;
  products: ReadonlyMap<number, PriceRange>;
}

/** The prices of the pieces of groups: from the cheapest to the dearest product that has a price. */
export function listGroupPrices(contents: readonly WardrobeContents[], products: ReadonlyMap<number, PriceRange>): Prices {
  const groups = new Map<number, PriceRange>();
  for (const { groups: listed } of contents)
    for (const group of listed) {
      const prices = group.products.flatMap(({ productId }) => products.get(productId) ?? []);
      if (prices.length === 0) continue;
      groups.set(group.id, { low: Math.min(...prices.map(({ low }) => low)), high: Math.max(...prices.map(({ high }) => high)) });
    }
  return { groups, products };
}

interface Row {
  groupId: number | null;
  productId: number | null;
  kind: StoredAccount['kind'];
  unit: StoredAccount['unit'];
  seasonId: number | null;
  before: number;
  after: number;
  /** Whether it is owed after the change; nothing can be too much of a deleted group. */
  isOwed: boolean;
  taken: number;
}

const toNumber = (owed: Owed | null) => (owed === null ? 0 : (owed.amount ?? Number.POSITIVE_INFINITY));

type Account = Pick<StoredAccount, 'kind' | 'groupId' | 'productId'>;
const toRowKey = ({ kind, groupId, productId }: Account) => `${kind}/${groupId}/${productId}`;

/** What a person is owed of each account before and after, of the part of the class. */
function listRows({ plan, part }: WearerClass, today: string): Row[] {
  const isChanged = ({ groupId }: Account) => part === null || part === (groupId ?? BUDGET);
  const planned = Map.groupBy(plan.planned.filter(isChanged), toRowKey);
  const accounts = Map.groupBy(plan.accounts.filter(isChanged), toRowKey);
  const changes = Map.groupBy(plan.changes.filter(isChanged), toRowKey);
  return [...new Set([...planned.keys(), ...accounts.keys()])].flatMap((key) => {
    const ofKey = { planned: planned.get(key) ?? [], accounts: accounts.get(key) ?? [], changes: changes.get(key) ?? [] };
    const { groupId, productId } = (ofKey.planned[0] ?? ofKey.accounts[0]) as Account;
    return previewWearer({ customerId: plan.customerId, ...ofKey }, today).flatMap(({ seasonId, rows }) =>
      rows.map((row) => ({
        groupId,
        productId,
        kind: row.kind,
        unit: row.unit,
        seasonId,
        before: toNumber(row.before),
        after: toNumber(row.after),
        isOwed: row.after !== null,
        taken: row.reserved + row.used,
      })),
    );
  });
}

/**
 * The rows that count: where a group is owed as a whole before and by product after, or the other way round, its sum in place of them, so that it is not counted as lost and gained.
 */
function joinRows(rows: readonly Row[]): Row[] {
  const groups = Map.groupBy(rows, ({ groupId, unit, seasonId }) => [groupId, unit, seasonId].join('/'));
  return [...groups.values()].flatMap((ofGroup) => {
    const [first] = ofGroup as [Row];
    if (ofGroup.every(({ kind }) => kind === first.kind)) return ofGroup;
    const before = ofGroup.reduce((sum, row) => sum + row.before, 0);
    const after = ofGroup.reduce((sum, row) => sum + row.after, 0);
    const over = ofGroup.reduce((sum, row) => sum + (row.isOwed ? Math.max(row.taken - row.after, 0) : 0), 0);
    const isOwed = ofGroup.some((row) => row.isOwed);
    return [{ ...first, kind: 'group' as const, productId: null, before, after, isOwed, taken: over > 0 ? after + over : 0 }];
  });
}

const anEffect = (): Effect => ({ customerIds: new Set(), pieces: 0, points: 0, lowMinor: 0, highMinor: 0 });

/** Adds what `people` gain, lose or are over of a row. Without a limit it is not counted in pieces. */
function addAmount(effect: Effect, { unit, groupId, productId }: Row, amount: number, people: number, prices: Prices): void {
  if (!Number.isFinite(amount)) return;
  if (unit === 'points') effect.points += amount * people;
  else if (unit === 'money') {
    effect.lowMinor += amount * people;
    effect.highMinor += amount * people;
  } else {
    const price = productId === null ? prices.groups.get(groupId ?? 0) : prices.products.get(productId);
    effect.pieces += amount * people;
    effect.lowMinor += amount * people * (price?.low ?? 0);
    effect.highMinor += amount * people * (price?.high ?? 0);
  }
}

/** What contents would change for the people of these classes. */
export function sumEffects(
  classes: readonly WearerClass[],
  { prices, today }: { prices: Prices; today: string },
): ContentsEffect {
  const total: ContentsEffect = { gain: anEffect(), lose: anEffect(), over: anEffect(), parts: new Map() };
  for (const wearers of classes) {
    const people = wearers.customerIds.length;
    const has = { gain: false, lose: false, over: false };
    const rows = listRows(wearers, today);
    const changedParts = new Set<PartKey>();
    for (const row of joinRows(rows)) {
      const { before, after, isOwed, taken } = row;
      if (before === after) continue;
      changedParts.add(row.groupId ?? BUDGET);
      const direction = after > before ? 'gain' : 'lose';
      has[direction] = true;
      addAmount(total[direction], row, Math.abs(after - before), people, prices);
      if (!isOwed || taken <= after) continue;
      has.over = true;
      addAmount(total.over, row, taken - after, people, prices);
    }
    for (const direction of ['gain', 'lose', 'over'] as const)
      if (has[direction]) for (const id of wearers.customerIds) total[direction].customerIds.add(id);
    addParts(total.parts, wearers, rows, changedParts);
  }
  return total;
}

function addParts(
  parts: ContentsEffect['parts'],
  { customerIds }: WearerClass,
  rows: readonly Row[],
  changed: ReadonlySet<PartKey>,
): void {
  for (const key of changed) {
    const part = parts.get(key) ?? { people: 0, orderedBy: 0, orderedPieces: 0 };
    parts.set(key, part);
    const pieces = rows.reduce(
      (sum, { groupId, unit, taken }) => sum + (unit === 'pieces' && groupId === key ? Math.max(taken, 0) : 0),
      0,
    );
    part.people += customerIds.length;
    if (pieces === 0) continue;
    part.orderedBy += customerIds.length;
    part.orderedPieces += pieces * customerIds.length;
  }
}
