import type { Cart } from '#web/app/cart.ts';

export type CartItem = Cart['items'][number];

const round = (amount: number) => Math.round(amount * 100) / 100;
const times = (unit: number | null, quantity: number) => (unit === null ? null : round(unit * quantity));

/**
 * The cart with pending quantities, by line ID, applied to it; 0 removes a line. Quantity discounts and rounding are
 * left to the server, so its totals may differ slightly. Returns the same object if nothing changes.
 */
export function applyPendingQuantities(cart: Cart, pending: ReadonlyMap<number, number>): Cart {
  if (!cart.items.some(({ id, quantity }) => pending.has(id) && pending.get(id) !== quantity)) return cart;
  let inclTax = cart.subTotalInclTax;
  let exclTax = cart.subTotalExclTax;
  let totalQuantity = cart.totalQuantity;
  const items = cart.items.flatMap((line) => {
    const quantity = pending.get(line.id);
    if (quantity === undefined || quantity === line.quantity) return [line];
    const changed = {
      ...line,
      quantity,
      subTotal: times(line.unitPrice, quantity),
      subTotalInclTax: times(line.unitPriceInclTax, quantity),
      subTotalExclTax: times(line.unitPriceExclTax, quantity),
      quote: line.quote && { ...line.quote, left: line.quote.left - (quantity - line.quantity) },
    };
    if (inclTax !== null) inclTax += (changed.subTotalInclTax ?? 0) - (line.subTotalInclTax ?? 0);
    if (exclTax !== null) exclTax += (changed.subTotalExclTax ?? 0) - (line.subTotalExclTax ?? 0);
    totalQuantity += quantity - line.quantity;
    return quantity === 0 ? [] : [changed];
  });
  // Without visible prices, there are no sums either.
  const toSum = (amount: number | null) => (amount === null ? null : round(amount));
  return {
    ...cart,
    items,
    totalQuantity,
    subTotal: toSum(cart.taxDisplayType === 0 ? inclTax : exclTax),
    subTotalInclTax: toSum(inclTax),
    subTotalExclTax: toSum(exclTax),
    tax: inclTax === null || exclTax === null ? null : round(inclTax - exclTax),
    canCheckout: cart.canCheckout && items.length > 0,
  };
}
