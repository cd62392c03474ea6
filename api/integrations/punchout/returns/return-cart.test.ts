import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { findActor } from '#api/identity/sessions/access.queries.ts';
import { limitToShopping } from '#api/identity/sessions/trip-rights.rules.ts';
import { createCartLines } from '#api/ordering/cart/cart-lines.actions.ts';
import { systemClock } from '#api/platform/clock.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import type { Brand } from '#api/platform/http/hosts.ts';
import { grantScope } from '#api/platform/http/scope.ts';
import { addItems, anItem, aPerson, aStockedProduct, fillCart, type StockedProduct, submitOrder } from '#api/testing/builders.ts';
import { anEmbroideredLogo } from '#api/testing/decoration.ts';
import { aDecoratedProduct, type DecoratedProduct } from '#api/testing/designs.ts';
import { toRefusal } from '#api/testing/portal.ts';
import { refreshProductListing } from '#api/testing/products.ts';
import { type ReceivedLine, readCartMessage } from '#api/testing/punchout-messages.ts';
import {
  aConnection,
  aTrip,
  type ConnectionOverrides,
  makeReturnable,
  type TestTrip,
  type TripOverrides,
} from '#api/testing/punchout-trips.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { findConnection } from '../connections/connection.queries.ts';
import type { Credential } from '../cxml/envelope.rules.ts';
import { rebuildCart } from '../trips/rebuild-cart.actions.ts';
import { endWithForm } from './end-with-form.actions.ts';
import { lockTrip } from './ending-trips.queries.ts';

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

/** An edit of what the buyer's system has, as its request starts one. */
async function anEdit(connection: { id: number; organisationId: number }, customerId: number, lines: readonly ReceivedLine[]) {
  const trip = await aTrip(portal, connection, customerId, { operation: 'edit' });
  const { db } = portal;
  const [found, actor] = await Promise.all([
    findConnection(db, connection.organisationId, connection.id),
    findActor(db, connection.organisationId, customerId),
  ]);
  if (!found || !actor) throw new Error('There is no such connection or person.');
  const scope = grantScope(limitToShopping(actor), {
    trip: {
      id: trip.tripId,
      operation: 'edit',
      buyerName: found.name,
      allowsAddressChoice: false,
      addressId: null,
      waivesTerms: true,
      returnsDelivery: false,
    },
  });
  const items = lines.map(({ auxiliaryId, sku, quantity }) => ({ partId: sku, auxiliaryId, quantity: Number(quantity) }));
  await runInTransaction(db, (tx) =>
    rebuildCart(tx, { cartLines: createCartLines(), clock: systemClock }, found, scope, trip.tripId, items),
  );
  return trip;
}

describe('returning a cart', () => {
  it('takes it to the buyer’s system, orders nothing and reserves nothing', async () => {
    const { shopper, person, connection } = await begin({}, { returnTarget: '_top' });
    const count = () =>
      sql<object>`
        select (select sum(reserved) from stock_level where product_id = ${shirt.id}) as reserved, (select count(*) from orders) as orders,
          (select count(*) from entitlement_entry) as entries, (select count(*) from mail_outbox) as mails`.execute(portal.db);
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

  it('E1: gives descriptions as they are, in both encodings', async () => {
    const name = 'Bluse é € 漢 👕 <b>bold</b> ]]> "quoted" & more';
    const blouse = await aStockedProduct(portal.db);
    await makeReturnable(portal.db, [blouse.id]);
    await sql`update product set name = ${name} where id = ${blouse.id}`.execute(portal.db);
    await refreshProductListing(portal.db, [1], [blouse.id]);
    for (const formEncoding of ['urlencoded', 'base64'] as const) {
      const { shopper } = await begin({ formEncoding });
      await fillCart(shopper, anItem(blouse));
      expect((await returnCart(shopper)).lines).toMatchObject([{ description: name }]);
    }
  });

  it('returns decoration in the unit price and setting it up as a line of its own, net for someone who reads prices with tax', async () => {
    const { shopper, person } = await begin();
    await sql`update customer set tax_display_type = 0 where id = ${person.id}`.execute(portal.db);
    const design = await anEmbroideredLogo(portal, polo);
    const cart = await fillCart(shopper, { ...anItem(polo, 3), customisations: [design] });
    const [unit, setUp] = [cart.items[0]?.unitPrice ?? 0, cart.charges[0]?.exclTax ?? 0];
    expect(cart).toMatchObject({ taxDisplayType: 10, items: [{ unitPriceExclTax: unit }] });
    expect(unit).toBeGreaterThan(24.95);

    const { lines, total } = await returnCart(shopper);

    expect(lines).toMatchObject([
      { quantity: '3', unitPrice: unit.toFixed(2), description: expect.stringContaining('logo Anchor') },
      { quantity: '1', unitPrice: setUp.toFixed(2), sku: 'SETUP', classification: '73141700' },
    ]);
    expect(total).toBe((3 * unit + setUp).toFixed(2));
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

describe('what keeps a cart from being returned is named by line', () => {
  it('E3: a unit without a code', async () => {
    const { shopper, connection } = await begin({ units: { pair: 'PR' } });
    const { items, canCheckout } = await fillCart(shopper, anItem(shirt));
    const warning = expect.stringContaining(`can’t be returned to ${connection.name}`);

    expect(items).toMatchObject([{ warnings: [warning] }]);
    expect(canCheckout).toBe(false);
    const summary = await summarise(shopper);
    expect(summary.body).toMatchObject({
      canPlaceOrder: false,
      items: [{ warnings: [warning] }],
      refusals: [{ field: 'cart', messages: [warning] }],
    });
    expect(toRefusal(await submitOrder(shopper))).toEqual([400, { cart: [warning] }]);
    expect((await shopper.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body.items).toHaveLength(1);
  });

  it('E5: a garment without UNSPSC, unless its category or the connection has one', async () => {
    const bare = await aStockedProduct(portal.db);
    const { shopper } = await begin();
    const { items } = await fillCart(shopper, anItem(bare), anItem(shirt));
    expect(items.map(({ warnings }) => warnings.length)).toEqual([1, 0]);

    const { rows } = await sql<{
      id: number;
    }>`insert into category (name, unspsc_code) values (${`Of ${bare.name}`}, '53101602') returning id`.execute(portal.db);
    await sql`insert into product_category (product_id, category_id) values (${bare.id}, ${rows[0]?.id})`.execute(portal.db);
    expect((await returnCart(shopper)).lines.map(({ classification }) => classification)).toEqual(['53101602', '53102700']);
  });

  it('set-up charges of a connection without a line for them', async () => {
    const { shopper } = await begin({ hasChargeLine: false });
    const cart = await fillCart(shopper, { ...anItem(polo), customisations: [await anEmbroideredLogo(portal, polo)] });
    expect(cart).toMatchObject({
      canCheckout: false,
      warnings: [expect.stringMatching(/^“Set-up: logo Anchor.*can’t be returned/)],
    });
    expect((await summarise(shopper)).body.warnings).toEqual(cart.warnings);
    expect((await submitOrder(shopper)).errors.cart).toEqual(cart.warnings);
  });

  it('another currency', async () => {
    const { shopper } = await begin({ currencyCode: 'EUR' });
    const { warnings } = await fillCart(shopper, anItem(shirt));
    expect(warnings).toEqual([expect.stringMatching(/Prices here are in GBP.*expects EUR/)]);
  });

  it('and nothing outside a trip', async () => {
    const bare = await aStockedProduct(portal.db);
    const person = await portal.as((await aPerson(portal.db)).email);
    expect(await fillCart(person, anItem(bare))).toMatchObject({ canCheckout: true, warnings: [], items: [{ warnings: [] }] });
  });
});

describe('editing', () => {
  it('S3: returns a cart that was not changed under the same ids, in the same order, and what was changed under a new one', async () => {
    const { shopper, connection, person } = await begin();
    const design = await anEmbroideredLogo(portal, polo);
    await fillCart(shopper, anItem(shirt, 2), { ...anItem(polo, 3), customisations: [design] }, anItem(shirt, 1, 1));
    const first = await returnCart(shopper);
    expect(first.lines).toHaveLength(4);
    expect(new Set(first.lines.map(({ auxiliaryId }) => auxiliaryId)).size).toBe(4);

    const edit = await anEdit(connection, person.id, first.lines);
    expect(await returnCart(edit)).toEqual(first);

    const second = await anEdit(connection, person.id, first.lines);
    const { items } = (await second.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body;
    await second.put(`/api/shopping_cart_items/${items[0]?.id}`, { shoppingCartItem: { quantity: 7 } });
    await second.put(`/api/shopping_cart_items/${items[1]?.id}`, {
      shoppingCartItem: { customisations: [{ ...design, text: 'Crew' }] },
    });
    const changed = await returnCart(second);
    expect(changed.lines.map(({ auxiliaryId }) => auxiliaryId)).toEqual([
      first.lines[0]?.auxiliaryId,
      expect.not.stringMatching(String(first.lines[1]?.auxiliaryId)),
      first.lines[2]?.auxiliaryId,
      // Another design is set up.
      expect.not.stringMatching(String(first.lines[3]?.auxiliaryId)),
    ]);
    expect(changed.lines[0]?.quantity).toBe('7');
  });

  it('S4: an emptied cart is returned only when the person has confirmed it', async () => {
    const { shopper } = await begin({}, { operation: 'edit' });
    await fillCart(shopper, anItem(shirt));
    expect((await submitOrder(shopper, { removeAll: true })).errors.cart?.[0]).toContain('There are items in your cart');
    const { items } = (await shopper.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body;
    await shopper.post('/api/shopping_cart_items/remove', { ids: items.map(({ id }) => id) });
    expect(toRefusal(await submitOrder(shopper))).toEqual([400, { cart: ['Your cart is empty.'] }]);

    const { body } = await submitOrder(shopper, { removeAll: true });

    expect(readCartMessage(body.paymentForm?.fields ?? {})).toMatchObject({ status: undefined, lines: [], total: '0.00' });
    const { rows } = await sql`select outcome from punchout_trip where id = ${shopper.tripId}::uuid`.execute(portal.db);
    expect(rows).toEqual([{ outcome: 'emptied' }]);
  });

  it('S4: is not done by a trip that began without a cart', async () => {
    const { shopper } = await begin();
    expect(toRefusal(await submitOrder(shopper, { removeAll: true }))).toEqual([400, { cart: ['Your cart is empty.'] }]);
  });

  it('S5: a cart that is only shown goes back as one that was not changed', async () => {
    const { shopper } = await begin({}, { operation: 'inspect' });
    const { body } = await submitOrder(shopper);
    expect(readCartMessage(body.paymentForm?.fields ?? {})).toMatchObject({ status: '204', lines: [] });
  });

  it('S4: nothing is returned where the document would not be valid', async () => {
    const { shopper, connection } = await begin({}, { operation: 'edit' });
    await fillCart(shopper, anItem(shirt));
    const found = await findConnection(portal.db, connection.organisationId, connection.id);
    const end = runInTransaction(portal.db, async (tx) => {
      const trip = await lockTrip(tx, shopper.tripId);
      if (!trip || !found) throw new Error('There is no such trip.');
      // Without its domain, which every document type asks for.
      const buyerIdentity = { identity: '1' } as Credential;
      const hosts = { getBrandById: async () => ({ canonicalOrigin: 'https://portal.example' }) as Brand };
      return endWithForm(
        tx,
        { db: portal.db, clock: systemClock, hosts },
        { trip: { ...trip, buyerIdentity }, connection: found },
        undefined,
        'cancelled',
      );
    });

    await expect(end).rejects.toMatchObject({
      status: 500,
      errors: { cart: [expect.stringContaining('Nothing has been returned')] },
    });

    const { rows } = await sql`
      select t.outcome, t.return_form, (select count(*)::int from punchout_line l where l.trip_id = t.id) as lines,
        (select json_agg(json_build_object('isSent', m.sent_at is not null, 'hasFailed', m.failed_at is not null, 'findings', m.findings)) from punchout_message m
          where m.connection_id = t.connection_id) as messages
      from punchout_trip t where t.id = ${shopper.tripId}::uuid`.execute(portal.db);
    expect(rows).toEqual([
      {
        outcome: null,
        return_form: null,
        lines: 0,
        messages: [{ isSent: false, hasFailed: true, findings: ['line 3: Element Credential does not carry attribute domain'] }],
      },
    ]);
    expect((await shopper.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body.items).toHaveLength(1);
  });
});
