import type { ReplyOf } from '#contract/index.ts';
import type { Combination, Garment, Product } from './catalogue-types.ts';

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
export const withoutShelf = (combinations: Combination[]): Combination[] =>
  combinations.map((combination) =>
    combination.allowOutOfStockOrders && combination.stockStatus !== 'Discontinued'
      ? { ...combination, stockStatus: 'NotManaged', stockMessage: '', stockQuantity: null, dueDateUtc: null, dueQuantity: null }
      : combination,
  );

/** A product as call 57 describes it. */
export const garmentOf = (product: Product): Garment => ({
  ...product,
  attributes: chosenFromValues(product.attributes),
  combinations: product.isMadeToOrder ? withoutShelf(product.productAttributeCombinations) : product.productAttributeCombinations,
  limits: product,
});

/**
 * A product as call 68 describes it for a dialog. Limits and quantity prices are not part of that answer; the server
 * checks them in its totals (call 67) and when it takes the order.
 */
export const garmentOfDialog = (reply: ReplyOf<'GET /api/product/getbuynowcombinations'>): Garment => ({
  ...reply.product,
  leadTimeDays: null,
  disableBuyButton: false,
  attributes: chosenFromValues(reply.attributes),
  combinations: reply.product.isMadeToOrder ? withoutShelf(reply.combinations) : reply.combinations,
  tierPrices: [],
  limits: { orderMinimumQuantity: 1, orderMaximumQuantity: 100_000, allowedQuantities: [] },
});
