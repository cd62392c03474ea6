import type { Cart } from '#web/app/cart.ts';
import { formatDate } from '#web/ui/format/format.ts';

type QuotedLine = {
  callForPrice: boolean;
  quote: Pick<NonNullable<Cart['items'][number]['quote']>, 'hasEnded' | 'validUntilUtc'>;
};

/** What is said of the quote of a line after its number: until when its price leads, or that it has ended. */
export function describeQuoteOfLine({ callForPrice, quote: { hasEnded, validUntilUtc } }: QuotedLine): string {
  if (!hasEnded) return `, valid until ${formatDate(validUntilUtc)}`;
  return callForPrice ? ' has ended.' : ' has ended: this is today’s price.';
}
