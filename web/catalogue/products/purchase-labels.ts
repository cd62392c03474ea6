import { useProfile } from '#web/app/session/profile.ts';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import type { OrderableGarment } from './catalogue-types.ts';

/** The currency of the prices shown, and whether they include tax. */
export function usePriceTerms(): { currencyCode: string; taxWords: string } {
  const profile = useProfile();
  // During impersonation, prices are those of the impersonated person.
  const buyer = profile?.impersonatedCustomer ?? profile;
  return { currencyCode: buyer?.currencyCode ?? '', taxWords: buyer?.taxDisplayType === 0 ? 'incl. tax' : 'excl. tax' };
}

/** "6 weeks" for 42 days, "10 days" for 10. */
export const formatLeadTime = (days: number) => (days >= 14 && days % 7 === 0 ? plural(days / 7, 'week') : plural(days, 'day'));

/** Why the garment cannot be added to the cart at all, as a sentence; undefined if it can. */
export function getNotForSaleReason({ callForPrice, disableBuyButton, combinations }: OrderableGarment): string | undefined {
  if (disableBuyButton) return 'This garment can’t be ordered at the moment.';
  if (combinations.length === 0) return 'This garment can’t be ordered.';
  if (callForPrice) return 'Its price is on request. Ask for a price, then order it at the price you are quoted.';
  return undefined;
}

/** Whether the garment is ordered through a quote, since its price is on request. */
export const isOnRequest = ({ callForPrice, disableBuyButton, combinations }: OrderableGarment): boolean =>
  callForPrice && !disableBuyButton && combinations.length > 0;

/** The quantities in which a garment is sold, as a sentence; undefined if there are no limits. */
export function describeQuantityLimits({ limits }: OrderableGarment): string | undefined {
  const { allowedQuantities, orderMinimumQuantity } = limits;
  if (allowedQuantities.length > 0) return `Sold in quantities of ${joinWithOr(allowedQuantities.map(formatNumber))}.`;
  if (orderMinimumQuantity > 1) return `Minimum order: ${formatNumber(orderMinimumQuantity)} per size.`;
  return undefined;
}

const joinWithOr = (words: readonly string[]) => new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);
