import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  anAddress,
  anItem,
  aPerson,
  aStockedProduct,
  aWardrobe,
  fillCart,
  type StockedProduct,
  submitOrder,
} from '#api/testing/builders.ts';
import { offerCard } from '#api/testing/own-payment.ts';
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
beforeAll(async () => {
  shirt = await aStockedProduct(portal.db, { price: 1295 });
  await makeReturnable(portal.db, [shirt.id]);
});

async function begin(connection: ConnectionOverrides, trip: TripOverrides = {}, role?: 'Staff') {
  const person = await aPerson(portal.db, role ? { role } : {});
  const addressId = await anAddress(portal.db, { customerId: person.id, organisationId: 1 });
  return aTrip(portal, await aConnection(portal.db, connection), person.id, { addressId, ...trip });
}

const summarise = async (shopper: TestTrip, checkout: object = {}) =>
  (await shopper.post<'POST /api/checkoutsummary'>('/api/checkoutsummary', { checkout })).body;

async function submit(shopper: TestTrip) {
  const { body, errors } = await submitOrder(shopper);
  expect(errors).toEqual({});
  return body.paymentForm?.fields ?? {};
}

/** What the header of a message of cXML says beside the lines: `Shipping 6.95`. */
function readHeader(fields: Awaited<ReturnType<typeof submit>>): string[] {
  const [document] = Object.values(fields);
  const header = /<PunchOutOrderMessageHeader.*?<\/PunchOutOrderMessageHeader>/s.exec(String(document))?.[0] ?? '';
  return [...header.matchAll(/<(Total|Shipping|Tax)><Money currency="GBP">([\d.]+)/g)].map(
    ([, name, amount]) => `${name} ${amount}`,
  );
}

describe('delivery and tax', () => {
  it('are left to the buyer’s system unless its connection says otherwise', async () => {
    const shopper = await begin({});
    await fillCart(shopper, anItem(shirt, 2));
    const addresses = (await shopper.get<'GET /api/shippingaddresses'>('/api/shippingaddresses')).body.addresses;
    expect(
      (await shopper.get<'GET /api/shippingoptions/:id'>(`/api/shippingoptions/${addresses[0]?.id}`)).body.shippingOptions,
    ).toEqual([]);
    expect((await shopper.get<'GET /api/paymentoptions'>('/api/paymentoptions')).body.paymentOptions).toEqual([]);
    expect(await summarise(shopper)).toMatchObject({
      requiresShipping: false,
      shipping: null,
      shippingAddress: { id: addresses[0]?.id },
      checkoutAttributes: [],
    });
    expect(readHeader(await submit(shopper))).toEqual(['Total 25.90']);
  });

  it('stand in the header of the cart, or in lines of their own', async () => {
    const choose = async (shopper: TestTrip) => {
      await fillCart(shopper, anItem(shirt, 2));
      const refused = await summarise(shopper);
      expect(refused.refusals).toMatchObject([{ field: 'shippingOption', isMissing: true }]);
      const summary = await summarise(shopper, { shippingOption: { name: 'Standard delivery' } });
      expect(summary.refusals).toEqual([]);
      return { summary, fields: await submit(shopper) };
    };
    const inHeader = await choose(await begin({ deliveryMode: 'header', taxMode: 'header' }));
    const { shipping = 0, tax = 0 } = inHeader.summary;
    expect(shipping).toBeGreaterThan(0);
    expect(readHeader(inHeader.fields)).toEqual(['Total 25.90', `Shipping ${shipping?.toFixed(2)}`, `Tax ${tax?.toFixed(2)}`]);

    const inLines = await choose(await begin({ deliveryMode: 'line', taxMode: 'line' }));
    const message = readCartMessage(inLines.fields);
    expect(message.lines).toMatchObject([
      { unitPrice: '12.95', quantity: '2' },
      { sku: 'SETUP', quantity: '1', unitPrice: shipping?.toFixed(2), description: 'Standard delivery' },
      { sku: 'SETUP', quantity: '1', unitPrice: tax?.toFixed(2), description: 'Tax 20%' },
    ]);
    expect(message.total).toBe((25.9 + (shipping ?? 0) + (tax ?? 0)).toFixed(2));
  });
});

it('someone who sees no prices returns them nevertheless, and does not see them', async () => {
  await sql`update organisation set wearers_see_prices = false where id = 1`.execute(portal.db);
  const shopper = await begin({}, {}, 'Staff');
  await aWardrobe(portal.db, shopper.customerId, [shirt], { allocationTypeId: 20, quantity: 2 });
  const cart = await fillCart(shopper, anItem(shirt));
  expect(cart).toMatchObject({ subTotal: null, items: [{ unitPrice: null }] });
  await summarise(shopper);
  expect(readCartMessage(await submit(shopper)).lines).toMatchObject([{ unitPrice: '12.95' }]);
});

it('pieces that the person would pay are not returned', async () => {
  const shopper = await begin({}, {}, 'Staff');
  await aWardrobe(portal.db, shopper.customerId, [shirt], { allocationTypeId: 20, quantity: 2, beyond: 'own_payment' });
  await offerCard(portal.db);
  const { items } = await fillCart(shopper, anItem(shirt, 2));
  const more = await shopper.put(`/api/shopping_cart_items/${items[0]?.id}`, { shoppingCartItem: { quantity: 3 } });
  expect(more.errors.shoppingCartItem?.[0]).toContain('Paying for more yourself is not possible');
});

it('the address that the person has chosen goes with the cart, where they may', async () => {
  for (const allowsAddressChoice of [true, false]) {
    const shopper = await begin({ allowsAddressChoice });
    await fillCart(shopper, anItem(shirt));
    const summary = await summarise(shopper);
    expect(summary.shippingAddress?.address1).toBe('1 Test Street');
    const [document] = Object.values(await submit(shopper));
    expect(String(document).includes('<Street>1 Test Street</Street><City>Leeds</City>')).toBe(allowsAddressChoice);
  }
});

it('OCI: the cart goes back in fields, with those of the hook and of the call-up', async () => {
  const shopper = await begin(
    { protocol: 'oci', customFields: { 4: 'employeeNumber' } },
    { returnUrl: 'https://buyer.example/hook?sap=1&sap=2', returnFields: [['~OkCode', 'ADDI']], returnTarget: '_top' },
  );
  await sql`update customer set employee_number = '0815' where id = ${shopper.customerId}`.execute(portal.db);
  await fillCart(shopper, anItem(shirt, 3));
  await summarise(shopper);

  const { body } = await submitOrder(shopper);

  expect(body.paymentForm).toMatchObject({ action: 'https://buyer.example/hook', target: '_top' });
  expect(body.paymentForm?.fields).toMatchObject({
    sap: ['1', '2'],
    '~OkCode': 'ADDI',
    'NEW_ITEM-DESCRIPTION[1]': shirt.name,
    'NEW_ITEM-QUANTITY[1]': '3',
    'NEW_ITEM-UNIT[1]': 'PCE',
    'NEW_ITEM-PRICE[1]': '12.95',
    'NEW_ITEM-VENDOR[1]': '4711',
    'NEW_ITEM-VENDORMAT[1]': shirt.combinations[0]?.sku,
    'NEW_ITEM-EXT_PRODUCT_ID[1]': expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{20}$/),
    'NEW_ITEM-CUST_FIELD4[1]': '0815',
  });
});

it('the statements of a return do not grow with its lines', async () => {
  const count = async (lines: number) => {
    const products = await Promise.all(Array.from({ length: lines }, () => aStockedProduct(portal.db)));
    await makeReturnable(
      portal.db,
      products.map(({ id }) => id),
    );
    const shopper = await begin({});
    await fillCart(shopper, ...products.map((product) => anItem(product)));
    await summarise(shopper);
    const before = portal.statementsSent();
    await submit(shopper);
    return portal.statementsSent() - before;
  };
  const few = await count(2);
  expect(few).toBeLessThan(25);
  expect(await count(20)).toBeLessThanOrEqual(few);
});
