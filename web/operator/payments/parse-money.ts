import { isWholeMinorUnits, parseNumber } from '#web/ui/forms/parse-number.ts';

const LARGEST = 1_000_000_000;

/** An amount above 0 as people type it, such as `£1,234.5`; undefined for anything else, also for fractions of a penny. */
export function parseMoney(text: string): number | undefined {
  const amount = text.trim() === '' ? Number.NaN : parseNumber(text);
  const minor = Math.round(amount * 100);
  return minor > 0 && amount <= LARGEST && isWholeMinorUnits(amount) ? minor / 100 : undefined;
}

/** What to say about an amount that `parseMoney` does not take. */
export const MONEY_HELP = 'Enter an amount with at most two decimals, such as 1,234.50';

/** An amount as `parseMoney` reads it. */
export const toMoneyText = (amount: number): string => amount.toFixed(2);
