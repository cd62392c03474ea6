import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  addItems,
  anItem,
  aPerson,
  aStockedProduct,
  createCheckoutChoices,
  fillCart,
  requestSummary,
  submitOrder,
} from '#api/testing/builders.ts';
import {
  anOwnPayer,
  offerCard,
  placeMixedOrder,
  placeOrderPaidBy,
  placeOrganisationCardOrder,
  placeOwnOrder,
  setNecessity,
  withdrawCard,
} from '#api/testing/own-payment.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer } from '#api/testing/wearers.ts';

const portal = usePortal();
const NOT_FOR_PIECES = { allocationTypeId: 20, quantity: 3, beyond: 'own_payment' } as const;

beforeEach(async () => {
  await sql`update organisation set po_number_required = false, credit_hold = false, credit_limit_minor = null, wearers_see_prices = true where id = 1`.execute(
    portal.db,
  );
  await sql`delete from approval_rule where organisation_id = 1`.execute(portal.db);
  await sql`update payment_option set role_ids = '{}', active = true where organisation_id = 1`.execute(portal.db);
});

const orderOf = async (orderId: number) =>
  (
    await sql<Record<string, unknown>>`
      select o.total_minor as total, o.card_payer as payer, o.is_all_by_card as "isAll", o.card_minor as card, o.released_at is not null as released,
        o.payment_due_at is not null as due, o.payment_method as method, (
          select json_agg(json_build_array(l.quantity, l.covered_quantity, l.card_quantity) order by l.id) from order_line l where l.order_id = o.id) as lines
      from orders o where o.id = ${orderId}`.execute(portal.db)
  ).rows[0];

const countAttempts = async (orderId: number) =>
  (await sql`select from card_payment where order_id = ${orderId}`.execute(portal.db)).rows.length;

describe('who pays what of an order', () => {
  it('what the budget covers and delivery are the organisation’s, more is the person’s', async () => {
    const payer = await anOwnPayer(portal);
    const { orderId, summary } = await placeMixedOrder(portal.db, payer);
    const order = await orderOf(orderId);
    expect(order).toMatchObject({ payer: 'person', isAll: false, card: 3600, method: 'Payments.Card', lines: [[5, 2, 3]] });
    expect(order).toMatchObject({ released: false, due: true });
    expect(summary.items).toMatchObject([{ coveredQuantity: 2, beyondQuantity: 3, ownQuantity: 3, ownTotal: 36 }]);
    expect(summary).toMatchObject({
      payableValue: 36,
      entitlementValue: ((order?.total as number) - 3600) / 100,
      cardPart: { payer: 'person', isAll: false, amount: 36, organisationAmount: ((order?.total as number) - 3600) / 100 },
    });
  });

  it('everything is the person’s where nothing is covered, with delivery', async () => {
    const { orderId, summary } = await placeOwnOrder(portal.db, await anOwnPayer(portal, { budgetMinor: 0 }));
    const order = await orderOf(orderId);
    expect(order).toMatchObject({ payer: 'person', isAll: true, lines: [[2, 0, 2]], card: order?.total });
    expect(summary).toMatchObject({ payableValue: summary.orderTotal, entitlementValue: 0, cardPart: { isAll: true } });
  });

  it('the organisation’s card pays everything', async () => {
    const { orderId, summary } = await placeOrganisationCardOrder(portal);
    const order = await orderOf(orderId);
    expect(order).toMatchObject({ payer: 'organisation', isAll: true, lines: [[3, 0, 3]], card: order?.total });
    expect(summary.cardPart).toMatchObject({ payer: 'organisation', isAll: true, amount: summary.orderTotal });
  });

  it('what the entitlement covers alone needs no card', async () => {
    const { orderId, summary } = await placeMixedOrder(portal.db, await anOwnPayer(portal), 2);
    expect(await orderOf(orderId)).toMatchObject({ payer: null, card: 0, released: true, method: 'Payments.Entitlement' });
    expect(summary).toMatchObject({ cardPart: null, payableValue: 0 });
  });
});

describe('what people never pay themselves', () => {
  const refusalOf = async (...[client, ...items]: Parameters<typeof addItems>) => {
    const { errors } = await addItems(client, ...items);
    return Object.values(errors ?? {}).flat();
  };

  it('protective equipment, and what is required at work', async () => {
    const { client, shirt, collectionId } = await anOwnPayer(portal);
    await setNecessity(portal.db, shirt.id, 'protective');
    expect(await refusalOf(client, anItem(shirt, 3))).toEqual([
      expect.stringContaining('Protective equipment is provided by the employer, so no one pays for it themselves.'),
    ]);
    await setNecessity(portal.db, shirt.id, null);
    await sql`update collection set necessity = 'required' where id = ${collectionId}`.execute(portal.db);
    expect(await refusalOf(client, anItem(shirt, 3))).toEqual([expect.stringContaining('It is required at work')]);
    await sql`update collection set necessity = null where id = ${collectionId}`.execute(portal.db);
    expect(await refusalOf(client, anItem(shirt, 3))).toEqual([]);
  });

  it('what someone else orders for them', async () => {
    const { id, shirt } = await anOwnPayer(portal);
    const buyer = await portal.as((await aPerson(portal.db)).email);
    expect(await refusalOf(buyer, { ...anItem(shirt, 3), customerId: id })).toEqual([
      expect.stringContaining('Only Made Forthetest can pay for more.'),
    ]);
  });

  it('anything where the organisation does not offer the card', async () => {
    const { client, shirt } = await anOwnPayer(portal);
    await withdrawCard(portal.db);
    const again = await portal.as((await emailOf(client.customerId)) as string);
    expect(await refusalOf(again, anItem(shirt, 3))).toEqual([
      expect.stringContaining('Paying for more yourself is not possible at the moment.'),
    ]);
  });
});

const emailOf = async (id: number) =>
  (await sql<{ email: string }>`select email from customer where id = ${id}`.execute(portal.db)).rows[0]?.email;

describe('the ways to pay', () => {
  const optionsOf = async (client: Awaited<ReturnType<typeof portal.as>>) =>
    (await client.get<'GET /api/paymentoptions'>('/api/paymentoptions')).body.paymentOptions.map(
      ({ paymentMethodSystemName, isRedirect }) => [paymentMethodSystemName, isRedirect],
    );

  it('are the card alone for what people pay themselves, and the card of the organisation for its roles', async () => {
    const payer = await anOwnPayer(portal);
    await fillCart(payer.client, anItem(payer.shirt, 3));
    expect(await optionsOf(payer.client)).toEqual([['Payments.Card', true]]);

    const goods = await aStockedProduct(portal.db);
    const buyer = await portal.as((await aPerson(portal.db)).email);
    await fillCart(buyer, anItem(goods));
    expect(await optionsOf(buyer)).toEqual([
      ['Payments.OnAccount', false],
      ['Payments.Card', true],
    ]);
    const admin = await portal.as((await aPerson(portal.db, { role: 'Admin' })).email);
    await fillCart(admin, anItem(goods));
    expect(await optionsOf(admin)).toEqual([['Payments.OnAccount', false]]);
    const { status } = await admin.post('/api/checkoutsummary', { checkout: { paymentMethodSystemName: 'Payments.Card' } });
    expect(status).toBe(404);
  });

  it('goods for the site beside the person’s part take an account', async () => {
    const payer = await anOwnPayer(portal, { role: 'Buyer' });
    const goods = await aStockedProduct(portal.db);
    const items = [{ ...anItem(payer.shirt, 3), source: 'builder' }, anItem(goods, 4)];
    const { orderId } = await placeOrderPaidBy(portal.db, payer.client, null, ...items);
    expect(await orderOf(orderId)).toMatchObject({
      payer: 'person',
      isAll: false,
      lines: [
        [3, 2, 1],
        [4, 0, 0],
      ],
    });

    await sql`update payment_option set role_ids = '{33}' where organisation_id = 1 and system_name = 'Payments.OnAccount'`.execute(
      portal.db,
    );
    await fillCart(payer.client, ...items);
    const summary = await requestSummary(portal.db, payer.client);
    expect(summary.refusals).toMatchObject([{ field: 'paymentMethodSystemName', isMissing: false }]);
    const { status, errors } = await submitOrder(payer.client);
    expect([status, errors]).toEqual([
      400,
      { paymentMethodSystemName: [expect.stringContaining('on account, which isn’t available to you')] },
    ]);
  });

  it('is no card where it has nothing to pay, and no fee of it', async () => {
    const free = await aStockedProduct(portal.db, { price: 0 });
    const wearer = await aWearer(portal, [free], NOT_FOR_PIECES);
    await offerCard(portal.db, { feeMinor: 150 });
    const wearerAgain = await portal.as((await emailOf(wearer.id)) as string);
    const { orderId, summary, redirectUrl } = await placeOrderPaidBy(portal.db, wearerAgain, null, anItem(free, 5));
    expect([summary.cardPart, redirectUrl, await countAttempts(orderId)]).toEqual([null, null, 0]);
    expect(await orderOf(orderId)).toMatchObject({
      payer: null,
      card: 0,
      released: true,
      method: 'Payments.Entitlement',
      lines: [[5, 3, 0]],
    });

    await sql`update shipping_option set free_from_minor = 0 where organisation_id = 1 and name = 'Standard delivery'`.execute(
      portal.db,
    );
    const buyer = await portal.as((await aPerson(portal.db)).email);
    const nothing = await placeOrderPaidBy(portal.db, buyer, 'Payments.Card', anItem(free, 1));
    expect([nothing.redirectUrl, await countAttempts(nothing.orderId)]).toEqual([null, 0]);
    expect(await orderOf(nothing.orderId)).toMatchObject({
      payer: null,
      total: 0,
      released: true,
      method: 'Payments.Entitlement',
    });
    const something = await placeOrderPaidBy(portal.db, buyer, 'Payments.Card', anItem(await aStockedProduct(portal.db), 1));
    expect(await orderOf(something.orderId)).toMatchObject({ payer: 'organisation', total: 1350, card: 1350 });
    await sql`update shipping_option set free_from_minor = 10000 where organisation_id = 1 and name = 'Standard delivery'`.execute(
      portal.db,
    );
  });
});

describe('the rules of the organisation', () => {
  it('ask for a PO number of its own part alone', async () => {
    await sql`update organisation set po_number_required = true where id = 1`.execute(portal.db);
    const summaryOf = async (budgetMinor: number) => {
      const payer = await anOwnPayer(portal, { budgetMinor });
      await fillCart(payer.client, anItem(payer.shirt, 3));
      const { poNumber: _, ...choices } = await createCheckoutChoices(portal.db, payer.client);
      return requestSummary(portal.db, payer.client, choices);
    };
    expect(await summaryOf(2000)).toMatchObject({ poNumberRequired: true, canPlaceOrder: false });
    expect(await summaryOf(0)).toMatchObject({ poNumberRequired: false, canPlaceOrder: true });
  });

  it('compare the limit for approval with its own part alone', async () => {
    await sql`insert into approval_rule (organisation_id, kind, amount_minor) values (1, 'above_amount', 2000)`.execute(
      portal.db,
    );
    const summaryOf = async (budgetMinor: number, quantity: number) => {
      const payer = await anOwnPayer(portal, { budgetMinor });
      await fillCart(payer.client, anItem(payer.shirt, quantity));
      return (await requestSummary(portal.db, payer.client)).requiresApproval;
    };
    expect(await summaryOf(2000, 9)).toBe(false);
    expect(await summaryOf(3000, 9)).toBe(true);
  });

  it('hold its credit, and nothing that a card pays in whole', async () => {
    await sql`update organisation set credit_hold = true where id = 1`.execute(portal.db);
    const own = await anOwnPayer(portal, { budgetMinor: 0 });
    expect(await orderOf((await placeOwnOrder(portal.db, own)).orderId)).toMatchObject({ isAll: true });
    expect(await orderOf((await placeOrganisationCardOrder(portal)).orderId)).toMatchObject({ isAll: true });
    const mixed = await anOwnPayer(portal);
    await fillCart(mixed.client, anItem(mixed.shirt, 3));
    expect((await requestSummary(portal.db, mixed.client)).refusals).toMatchObject([{ field: 'credit' }]);
  });

  it('limit its credit to what is on account', async () => {
    await sql`update organisation set credit_limit_minor = 1 where id = 1`.execute(portal.db);
    const own = await anOwnPayer(portal, { budgetMinor: 0 });
    await fillCart(own.client, anItem(own.shirt, 3));
    expect((await requestSummary(portal.db, own.client)).canPlaceOrder).toBe(true);
  });
});

describe('what has changed since the summary', () => {
  it('is what the person would pay', async () => {
    const payer = await anOwnPayer(portal);
    await fillCart(payer.client, anItem(payer.shirt, 2));
    await requestSummary(portal.db, payer.client);
    await sql`update entitlement_account set granted = 1000 where customer_id = ${payer.id} and unit = 'money'`.execute(
      portal.db,
    );
    const { status, errors } = await submitOrder(payer.client);
    expect(status).toBe(400);
    expect(errors?.cart).toEqual([
      'You would now pay £12.00 yourself instead of £0.00.',
      'Nothing has been ordered yet. Please review the summary again.',
    ]);
  });
});

describe('before the cart', () => {
  it('the price of items, and the uniform builder, say what the wearer would pay', async () => {
    const { client, shirt, collectionId } = await anOwnPayer(portal);
    const priceOf = async (item: object) => {
      const body = { productId: shirt.id, items: [{ combinationId: shirt.combinations[0]?.id, ...item }] };
      const reply = await client.post<'POST /api/product/getbuynowtotals'>('/api/product/getbuynowtotals', body);
      return reply.body.totals.items[0];
    };
    expect(await priceOf({ quantity: 5 })).toMatchObject({ ownQuantity: 3, ownTotal: 36, warnings: [] });
    expect(await priceOf({ quantity: 5, ownQuantity: 1 })).toMatchObject({ ownQuantity: 1, ownTotal: 12 });
    expect(await priceOf({ quantity: 2 })).toMatchObject({ ownQuantity: 0, ownTotal: null });

    const path = `/api/productorganisation/uniformBuilderProducts/${collectionId}`;
    const ownPayment = async (as = client) =>
      (await as.get<'GET /api/productorganisation/uniformBuilderProducts/:id'>(path)).body.products.map(
        (product) => product.ownPayment,
      );
    expect(await ownPayment()).toEqual(['possible']);
    await sql`update collection set necessity = 'required' where id = ${collectionId}`.execute(portal.db);
    expect(await ownPayment()).toEqual(['required']);
    await setNecessity(portal.db, shirt.id, 'protective');
    expect(await ownPayment()).toEqual(['protective']);
    await setNecessity(portal.db, shirt.id, null);
    await sql`update collection set necessity = null where id = ${collectionId}`.execute(portal.db);
    await withdrawCard(portal.db);
    expect(await ownPayment(await portal.as((await emailOf(client.customerId)) as string))).toEqual(['unavailable']);
  });
});

describe('people who see no prices', () => {
  beforeEach(() => sql`update organisation set wearers_see_prices = false where id = 1`.execute(portal.db));

  it('see what they pay themselves, with tax, and nothing else', async () => {
    const shirt = await aStockedProduct(portal.db);
    await offerCard(portal.db);
    const { client } = await aWearer(portal, [shirt], NOT_FOR_PIECES);
    await fillCart(client, anItem(shirt, 5));
    const summary = await requestSummary(portal.db, client);
    expect(summary.items).toMatchObject([{ unitPrice: null, subTotal: null, ownQuantity: 2, ownTotal: 24 }]);
    expect(summary).toMatchObject({
      ...{ orderTotal: null, subTotal: null, entitlementValue: null, tax: null, payableValue: 24 },
      cardPart: { amount: 24, organisationAmount: null },
    });
  });

  it('see every amount of an order that they pay alone', async () => {
    const shirt = await aStockedProduct(portal.db);
    await offerCard(portal.db);
    const { client } = await aWearer(portal, [shirt], { ...NOT_FOR_PIECES, quantity: 0 });
    await fillCart(client, anItem(shirt, 2));
    const summary = await requestSummary(portal.db, client);
    expect(summary).toMatchObject({
      subTotal: expect.any(Number),
      shipping: expect.any(Number),
      payableValue: summary.orderTotal,
    });
  });
});
