import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { Balance } from './balance.rules.ts';
import { explainBalance } from './reasoning.rules.ts';

/** Why as much is left as there is, as the API shows it. */
export type WireReasoning = NonNullable<ReplyOf<'GET /api/organisation/uniformbuilder/:id'>['uniformBuilder']['budgetReasoning']>;

/** Why as much is left of a balance as there is; money in major units. */
export function toReasoning(balance: Balance, names: { collectionName: string; seasonName: string | null }): WireReasoning {
  const { rule, period, lines, left, ...explanation } = explainBalance(balance);
  const toAmount = (amount: number) => (balance.unit === 'money' ? toMajorUnits(amount) : amount);
  const toLimit = (amount: number | null) => (amount === null ? null : toAmount(amount));
  return {
    ...explanation,
    productId: balance.productId,
    rule: { ...rule, collectionName: names.collectionName, amount: toLimit(rule.amount) },
    period: { ...period, seasonName: names.seasonName },
    lines: lines.map((line) => ({ ...line, amount: toAmount(line.amount) })),
    left: toLimit(left),
  };
}
