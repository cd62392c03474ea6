import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { type Actor, canOrderForOthers, isOrganisationAdmin } from '#api/platform/http/scope.ts';

/** On which terms an organisation buys on account. Money in minor units, including tax. */
export interface CreditTerms {
  /** Null: no limit. */
  limitMinor: number | null;
  isOnHold: boolean;
  /** Unpaid invoices and orders that are not invoiced yet; 0 without a limit, where no one needs it. */
  openMinor: number;
}

/** Who reads about credit: its amounts are for Admins of the whole organisation alone. */
type CreditViewer = Pick<Actor, 'roles' | 'adminableGroupIds' | 'currencyCode'>;

/** What is left of the credit limit; null without a limit. */
export const getRemainingCredit = ({ limitMinor, openMinor }: CreditTerms): number | null =>
  limitMinor === null ? null : limitMinor - openMinor;

/** What is left of the credit limit, for whoever administers it; null without a limit, and for everyone else. */
export const getShownCredit = (terms: CreditTerms, viewer: CreditViewer): number | null =>
  isOrganisationAdmin(viewer) ? getRemainingCredit(terms) : null;

/**
 * Why an order of this total cannot be placed on account, as a sentence; undefined when it can. Only Admins of the whole organisation read amounts,
 * and only those who order for others read that there is a limit.
 */
export function explainCreditRefusal(terms: CreditTerms, totalMinor: number, viewer: CreditViewer): string | undefined {
  if (terms.isOnHold) return `${ON_HOLD}, so orders can’t be placed at the moment. ${CONTACT}`;
  if (isWithinLimit(terms, totalMinor)) return undefined;
  if (!canOrderForOthers(viewer)) return `This order can’t be placed at the moment. ${CONTACT}`;
  if (!isOrganisationAdmin(viewer))
    return `This order can’t be placed at the moment because it exceeds your organisation’s credit limit. ${CONTACT}`;
  const { amount, remaining } = describeAmounts(terms, totalMinor, viewer);
  return `This order costs ${amount}, but only ${remaining} of your organisation’s credit limit is left. ${CONTACT}`;
}

/** Why a change that makes an order dearer by this amount cannot be made on account, as `explainCreditRefusal` says it of a new order. `what` becomes dearer. */
export function explainChangeRefusal(
  terms: CreditTerms,
  increaseMinor: number,
  viewer: CreditViewer,
  what: 'This size' | 'What remains',
): string | undefined {
  if (terms.isOnHold) return `${ON_HOLD}, so orders can’t become more expensive at the moment. ${CONTACT}`;
  if (isWithinLimit(terms, increaseMinor)) return undefined;
  if (!canOrderForOthers(viewer)) return `This change can’t be made at the moment. ${CONTACT}`;
  if (!isOrganisationAdmin(viewer)) return `${what} costs more than is left of your organisation’s credit limit. ${CONTACT}`;
  const { amount, remaining } = describeAmounts(terms, increaseMinor, viewer);
  return `${what} costs ${amount} more including tax, but only ${remaining} of your organisation’s credit limit is left. ${CONTACT}`;
}

const ON_HOLD = 'Your organisation’s account is on hold';
const CONTACT = 'Please contact your administrator.';

function isWithinLimit(terms: CreditTerms, amountMinor: number): boolean {
  const remainingMinor = getRemainingCredit(terms);
  return remainingMinor === null || amountMinor <= remainingMinor;
}

const describeAmounts = (terms: CreditTerms, amountMinor: number, { currencyCode }: CreditViewer) => ({
  amount: formatMoney(amountMinor, currencyCode),
  remaining: formatMoney(Math.max(getRemainingCredit(terms) ?? 0, 0), currencyCode),
});
