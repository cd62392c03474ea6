import type { ReplyOf } from '#contract/index.ts';
import { toWirePrice } from '../pricing/pricing.mapper.ts';
import type { PriceView } from '../pricing/pricing.rules.ts';
import type { Listing } from './listing.queries.ts';

export type ListItem = ReplyOf<'GET /api/products'>['products'][number];

/** A product as lists show it, with prices as the person sees them. */
export function toListItem(listing: Listing, view: PriceView, stockMessage: string | null = null): ListItem {
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
