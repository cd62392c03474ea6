import type { GRANT_RULES, REASONING_LINES } from '#contract/entitlement/reasoning.ts';
import { type AccountKey, getBalance, type StoredAccount } from './entitlement.rules.ts';

/** A sum that explains a balance, in the unit of its account. The lines add up to `left`. */
export interface Reasoning {
  accountId: number | null;
  unit: AccountKey['unit'];
  rule: { kind: (typeof GRANT_RULES)[number]; label: string; amount: number | null };
  period: { startsOn: string | null; endsOn: string | null };
  lines: { kind: (typeof REASONING_LINES)[number]; amount: number }[];
  left: number | null;
  /** The day after the period. */
  changesOn: string | null;
}

const RULE_KINDS = { group: 'groupQuantity', product: 'productQuantity', budget: 'budget' } as const;

/**
 * Explains a balance: what the wardrobe grants, what administrators have adjusted, what was withdrawn or is granted beyond because it was taken
 * before, what is reserved by orders and what has been sent.
 */
export function explainBalance(account: Omit<StoredAccount, 'id'> & { id: number | null }): Reasoning {
  const { id, unit, kind, label, isLimited, base, adjusted, granted, reserved, used, startsOn, endsOn } = account;
  const difference = granted - base - adjusted;
  const lines: Reasoning['lines'] = [
    { kind: 'allowance', amount: isLimited ? base : 0 },
    { kind: 'adjustment', amount: isLimited ? adjusted : 0 },
    { kind: 'withdrawn', amount: isLimited ? difference : 0 },
    { kind: 'reserved', amount: -reserved },
    { kind: 'used', amount: -used },
  ];
  return {
    accountId: id,
    unit,
    rule: { kind: isLimited ? RULE_KINDS[kind] : 'noLimit', label, amount: isLimited ? base : null },
    period: { startsOn, endsOn },
    lines: lines.filter((line) => line.amount !== 0 || (line.kind === 'allowance' && isLimited)),
    left: getBalance(account),
    changesOn: endsOn === null ? null : getNextDay(endsOn),
  };
}

const getNextDay = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
