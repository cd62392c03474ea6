import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { Listing } from '../products/listing.queries.ts';
import { getDisplayPrice, getProductTaxView, type TaxView, toMajorUnits } from './pricing.rules.ts';

export type ListItem = ReplyOf<'GET /api/products'>['products'][number];

/** How the person sees prices; `taxId` of a request overrides it for that request. */
export const getTaxView = (scope: Scope, taxId?: 0 | 10): TaxView => ({
  taxDisplayType: taxId ?? scope.taxDisplayType,
  taxRate: scope.taxRate,
});

/** A price as the wire shows it to the person; null when there is none, or when it is only told on request. */
export function toWirePrice(
  minor: number | null,
  view: TaxView,
  product: { callForPrice: boolean; isTaxExempt: boolean },
): number | null {
  return minor === null || product.callForPrice ? null : toMajorUnits(getDisplayPrice(minor, getProductTaxView(view, product)));
}

export function toListItem(listing: Listing, view: TaxView, stockMessage: string | null = null): ListItem {
  return {
    id: listing.id,
    name: listing.name,
    price: toWirePrice(listing.priceMinor, view, listing),
    sku: listing.sku,
    images: listing.images,
    callForPrice: listing.callForPrice,
    isMadeToOrder: listing.isMadeToOrder,
    sizeGuideId: listing.sizeGuideId,
    specifications: listing.specifications,
    oldPrice: toWirePrice(listing.oldPriceMinor, view, listing),
    priceFrom: toWirePrice(listing.priceFromMinor, view, listing),
    shortDescription: listing.shortDescription,
    seName: listing.handle,
    stockMessage,
  };
}
