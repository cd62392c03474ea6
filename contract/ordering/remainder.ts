/** How many pieces of an order line may remain, if not none. */
export interface RemainingQuantities {
  /** The fewest. */
  leastRemaining: number;
  /** The only ones; empty where any number from the fewest on may. */
  allowedRemaining: number[];
}

/** Whether so many pieces of a line may remain when others are cancelled, not approved or changed. */
export const mayRemain = ({ leastRemaining, allowedRemaining }: RemainingQuantities, remaining: number): boolean =>
  remaining === 0 || (remaining >= leastRemaining && (allowedRemaining.length === 0 || allowedRemaining.includes(remaining)));

/**
 * How many pieces of a line may remain by the product's rules for quantities. Pieces that the supplier cancelled count as if they remained: the person
 * ordered them.
 */
export function toRemainingQuantities({
  orderMinimumQuantity,
  allowedQuantities,
  supplierCancelledQuantity = 0,
}: {
  orderMinimumQuantity: number;
  allowedQuantities: readonly number[];
  supplierCancelledQuantity?: number;
}): RemainingQuantities {
  return {
    leastRemaining: Math.max(1, orderMinimumQuantity - supplierCancelledQuantity),
    allowedRemaining: allowedQuantities
      .map((quantity) => quantity - supplierCancelledQuantity)
      .filter((quantity) => quantity > 0),
  };
}

/** What may remain, in words: "at least 5 or none", "6, 12 or none". */
export const describeRemaining = ({ leastRemaining, allowedRemaining }: RemainingQuantities): string => {
  const listed = allowedRemaining.filter((quantity) => quantity >= leastRemaining);
  return `${listed.length === 0 ? `at least ${leastRemaining}` : listed.join(', ')} or none`;
};

/**
 * Whether so many of the pending pieces of a line may get another size: as a line of their own, or all of them. `rest` is what may remain of the line,
 * `product` what may be ordered of its product.
 */
export const mayChange = (
  quantity: number,
  { pending, rest, product }: { pending: number; rest: RemainingQuantities; product: RemainingQuantities },
): boolean =>
  quantity === pending ? mayRemain(rest, pending) : mayRemain(product, quantity) && mayRemain(rest, pending - quantity);
