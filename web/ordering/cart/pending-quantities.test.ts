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

describe('the cart with what somebody wants', () => {
  it('is the same cart when nothing differs', () => {
    expect(applyPendingQuantities(cart, new Map([[1, 2]]))).toBe(cart);
    expect(applyPendingQuantities(cart, new Map([[99, 2]]))).toBe(cart);
  });

  it('counts a changed quantity into line and totals', () => {
    const changed = applyPendingQuantities(cart, new Map([[1, 5]]));
    expect(changed.items[0]).toMatchObject({ quantity: 5, subTotal: 50, subTotalInclTax: 60 });
    expect(changed).toMatchObject({ totalQuantity: 6, subTotal: 55, subTotalExclTax: 55, subTotalInclTax: 66, tax: 11 });
  });

  it('leaves a removed line out, and the last one closes the checkout', () => {
    const changed = applyPendingQuantities(cart, new Map([[1, 0]]));
    expect(changed.items.map(({ id }) => id)).toEqual([2]);
    expect(changed).toMatchObject({ totalQuantity: 1, subTotal: 5, tax: 1, canCheckout: true });
    expect(applyPendingQuantities(changed, new Map([[2, 0]]))).toMatchObject({ items: [], subTotal: 0, canCheckout: false });
  });

  it('shows sums with tax to whoever sees prices with tax', () => {
    expect(applyPendingQuantities({ ...cart, subTotal: 30, taxDisplayType: 0 }, new Map([[2, 2]])).subTotal).toBe(36);
  });

  it('survives lines without a price', () => {
    const asked = { ...line(3, 1, 0), unitPrice: null, unitPriceInclTax: null, unitPriceExclTax: null, subTotal: null };
    const changed = applyPendingQuantities(
      { ...cart, items: [...cart.items, { ...asked, subTotalInclTax: null, subTotalExclTax: null }] },
      new Map([[3, 4]]),
    );
    expect(changed.items[2]).toMatchObject({ quantity: 4, subTotal: null });
    expect(changed.subTotal).toBe(25);
  });
});
