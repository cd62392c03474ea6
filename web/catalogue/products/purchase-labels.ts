import { useProfile } from '#web/app/session/profile.ts';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import type { OrderableGarment } from './catalogue-types.ts';

/** Currency of the prices, and whether tax is in them, as the person sees them. */
export function usePriceTerms(): { currencyCode: string; taxWords: string } {
  const profile = useProfile();
  // Prices are those of the person who is acted for.
  const buyer = profile?.impersonatedCustomer ?? profile;
  return { currencyCode: buyer?.currencyCode ?? '', taxWords: buyer?.taxDisplayType === 0 ? 'incl. tax' : 'excl. tax' };
}

/** "6 weeks" for 42 days, "10 days" for 10. */
export const formatLeadTime = (days: number) => (days >= 14 && days % 7 === 0 ? plural(days / 7, 'week') : plural(days, 'day'));

/** Whether a garment can be put into the cart at all; otherwise why not. */
export function getNotForSaleReason({ callForPrice, disableBuyButton, combinations }: OrderableGarment): string | undefined {
  if (callForPrice) return 'It goes into the cart once its price is agreed.';
  if (disableBuyButton) return 'This garment cannot be ordered at the moment.';
  if (combinations.length === 0) return 'There is nothing to order of this garment yet.';
  return undefined;
}

/** In which quantities a garment is sold, where that is not "any". */
export function describeQuantityLimits({ limits }: OrderableGarment): string | undefined {
  const { allowedQuantities, orderMinimumQuantity } = limits;
  if (allowedQuantities.length > 0) return `Sold in quantities of ${listed(allowedQuantities.map(formatNumber))}.`;
  if (orderMinimumQuantity > 1) return `Sold from ${formatNumber(orderMinimumQuantity)} pieces of one size.`;
  return undefined;
}

const listed = (words: readonly string[]) => new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);
