import type { ProductState } from '#contract/catalogue/products/product-states.ts';
import type { UnitOfMeasure } from '#contract/catalogue/products/units.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { Tone } from '#web/ui/content/status-badge.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';

/** A product with everything that its page shows. */
export type KeptProduct = ReplyOf<'GET /api/operator/products/:id'>['product'];

/** What the states of a product are called, and the tone of their badges. */
export const STATE_LABELS: Readonly<Record<ProductState, { label: string; tone: Tone }>> = {
  draft: { label: 'Draft', tone: 'neutral' },
  published: { label: 'On sale', tone: 'success' },
  discontinued: { label: 'Discontinued', tone: 'warning' },
};

/** What the units are called. */
export const UNIT_LABELS: Readonly<Record<UnitOfMeasure, string>> = { piece: 'Piece', pair: 'Pair', set: 'Set', pack: 'Pack' };

const prices = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A catalogue price, which has no currency of its own: "28.40". */
export const formatBarePrice = (price: number): string => prices.format(price);

/** Who has a product in the range: "3 clients", "2 clients and 1 of other brands", "No one". */
export function describeClients({ ownClients, otherClients }: { ownClients: number; otherClients: number }): string {
  if (ownClients + otherClients === 0) return 'No one';
  if (otherClients === 0) return plural(ownClients, 'client');
  if (ownClients === 0) return `${formatNumber(otherClients)} of other brands`;
  return `${plural(ownClients, 'client')} and ${formatNumber(otherClients)} of other brands`;
}

/** What the ways to treat orders beyond the stock are called. */
export const BACKORDER_LABELS: Readonly<Record<string, string>> = {
  0: 'Not allowed',
  1: 'Allowed',
  2: 'Allowed, with a notice to the buyer',
};
