import {
  type AdjustableAccount,
  type AdjustmentPlan,
  findAdjustmentBlocker,
  parseAdjustmentAmount,
  planAdjustment,
} from '#api/entitlement/adjustments.rules.ts';
import { invalid } from '#api/platform/http/errors.ts';
import type { BodyOf } from '#contract/index.ts';

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
 * What the adjustment changes in the account of a person, or why it is left alone, as a sentence. The account is undefined where their wardrobes
 * grant nothing of what is adjusted.
 */
export function planGroupAdjustment(
  account: AdjustableAccount | undefined,
  { amount, unit }: GroupAdjustment,
  { currency, today }: { currency: string; today: string },
): { account: AdjustableAccount; plan: AdjustmentPlan } | { refusal: string } {
  if (!account) return { refusal: 'Their wardrobes do not grant this.' };
  const blocker = findAdjustmentBlocker(account, today);
  if (blocker) return { refusal: blocker };
  if (account.kind === 'product')
    return { refusal: 'They have a number for each product of the group. Adjust these in their statement.' };
  if (account.unit !== unit) return { refusal: `Their budget is in ${account.unit}, not in ${unit}.` };
  const plan = planAdjustment(account, parseAdjustmentAmount(amount, unit), { currency });
  return 'refusal' in plan ? plan : { account, plan };
}
