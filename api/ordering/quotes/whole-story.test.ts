import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeTodaysTaxRates } from '#api/catalogue/tax/tax.queries.ts';
import {
  anItem,
  aStockedProduct,
  fillCart,
  requestSummary,
  SOUTH,
  type StockedProduct,
  setProductPrice,
  submitOrder,
  unpublishProduct,
} from '#api/testing/builders.ts';
import { anEmbroideredLogo } from '#api/testing/decoration.ts';
import { aDecoratedProduct, type DecoratedProduct, EMBROIDERY } from '#api/testing/designs.ts';
import { deliver, shipPieces } from '#api/testing/fulfilment.ts';
import { billAll, creditAll, invoiceLinesOf, invoicesOf } from '#api/testing/invoices.ts';
import { orderOf, pick, setApprovalRules, sizeOf, withRules } from '#api/testing/order-changes.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { askToReturn, RETURN_ACTIONS, RETURN_REASONS } from '#api/testing/returns.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

// Quotes from the request to the credit note, on both sides, and what may change between answer and order.

const portal = usePortal();
let buyer: SignedIn;
let operator: TestOperatorClient;
/** On request, in two sizes. */
let jacket: DecoratedProduct;
/** At 40.00, in two sizes. */
let fleece: StockedProduct;
/** At 9.00, in one size. */
let hat: StockedProduct;

beforeAll(async () => {
  await setApprovalRules(portal);
  await sql`update shipping_option set rate_minor = 0 where organisation_id = 1`.execute(portal.db);
  operator = await portal.asOperator({ brandIds: [1], name: 'Olive Operator' });
  buyer = await signInAs(portal, { firstName: 'Bea' });
  jacket = await aDecoratedProduct(portal.db, { callForPrice: true, price: 9000, stock: [100, 100] });
  fleece = await aStockedProduct(portal.db, { price: 4000, stock: [100, 100] });
  hat = await aStockedProduct(portal.db, { price: 900, stock: [100] });
});

const ask = async (person: TestClient, quote: object) => {
  const { status, body, errors } = await person.post<'POST /api/quote'>('/api/quote', { quote });
  expect([status, errors]).toEqual([200, {}]);
  return body.quote;
};
const read = async (person: TestClient, id: number, query = '') =>
  (await person.get<'GET /api/quote/:id'>(`/api/quote/${id}${query}`)).body.quote;
const save = (id: number, answer: object) => operator.put<'PUT /api/operator/quotes/:id'>(`/api/operator/quotes/${id}`, answer);
const send = (id: number, body: object = {}) =>
  operator.post<'POST /api/operator/quotes/:id/send'>(`/api/operator/quotes/${id}/send`, body);
const accept = (person: TestClient, id: number, body: object = {}) =>
  person.post<'POST /api/quote/:id/accept'>(`/api/quote/${id}/accept`, body);
const cartOf = async (person: TestClient) => (await person.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body;

/** Saves an answer and sends it; throws when it is refused. */
async function answer(id: number, items: object[], more: object = {}): Promise<void> {
  const saved = await save(id, { items, ...more });
  expect([saved.status, saved.errors]).toEqual([200, {}]);
  const sent = await send(id);
  expect([sent.status, sent.errors]).toEqual([200, {}]);
}

/** Orders what is in the cart and returns the number of the order. */
async function order(person: TestClient): Promise<number> {
  await requestSummary(portal.db, person);
  const { status, body, errors } = await submitOrder(person);
  expect([status, errors]).toEqual([200, {}]);
  return body.orderId as number;
}

it('goods on request are asked for, quoted, revised, accepted in two parts, approved, invoiced and credited at the quoted price', async () => {
  const approver = await signInAs(portal, { role: 'Admin', approver: true, firstName: 'Ada' });
  const logo = await anEmbroideredLogo(portal, jacket);

  // What is on request cannot be put into the cart: its price is asked for, with a logo and without sizes.
  const asked = await ask(buyer, {
    title: 'Winter 2027',
    description: 'For the harbour crew.',
    items: [
      { productId: jacket.id, quantity: 10, customisations: [logo], comments: 'Sizes follow' },
      {
        productId: fleece.id,
        attributes: [{ id: fleece.attributeId, value: String(fleece.combinations[0]?.valueId) }],
        quantity: 4,
      },
      { name: 'Hat with ear flaps', quantity: 6 },
    ],
  });
  expect(asked).toMatchObject({ status: 'Submitted', total: null, version: 0, isOwn: true, canAccept: false, canWithdraw: true });
  expect(asked.items.map(({ unitPrice, isOffered }) => [unitPrice, isOffered])).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ]);
  const [jackets, fleeces, hats] = asked.items.map(({ id }) => id) as [number, number, number];
  const number = asked.quoteNumber;
  expect((await accept(buyer, asked.id)).status).toBe(409);

  // The supplier takes it and answers, with an alternative and a product for what was asked for in words.
  const taken = await operator.post<'POST /api/operator/quotes/:id/take'>(`/api/operator/quotes/${asked.id}/take`);
  expect(taken.body.quote).toMatchObject({ takenBy: { name: 'Olive Operator' }, quote: { status: 'InReview' } });
  const offered = [
    { id: jackets, isOffered: true, productId: jacket.id, quantity: 10, unitPrice: 50.25, setupPrice: 25, leadTimeDays: 21 },
    { id: fleeces, isOffered: true, productId: fleece.id, combinationId: sizeOf(fleece, 0), quantity: 4, unitPrice: 33.33 },
    { id: hats, isOffered: true, productId: hat.id, combinationId: sizeOf(hat, 0), quantity: 6, unitPrice: 7.77, answer: 'Ours' },
  ];
  const alternative = { alternativeToId: jackets, isOffered: true, productId: fleece.id, quantity: 10, unitPrice: 30.1 };
  await answer(asked.id, [...offered, alternative], { notes: 'Thank you for asking.', terms: 'Ex works.' });
  const quoted = await read(buyer, asked.id);
  expect(quoted).toMatchObject({ status: 'Quoted', version: 1, total: 682.44, canAccept: true, canDecline: true });
  const substitute = quoted.items.find(({ alternativeToId }) => alternativeToId === jackets);
  expect(substitute).toMatchObject({ unitPrice: 30.1, quantity: 10, isOffered: true });

  // The first price was too high. The lines keep their ids, and the earlier answer can be read.
  await answer(asked.id, [{ ...offered[0], unitPrice: 47.77 }, ...offered.slice(1), { ...alternative, id: substitute?.id }]);
  expect(await read(buyer, asked.id)).toMatchObject({ version: 2, total: 657.64 });
  const first = await read(buyer, asked.id, '?version=1');
  expect(first.items.find(({ id }) => id === jackets)).toMatchObject({ unitPrice: 50.25 });
  expect((await accept(buyer, asked.id, { version: 1 })).status).toBe(409);

  // The price list rises before anything is accepted.
  await setProductPrice(portal.db, jacket.id, 12_000);
  await setProductPrice(portal.db, hat.id, 2000);
  const isRaised = sql`update decoration_price set price_minor = price_minor + 500, setup_minor = setup_minor + 500 where method_id = ${EMBROIDERY}`;
  await isRaised.execute(portal.db);
  const part = await accept(buyer, asked.id, {
    version: 2,
    items: [
      { id: jackets, quantity: 3, combinationId: sizeOf(jacket, 0) },
      { id: jackets, quantity: 4, combinationId: sizeOf(jacket, 1) },
      { id: hats, quantity: 6 },
    ],
  });
  expect([part.status, part.errors]).toEqual([200, {}]);
  expect(part.body.quote).toMatchObject({ status: 'Accepted', canDecline: false, canAccept: true });
  expect(part.body.quote.items.find(({ id }) => id === jackets)).toMatchObject({ acceptedQuantity: 7 });
  // Of the line and its alternative one can be accepted, and no more than is left.
  const other = await accept(buyer, asked.id, { items: [{ id: substitute?.id, quantity: 1, combinationId: sizeOf(fleece, 0) }] });
  expect([409, 422]).toContain(other.status);
  const beyond = await accept(buyer, asked.id, { items: [{ id: jackets, quantity: 4, combinationId: sizeOf(jacket, 1) }] });
  expect(beyond.status).toBe(422);
  // The answer cannot be changed any more.
  expect((await save(asked.id, { items: offered })).status).toBe(409);

  const rest = await accept(buyer, asked.id, {
    version: 2,
    items: [
      { id: jackets, quantity: 3, combinationId: sizeOf(jacket, 1) },
      { id: fleeces, quantity: 4 },
    ],
  });
  expect([rest.status, rest.errors]).toEqual([200, {}]);
  expect(rest.body.quote.canAccept).toBe(false);
  expect((await accept(buyer, asked.id, { version: 2 })).status).toBe(409);

  // One more of the same at today's price is a line of its own.
  await fillCart(buyer, anItem(fleece));
  const cart = await cartOf(buyer);
  expect(
    cart.items
      .map(({ quoteItemId, combinationId, quantity, unitPriceExclTax }) => [
        quoteItemId,
        combinationId,
        quantity,
        unitPriceExclTax,
      ])
      .sort((one, another) => Number(one[1]) - Number(another[1]) || Number(one[3]) - Number(another[3])),
  ).toEqual([
    [jackets, sizeOf(jacket, 0), 3, 47.77],
    [jackets, sizeOf(jacket, 1), 7, 47.77],
    [fleeces, sizeOf(fleece, 0), 4, 33.33],
    [null, sizeOf(fleece, 0), 1, 40],
    [hats, sizeOf(hat, 0), 6, 7.77],
  ]);
  expect([cart.subTotalExclTax, cart.charges.map(({ exclTax }) => exclTax)]).toEqual([697.64, [25]]);

  // 697.64, set-up of 25.00, and 20% of each of them: 28.66 + 66.88 + 26.66 + 9.32 + 8.00 + 5.00.
  let orderId = 0;
  await withRules(portal, [{ kind: 'always' }], async () => {
    expect(await requestSummary(portal.db, buyer)).toMatchObject({ tax: 144.52, orderTotal: 867.16 });
    orderId = (await submitOrder(buyer)).body.orderId as number;
    expect(await orderOf(buyer, orderId)).toMatchObject({ orderStatusId: 50, orderTotal: 867.16 });
    const decided = await approver.post<'POST /api/orders/approvereject'>('/api/orders/approvereject', {
      id: orderId,
      action: 'approve',
      poNumber: 'PO-1',
    });
    expect([decided.status, decided.errors]).toEqual([200, {}]);
  });
  const placed = await orderOf(buyer, orderId);
  expect(placed).toMatchObject({ orderStatusId: 10, orderTotal: 867.16, orderTax: 144.52 });
  expect(await read(buyer, asked.id)).toMatchObject({ orderIds: [orderId], status: 'Accepted' });
  expect(placed.orderItems.map(({ quoteNumber }) => quoteNumber).sort()).toEqual([number, number, number, number, null].sort());

  await pick(portal, orderId);
  const lines = placed.orderItems;
  await deliver(operator, await shipPieces(operator, ...lines.map(({ id, quantity }): [number, number] => [id, quantity])));
  await billAll(portal);
  const [invoice] = await invoicesOf(portal, orderId);
  expect(invoice).toMatchObject({ net_minor: 72_264, tax_minor: 14_452, total_minor: 86_716 });

  // Two jackets are faulty: they are credited at what they cost.
  const large = lines.find(({ quantity, combinationId }) => quantity === 7 && combinationId === sizeOf(jacket, 1))?.id as number;
  const back = await askToReturn(buyer, {
    ...{ orderId, returnRequestReasonId: RETURN_REASONS.faulty, returnRequestActionId: RETURN_ACTIONS.credit },
    ...{ comments: 'Seams', items: [{ id: large, quantity: 2 }] },
  });
  const path = `/api/operator/returns/${back.body.returnRequests[0]?.id}`;
  await operator.post(`${path}/receive`, { quantity: 2, condition: 'faulty' });
  expect((await operator.post(`${path}/decide`, { decision: 'refund' })).status).toBe(200);
  await creditAll(portal);
  const credited = (await invoiceLinesOf(portal, orderId)).filter(({ credited_line_id: line }) => line !== null);
  expect(credited.map(({ quantity, net_minor: net, tax_minor: tax }) => [quantity, net, tax])).toEqual([[2, 9554, 1911]]);
});

describe('between the answer and the order', () => {
  /** A quote of ten pieces of a product, and of five hats, that has been answered. */
  async function aQuote(product: StockedProduct, unitPrice = 12.5, owner: TestClient = buyer) {
    const { id, items } = await ask(owner, {
      title: `Quote for ${product.name}`,
      items: [
        { productId: product.id, quantity: 10 },
        { productId: hat.id, quantity: 5 },
      ],
    });
    const [line, hats] = items.map((item) => item.id) as [number, number];
    const offered = [
      { id: line, isOffered: true, productId: product.id, combinationId: sizeOf(product, 0), quantity: 10, unitPrice },
      { id: hats, isOffered: true, productId: hat.id, combinationId: sizeOf(hat, 0), quantity: 5, unitPrice: 7 },
    ];
    await answer(id, offered);
    return { id, line, hats, offered };
  }

  it('a product that was unpublished is refused and said in the quote; the rest can be ordered', async () => {
    const shirt = await aStockedProduct(portal.db);
    const { id, line, hats } = await aQuote(shirt);
    await unpublishProduct(portal.db, shirt.id);
    const { items, canAccept } = await read(buyer, id);
    expect(canAccept).toBe(true);
    expect(items.map(({ refusal }) => refusal !== null)).toEqual([true, false]);
    expect([409, 422]).toContain((await accept(buyer, id, { items: [{ id: line, quantity: 10 }] })).status);
    expect((await cartOf(buyer)).items).toEqual([]);
    expect((await accept(buyer, id, { items: [{ id: hats, quantity: 5 }] })).status).toBe(200);
    expect(await orderOf(buyer, await order(buyer))).toMatchObject({ orderSubtotalExclTax: 35 });
  });

  it('a product that is unpublished once it is in the cart is not ordered', async () => {
    const shirt = await aStockedProduct(portal.db);
    const { id, line } = await aQuote(shirt);
    const { body } = await accept(buyer, id, { items: [{ id: line, quantity: 10 }] });
    await unpublishProduct(portal.db, shirt.id);
    const cart = await cartOf(buyer);
    expect([cart.canCheckout, cart.items[0]?.warnings.length]).toEqual([false, 1]);
    await buyer.delete(`/api/shopping_cart_items/${body.items[0]?.id}`);
    // Its pieces went back to the quote.
    expect((await read(buyer, id)).items[0]).toMatchObject({ acceptedQuantity: 0 });
  });

  it('the price stays while the list rises and falls, and the tax is that of the day of the order', async () => {
    const shirt = await aStockedProduct(portal.db, { price: 1999 });
    const { id } = await aQuote(shirt, 10.33);
    const { status } = await accept(buyer, id);
    expect(status).toBe(200);
    const totals = [];
    for (const price of [99_999, 1, 1999]) {
      await setProductPrice(portal.db, shirt.id, price);
      totals.push((await cartOf(buyer)).subTotalExclTax);
    }
    expect(totals).toEqual([138.3, 138.3, 138.3]);
    await sql`insert into tax_rate (country_code, tax_class, rate, starts_on) values ('GB', 'standard', 0.175, '2020-01-01')`.execute(
      portal.db,
    );
    try {
      await sql`update organisation set tax_country_code = 'GB' where id = 1`.execute(portal.db);
      await writeTodaysTaxRates(portal.db, portal.clock.now());
      await portal.settled();
      // 17.5% of 103.30 and of 35.00.
      await expect.poll(async () => (await cartOf(buyer)).tax).toBe(24.21);
      expect(await orderOf(buyer, await order(buyer))).toMatchObject({ orderSubtotalExclTax: 138.3, orderTax: 24.21 });
    } finally {
      await sql`delete from tax_rate where country_code = 'GB' and rate = 0.175`.execute(portal.db);
      await sql`update organisation set tax_country_code = null, tax_rates = '{}' where id = 1`.execute(portal.db);
      await portal.settled();
    }
  });

  it('another currency is refused, quoted anew and then accepted; what is in the cart already is not charged at the old numbers', async () => {
    const shirt = await aStockedProduct(portal.db, { price: 2000 });
    const { id, line, hats, offered } = await aQuote(shirt, 15);
    const early = await aQuote(await aStockedProduct(portal.db, { price: 2000 }), 11);
    expect((await accept(buyer, early.id, { items: [{ id: early.line, quantity: 2 }] })).status).toBe(200);
    const setCurrency = async (code: string) => {
      await sql`update organisation set currency_code = ${code} where id = 1`.execute(portal.db);
      await portal.settled();
      await expect.poll(async () => (await cartOf(buyer)).currencyCode).toBe(code);
    };
    try {
      await setCurrency('EUR');
      // 11 pounds are not 11 euros.
      const [inCart] = (await cartOf(buyer)).items;
      expect(inCart?.unitPriceExclTax).not.toBe(11);
      await buyer.delete(`/api/shopping_cart_items/${inCart?.id}`);
      expect((await accept(buyer, id)).status).toBe(409);
      expect(await read(buyer, id)).toMatchObject({
        canAccept: false,
        refusal: expect.stringMatching(/\.$/),
        currencyCode: 'GBP',
      });
      await answer(id, offered);
      expect(await read(buyer, id)).toMatchObject({ canAccept: true, refusal: null, currencyCode: 'EUR', version: 2 });
      const accepted = await accept(buyer, id, {
        items: [
          { id: line, quantity: 10 },
          { id: hats, quantity: 5 },
        ],
      });
      expect([accepted.status, accepted.body.items?.map(({ unitPriceExclTax }) => unitPriceExclTax)]).toEqual([200, [15, 7]]);
    } finally {
      await setCurrency('GBP');
      await sql`delete from cart_line where organisation_id = 1`.execute(portal.db);
    }
  });

  it('an owner who leaves: Admins in scope read it and give it to a colleague, who accepts', async () => {
    const leaver = await signInAs(portal, { firstName: 'Lea' });
    const heir = await signInAs(portal, { firstName: 'Hal' });
    const admin = await signInAs(portal, { role: 'Admin', adminableGroupIds: [1], firstName: 'Norma' });
    const stranger = await signInAs(portal, { role: 'Admin', adminableGroupIds: [SOUTH.groupId], groupIds: [SOUTH.groupId] });
    const shirt = await aStockedProduct(portal.db);
    const { id } = await aQuote(shirt, 12.5, leaver);
    await sql`update customer set active = false where id = ${leaver.customerId}`.execute(portal.db);
    await portal.settled();

    const listOf = async (person: TestClient) =>
      (await person.get<'GET /api/quotesorganisation'>('/api/quotesorganisation')).body.quotes.map((quote) => quote.id);
    expect(await listOf(admin)).toContain(id);
    expect(await listOf(stranger)).not.toContain(id);
    expect((await stranger.get(`/api/quote/${id}`)).status).toBe(404);
    expect(await read(admin, id)).toMatchObject({ isOwn: false, canAccept: false });
    expect((await accept(admin, id)).status).toBe(404);
    expect((await accept(heir, id)).status).toBe(404);

    const give = (person: TestClient, to: SignedIn) =>
      person.put<'PUT /api/quote/:id/owner'>(`/api/quote/${id}/owner`, { customerId: to.customerId });
    expect((await give(stranger, heir)).status).toBe(404);
    expect((await give(heir, heir)).status).toBe(403);
    expect((await give(admin, heir)).status).toBe(200);
    expect(await read(heir, id)).toMatchObject({ isOwn: true, canAccept: true });
    expect((await accept(heir, id)).status).toBe(200);
    const orderId = await order(heir);
    expect(await read(admin, id)).toMatchObject({ orderIds: [orderId], customer: { firstName: 'Hal' } });
  });

  it('no other organisation, and no operator of another brand, sees or changes it', async () => {
    const { id, line } = await aQuote(await aStockedProduct(portal.db));
    const outsider = await portal.as('admin@hallam.example');
    const abroad = await portal.asOperator({ brandIds: [2] });
    expect((await outsider.get(`/api/quote/${id}`)).status).toBe(404);
    expect((await accept(outsider, id, { items: [{ id: line, quantity: 1 }] })).status).toBe(404);
    expect((await abroad.get(`/api/operator/quotes/${id}`)).status).toBe(404);
    expect((await abroad.put(`/api/operator/quotes/${id}`, { items: [] })).status).toBe(404);
    // A line of one quote is no line of another.
    const second = await aQuote(await aStockedProduct(portal.db));
    expect([404, 422]).toContain((await accept(buyer, second.id, { items: [{ id: line, quantity: 1 }] })).status);
  });
});
