import {
  type AccountChange,
  type AccountPlan,
  type AllowanceFacts,
  getAllowance,
  hasEnded,
  type StoredAccount,
  toAccountKey,
} from './entitlement.rules.ts';

/** What is owed from an account, in its unit; null without a limit. */
export interface Owed {
  amount: number | null;
}

/** A budget, group or product before and after a change. Null where nothing is owed of it. Amounts in its unit. */
export interface PreviewRow {
  kind: StoredAccount['kind'];
  unit: StoredAccount['unit'];
  label: string;
  before: Owed | null;
  after: Owed | null;
  /** What is ordered and sent of it after the change. */
  reserved: number;
  used: number;
}

/** A part of a wardrobe of which a person has ordered more than they will be owed. Amounts in its unit. */
export interface Excess {
  customerId: number;
  collectionId: number;
  label: string;
  unit: StoredAccount['unit'];
  taken: number;
  owed: number;
}

/** A wardrobe in a season of which a person will be owed something else. */
export interface WardrobePreview {
  customerId: number;
  collectionId: number;
  seasonId: number | null;
  rows: PreviewRow[];
  excesses: Excess[];
}

/** What `planChanges` has planned for a person. */
export interface PlannedWearer {
  customerId: number;
  planned: readonly AccountPlan[];
  accounts: readonly StoredAccount[];
  changes: readonly AccountChange[];
}

/**
 * The wardrobes of which a person will be owed something else, from the changes that would be written. Periods that ended before `today` are left
 * out, because nothing can be ordered in them.
 */
export function previewWearer({ customerId, planned, accounts, changes }: PlannedWearer, today: string): WardrobePreview[] {
  const toCurrent = <A extends AccountPlan | StoredAccount>(items: readonly A[]) =>
    new Map(items.filter((item) => !hasEnded(item, today)).map((item) => [toAccountKey(item), item]));
  const stored = toCurrent(accounts);
  const plans = toCurrent(planned);
  const changed = new Map(changes.map((change) => [toAccountKey(change), change]));
  const periods = new Map<string, WardrobePreview>();
  for (const key of new Set([...plans.keys(), ...stored.keys()])) {
    const account = stored.get(key);
    const plan = plans.get(key);
    const { kind, unit, label, collectionId, seasonId } = (plan ?? account) as AccountPlan;
    const before = account ? toOwed(account) : null;
    const after = plan ? toOwed({ ...plan, adjusted: account?.adjusted ?? 0 }) : null;
    const reserved = (account?.reserved ?? 0) + (changed.get(key)?.reservedDelta ?? 0);
    const used = (account?.used ?? 0) + (changed.get(key)?.usedDelta ?? 0);
    if (isNothing(before) && isNothing(after) && reserved + used === 0) continue;
    const period = `${collectionId}/${seasonId}`;
    const preview = periods.get(period) ?? { customerId, collectionId, seasonId, rows: [], excesses: [] };
    periods.set(period, preview);
    preview.rows.push({ kind, unit, label, before, after, reserved, used });
    const owed = after?.amount ?? null;
    if (owed !== null && reserved + used > owed)
      preview.excesses.push({ customerId, collectionId, label, unit, taken: reserved + used, owed });
  }
  return [...periods.values()].filter(({ rows }) => rows.some(({ before, after }) => !isSameOwed(before, after)));
}

const toOwed = (account: AllowanceFacts): Owed | null =>
  account.status === 'open' ? { amount: account.isLimited ? getAllowance(account) : null } : null;

const isNothing = (owed: Owed | null) => owed === null || owed.amount === 0;

const isSameOwed = (one: Owed | null, other: Owed | null) => (one === null) === (other === null) && one?.amount === other?.amount;

/** A change that is the same for a number of people. Of what is ordered and sent, the rows have the sums. */
export interface PreviewedChange extends Omit<WardrobePreview, 'customerId' | 'excesses'> {
  people: number;
}

/** Joins the previews of people who are owed the same before and after, the most frequent change first. */
export function summarisePreviews(previews: readonly WardrobePreview[]): PreviewedChange[] {
  const changes = new Map<string, PreviewedChange>();
  for (const { collectionId, seasonId, rows } of previews) {
    const key = JSON.stringify([collectionId, seasonId, rows.map(({ reserved: _, used: __, ...owed }) => owed)]);
    const change = changes.get(key);
    if (!change) changes.set(key, { collectionId, seasonId, people: 1, rows: rows.map((row) => ({ ...row })) });
    else {
      change.people += 1;
      for (const [index, row] of change.rows.entries()) {
        row.reserved += rows[index]?.reserved ?? 0;
        row.used += rows[index]?.used ?? 0;
      }
    }
  }
  return [...changes.values()].sort((one, other) => other.people - one.people || one.collectionId - other.collectionId);
}
