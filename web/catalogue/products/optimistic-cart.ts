import type { Cart } from '#web/app/cart.ts';
import type { Combination, OrderableGarment } from './catalogue-types.ts';
import { getUnitPrice, sumMoney } from './price.ts';

type CartLine = Cart['items'][number];

export interface CartAddition {
  combination: Combination;
  quantity: number;
}

/**
 * The cart as it will look once the lines are in it, until the server's own answer takes its place. Like the server,
 * it adds to a line of the same combination that has nothing added to it.
 */
export function applyCartAdditions(
  cart: Cart,
  garment: OrderableGarment,
  wanted: readonly CartAddition[],
  now = new Date(),
): Cart {
  const items = [...cart.items];
  for (const { combination, quantity } of wanted) {
    const at = items.findIndex(
      (line) => line.combinationId === combination.id && line.customisations.length === 0 && !line.organisationCollectionId,
    );
    const same = items[at];
    if (same) items[at] = { ...same, quantity: same.quantity + quantity };
    else items.push(newLine(garment, combination, quantity, now));
  }
  return { ...cart, items, totalQuantity: items.reduce((sum, line) => sum + line.quantity, 0) };
}

function newLine(garment: OrderableGarment, combination: Combination, quantity: number, now: Date): CartLine {
  const price = getUnitPrice(garment, combination, quantity);
  const src = combination.imageSrc;
  return {
    // Below zero: no line of the server has such an id.
    id: -combination.id,
    productId: garment.id,
    combinationId: combination.id,
    productName: garment.name,
    sku: combination.sku,
    images: src ? [{ id: 0, src, position: 0, altText: null }] : garment.images,
    attributes: combination.attributes.map((one) => ({ id: one.id, value: String(one.valueId) })),
    attributeDescription: combination.attributeDescription,
    quantity,
    unitPrice: price,
    subTotal: price === null ? null : sumMoney([price * quantity]),
    unitPriceInclTax: null,
    unitPriceExclTax: null,
    subTotalInclTax: null,
    subTotalExclTax: null,
    customisations: [],
    organisationCollectionId: null,
    collectionGroupId: null,
    superGroupId: null,
    superGroupOptionId: null,
    superGroupName: null,
    customerId: null,
    customerName: null,
    isMadeToOrder: garment.isMadeToOrder,
    callForPrice: garment.callForPrice,
    stockQuantity: combination.stockQuantity,
    stockMessage: combination.stockMessage,
    ...garmentLimits(garment),
    // Nothing can be changed on a line that the server does not know yet.
    isEditable: false,
    warnings: [],
    createdOnUtc: now.toISOString(),
    updatedOnUtc: now.toISOString(),
  };
}

const garmentLimits = ({ limits }: OrderableGarment) => ({
  orderMinimumQuantity: limits.orderMinimumQuantity,
  orderMaximumQuantity: limits.orderMaximumQuantity,
  allowedQuantities: limits.allowedQuantities,
});
