import type { ReplyOf } from '#contract/index.ts';
import type { Combination, OrderableGarment, Product } from './catalogue-types.ts';

const inOrder = <T extends { displayOrder: number }>(list: readonly T[]) =>
  [...list].sort((one, other) => one.displayOrder - other.displayOrder);

/** Only what is chosen from a list of values takes part in combinations. */
const chosenFromValues = (attributes: Product['attributes']) =>
  inOrder(attributes)
    .filter((attribute) => attribute.attributeValues.length > 0)
    .map((attribute) => ({ ...attribute, attributeValues: inOrder(attribute.attributeValues) }));

/**
 * What is made once it is ordered comes when it is made, whatever lies on a shelf or is under way to it: of its stock
 * nothing is said. Where stock limits what can be ordered, it says so as ever.
 */
export const hideMadeToOrderStock = (combinations: Combination[]): Combination[] =>
  combinations.map((combination) =>
    combination.allowOutOfStockOrders && combination.stockStatus !== 'Discontinued'
      ? { ...combination, stockStatus: 'NotManaged', stockMessage: '', stockQuantity: null, dueDateUtc: null, dueQuantity: null }
      : combination,
  );

/** A product as call 57 describes it. */
export const toOrderableGarment = (product: Product): OrderableGarment => ({
  ...product,
  attributes: chosenFromValues(product.attributes),
  combinations: product.isMadeToOrder
    ? hideMadeToOrderStock(product.productAttributeCombinations)
    : product.productAttributeCombinations,
  limits: product,
});

/**
 * A product as call 68 describes it for a dialog. Limits and quantity prices are not part of that answer; the server
 * checks them in its totals (call 67) and when it takes the order.
 */
export const dialogToOrderableGarment = (reply: ReplyOf<'GET /api/product/getbuynowcombinations'>): OrderableGarment => ({
  ...reply.product,
  leadTimeDays: null,
  disableBuyButton: false,
  attributes: chosenFromValues(reply.attributes),
  combinations: reply.product.isMadeToOrder ? hideMadeToOrderStock(reply.combinations) : reply.combinations,
  tierPrices: [],
  limits: { orderMinimumQuantity: 1, orderMaximumQuantity: 100_000, allowedQuantities: [] },
});
