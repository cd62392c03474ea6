import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { PriceView } from '../pricing/pricing.rules.ts';
import { toStockedListItem } from '../products/listing.mapper.ts';
import type { ListingRows, StockedListing } from '../products/listing.queries.ts';
import { type ProductViewer, toAttributes, toCombinations } from '../products/product.mapper.ts';
import { listProductChoices, type ProductChoices } from '../products/product.queries.ts';
import type { ProductFactsReader } from '../products/product-facts.actions.ts';

type AdhocProduct = ReplyOf<'GET /api/organisation/getadhocproductlist'>['products'][number];

/** The most combinations in one list. */
const MAX_COMBINATIONS = 5000;

function toAdhocProduct(
  listing: StockedListing,
  choices: ProductChoices,
  combinations: AdhocProduct['productAttributeCombinations'],
  viewer: ProductViewer,
): AdhocProduct {
  return {
    ...toStockedListItem(listing, viewer.view),
    attributes: toAttributes(choices, viewer),
    productAttributeCombinations: combinations,
    orderMinimumQuantity: choices.orderMinimumQuantity,
    orderMaximumQuantity: choices.orderMaximumQuantity,
    allowedQuantities: choices.allowedQuantities,
  };
}

/** The products of a list with what can be chosen about them. One that has left the range since `list` was read is left out. */
export async function readAdhocModalProducts(
  db: Db,
  scope: Scope,
  { listings }: Pick<ListingRows, 'listings'>,
  view: PriceView,
): Promise<AdhocProduct[]> {
  if (listings.length === 0) return [];
  const viewer = { view, roleIds: scope.roleIds };
  const choices = await listProductChoices(
    db,
    scope,
    listings.map(({ id }) => id),
  );
  return listings.flatMap((listing) => {
    const product = choices.get(listing.id);
    return product ? toAdhocProduct(listing, product, [], viewer) : [];
  });
}

/** As `readAdhocModalProducts`, with the combinations of all products, unless there are more than 5,000. */
export async function readAdhocProducts(
  db: Db,
  facts: ProductFactsReader,
  scope: Scope,
  list: Pick<ListingRows, 'listings' | 'readAt'>,
  view: PriceView,
): Promise<AdhocProduct[]> {
  const products = await facts.read(scope, list, { maxCombinations: MAX_COMBINATIONS });
  if (products.size === 0) return readAdhocModalProducts(db, scope, list, view);
  const viewer = { view, roleIds: scope.roleIds };
  return list.listings.flatMap((listing) => {
    const product = products.get(listing.id);
    return product ? toAdhocProduct(listing, product, toCombinations(product, viewer), viewer) : [];
  });
}
