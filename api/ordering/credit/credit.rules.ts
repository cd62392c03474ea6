import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';

/** On which terms an organisation buys on account. Money in minor units, including tax. */
export interface CreditTerms {
  /** Null: no limit. */
  limitMinor: number | null;
  isOnHold: boolean;
  /** Unpaid invoices and orders that are not invoiced yet; 0 without a limit, where no one needs it. */
  openMinor: number;
}

/** How a person is shown amounts. */
interface Viewer {
  currencyCode: string;
  pricesVisible: boolean;
}

/** What is left of the credit limit; null without a limit. */
export const getRemainingCredit = ({ limitMinor, openMinor }: CreditTerms): number | null =>
  limitMinor === null ? null : limitMinor - openMinor;

/**
 * Why an order of this total cannot be placed on account, as a sentence; undefined when it can. People who see no prices get a sentence without
 * amounts.
 */
export function explainCreditRefusal(terms: CreditTerms, totalMinor: number, viewer: Viewer): string | undefined {
  if (terms.isOnHold)
    return 'Your organisation’s account is on hold, so orders can’t be placed at the moment. Please contact your administrator.';
  const remainingMinor = getRemainingCredit(terms);
  if (remainingMinor === null || totalMinor <= remainingMinor) return undefined;
  if (!viewer.pricesVisible)
    return 'This order can’t be placed at the moment because it exceeds your organisation’s credit limit. Please contact your administrator.';
  const [total, remaining] = [totalMinor, Math.max(remainingMinor, 0)].map((minor) => formatMoney(minor, viewer.currencyCode));
  return `This order costs ${total}, but only ${remaining} of your organisation’s credit limit is left. Please contact your administrator.`;
}
