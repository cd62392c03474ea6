import type { ReplyOf } from '#contract/index.ts';
import type { Scope } from '../http/scope.ts';
import { shownPrice, type TaxView, taxViewOf, toWire } from './catalogue.rules.ts';
import type { Listing } from './listing.queries.ts';

export type ListItem = ReplyOf<'GET /api/products'>['products'][number];

/** How the person sees prices; `taxId` of a request overrides it for that request. */
export const taxViewFor = (scope: Scope, taxId?: 0 | 10): TaxView => ({
  taxDisplayType: taxId ?? scope.taxDisplayType,
  taxRate: scope.taxRate,
});

/** A price as the wire shows it to the person; null when there is none, or when it is only told on request. */
export function wirePrice(
  minor: number | null,
  view: TaxView,
  product: { callForPrice: boolean; isTaxExempt: boolean },
): number | null {
  return minor === null || product.callForPrice ? null : toWire(shownPrice(minor, taxViewOf(view, product)));
}

export function toListItem(listing: Listing, view: TaxView, stockMessage: string | null = null): ListItem {
  return {
    id: listing.id,
    name: listing.name,
    price: wirePrice(listing.priceMinor, view, listing),
    sku: listing.sku,
    images: listing.images,
    callForPrice: listing.callForPrice,
    isMadeToOrder: listing.isMadeToOrder,
    sizeGuideId: listing.sizeGuideId,
    specifications: listing.specifications,
    oldPrice: wirePrice(listing.oldPriceMinor, view, listing),
    priceFrom: wirePrice(listing.priceFromMinor, view, listing),
    shortDescription: listing.shortDescription,
    seName: listing.handle,
    stockMessage,
  };
}
