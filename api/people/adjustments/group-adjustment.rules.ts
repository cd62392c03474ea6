import {
  type AdjustableAccount,
  type AdjustmentPlan,
  findAdjustmentBlocker,
  parseAdjustmentAmount,
  planAdjustment,
} from '#api/entitlement/adjustments.rules.ts';
import { invalid } from '#api/platform/http/errors.ts';
import type { BodyOf } from '#contract/index.ts';
import type { AdjustPersonReason } from './adjustable-people.rules.ts';

/** An adjustment of the same balance of several people. */
export type GroupAdjustment = NonNullable<BodyOf<'POST /api/customers/bulkedits'>['adjustment']>;

/** The adjustment of a request. Throws 422 where it is missing, or its amount is not one of its unit. */
export function parseGroupAdjustment(adjustment: GroupAdjustment | undefined): GroupAdjustment {
  if (!adjustment) throw invalid('adjustment', 'Please choose what to adjust.');
  const { organisationCollectionGroupId, unit, amount, reason } = adjustment;
  if ((unit === 'pieces') !== Boolean(organisationCollectionGroupId))
    throw invalid('unit', 'Groups are adjusted in pieces, budgets in points or money.');
  parseAdjustmentAmount(amount, unit);
  return { ...adjustment, reason: reason.trim() };
}

/**
 * What the adjustment changes in the account of a person, or why it is left alone. The account is undefined where their wardrobes
 * grant nothing of what is adjusted.
 */
export function planGroupAdjustment(
  account: AdjustableAccount | undefined,
  { amount, unit }: GroupAdjustment,
  { currency, today }: { currency: string; today: string },
): { account: AdjustableAccount; plan: AdjustmentPlan } | { refusal: AdjustPersonReason } {
  if (!account) return { refusal: { kind: 'granted_by_no_wardrobe' } };
  const blocker = findAdjustmentBlocker(account, today);
  if (blocker) return { refusal: blocker };
  if (account.kind === 'product') return { refusal: { kind: 'granted_by_product' } };
  if (account.unit !== unit) return { refusal: { kind: 'budget_in_other_unit', has: account.unit, asked: unit } };
  const plan = planAdjustment(account, parseAdjustmentAmount(amount, unit), { currency });
  return 'refusal' in plan ? plan : { account, plan };
}
