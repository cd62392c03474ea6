import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { PriceView } from '../pricing/pricing.rules.ts';
import { toStockedListItem } from '../products/listing.mapper.ts';
import type { StockedListing } from '../products/listing.queries.ts';
import { type ProductViewer, toAttributes, toCombinations } from '../products/product.mapper.ts';
import { listProductChoices, listProductFacts, type ProductChoices } from '../products/product.queries.ts';

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

/**
 * The products of a list with what can be chosen about them. With `withCombinations` their combinations are included, unless there
 * are more than 5,000 in all. A product that has left the range since `listings` was read is left out.
 */
export async function readAdhocProducts(
  db: Db,
  scope: Scope,
  listings: readonly StockedListing[],
  { view, withCombinations }: { view: PriceView; withCombinations: boolean },
): Promise<AdhocProduct[]> {
  if (listings.length === 0) return [];
  const viewer = { view, roleIds: scope.roleIds };
  const ids = listings.map(({ id }) => id);
  if (withCombinations) {
    const facts = await listProductFacts(db, scope, ids, { maxCombinations: MAX_COMBINATIONS });
    if (facts.size > 0)
      return listings.flatMap((listing) => {
        const product = facts.get(listing.id);
        return product ? toAdhocProduct(listing, product, toCombinations(product, viewer), viewer) : [];
      });
  }
  const choices = await listProductChoices(db, scope, ids);
  return listings.flatMap((listing) => {
    const product = choices.get(listing.id);
    return product ? toAdhocProduct(listing, product, [], viewer) : [];
  });
}
