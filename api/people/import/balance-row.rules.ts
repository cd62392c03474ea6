import {
  type AdjustableAccount,
  type AdjustmentPlan,
  findAdjustmentBlocker,
  planAdjustment,
  toStoredAccountName,
} from '#api/entitlement/adjustments.rules.ts';
import { getBalance } from '#api/entitlement/entitlement.rules.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { StoredReason } from '#api/platform/reasons.ts';
import { normaliseName } from '#api/platform/workbook/cell-names.ts';
import type { AdjustPersonReason } from '../adjustments/adjustable-people.rules.ts';
import { canAdjustEntitlement, canSee } from '../person/person-fields.rules.ts';
import type { LockedPerson } from '../person/planned-change.rules.ts';
import { type BalanceCells, parseBalance, parseUnit } from './balance-cells.rules.ts';
import type { BalanceReason } from './balance-reasons.rules.ts';
import { unknownName } from './cells.rules.ts';
import { readEmailCell } from './email-cells.rules.ts';
import { findPerson, formatName, type PendingImportRow, type PeopleByKey } from './find-person.rules.ts';
import type { ImportRowReason } from './import-reasons.rules.ts';
import type { NameLookup } from './name-lookup.rules.ts';
import { readEmployeeNumber } from './number-cells.rules.ts';
import type { RowChange } from './row-changes.rules.ts';

/** Why a row does not set a balance. */
type Reason = BalanceReason | ImportRowReason | AdjustPersonReason;

/** What a row of opening balances does: sets a balance, leaves it, or the reasons why it cannot be set. */
export interface BalanceDecision {
  row: PendingImportRow;
  outcome: 'change' | 'unchanged' | 'refuse';
  person: string;
  personId: number | null;
  /** The balance that the row is about; null where that is not clear. */
  accountId: number | null;
  /** Why it is refused, or what has been taken from the balance already. */
  reasons: readonly StoredReason[];
  changes: readonly RowChange[];
  /** What changes the account; undefined where nothing does. */
  adjustment?: { account: AdjustableAccount; plan: AdjustmentPlan } | undefined;
}

const refused = { outcome: 'refuse', changes: [] } as const;

/** The matches without people whom the caller does not manage: a file must not reveal that they exist. */
export function withoutUnmanaged(caller: Scope, { people, byNumber, byEmail }: PeopleByKey): PeopleByKey {
  const isManaged = (id: number) => {
    const person = people.get(id);
    return person !== undefined && (id === caller.customerId || canSee(caller, person.actor));
  };
  return {
    people,
    byNumber: new Map([...byNumber].map(([key, ids]) => [key, ids.filter(isManaged)])),
    byEmail: new Map([...byEmail].filter(([, id]) => isManaged(id))),
  };
}

/** The person of a row whose balance the caller may set, or why there is none. `matches` has only people whom the caller manages. */
function findOwner(
  row: PendingImportRow,
  cells: BalanceCells,
  caller: Scope,
  matches: PeopleByKey,
): { person?: LockedPerson; reason?: Reason } {
  const [number, email] = [readEmployeeNumber(cells.employeeNumber), readEmailCell(cells.email)];
  if ('reason' in number) return number;
  if ('reason' in email) return email;
  const found = findPerson(row, { employeeNumber: number.value }, { caller, matches });
  if (!found) return { reason: { kind: 'no_such_person' } };
  if ('reason' in found) return found;
  const personId = found.actor.customerId;
  const ownerOfEmail = row.email_key ? matches.byEmail.get(row.email_key) : undefined;
  if (ownerOfEmail !== undefined && ownerOfEmail !== personId) return { reason: { kind: 'keys_of_two_people' } };
  if (personId === caller.customerId) return { person: found, reason: { kind: 'own_uniform' } };
  return canAdjustEntitlement(caller, found.actor) ? { person: found } : { person: found, reason: { kind: 'not_adjustable' } };
}

const hasEnded = ({ endsOn }: AdjustableAccount, today: string) => endsOn !== null && endsOn < today;
const nameTarget = ({ kind, label }: AdjustableAccount) => (kind === 'budget' ? 'Budget' : label);
/** Names by which a file can mean an account. */
const listTargetNames = ({ kind, label, groupName }: AdjustableAccount) =>
  (kind === 'budget' ? ['Budget'] : kind === 'product' && groupName ? [label, `${groupName} / ${label}`] : [label]).map(
    normaliseName,
  );
/** More than are shown, so that it can be shown that there are more. */
const MAX_KEPT = 20;
const listUnique = (names: readonly (string | null)[]) => [...new Set(names.filter((name) => name !== null))].slice(0, MAX_KEPT);

/** The accounts that remain where any of them is still granted; otherwise all. */
const preferGranted = (accounts: readonly AdjustableAccount[]) => {
  const granted = accounts.filter(({ status }) => status !== 'closed');
  return granted.length > 0 ? granted : accounts;
};

/** The accounts of one period: that of the season which is named, or the only one that has not ended. */
function chooseSeason(
  accounts: readonly AdjustableAccount[],
  season: string,
  { nameLookup, today }: BalanceContext,
): readonly AdjustableAccount[] | { reason: Reason } {
  const current = accounts.filter((account) => account.status !== 'closed' && !hasEnded(account, today));
  if (season === '') {
    const seasonIds = new Set(current.map(({ seasonId }) => seasonId));
    if (seasonIds.size > 1)
      return { reason: { kind: 'season_missing', expected: listUnique(current.map(({ seasonName }) => seasonName)) } };
    if (seasonIds.size === 1) return current;
    const latest = accounts.toSorted((a, b) => ((a.endsOn ?? '') < (b.endsOn ?? '') ? 1 : -1))[0];
    return accounts.filter(({ seasonId }) => seasonId === latest?.seasonId);
  }
  const seasonId = nameLookup.seasons.get(normaliseName(season));
  if (seasonId === undefined) return { reason: unknownName('season', season) };
  const ofSeason = accounts.filter((account) => account.seasonId === seasonId);
  if (ofSeason.length > 0) return ofSeason;
  const expected = listUnique((current.length > 0 ? current : accounts).map(({ seasonName }) => seasonName));
  return { reason: { kind: 'nothing_in_season', season, expected } };
}

/** The account that a row names among those of its person, or why none is clear. */
function findAccount(
  accounts: readonly AdjustableAccount[],
  cells: BalanceCells,
  context: BalanceContext,
): AdjustableAccount | { reason: Reason } {
  const { nameLookup, caller } = context;
  if (cells.wardrobe === '') return { reason: { kind: 'wardrobe_missing' } };
  const collectionId = nameLookup.collections.get(normaliseName(cells.wardrobe));
  if (collectionId === undefined) return { reason: unknownName('wardrobe', cells.wardrobe) };
  const granted = accounts.filter(({ status }) => status !== 'closed');
  const ofWardrobe = accounts.filter((account) => account.collectionId === collectionId);
  if (!granted.some((account) => account.collectionId === collectionId)) {
    const expected = listUnique(granted.map(({ collectionName }) => collectionName));
    return { reason: { kind: 'other_wardrobe', wardrobe: cells.wardrobe, expected } };
  }
  const expected = listUnique(preferGranted(ofWardrobe).map(nameTarget));
  if (cells.target === '') return { reason: { kind: 'target_missing', expected } };
  const named = preferGranted(ofWardrobe.filter((account) => listTargetNames(account).includes(normaliseName(cells.target))));
  if (named.length === 0) return { reason: { kind: 'target_unknown', target: cells.target, wardrobe: cells.wardrobe, expected } };
  const ofSeason = chooseSeason(named, cells.season, context);
  if ('reason' in ofSeason) return ofSeason;
  const groupNames = new Set(ofSeason.map(({ groupId }) => groupId));
  if (groupNames.size > 1)
    return {
      reason: {
        kind: 'target_of_several',
        target: cells.target,
        expected: listUnique(ofSeason.map(({ groupName, label }) => `${groupName} / ${label}`)),
      },
    };
  const unit = parseUnit(cells.unit, caller.currencyCode);
  if (typeof unit === 'object') return unit;
  const [first] = ofSeason;
  const account = ofSeason.find((each) => each.unit === unit);
  return account ?? { reason: { kind: 'other_unit', has: first?.unit ?? unit, asked: unit } };
}

/** What rows are decided by. */
export interface BalanceContext {
  caller: Scope;
  nameLookup: NameLookup;
  /** The people whom the rows match, only those whom the caller manages. */
  matches: PeopleByKey;
  /** The day in the organisation's time zone. */
  today: string;
}

/** Whose balance a row is about and which one, before it is locked. A decision is final where the row is refused. */
export interface BalanceTarget {
  row: PendingImportRow;
  cells: BalanceCells;
  person: string;
  personId: number | null;
  reason?: StoredReason | undefined;
}

/** Whose balance a row is about. */
export function findTarget(row: PendingImportRow, cells: BalanceCells, { caller, matches }: BalanceContext): BalanceTarget {
  const { person, reason } = row.problem === null ? findOwner(row, cells, caller, matches) : { reason: row.problem };
  return {
    row,
    cells,
    person: person ? formatName(person.columns.first_name, person.columns.last_name) : cells.email || cells.employeeNumber,
    personId: person?.actor.customerId ?? null,
    reason,
  };
}

/** Decides which balance a row is about. Where `outcome` is `change`, `planOpeningBalance` decides what is written. */
export function decideAccount(
  target: BalanceTarget,
  accounts: readonly AdjustableAccount[],
  context: BalanceContext,
): { account: AdjustableAccount } | { reason: StoredReason } {
  if (target.reason !== undefined) return { reason: target.reason };
  const account = findAccount(accounts, target.cells, context);
  return 'reason' in account ? account : { account };
}

/**
 * What sets an account to an opening balance: what the person could still take before their first order here. Orders that have been placed here
 * are taken off it.
 */
export function planOpeningBalance(
  { row, cells, person, personId }: BalanceTarget,
  account: AdjustableAccount,
  { caller: { currencyCode: currency }, today }: BalanceContext,
): BalanceDecision {
  const { unit, base, adjusted, reserved, used, seasonName } = account;
  const decided = { row, person, personId, accountId: account.id };
  const refuse = (...reasons: Reason[]): BalanceDecision => ({ ...decided, ...refused, reasons });
  if (account.status !== 'closed' && hasEnded(account, today)) return refuse({ kind: 'season_ended', season: seasonName });
  const blocker = findAdjustmentBlocker(account, today);
  if (blocker) return refuse(blocker);
  const balance = parseBalance(cells.balance, unit);
  if (typeof balance === 'object') return refuse(balance.reason);
  const taken = reserved + used;
  if (taken > balance) return refuse({ kind: 'more_taken_here', taken, balance, unit, currency });
  const reasons: Reason[] = taken > 0 ? [{ kind: 'taken_here', taken, unit, currency }] : [];
  const difference = balance - base - adjusted;
  if (difference === 0) return { ...decided, outcome: 'unchanged', reasons, changes: [] };
  const plan = planAdjustment(account, difference, { currency, mayLeaveAsMuch: true });
  if ('refusal' in plan) return refuse(plan.refusal);
  const left = getBalance(account) ?? 0;
  const change: RowChange = {
    kind: 'balance',
    account: toStoredAccountName(account),
    quantity: { unit, currency },
    before: left,
    after: left + plan.grantedDelta,
  };
  return { ...decided, outcome: 'change', reasons, changes: [change], adjustment: { account, plan } };
}

/** A row that is refused before its balance is known. */
export const refuseRow = ({ row, person, personId }: BalanceTarget, reason: StoredReason): BalanceDecision => ({
  row,
  person,
  personId,
  accountId: null,
  ...refused,
  reasons: [reason],
});
