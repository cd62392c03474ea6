import type { Cart } from '#web/app/cart.ts';
import type { GarmentDesign } from '../customisation/design-types.ts';
import { haveSameDesigns } from '../customisation/same-designs.ts';
import type { Combination, OrderableGarment } from './catalogue-types.ts';
import { getUnitPrice, sumMoney } from './price.ts';

type CartLine = Cart['items'][number];

export interface CartAddition {
  garment: OrderableGarment;
  combination: Combination;
  quantity: number;
  /** Logos, texts and badges on each piece, without those that it has by itself. */
  designs?: readonly GarmentDesign[];
}

/** The person for whom something is ordered. */
export interface Wearer {
  id: number;
  name: string;
}

/**
 * The cart with the additions applied, shown until the server responds. Like the server, it increases an existing line
 * of the same combination, designs and wearer if that belongs to no wardrobe.
 */
export function applyCartAdditions(
  cart: Cart,
  additions: readonly CartAddition[],
  { wearer, now = new Date() }: { wearer?: Wearer | undefined; now?: Date } = {},
): Cart {
  const items = [...cart.items];
  for (const addition of additions) {
    const { combination, quantity, designs = [] } = addition;
    const at = items.findIndex(
      (line) =>
        line.combinationId === combination.id &&
        haveSameDesigns(line.customisations, designs) &&
        !line.organisationCollectionId &&
        (!wearer || line.customerId === wearer.id),
    );
    const same = items[at];
    if (same) items[at] = { ...same, quantity: same.quantity + quantity };
    // Negative, so that it never equals the ID of a line from the server.
    else items.push({ ...newLine(addition, wearer, now), id: Math.min(0, ...items.map(({ id }) => id)) - 1 });
  }
  return { ...cart, items, totalQuantity: items.reduce((sum, line) => sum + line.quantity, 0) };
}

/** The lines that grew when the additions were made, with the quantity of each. Empty if the previous cart is not known. */
export function findAddedLines(
  before: Cart | undefined,
  after: Cart | undefined,
  additions: readonly CartAddition[],
): { lineId: number; quantity: number }[] {
  if (!before || !after) return [];
  const quantities = new Map(before.items.map(({ id, quantity }) => [id, quantity]));
  return additions.flatMap(({ combination, quantity, designs = [] }) => {
    const line = after.items.find(
      (one) =>
        one.combinationId === combination.id &&
        haveSameDesigns(one.customisations, designs) &&
        one.quantity - (quantities.get(one.id) ?? 0) === quantity,
    );
    return line ? [{ lineId: line.id, quantity }] : [];
  });
}

function newLine(
  { garment, combination, quantity, designs = [] }: CartAddition,
  wearer: Wearer | undefined,
  now: Date,
): Omit<CartLine, 'id'> {
  const price = getUnitPrice(garment, combination, quantity);
  const src = combination.imageSrc;
  return {
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
    nextTier: null,
    customisations: [...designs],
    customisationEnabled: garment.customisationEnabled ?? false,
    organisationCollectionId: null,
    collectionGroupId: null,
    superGroupId: null,
    superGroupOptionId: null,
    superGroupName: null,
    quoteItemId: null,
    quote: null,
    customerId: wearer?.id ?? null,
    customerName: wearer?.name ?? null,
    isMadeToOrder: garment.isMadeToOrder,
    callForPrice: garment.callForPrice,
    stockQuantity: combination.stockQuantity,
    stockMessage: combination.stockMessage,
    ...garmentLimits(garment),
    coveredQuantity: null,
    beyondQuantity: 0,
    ownQuantity: 0,
    ownTotal: null,
    beyond: null,
    reason: null,
    replacesOrderId: null,
    sentBackReason: null,
    // The line cannot be changed until the server has created it.
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
