import type { ReplyOf } from '#contract/index.ts';
import { formatMoney } from '#web/ui/format/format.ts';

export type ApprovalRule = ReplyOf<'GET /api/approvalrules'>['approvalRules'][number];
export type ApprovalRuleKind = ApprovalRule['kind'];

/** What a rule of each kind is called where it is added. */
export const RULE_KINDS: Readonly<Record<ApprovalRuleKind, string>> = {
  always: 'Every order',
  aboveAmount: 'Orders above an amount',
  product: 'Orders with a product',
  firstOrder: 'The first order of a person',
  costCentre: 'Orders over the amount of their cost centre',
};

/** The orders that a rule is about: "Orders above £1,000.00, excluding tax". */
export function describeRuleOrders({ kind, amount, productName }: ApprovalRule, currencyCode: string): string {
  if (kind === 'aboveAmount') return `Orders of goods above ${formatMoney(amount ?? 0, currencyCode)}, excluding tax`;
  if (kind === 'product') return `Orders with ${productName}`;
  return RULE_KINDS[kind];
}

/** Whose orders a rule is about: "Everyone". */
export const describeRulePeople = ({ organisationGroupName }: ApprovalRule): string =>
  organisationGroupName === null ? 'Everyone' : `Members of ${organisationGroupName}`;
