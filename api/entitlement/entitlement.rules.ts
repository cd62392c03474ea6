import type { AccountKind, EntitlementUnit } from '#contract/entitlement/accounts.ts';

/** Allocation types of people; null counts as Quantity. */
export const AllocationType = { FIXED: 10, QUANTITY: 20, POINTS: 30, MONEY: 40, UNLIMITED: 50 } as const;

/** A person, as far as it decides what they are owed. */
export interface WearerFacts {
  customerId: number;
  allocationTypeId: number | null;
  hasOptedOut: boolean;
  seasonIds: readonly number[];
  collectionIds: readonly number[];
  chosenOptionIds: readonly number[];
}

/** A wardrobe with its groups. Budgets in points and in minor units; null means that no number has been set, not zero. */
export interface WardrobeFacts {
  id: number;
  name: string;
  seasonId: number | null;
  budgetPoints: number | null;
  budgetMinor: number | null;
  groups: readonly GroupFacts[];
}

/** A group of a wardrobe. Quantities in pieces; null means that no number has been set, not zero. */
export interface GroupFacts {
  id: number;
  name: string;
  quantity: number | null;
  minQuantity: number | null;
  superGroupId: number | null;
  superGroupOptionId: number | null;
  products: readonly { id: number; name: string; quantity: number | null }[];
}

/** A season; days such as `2026-03-29`, both included. */
export interface SeasonFacts {
  id: number;
  startsOn: string;
  endsOn: string;
  isCurrent: boolean;
}

/** What tells the accounts of a person apart. */
export interface AccountKey {
  collectionId: number;
  /** Null in an organisation without seasons. */
  seasonId: number | null;
  kind: AccountKind;
  unit: EntitlementUnit;
  groupId: number | null;
  productId: number | null;
}

/** What an account should be like. */
export interface AccountPlan extends AccountKey {
  label: string;
  superGroupId: number | null;
  superGroupOptionId: number | null;
  startsOn: string | null;
  endsOn: string | null;
  status: 'open' | 'unchosen';
  isWithdrawn: boolean;
  /** False: no number applies; pieces are counted all the same. */
  isLimited: boolean;
  /** Pieces due where not the allowance is due: under points, money and unlimited allocation. */
  minimum: number | null;
  /** What the wardrobe grants: pieces, points or minor units. */
  base: number;
}

/** An account as it is stored. Amounts in its unit. */
export interface StoredAccount extends Omit<AccountPlan, 'status'> {
  id: number;
  status: AccountPlan['status'] | 'closed';
  adjusted: number;
  granted: number;
  reserved: number;
  used: number;
}

/** The sum of what people may still take from an account; null when it has no limit. */
export const getBalance = ({
  isLimited,
  granted,
  reserved,
  used,
}: Pick<StoredAccount, 'isLimited' | 'granted' | 'reserved' | 'used'>) => (isLimited ? granted - reserved - used : null);

/**
 * The seasons for which a wardrobe grants something to a person: its own; otherwise those of the person that have not ended by `today`; where
 * all have ended, the last of them; for a person without seasons the current one. `[null]` in an organisation without seasons.
 */
export function getGrantedSeasons(
  wardrobe: Pick<WardrobeFacts, 'seasonId'>,
  wearer: Pick<WearerFacts, 'seasonIds'>,
  seasons: readonly SeasonFacts[],
  today: string,
): (SeasonFacts | null)[] {
  const ownSeason = seasons.find(({ id }) => id === wardrobe.seasonId);
  if (ownSeason) return [ownSeason];
  const attended = seasons.filter(({ id }) => wearer.seasonIds.includes(id)).toSorted((a, b) => (a.endsOn < b.endsOn ? -1 : 1));
  const running = attended.filter(({ endsOn }) => endsOn >= today);
  if (running.length > 0) return running;
  return [attended.at(-1) ?? seasons.find(({ isCurrent }) => isCurrent) ?? null];
}

/** What a person is owed from their wardrobes, account by account. It depends on nothing but its arguments, nor on their order. */
export function planAccounts(
  wearer: WearerFacts,
  wardrobes: readonly WardrobeFacts[],
  seasons: readonly SeasonFacts[],
  today: string,
): AccountPlan[] {
  return wardrobes
    .filter(({ id }) => wearer.collectionIds.includes(id))
    .flatMap((wardrobe) =>
      getGrantedSeasons(wardrobe, wearer, seasons, today).flatMap((season) =>
        [...planBudget(wearer, wardrobe), ...wardrobe.groups.flatMap((group) => planGroup(wearer, group))].map((account) => ({
          ...account,
          collectionId: wardrobe.id,
          seasonId: season?.id ?? null,
          startsOn: season?.startsOn ?? null,
          endsOn: season?.endsOn ?? null,
          isWithdrawn: wearer.hasOptedOut,
        })),
      ),
    );
}

type AccountOfSeason = Omit<AccountPlan, 'collectionId' | 'seasonId' | 'startsOn' | 'endsOn' | 'isWithdrawn'>;

function planBudget({ allocationTypeId }: WearerFacts, { name, budgetPoints, budgetMinor }: WardrobeFacts): AccountOfSeason[] {
  if (allocationTypeId !== AllocationType.POINTS && allocationTypeId !== AllocationType.MONEY) return [];
  const isPoints = allocationTypeId === AllocationType.POINTS;
  const amount = isPoints ? budgetPoints : budgetMinor;
  return [
    {
      kind: 'budget',
      unit: isPoints ? 'points' : 'money',
      groupId: null,
      productId: null,
      label: name,
      superGroupId: null,
      superGroupOptionId: null,
      status: 'open',
      isLimited: amount !== null,
      minimum: null,
      base: amount ?? 0,
    },
  ];
}

/**
 * The accounts in pieces of a group. Under fixed allocation, a group of which products have numbers of their own has an account for each of its
 * products, and a product without a number is owed none.
 */
function planGroup({ allocationTypeId, chosenOptionIds }: WearerFacts, group: GroupFacts): AccountOfSeason[] {
  const { id, name, quantity, minQuantity, superGroupId, superGroupOptionId, products } = group;
  const isOpen = superGroupOptionId === null || chosenOptionIds.includes(superGroupOptionId);
  const shared = { unit: 'pieces', groupId: id, superGroupId, superGroupOptionId, status: isOpen ? 'open' : 'unchosen' } as const;
  if (allocationTypeId === AllocationType.FIXED && products.some((product) => product.quantity !== null))
    return products.map((product) => ({
      ...shared,
      kind: 'product',
      productId: product.id,
      label: product.name,
      isLimited: true,
      minimum: null,
      base: product.quantity ?? 0,
    }));
  const isUnlimited = allocationTypeId === AllocationType.UNLIMITED;
  const isByMinimum = isUnlimited || allocationTypeId === AllocationType.POINTS || allocationTypeId === AllocationType.MONEY;
  return [
    {
      ...shared,
      kind: 'group',
      productId: null,
      label: name,
      isLimited: quantity !== null && !isUnlimited,
      minimum: isByMinimum ? (minQuantity ?? 0) : null,
      base: isUnlimited ? 0 : (quantity ?? 0),
    },
  ];
}

/** Identifies an account among those of a person. */
export const toAccountKey = ({ collectionId, seasonId, kind, unit, groupId, productId }: AccountKey) =>
  [collectionId, seasonId, kind, unit, groupId, productId].join('/');

/**
 * An account to write: new without an id, otherwise changed. `grantedDelta` is the entry that goes with it; 0 for none. The other deltas are those of
 * the lines that move to it, less those that leave it.
 */
export interface AccountChange extends Omit<StoredAccount, 'id' | 'granted' | 'reserved' | 'used' | 'adjusted'> {
  id: number | null;
  grantedDelta: number;
  reservedDelta: number;
  usedDelta: number;
}

/** An order line with what its account counts of it: pieces, or what they cost of a budget. */
export interface CountedLine {
  lineId: number;
  accountId: number;
  productId: number;
  reserved: number;
  used: number;
}

/** A line that counts in another account from now on: of its group, or, where the cut of a wardrobe was corrected, of the other cut. */
export interface LineMove extends CountedLine {
  to: AccountKey;
  cause: 'allocation_changed' | 'cut_corrected';
}

/** What corrections of cuts let count elsewhere: of groups by their ids, of budgets by the ids of their wardrobes. */
export interface CorrectedCuts {
  groups: ReadonlyMap<number, { collectionId: number; groupId: number }>;
  budgets: ReadonlyMap<number, number>;
}

const NO_CORRECTION: CorrectedCuts = { groups: new Map(), budgets: new Map() };

/**
 * The accounts with lines that may have to move: they are no longer planned, but their group still is, or the one in which it counts since the cut was
 * corrected. That happens when a person changes between fixed allocation and another type, or a group gets its first number for a product, or loses the
 * last one. Budgets move with a correction alone, and so do lines of which nothing counts: whoever decides on pieces beyond the entitlement sees the cut that the
 * person has, and correcting the cut back brings every line back.
 */
export function listReplacedAccounts<A extends StoredAccount>(
  planned: readonly AccountPlan[],
  stored: readonly A[],
  today: string,
  corrected = NO_CORRECTION,
): A[] {
  const keys = new Set(planned.map(toAccountKey));
  const groups = new Set(planned.map(toGroupKey));
  return stored.filter(
    (account) =>
      (corrected.budgets.has(account.collectionId) || (account.unit === 'pieces' && account.reserved + account.used > 0)) &&
      !hasEnded(account, today) &&
      !keys.has(toAccountKey(account)) &&
      groups.has(toGroupKey(correct(account, corrected))),
  );
}

/**
 * The lines that move: pieces that were ordered count in the same group and season, whatever the accounts of that group are; where the cut was corrected,
 * in the group of the same name of the other cut, and in its budget.
 */
export function planMoves(
  planned: readonly AccountPlan[],
  replaced: readonly StoredAccount[],
  lines: readonly CountedLine[],
  corrected = NO_CORRECTION,
): LineMove[] {
  const accounts = new Map(replaced.map((account) => [account.id, account]));
  return lines.flatMap((line): LineMove[] => {
    const from = accounts.get(line.accountId);
    if (!from) return [];
    const target = correct(from, corrected);
    const to = planned.find(
      (plan) => toGroupKey(plan) === toGroupKey(target) && (plan.productId === null || plan.productId === line.productId),
    );
    return to ? [{ ...line, to, cause: target.collectionId === from.collectionId ? 'allocation_changed' : 'cut_corrected' }] : [];
  });
}

/** The account as one of the other cut, where the cut was corrected and has its group. */
function correct(account: AccountKey, { groups, budgets }: CorrectedCuts): AccountKey {
  const { groupId, collectionId } = account;
  if (groupId !== null) return { ...account, ...groups.get(groupId) };
  return { ...account, collectionId: budgets.get(collectionId) ?? collectionId };
}

/** Accounts of one wardrobe in one season have the same. */
const toPeriodKey = ({ collectionId, seasonId }: AccountKey) => [collectionId, seasonId].join('/');

/** Accounts of one group in one season have the same; so do budgets of one wardrobe and unit. */
const toGroupKey = ({ collectionId, seasonId, unit, groupId }: AccountKey) => [collectionId, seasonId, unit, groupId].join('/');

const COMPARED = [
  'label',
  'superGroupId',
  'superGroupOptionId',
  'startsOn',
  'endsOn',
  'status',
  'isWithdrawn',
  'isLimited',
  'minimum',
  'base',
] as const;

/** What decides the allowance of an account. */
export type AllowanceFacts = Pick<StoredAccount, 'status' | 'isWithdrawn' | 'isLimited' | 'base' | 'adjusted'>;

/** What a person is owed from an account: the wardrobe's number and the adjustments; nothing from a closed or withdrawn one. 0 without a limit. */
export const getAllowance = ({ status, isWithdrawn, isLimited, base, adjusted }: AllowanceFacts): number =>
  status === 'closed' || isWithdrawn || !isLimited ? 0 : Math.max(base + adjusted, 0);

/** What an account should grant: its allowance, or what has been taken already where that is more. 0 without a limit. */
export const getGrantedTarget = (account: AllowanceFacts & Pick<StoredAccount, 'reserved' | 'used'>): number =>
  account.isLimited ? Math.max(getAllowance(account), account.reserved + account.used) : 0;

/**
 * The changes that turn the stored accounts of a person into the planned ones. An account that is no longer planned is closed: what it still
 * had is withdrawn by a counter-entry, what was used stays, unless its lines move to other accounts. Accounts of periods that ended before `today`
 * do not change, and whoever has some of a wardrobe in such a period gets no more of it.
 */
export function planChanges(
  planned: readonly AccountPlan[],
  stored: readonly StoredAccount[],
  today: string,
  moves: readonly LineMove[] = [],
): AccountChange[] {
  const byKey = new Map(stored.map((account) => [toAccountKey(account), account]));
  const deltas = sumMoves(stored, moves);
  const deltaOf = (key: AccountKey) => deltas.get(toAccountKey(key)) ?? NO_DELTA;
  const changes: AccountChange[] = [];
  const endedPeriods = new Set(stored.filter((account) => hasEnded(account, today)).map(toPeriodKey));
  for (const plan of planned) {
    const account = byKey.get(toAccountKey(plan));
    byKey.delete(toAccountKey(plan));
    if (!account && endedPeriods.has(toPeriodKey(plan))) continue;
    if (!account) {
      const delta = deltaOf(plan);
      const grantedDelta = getGrantedTarget({ ...plan, adjusted: 0, reserved: delta.reservedDelta, used: delta.usedDelta });
      changes.push({ ...plan, ...delta, id: null, grantedDelta });
    } else if (!hasEnded(account, today)) changes.push(...toChange(account, plan, deltaOf(plan)));
  }
  for (const account of byKey.values())
    if (!hasEnded(account, today)) changes.push(...toChange(account, { ...account, status: 'closed' }, deltaOf(account)));
  return changes;
}

type Delta = Pick<AccountChange, 'reservedDelta' | 'usedDelta'>;
const NO_DELTA: Delta = { reservedDelta: 0, usedDelta: 0 };

/** What moves add to and take from accounts, by key. */
function sumMoves(stored: readonly StoredAccount[], moves: readonly LineMove[]): Map<string, Delta> {
  const keys = new Map(stored.map((account) => [account.id, toAccountKey(account)]));
  const deltas = new Map<string, Delta>();
  const add = (key: string, reserved: number, used: number) => {
    const { reservedDelta, usedDelta } = deltas.get(key) ?? NO_DELTA;
    deltas.set(key, { reservedDelta: reservedDelta + reserved, usedDelta: usedDelta + used });
  };
  for (const { accountId, to, reserved, used } of moves) {
    add(keys.get(accountId) as string, -reserved, -used);
    add(toAccountKey(to), reserved, used);
  }
  return deltas;
}

/** Whether the period of an account was over before `today`. */
export const hasEnded = ({ endsOn }: Pick<StoredAccount, 'endsOn'>, today: string) => endsOn !== null && endsOn < today;

function toChange(account: StoredAccount, plan: AccountPlan | StoredAccount, delta: Delta): AccountChange[] {
  const { granted, reserved, used, ...after } = { ...account, ...plan, id: account.id };
  const taken = { reserved: account.reserved + delta.reservedDelta, used: account.used + delta.usedDelta };
  const grantedDelta = getGrantedTarget({ ...after, ...taken }) - account.granted;
  const hasMoves = delta.reservedDelta !== 0 || delta.usedDelta !== 0;
  if (grantedDelta === 0 && !hasMoves && COMPARED.every((name) => account[name] === plan[name])) return [];
  return [{ ...after, ...delta, grantedDelta }];
}
