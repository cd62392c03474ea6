import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { getLocalDay } from '#api/platform/local-day.ts';
import {
  anAddress,
  anItem,
  aPerson,
  aStockedProduct,
  createCheckoutChoices,
  fillCart,
  requestSummary,
  submitOrder,
  unpublishProduct,
} from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let buyer: TestClient;

beforeEach(async () => {
  buyer = await portal.as((await aPerson(portal.db)).email);
});

const summary = (person: TestClient, checkout: object = {}) =>
  person.post<'POST /api/checkoutsummary'>('/api/checkoutsummary', { checkout });
const shippingOptions = (person: TestClient, addressId: number) =>
  person.get<'GET /api/shippingoptions/:id'>(`/api/shippingoptions/${addressId}`);

describe('the summary', () => {
  it('calculates the order from all choices', async () => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db, { price: 1999 }), 3));

    const body = await requestSummary(portal.db, buyer);

    // 59.97 + 4.95 delivery, each with 20% tax: 11.99 + 0.99.
    expect(body).toMatchObject({
      subTotal: 59.97,
      shipping: 4.95,
      tax: 12.98,
      orderTotal: 77.9,
      taxRates: [{ rate: 20, value: 12.98 }],
      shippingOption: { name: 'Standard delivery', selected: true },
      paymentOption: { paymentMethodSystemName: 'Payments.OnAccount', selected: true },
      poNumber: 'PO-4711',
      requiresApproval: false,
      canPlaceOrder: true,
      warnings: [],
    });
  });

  it.each([
    ['wearer', true],
    ['destination', false],
  ])('says whether each wearer gets a parcel: %s', async (mode, expected) => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));
    await sql`update organisation set parcel_mode = ${mode} where id = 1`.execute(portal.db);
    expect((await summary(buyer)).body.hasParcelPerWearer).toBe(expected);
  });

  it('saves each choice until it is changed or cleared with null', async () => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));
    await requestSummary(portal.db, buyer, { ...(await createCheckoutChoices(portal.db, buyer)), comments: 'Ring the bell' });

    const kept = await summary(buyer);
    const cleared = await summary(buyer, {
      billingAddressId: null,
      shippingAddressId: null,
      shippingOption: null,
      paymentMethodSystemName: null,
      poNumber: null,
      comments: null,
    });
    const stillCleared = await summary(buyer);

    expect(kept.body).toMatchObject({ poNumber: 'PO-4711', comments: 'Ring the bell', shipping: 4.95, canPlaceOrder: true });
    for (const { body } of [cleared, stillCleared])
      expect(body).toMatchObject({
        billingAddress: null,
        shippingAddress: null,
        shippingOption: null,
        shipping: null,
        paymentOption: null,
        poNumber: null,
        comments: null,
        canPlaceOrder: false,
      });
  });

  it('also accepts a flat body and keys in any case', async () => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));

    const flat = await buyer.post<'POST /api/checkoutsummary'>('/api/checkoutsummary', { PONUMBER: ' PO-1 ' });
    const wrapped = await buyer.post<'POST /api/checkoutsummary'>('/api/checkoutsummary', { Checkout: { Comments: 'x' } });

    expect(flat.body.poNumber).toBe('PO-1');
    expect(wrapped.body).toMatchObject({ poNumber: 'PO-1', comments: 'x' });
  });

  it('makes delivery free from the goods value that the rate sets', async () => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db, { price: 7500 })));

    expect(await requestSummary(portal.db, buyer)).toMatchObject({ shipping: 0, tax: 15, orderTotal: 90 });
  });

  it('does not tax exempt products and lists each rate once', async () => {
    await fillCart(
      buyer,
      anItem(await aStockedProduct(portal.db, { price: 5000, taxExempt: true })),
      anItem(await aStockedProduct(portal.db, { price: 1000 })),
    );

    expect(await requestSummary(portal.db, buyer)).toMatchObject({
      subTotal: 60,
      tax: 2.99,
      taxRates: [
        { rate: 20, value: 2.99 },
        { rate: 0, value: 0 },
      ],
    });
  });

  it('rounds the tax of a line half up, once on the sum of the line', async () => {
    // Exact halves need a rate such as 5%: 10 pence have half a penny of tax, three times 10 have one and a half.
    await sql`update organisation set tax_rate = 0.05 where id = 3`.execute(portal.db);
    const person = await portal.as((await aPerson(portal.db, { organisationId: 3, groupIds: [], resortId: null })).email);
    const [a, b] = [
      await aStockedProduct(portal.db, { organisationIds: [3], price: 10 }),
      await aStockedProduct(portal.db, { organisationIds: [3], price: 10 }),
    ];

    const cart = await fillCart(person, anItem(a), anItem(b, 3));

    expect(cart.items.map(({ subTotalExclTax, subTotalInclTax }) => [subTotalExclTax, subTotalInclTax])).toEqual([
      [0.1, 0.11],
      [0.3, 0.32],
    ]);
    expect(cart.tax).toBe(0.03);
  });

  it('is refused while the cart is empty', async () => {
    const { status, errors } = await summary(buyer);

    expect([status, errors]).toEqual([400, { cart: ['Your cart is empty.'] }]);
  });

  it('requires approval above the amount that the organisation sets', async () => {
    const product = await aStockedProduct(portal.db, { price: 100_000 });
    await fillCart(buyer, anItem(product));
    expect((await requestSummary(portal.db, buyer)).requiresApproval).toBe(false);

    await fillCart(buyer, anItem(await aStockedProduct(portal.db, { price: 1 })));

    expect((await requestSummary(portal.db, buyer)).requiresApproval).toBe(true);
  });

  it('warns about lines that cannot be ordered', async () => {
    const product = await aStockedProduct(portal.db);
    await fillCart(buyer, anItem(product));
    await unpublishProduct(portal.db, product.id);

    expect(await requestSummary(portal.db, buyer)).toMatchObject({
      canPlaceOrder: false,
      warnings: ['Some items in your cart cannot be ordered.'],
    });
  });

  it.each([
    ['a delivery date', { requestedDeliveryDateUtc: 'soon' }, 'requestedDeliveryDateUtc'],
    ['a day that does not exist', { requestedDeliveryDateUtc: '2026-02-30' }, 'requestedDeliveryDateUtc'],
    ['a year beyond all calendars', { requestedDeliveryDateUtc: '+010000-01-01' }, 'requestedDeliveryDateUtc'],
    ['a PO number', { poNumber: 'x'.repeat(101) }, 'poNumber'],
    ['comments', { comments: 'x'.repeat(2001) }, 'comments'],
    ['a shipping option', { shippingOption: { name: '' } }, 'shippingOption.name'],
    ['a shipping option', { shippingOption: 'Standard delivery' }, 'shippingOption'],
    ['an address', { billingAddressId: '1' }, 'billingAddressId'],
    ['an address', { shippingAddressId: 2_147_483_648 }, 'shippingAddressId'],
  ])('refuses what cannot be %s: %j', async (_, checkout, field) => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));

    const { status, errors } = await summary(buyer, checkout);

    expect([status, Object.keys(errors)]).toEqual([422, [field]]);
  });

  // The date in the first of these time zones is at least the UTC date, in the second at most.
  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('refuses a delivery date before today in %s', async (timeZone) => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));
    await sql`update organisation set time_zone = ${timeZone} where id = 1`.execute(portal.db);
    await portal.settled();
    const today = getLocalDay(Date.now(), timeZone);
    const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
    const refusal = { requestedDeliveryDateUtc: ['Requested delivery date is in the past. Choose today or a later day.'] };

    for (const day of [yesterday, `${yesterday}T00:00:00Z`])
      expect(await summary(buyer, { requestedDeliveryDateUtc: day })).toMatchObject({ status: 422, errors: refusal });
    expect((await summary(buyer, { requestedDeliveryDateUtc: today })).body.requestedDeliveryDateUtc).toBe(`${today}T00:00:00Z`);
    await sql`update organisation set time_zone = 'Europe/London' where id = 1`.execute(portal.db);
  });

  it('drops a delivery date that has passed since; an order with it is refused', async () => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));
    const laterDay = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    await requestSummary(portal.db, buyer, {
      ...(await createCheckoutChoices(portal.db, buyer)),
      requestedDeliveryDateUtc: laterDay,
    });
    await sql`update cart set requested_delivery_on = '2026-01-31' where customer_id = ${buyer.customerId}`.execute(portal.db);

    expect(await submitOrder(buyer)).toMatchObject({ status: 422, errors: { requestedDeliveryDateUtc: [expect.any(String)] } });
    expect((await summary(buyer)).body.requestedDeliveryDateUtc).toBeNull();
    expect((await submitOrder(buyer)).status).toBe(200);
  });

  it('strips characters that the database cannot store from texts', async () => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));

    const { status, body } = await summary(buyer, { comments: 'Ring\u0000 the \ud800bell', poNumber: '\u0000' });

    expect([status, body.comments, body.poNumber]).toEqual([200, 'Ring the \ufffdbell', null]);
  });
});

describe('choices that belong to someone else or are not available', () => {
  it('are not found: addresses of a colleague, another organisation or another destination, and deleted ones', async () => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));
    const colleague = await aPerson(portal.db);
    const foreigner = await portal.as('buyer@hallam.example');
    const deleted = await anAddress(portal.db, buyer);
    await sql`update address set deleted_at = now() where id = ${deleted}`.execute(portal.db);
    const ofOtherSite = await sql<{
      id: number;
    }>`select id from address where organisation_id = 1 and resort_id = 3 limit 1`.execute(portal.db);
    const addresses = [
      await anAddress(portal.db, { customerId: colleague.id, organisationId: 1 }),
      await anAddress(portal.db, foreigner),
      deleted,
      ofOtherSite.rows[0]?.id as number,
      2_147_483_647,
    ];

    for (const id of addresses) {
      for (const checkout of [{ billingAddressId: id }, { shippingAddressId: id }]) {
        const { status, errors } = await summary(buyer, checkout);
        expect([status, errors]).toEqual([404, { address: ['Address not found.'] }]);
      }
      expect((await shippingOptions(buyer, id)).errors).toEqual({ address: ['Address not found.'] });
    }
  });

  it('have no shipping options: own addresses in countries that are not served', async () => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));
    await sql`update country set allows_shipping = false where two_letter_iso_code = 'AQ'`.execute(portal.db);
    const id = await anAddress(portal.db, buyer, 'AQ');

    expect((await summary(buyer, { shippingAddressId: id })).status).toBe(404);
    expect((await summary(buyer, { billingAddressId: id })).status).toBe(200);
  });

  it('are not found: shipping options and payment methods that are not offered', async () => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));
    await requestSummary(portal.db, buyer);

    expect((await summary(buyer, { shippingOption: { name: 'By balloon' } })).errors).toEqual({
      shippingOption: ['Shipping option not found.'],
    });
    expect((await summary(buyer, { paymentMethodSystemName: 'Payments.Promises' })).errors).toEqual({
      paymentMethod: ['Payment method not found.'],
    });
    expect((await summary(buyer)).body.canPlaceOrder).toBe(true);
  });

  it('are dropped when they were saved and no longer exist', async () => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));
    const choices = await createCheckoutChoices(portal.db, buyer);
    await requestSummary(portal.db, buyer, choices);
    await sql`update address set deleted_at = now() where id = ${choices.shippingAddressId}`.execute(portal.db);

    const { status, body } = await summary(buyer);

    expect(status).toBe(200);
    expect(body).toMatchObject({ shippingAddress: null, billingAddress: null, shippingOption: null, canPlaceOrder: false });
  });
});

describe('shipping options', () => {
  it('are priced for the cart as the person sees prices', async () => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));
    const addressId = await anAddress(portal.db, buyer);

    const without = await shippingOptions(buyer, addressId);
    await buyer.put('/api/toggletaxtype');
    const including = await shippingOptions(buyer, addressId);

    const rates = ({ body }: typeof without) => body.shippingOptions.map(({ name, rate }) => [name, rate]);
    expect(rates(without)).toEqual([
      ['Standard delivery', 4.95],
      ['Next working day', 9.5],
      ['Collect from the depot', 0],
    ]);
    expect(rates(including).map(([, rate]) => rate)).toEqual([5.94, 11.4, 0]);
  });

  it('are those for the country of the address', async () => {
    await sql`update shipping_option set country_ids = array[826] where organisation_id = 1 and name = 'Next working day'`.execute(
      portal.db,
    );
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));

    const { body } = await shippingOptions(buyer, await anAddress(portal.db, buyer, 'IE'));

    expect(body.shippingOptions.map(({ name }) => name)).toEqual(['Standard delivery', 'Collect from the depot']);
  });

  it('require a non-empty cart and a numeric id', async () => {
    expect((await shippingOptions(buyer, await anAddress(portal.db, buyer))).errors).toEqual({ cart: ['Your cart is empty.'] });
    expect((await buyer.get('/api/shippingoptions/home')).status).toBe(404);
    expect((await buyer.get('/api/shippingoptions/1.5')).status).toBe(400);
  });
});

describe('payment options', () => {
  const options = async (person: TestClient) =>
    (await person.get<'GET /api/paymentoptions'>('/api/paymentoptions')).body.paymentOptions;

  it('are those of the organisation and show whether a PO number is required', async () => {
    const corvane = await portal.as('buyer@corvane.example');

    expect(await options(buyer)).toMatchObject([
      { paymentMethodSystemName: 'Payments.OnAccount', requiresPoNumber: false, selected: true },
    ]);
    expect(await options(corvane)).toMatchObject([
      { paymentMethodSystemName: 'Payments.OnAccount', requiresPoNumber: true, isRedirect: false },
      { paymentMethodSystemName: 'Payments.Card', requiresPoNumber: true, isRedirect: true },
    ]);
  });

  it('can be limited to some roles', async () => {
    const staff = await portal.as(
      (await aPerson(portal.db, { organisationId: 3, role: 'Staff', groupIds: [], resortId: null })).email,
    );
    await sql`update payment_option set role_ids = array[35] where organisation_id = 3`.execute(portal.db);

    expect(await options(staff)).toEqual([]);
    expect(await options(await portal.as('buyer@corvane.example'))).toHaveLength(2);
  });
});
