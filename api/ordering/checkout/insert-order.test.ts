import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { lineAmounts } from '#api/catalogue/pricing/pricing.rules.ts';
import { reserveStock } from '#api/catalogue/stock/reservations.queries.ts';
import { type Address, findAddress } from '#api/identity/addresses/addresses.queries.ts';
import { findActor } from '#api/identity/sessions/access.queries.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { grantScope } from '#api/platform/http/scope.ts';
import { anAddress, anItem, aStockedProduct, fillCart } from '#api/testing/builders.ts';
import { findOrderFaults } from '#api/testing/order-faults.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';
import { insertOrder, type NewOrderLine } from './insert-order.queries.ts';

const portal = usePortal();

it('places an order from lines that come from no cart, and leaves the cart of the person as it is', async () => {
  const [ordered, inCart] = [await aStockedProduct(portal.db), await aStockedProduct(portal.db)];
  const buyer = await signInAs(portal, { firstName: 'Bea' });
  await fillCart(buyer, anItem(inCart));
  const cartOf = () =>
    sql<{ checkout_id: string }>`
      select c.checkout_id, l.product_id from cart c left join cart_line l on l.organisation_id = c.organisation_id and l.cart_id = c.id
      where c.customer_id = ${buyer.customerId}`.execute(portal.db);
  const before = (await cartOf()).rows;
  const actor = await findActor(portal.db, 1, buyer.customerId);
  if (!actor) throw new Error('The buyer is missing.');
  const scope = grantScope(actor);
  const [combination] = ordered.combinations;
  const line: NewOrderLine = {
    ...lineAmounts(1000, 2, 0.2),
    productId: ordered.id,
    combinationId: combination?.id as number,
    productName: 'Shirt',
    sku: 'S-1',
    gtin: null,
    description: '',
    attributes: [],
    imageSrc: null,
    quantity: 2,
    taxRate: 0.2,
    tierQuantity: null,
    collectionId: null,
    entitledId: null,
    entitlement: null,
    coverage: { covered: null, beyond: 0, own: 0, refusal: undefined },
    reason: null,
  };

  const placed = await runInTransaction(portal.db, async (tx) => {
    const addressId = await anAddress(tx, scope);
    const address = (await findAddress(tx, scope, 'shipping', addressId)) as Address;
    await reserveStock(tx, [line]);
    return insertOrder(tx, scope, {
      checkoutId: '6f0c0de5-0000-4000-8000-000000000001',
      cartId: null,
      origin: 'portal',
      replacesOrderIds: [],
      placedById: scope.customerId,
      approvalReasons: [],
      totals: {
        goodsMinor: 2000,
        goodsTaxMinor: 400,
        shippingMinor: 0,
        shippingTaxMinor: 0,
        feeMinor: 0,
        charges: [],
        chargesMinor: 0,
        chargesTaxMinor: 0,
        totalMinor: 2400,
      },
      taxRate: 0.2,
      poNumber: null,
      comments: null,
      requestedDelivery: null,
      today: '2026-03-29',
      shippingMethod: null,
      paymentMethod: 'Payments.OnAccount',
      billingAddress: address,
      shippingAddress: address,
      lines: [line],
    });
  });

  const { rows } = await sql`
    select o.origin, o.replaces_order_id, l.product_id, l.quantity, l.price_minor from orders o join order_line l on l.order_id = o.id
    where o.id = ${placed.id}`.execute(portal.db);
  expect(rows).toEqual([{ origin: 'portal', replaces_order_id: null, product_id: ordered.id, quantity: 2, price_minor: 2000 }]);
  expect((await cartOf()).rows).toEqual(before);
  expect(before).toMatchObject([{ product_id: inCart.id }]);
  expect(await findOrderFaults(portal.db, placed.id)).toEqual([]);
});
