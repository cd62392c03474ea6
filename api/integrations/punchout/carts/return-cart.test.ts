import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addItems, anItem, aPerson, aStockedProduct, fillCart, type StockedProduct, submitOrder } from '#api/testing/builders.ts';
import { anEmbroideredLogo } from '#api/testing/decoration.ts';
import { aDecoratedProduct, type DecoratedProduct } from '#api/testing/designs.ts';
import { toRefusal } from '#api/testing/portal.ts';
import { readCartMessage } from '#api/testing/punchout-messages.ts';
import {
  aConnection,
  aTrip,
  type ConnectionOverrides,
  makeReturnable,
  type TestTrip,
  type TripOverrides,
} from '#api/testing/punchout-trips.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();

let shirt: StockedProduct;
let polo: DecoratedProduct;
beforeAll(async () => {
  shirt = await aStockedProduct(portal.db, { price: 1295, stock: [50, 50] });
  polo = await aDecoratedProduct(portal.db, { price: 2495 });
  await makeReturnable(portal.db, [shirt.id, polo.id]);
});

async function begin(connection: ConnectionOverrides = {}, trip: TripOverrides = {}) {
  const made = await aConnection(portal.db, connection);
  const person = await aPerson(portal.db);
  const shopper = await aTrip(portal, made, person.id, trip);
  return { connection: made, person, shopper };
}

const summarise = (shopper: TestTrip, checkout: object = {}) =>
  shopper.post<'POST /api/checkoutsummary'>('/api/checkoutsummary', { checkout });

/** Reviews the cart and returns it; the message as the buyer's system reads it. */
async function returnCart(shopper: TestTrip) {
  expect((await summarise(shopper)).body.refusals).toEqual([]);
  const { status, body, errors } = await submitOrder(shopper);
  expect(errors).toEqual({});
  expect(status).toBe(200);
  return readCartMessage(body.paymentForm?.fields ?? {});
}

describe('returning a cart', () => {
  it('takes it to the buyer’s system, orders nothing and reserves nothing', async () => {
    const { shopper, person, connection } = await begin({}, { returnTarget: '_top' });
    const count = () =>
      sql<object>`
        select (select sum(reserved) from stock_level where product_id = ${shirt.id}) as reserved, (select count(*) from orders) as orders,
          (select count(*) from entitlement_entry) as entries, (select count(*) from outbox) as mails`.execute(portal.db);
    const before = (await count()).rows;
    await fillCart(shopper, anItem(shirt, 2), anItem(shirt, 1, 1));
    const summary = await summarise(shopper);
    expect(summary.body).toMatchObject({
      canPlaceOrder: true,
      paymentOption: null,
      poNumberRequired: false,
      requiresApproval: false,
      requiresShipping: false,
    });

    const { body } = await submitOrder(shopper, {}, summary.body.checkoutId);

    expect(body).toMatchObject({
      success: true,
      orderId: null,
      items: [],
      paymentForm: { action: 'https://buyer.example/return?session=1&x=%20', method: 'POST', target: '_top' },
    });
    const message = readCartMessage(body.paymentForm?.fields ?? {});
    expect(message).toMatchObject({
      buyerCookie: 'cookie',
      status: undefined,
      total: '38.85',
      lines: [
        { quantity: '2', sku: shirt.combinations[0]?.sku, unitPrice: '12.95', unit: 'EA', classification: '53102700' },
        { quantity: '1', sku: shirt.combinations[1]?.sku, unitPrice: '12.95' },
      ],
    });
    expect((await count()).rows).toEqual(before);
    const kept = await sql`
      select t.outcome, t.return_form is not null as has_form, (select count(*)::int from punchout_line l where l.trip_id = t.id) as lines,
        (select count(*)::int from cart c where c.trip_id = t.id) as carts,
        (select json_build_object('kind', m.kind, 'isSent', m.sent_at is not null, 'findings', m.findings) from punchout_message m where m.connection_id = ${connection.id}) as message
      from punchout_trip t where t.customer_id = ${person.id}`.execute(portal.db);
    expect(kept.rows).toEqual([
      {
        outcome: 'returned',
        has_form: true,
        lines: 2,
        carts: 0,
        message: { kind: 'PunchOutOrderMessage', isSent: true, findings: [] },
      },
    ]);
    await portal.app.settled();
    expect((await shopper.get('/api/shopping_cart_items')).status).toBe(401);
  });

  it.each([
    ['none', ''],
    ['characters of XML', `a&b<c>d"e'f]]>`],
    ['characters beyond ASCII', ' 漢字 é € 👕 '],
    ['4 KB', 'x'.repeat(4096)],
    ['white space', ' \t\n\r a '],
  ])('S1: gives the cookie of the buyer back to the byte: %s', async (_, buyerCookie) => {
    for (const formEncoding of ['urlencoded', 'base64'] as const) {
      const { shopper } = await begin({ formEncoding }, { buyerCookie });
      await fillCart(shopper, anItem(shirt));
      expect((await returnCart(shopper)).buyerCookie).toBe(buyerCookie);
    }
  });

  it('returns decoration in the unit price and setting it up as a line of its own, net for someone who reads prices with tax', async () => {
    const { shopper, person } = await begin();
    await sql`update customer set tax_display_type = 0 where id = ${person.id}`.execute(portal.db);
    await sql`update decoration_method set price_minor = 350, setup_minor = 2500 where id = 10`.execute(portal.db);
    const design = await anEmbroideredLogo(portal, polo);
    const cart = await fillCart(shopper, { ...anItem(polo, 3), customisations: [design] });
    expect(cart).toMatchObject({ taxDisplayType: 10, items: [{ unitPrice: 28.45 }] });

    const { lines, total } = await returnCart(shopper);

    expect(lines).toMatchObject([
      { quantity: '3', unitPrice: '28.45', description: expect.stringContaining('logo Anchor') },
      { quantity: '1', unitPrice: '25.00', sku: 'SETUP', classification: '73141700' },
    ]);
    expect(total).toBe('110.35');
  });

  it('refuses what the last summary did not show', async () => {
    const { shopper } = await begin();
    await fillCart(shopper, anItem(shirt));
    expect(toRefusal(await submitOrder(shopper))).toEqual([
      400,
      { cart: ['Please review the summary before you return the cart.'] },
    ]);
    await summarise(shopper);
    await addItems(shopper, anItem(shirt, 2));
    expect((await submitOrder(shopper)).errors.cart?.[0]).toContain('quantity');
    await summarise(shopper);
    expect((await submitOrder(shopper)).status).toBe(200);
  });

  it('answers a repetition with the same form, and with other contents by 422', async () => {
    const { shopper } = await begin();
    await fillCart(shopper, anItem(shirt));
    const { checkoutId } = (await summarise(shopper)).body;
    const [one, other] = await Promise.all([submitOrder(shopper, {}, checkoutId), submitOrder(shopper, {}, checkoutId)]);
    expect(one.body.paymentForm).toEqual(other.body.paymentForm);
    expect([one.status, other.status]).toEqual([200, 200]);
  });
});
