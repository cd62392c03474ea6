import type { ReplyOf } from '#contract/index.ts';
import { formatAmount } from './reasoning.ts';

export type Statement = ReplyOf<'GET /api/entitlement/statement'>['statement'];
export type StatementPeriod = Statement['periods'][number];
export type StatementAccount = StatementPeriod['accounts'][number];
type Movement = StatementAccount['movements'][number];

/** The four figures of a period; `granted` and `left` are null without a limit. */
export interface StatementFigures {
  unit: string;
  granted: number | null;
  reserved: number;
  used: number;
  left: number | null;
}

/**
 * The figures of a period: those of its budget, otherwise the pieces of its open groups. What has no limit is left out where something else
 * has one, so that the figures add up.
 */
export function getFigures({ accounts }: Pick<StatementPeriod, 'accounts'>): StatementFigures {
  const open = accounts.filter(({ status }) => status === 'open');
  const limited = open.filter(({ granted }) => granted !== null);
  const budget = (limited.length > 0 ? limited : open).find(({ kind }) => kind === 'budget');
  if (budget) return budget;
  const counted = limited.length > 0 ? limited : open;
  const sum = (pick: (account: StatementAccount) => number | null) =>
    counted.reduce((total, account) => total + (pick(account) ?? 0), 0);
  const total = (pick: (account: StatementAccount) => number | null) => (limited.length > 0 ? sum(pick) : null);
  return {
    unit: 'pieces',
    granted: total(({ granted }) => granted),
    reserved: sum(({ reserved }) => reserved),
    used: sum(({ used }) => used),
    left: total(({ left }) => left),
  };
}

/** What an order took of an entitlement, and what is left of it. */
interface OrderShare {
  unit: string;
  taken: number;
  granted: number | null;
  left: number | null;
}

/** What an order took of the period that it counts in, and what is left there; undefined where it took nothing. */
export function findOrderShare({ periods }: Pick<Statement, 'periods'>, orderId: number): OrderShare | undefined {
  for (const period of periods) {
    const { unit, granted, left } = getFigures(period);
    const moves = period.accounts
      .filter((account) => account.unit === unit)
      .flatMap(({ movements }) => movements.filter((movement) => movement.orderId === orderId));
    if (moves.length > 0)
      return { unit, granted, left, taken: Math.abs(moves.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)) / 100 };
  }
  return undefined;
}

/** A movement of one of the balances of a period. */
export interface PeriodMovement extends Movement {
  account: StatementAccount;
}

/**
 * The movements of a period, newest first. An order moves its group and the budget: the one without a limit is left out, the group where
 * neither has one.
 */
export function listMovements({ accounts }: Pick<StatementPeriod, 'accounts'>): PeriodMovement[] {
  const hasBudget = accounts.some(({ kind }) => kind === 'budget');
  const hasLimit = accounts.some(({ granted }) => granted !== null);
  return accounts
    .filter(({ kind, granted }) => granted !== null || !hasBudget || (kind === 'budget' && !hasLimit))
    .flatMap((account) => account.movements.map((movement) => ({ ...movement, account })))
    .toSorted((one, other) => other.id - one.id);
}

/** A group or product of which the person was never granted anything. */
export const isNeverGranted = ({
  granted,
  reserved,
  used,
  totalMovements,
}: Pick<StatementAccount, 'granted' | 'reserved' | 'used' | 'totalMovements'>): boolean =>
  granted === 0 && reserved === 0 && used === 0 && totalMovements === 0;

/** What a balance is called in the statement of its wardrobe. */
export const getBalanceName = ({ kind, label }: Pick<StatementAccount, 'kind' | 'label'>): string =>
  kind === 'budget' ? 'Budget' : label;

/** What the balances of a period are of: under fixed allocation, garments have numbers of their own. */
export function getBalanceCaption(accounts: readonly Pick<StatementAccount, 'kind'>[]): string {
  if (accounts.every(({ kind }) => kind === 'product')) return 'Garment';
  return accounts.some(({ kind }) => kind === 'product') ? 'Group or garment' : 'Group';
}

/** A balance within a sentence: "Added 5 points to the budget." */
export const nameBalance = ({ kind, label }: Pick<StatementAccount, 'kind' | 'label'>): string =>
  kind === 'budget' ? 'the budget' : label;

/** A change of a balance with its sign: "+2", "−85 points", "0". */
export function formatChange(amount: number, unit: string, currencyCode: string): string {
  const text = formatAmount(amount, unit, currencyCode);
  return amount > 0 ? `+${text}` : text;
}
