import type { ReplyOf } from '#contract/index.ts';
import { toWirePrice } from '../pricing/pricing.mapper.ts';
import type { PriceView } from '../pricing/pricing.rules.ts';
import { getListedAvailability, type ProductAvailability } from '../stock/stock.rules.ts';
import type { Listing, StockedListing } from './listing.queries.ts';

export type ListItem = ReplyOf<'GET /api/products'>['products'][number];

/** Midnight UTC of a date without a time. */
export const toDateTime = (date: string | null) => (date === null ? null : `${date}T00:00:00Z`);

/** A product as lists show it, with prices as the person sees them. Without `stock`, it says nothing about stock. */
export function toListItem(listing: Listing, view: PriceView, stock?: ProductAvailability): ListItem {
  return {
    id: listing.id,
    name: listing.name,
    price: toWirePrice(listing.priceMinor, view, listing),
    sku: listing.sku,
    images: listing.images,
    callForPrice: listing.callForPrice,
    isMadeToOrder: listing.isMadeToOrder,
    isMadeToMeasure: listing.isMadeToMeasure,
    sizeGuideId: listing.sizeGuideId,
    specifications: listing.specifications,
    oldPrice: toWirePrice(listing.oldPriceMinor, view, listing),
    priceFrom: toWirePrice(listing.priceFromMinor, view, listing),
    shortDescription: listing.shortDescription,
    seName: listing.handle,
    stockMessage: stock?.message ?? null,
    stockStatus: stock?.status ?? null,
    dueDateUtc: toDateTime(stock?.dueOn ?? null),
    leadTimeDays: listing.leadTimeDays,
    disableBuyButton: listing.disableBuyButton,
    combinationId: listing.combinationId,
    colours: listing.colours,
    colourCount: listing.colourCount,
  };
}

/** A product as lists show it, with its stock. */
export const toStockedListItem = (listing: StockedListing, view: PriceView): ListItem =>
  toListItem(listing, view, getListedAvailability(listing.stock));
