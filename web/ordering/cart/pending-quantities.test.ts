import { describe, expect, it } from 'vitest';
import type { Cart } from '#web/app/cart.ts';
import { applyPendingQuantities } from './pending-quantities.ts';

const line = (id: number, quantity: number, unit: number) =>
  ({
    id,
    quantity,
    unitPrice: unit,
    unitPriceExclTax: unit,
    unitPriceInclTax: unit * 1.2,
    subTotal: unit * quantity,
    subTotalExclTax: unit * quantity,
    subTotalInclTax: unit * 1.2 * quantity,
  }) as Cart['items'][number];

const cart = {
  items: [line(1, 2, 10), line(2, 1, 5)],
  totalQuantity: 3,
  subTotal: 25,
  subTotalExclTax: 25,
  subTotalInclTax: 30,
  tax: 5,
  taxDisplayType: 10,
  canCheckout: true,
} as Cart;

describe('the cart with pending quantities', () => {
  it('is the same object if nothing differs', () => {
    expect(applyPendingQuantities(cart, new Map([[1, 2]]))).toBe(cart);
    expect(applyPendingQuantities(cart, new Map([[99, 2]]))).toBe(cart);
  });

  it('applies a changed quantity to the line and the totals', () => {
    const changed = applyPendingQuantities(cart, new Map([[1, 5]]));
    expect(changed.items[0]).toMatchObject({ quantity: 5, subTotal: 50, subTotalInclTax: 60 });
    expect(changed).toMatchObject({ totalQuantity: 6, subTotal: 55, subTotalExclTax: 55, subTotalInclTax: 66, tax: 11 });
  });

  it('omits a removed line, and blocks the checkout once no line is left', () => {
    const changed = applyPendingQuantities(cart, new Map([[1, 0]]));
    expect(changed.items.map(({ id }) => id)).toEqual([2]);
    expect(changed).toMatchObject({ totalQuantity: 1, subTotal: 5, tax: 1, canCheckout: true });
    expect(applyPendingQuantities(changed, new Map([[2, 0]]))).toMatchObject({ items: [], subTotal: 0, canCheckout: false });
  });

  it('adds tax to the subtotal if prices include tax', () => {
    expect(applyPendingQuantities({ ...cart, subTotal: 30, taxDisplayType: 0 }, new Map([[2, 2]])).subTotal).toBe(36);
  });

  it('accepts lines without a price', () => {
    const onRequest = { ...line(3, 1, 0), unitPrice: null, unitPriceInclTax: null, unitPriceExclTax: null, subTotal: null };
    const changed = applyPendingQuantities(
      { ...cart, items: [...cart.items, { ...onRequest, subTotalInclTax: null, subTotalExclTax: null }] },
      new Map([[3, 4]]),
    );
    expect(changed.items[2]).toMatchObject({ quantity: 4, subTotal: null });
    expect(changed.subTotal).toBe(25);
  });
});
