import type { AdjustmentCause } from '#api/entitlement/adjustment-causes.rules.ts';
import { listAdjustments, lockAdjustableAccounts, writeAdjustments } from '#api/entitlement/adjustments.queries.ts';
import {
  type AdjustableAccount,
  type AdjustmentPlan,
  findAdjustmentBlocker,
  planAdjustment,
  toDifference,
  toStoredAccountName,
} from '#api/entitlement/adjustments.rules.ts';
import { readSeasons } from '#api/entitlement/entitlement.queries.ts';
import { recordAuditEvents } from '#api/platform/audit/audit.queries.ts';
import type { BulkEditContext, ItemResult, UndoItem } from '#api/platform/bulk-edit/bulk-edit-kind.ts';
import { readPeople } from '../person/person-updates.queries.ts';
import { type AdjustPersonReason, findPersonBlocker } from './adjustable-people.rules.ts';

/** What is written for a locked account. */
export interface AccountAdjustment {
  account: AdjustableAccount;
  plan: AdjustmentPlan;
  /** In the words of the person who adjusts. */
  reason: string | null;
  /** Why the portal adjusts, where no person gives a reason. */
  cause?: AdjustmentCause | undefined;
  /** The adjustment that this one undoes; null for a new one. */
  reversesId: number | null;
}

/** Writes adjustments, at most one for each account, with their audit events. Returns the id of each account's adjustment. */
export async function saveAdjustments(
  { tx, context, requestId }: BulkEditContext,
  adjustments: readonly AccountAdjustment[],
): Promise<Map<number, number>> {
  const { caller } = context;
  const ids = await writeAdjustments(
    tx,
    caller,
    adjustments.map(({ account, plan, reason, cause = null, reversesId }) => ({
      ...plan,
      ...{ accountId: account.id, reason, cause, reversesId },
    })),
  );
  await recordAuditEvents(
    tx,
    context,
    adjustments.map(({ account, plan: { amount }, reason, cause, reversesId }) => ({
      action: reversesId === null ? 'customer.entitlement-adjusted' : 'customer.entitlement-adjustment-undone',
      subjectId: String(account.customerId),
      after: {
        entitlement: toStoredAccountName(account),
        adjustment: toDifference(amount, account.unit, caller.currencyCode),
        ...(reason === null ? {} : { adjustmentReason: reason }),
        ...(cause === undefined ? {} : { adjustmentCause: cause }),
      },
      requestId,
    })),
  );
  return ids;
}

/** What a bulk edit stores with an item to undo its adjustment. */
export const toUndoValues = (adjustmentId: number) => ({ adjustmentId });

/** Undoes the adjustments of a bulk edit by counter-entries, except those that were undone, or whose pieces were taken, since. */
export async function undoAdjustments(context: BulkEditContext, items: readonly UndoItem[]): Promise<ItemResult[]> {
  const {
    tx,
    context: { caller },
  } = context;
  const adjustmentIds = items.map(({ before }) => before.adjustmentId as number);
  const found = await listAdjustments(tx, caller, adjustmentIds);
  const locked = await lockAdjustableAccounts(
    tx,
    caller,
    found.map(({ accountId }) => accountId),
  );
  const accounts = new Map(locked.map((account) => [account.id, account]));
  // Read again now that the accounts are locked: someone else may have undone one in the meantime.
  const originals = new Map((await listAdjustments(tx, caller, adjustmentIds)).map((original) => [original.id, original]));
  const owners = locked.map(({ customerId }) => customerId);
  const people = new Map((await readPeople(tx, caller, owners)).map(({ actor }) => [actor.customerId, actor]));
  const { today } = await readSeasons(tx, caller);
  const decide = (adjustmentId: number): AccountAdjustment | { refusal: AdjustPersonReason } => {
    const original = originals.get(adjustmentId);
    const account = accounts.get(original?.accountId ?? 0);
    if (!original || !account || original.isReversed) return { refusal: { kind: 'adjustment_undone' } };
    const blocker = findPersonBlocker(caller, people.get(account.customerId)) ?? findAdjustmentBlocker(account, today);
    if (blocker) return { refusal: blocker };
    const plan = planAdjustment(account, -original.amount, { currency: caller.currencyCode, mayLeaveAsMuch: true });
    return 'refusal' in plan ? plan : { account, plan, reason: null, reversesId: original.id };
  };
  const decisions = adjustmentIds.map(decide);
  await saveAdjustments(
    context,
    decisions.filter((decision) => 'account' in decision),
  );
  return items.map(({ position }, index) => {
    const decision = decisions[index];
    return decision && 'refusal' in decision
      ? { position, outcome: 'refused', reasons: [decision.refusal] }
      : { position, outcome: 'changed' };
  });
}
