import { formatMoney } from '#web/ui/format/format.ts';

/** What is left of the credit limit, as a sentence; undefined without a limit, and for people who see no prices. */
export const formatRemainingCredit = (remaining: number | null, currencyCode: string): string | undefined =>
  remaining === null
    ? undefined
    : `${formatMoney(Math.max(remaining, 0), currencyCode)} of your organisation’s credit limit is left.`;
