import type { ReplyOf } from '#contract/index.ts';
import type { AdhocProduct, Combination, OrderableGarment, Product } from './catalogue-types.ts';

const inOrder = <T extends { displayOrder: number }>(list: readonly T[]) =>
  [...list].sort((one, other) => one.displayOrder - other.displayOrder);

/** Only attributes with a list of values are part of combinations. */
const listChoiceAttributes = (attributes: Product['attributes']) =>
  inOrder(attributes)
    .filter((attribute) => attribute.attributeValues.length > 0)
    .map((attribute) => ({ ...attribute, attributeValues: inOrder(attribute.attributeValues) }));

/**
 * Hides the stock of made-to-order combinations, because they are produced after the order and stock does not affect
 * delivery. Stock that limits what can be ordered remains visible.
 */
export const hideMadeToOrderStock = (combinations: Combination[]): Combination[] =>
  combinations.map((combination) =>
    combination.allowOutOfStockOrders && combination.stockStatus !== 'Discontinued'
      ? { ...combination, stockStatus: 'NotManaged', stockMessage: '', stockQuantity: null, dueDateUtc: null, dueQuantity: null }
      : combination,
  );

/** Converts a product from call 57. */
export const toOrderableGarment = (product: Product): OrderableGarment => ({
  ...product,
  attributes: listChoiceAttributes(product.attributes),
  combinations: product.isMadeToOrder
    ? hideMadeToOrderStock(product.productAttributeCombinations)
    : product.productAttributeCombinations,
  limits: product,
});

/**
 * Converts a product from call 68, for the dialog and the uniform builder. That response has no limits; the server applies them in its totals
 * (call 67) and when items are added to the cart.
 */
export const dialogToOrderableGarment = (reply: ReplyOf<'GET /api/product/getbuynowcombinations'>): OrderableGarment => ({
  ...reply.product,
  leadTimeDays: null,
  disableBuyButton: false,
  attributes: listChoiceAttributes(reply.attributes),
  combinations: reply.product.isMadeToOrder ? hideMadeToOrderStock(reply.combinations) : reply.combinations,
  tierPrices: reply.tierPrices,
  limits: { orderMinimumQuantity: 1, orderMaximumQuantity: 100_000, allowedQuantities: [] },
});

/** Converts a product from call 55, with its combinations from call 68 where the list has none. The server applies quantity discounts. */
export const adhocToOrderableGarment = (
  product: AdhocProduct,
  combinations: Combination[] = product.productAttributeCombinations,
): OrderableGarment => ({
  ...product,
  attributes: listChoiceAttributes(product.attributes),
  combinations: product.isMadeToOrder ? hideMadeToOrderStock(combinations) : combinations,
  tierPrices: [],
  limits: product,
});
