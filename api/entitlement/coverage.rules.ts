import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import type { Necessity } from '#contract/catalogue/products/necessity.ts';
import type { EntitlementUnit } from '#contract/entitlement/accounts.ts';
/** An account from which a line can be covered. `left` in the unit (money in minor units); null without a limit. */
export interface AccountBalance {
  id: number;
  label: string;
  unit: EntitlementUnit;
  left: number | null;
}

/** Where a line counts: the part of the wearer's wardrobe, its season, and the accounts that cover it. */
export interface LineEntitlement {
  collectionId: number;
  groupId: number;
  superGroupId: number | null;
  superGroupName: string | null;
  superGroupOptionId: number | null;
  seasonId: number | null;
  /** Under fixed allocation, where product and quantity are given. */
  isFixed: boolean;
  /** What happens to pieces beyond what is left. */
  beyond: 'block' | 'approval' | 'own_payment';
  /** Why an employer has to provide the garment, as its product or its wardrobe says; null or left out where none does. */
  necessity?: Necessity | null;
  /** What a piece costs under allocation by points; null when no points have been set. */
  unitPoints: number | null;
  /** Whether logos, texts and badges do not count in a budget in money. */
  isDecorationOutsideBudget?: boolean;
  group: AccountBalance;
  budget: AccountBalance | null;
}

/** A line to cover. `unitMinor` is what a piece takes from a budget in money, in minor units: its price excluding tax. */
export interface LineToCover {
  quantity: number;
  unitMinor: number;
  entitlement: LineEntitlement | null;
  /** Null for the person who orders. */
  wearerName: string | null;
}

/** How much of a line is covered. */
export interface Coverage {
  /** Pieces that the entitlement covers; null when the line counts nowhere. */
  covered: number | null;
  /** Pieces beyond it. */
  beyond: number;
  /** Those of the pieces beyond it that the person pays. */
  own: number;
  /** Why the pieces beyond cannot be ordered, as a sentence; undefined when they can, or there are none. */
  refusal: string | undefined;
}

/** What a piece of a line takes from its budget, in points or minor units; undefined when no points have been set. */
export function getUnitCost({ unitMinor, entitlement }: Pick<LineToCover, 'unitMinor' | 'entitlement'>): number | undefined {
  if (entitlement?.budget?.unit === 'points') return entitlement.unitPoints ?? undefined;
  return unitMinor;
}

/** What decides whether someone can pay for more than they are owed. */
interface OwnPayment {
  /** Whether the organisation lets its people pay for more, and their payments can be taken. */
  paysOwnPart: boolean;
}

/**
 * Covers lines one after the other: lines that use the same account share what is left in it. Whole pieces only. Money in the
 * currency given. Pieces beyond the entitlement are the person's own where the wardrobe says so and they can pay: for themselves alone, and never for
 * what an employer has to provide.
 */
export function coverLines(lines: readonly LineToCover[], currency: string, { paysOwnPart }: OwnPayment): Coverage[] {
  const left = new Map<number, number>();
  const leftIn = ({ id, left: balance }: AccountBalance) =>
    balance === null ? Number.POSITIVE_INFINITY : (left.get(id) ?? balance);
  return lines.map((line) => {
    const { entitlement, quantity } = line;
    if (!entitlement) return { covered: null, beyond: 0, own: 0, refusal: undefined };
    const { group, budget } = entitlement;
    const unitCost = getUnitCost(line);
    const affordable = !budget
      ? quantity
      : unitCost === undefined
        ? 0
        : unitCost === 0
          ? quantity
          : Math.floor(leftIn(budget) / unitCost);
    const covered = Math.max(0, Math.min(quantity, leftIn(group), affordable));
    left.set(group.id, leftIn(group) - covered);
    if (budget) left.set(budget.id, leftIn(budget) - covered * (unitCost ?? 0));
    const beyond = quantity - covered;
    if (beyond === 0 || entitlement.beyond === 'approval') return { covered, beyond, own: 0, refusal: undefined };
    const isPaidByPerson = entitlement.beyond === 'own_payment' && explainNotOwn(line, paysOwnPart) === undefined;
    const isBudget = affordable < leftIn(group) + covered;
    return isPaidByPerson
      ? { covered, beyond, own: beyond, refusal: undefined }
      : { covered, beyond, own: 0, refusal: explainBeyond(line, entitlement, { isBudget, currency, paysOwnPart }) };
  });
}

/** Why the person cannot pay for more of a line where the wardrobe lets people pay, as a sentence; undefined when they can. */
function explainNotOwn({ wearerName, entitlement }: Omit<LineToCover, 'quantity'>, paysOwnPart: boolean): string | undefined {
  const necessity = entitlement?.necessity;
  if (necessity === 'protective') return 'Protective equipment is provided by the employer, so no one pays for it themselves.';
  if (necessity === 'required') return 'It is required at work and provided by the employer, so no one pays for it themselves.';
  if (!paysOwnPart) return 'Paying for more yourself is not possible at the moment.';
  return wearerName === null ? undefined : `Only ${wearerName} can pay for more.`;
}

function explainBeyond(
  { wearerName, unitMinor, entitlement: line }: LineToCover,
  { group, budget, beyond }: LineEntitlement,
  { isBudget, currency, paysOwnPart }: OwnPayment & { isBudget: boolean; currency: string },
): string {
  const notOwn = beyond === 'own_payment' ? explainNotOwn({ wearerName, unitMinor, entitlement: line }, paysOwnPart) : undefined;
  const suffix = notOwn === undefined ? '' : ` ${notOwn}`;
  if (budget && isBudget && getUnitCost({ unitMinor, entitlement: line }) === undefined)
    return `This garment has no points, so it cannot be ordered with points.${suffix}`;
  const { label, left, unit } = isBudget && budget ? budget : group;
  const amount = Math.max(left ?? 0, 0);
  const rest = amount === 0 ? 'nothing left' : `only ${formatAmount(amount, unit, currency)} left`;
  return `${wearerName === null ? 'You have' : `${wearerName} has`} ${rest} in ${label}.${suffix}`;
}

/** An amount in the unit of an account as display text: `3`, `12 points` or `£180.00`. Money in minor units. */
export const formatAmount = (amount: number, unit: AccountBalance['unit'], currency: string) =>
  unit === 'money'
    ? formatMoney(amount, currency)
    : unit === 'points'
      ? `${amount} ${amount === 1 ? 'point' : 'points'}`
      : String(amount);

/** What lines take from an account, in its unit. */
export interface EntitlementDemand {
  accountId: number;
  amount: number;
}

/** Sums what the covered pieces of lines take from each account, sorted by id: locking accounts in the same order everywhere prevents deadlocks. */
export function sumEntitlementDemand(lines: readonly (LineToCover & { covered: number | null })[]): EntitlementDemand[] {
  const sums = new Map<number, number>();
  const add = (id: number, amount: number) => sums.set(id, (sums.get(id) ?? 0) + amount);
  for (const line of lines) {
    const { entitlement, covered } = line;
    if (!entitlement || !covered) continue;
    add(entitlement.group.id, covered);
    if (entitlement.budget) add(entitlement.budget.id, covered * (getUnitCost(line) ?? 0));
  }
  return [...sums].map(([accountId, amount]) => ({ accountId, amount })).sort((a, b) => a.accountId - b.accountId);
}
