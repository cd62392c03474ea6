import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import type { ReplyOf } from '#contract/index.ts';
import { type Balance, explainBalance, type OrderingSeason } from './balance.rules.ts';

/** Why as much is left as there is, as the API shows it. */
export type Reasoning = NonNullable<ReplyOf<'GET /api/organisation/uniformbuilder/:id'>['uniformBuilder']['budgetReasoning']>;

/** Why as much is left in a balance as there is; money in major units. */
export function toReasoning(
  balance: Balance,
  { collectionName, season }: { collectionName: string; season: OrderingSeason | undefined },
): Reasoning {
  const { rule, lines, left, changesOn } = explainBalance(balance);
  const toAmount = (amount: number) => (balance.unit === 'money' ? toMajorUnits(amount) : amount);
  return {
    accountId: balance.id,
    unit: balance.unit,
    rule: { kind: rule.kind, collectionName, label: rule.label, amount: rule.amount === null ? null : toAmount(rule.amount) },
    period: { seasonName: season?.name ?? null, startsOn: balance.startsOn, endsOn: balance.endsOn },
    lines: lines.map((line) => ({ ...line, amount: toAmount(line.amount) })),
    left: left === null ? null : toAmount(left),
    changesOn,
  };
}
