import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PricedDesign } from '#api/catalogue/customisation/design.rules.ts';
import { aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import { aNameDesign } from '#api/testing/designs.ts';
import { deliver, shipPieces } from '#api/testing/fulfilment.ts';
import { billAll, creditAll, invoiceLinesOf, invoicesOf } from '#api/testing/invoices.ts';
import { cancel, changeLine, orderOf, pick, setApprovalRules, sizeOf } from '#api/testing/order-changes.ts';
import { findDocumentFaults, findOrderFaults } from '#api/testing/order-faults.ts';
import { chargesOf, placePersonalised, proofsOf, setDelivery } from '#api/testing/personalised-orders.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { aDesign } from '#api/testing/priced-designs.ts';
import { askToExchange, askToReturn, getReturnForm, RETURN_ACTIONS, RETURN_REASONS } from '#api/testing/returns.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer, type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let operator: TestOperatorClient;
let buyer: SignedIn;
let shirt: StockedProduct;
let since: number;

/** A text that is made without a proof; 2.40 a piece, 12.00 for setting it up. */
const text = (overrides: Partial<PricedDesign> = {}) => aDesign({ isApproved: true, ...overrides });

beforeAll(async () => {
  await setApprovalRules(portal);
  await setDelivery(portal.db);
  operator = await portal.asOperator();
});
beforeEach(async () => {
  buyer = await signInAs(portal, { firstName: 'Bea' });
  shirt = await aStockedProduct(portal.db, { stock: [50, 50], price: 1000 });
  since = (await sql<{ id: number }>`select coalesce(max(id), 0) + 1 as id from orders`.execute(portal.db)).rows[0]?.id as number;
});

const expectNoFaults = async () =>
  expect([await findOrderFaults(portal.db, since), await findDocumentFaults(portal.db, since)]).toEqual([[], []]);
const place = (...lines: { quantity: number; size?: number; designs?: PricedDesign[] }[]) =>
  placePersonalised(
    portal.db,
    buyer.customerId,
    lines.map((line) => ({ product: shirt, ...line })),
  );

it('shows what was ordered and charged: each line with its designs, and the set-up once', async () => {
  const id = await place({ quantity: 3, designs: [text()] }, { quantity: 2, size: 1, designs: [text()] }, { quantity: 1 });
  const order = await orderOf(buyer, id);
  expect(
    order.orderItems.map(({ unitPriceExclTax, customisations, onlyIfFaulty }) => [
      unitPriceExclTax,
      customisations.length,
      onlyIfFaulty,
    ]),
  ).toEqual([
    [12.4, 1, true],
    [12.4, 1, true],
    [10, 0, false],
  ]);
  expect(order.orderItems[0]?.customisations[0]).toMatchObject({
    ...{ method: 'Embroidery', position: 'Left chest', text: 'Security', price: 2.4, setupPrice: 12, proofStatus: 'approved' },
    area: { side: 'front', widthCm: 10 },
  });
  expect(order.charges).toEqual([
    { kind: 'setup', name: `Set-up: text, left chest (${shirt.name})`, inclTax: 14.4, exclTax: 12 },
  ]);
  // Goods 72.00, delivery 4.95, set-up 12.00, and 20% of each.
  expect([order.orderSubtotalExclTax, order.totalValue, order.orderTax, order.orderTotal, order.taxRates]).toEqual([
    ...[72, 72, 17.79, 106.74],
    [{ rate: 20, value: 17.79 }],
  ]);
  await expectNoFaults();
});

describe('a design that no one has approved', () => {
  it('holds the order back, with one request for all orders, whoever places them at the same moment', async () => {
    const unproved = aDesign({ text: `Unproved ${shirt.name}` });
    const orders = await Promise.all([1, 2, 3, 4].map(() => place({ quantity: 1, designs: [unproved] }, { quantity: 1 })));
    const held = await Promise.all(orders.map((id) => proofsOf(portal.db, id)));
    const [request] = held[0]?.proofs ?? [];
    expect(held).toEqual(orders.map(() => ({ isReleased: false, proofs: [request] })));
    const { rows } = await sql`select design ->> 'text' as text, design ->> 'product_name' as product, requested_by_id
      from proof_request where id = ${request}`.execute(portal.db);
    expect(rows).toEqual([{ text: unproved.text, product: shirt.name, requested_by_id: buyer.customerId }]);
    expect((await orderOf(buyer, orders[0] as number)).orderItems[0]?.customisations[0]?.proofStatus).toBe('awaitingProof');

    // Approved since the cart was read.
    await sql`update proof_request set approved_at = now() where id = ${request}`.execute(portal.db);
    expect(await proofsOf(portal.db, await place({ quantity: 1, designs: [unproved] }))).toMatchObject({ isReleased: true });
  });

  it('is proved once for all names of a name design', async () => {
    const garmentDesignId = await aNameDesign(portal.db);
    const named = (name: string) => aDesign({ garmentDesignId, nameForm: 'first', text: name });
    const id = await place({ quantity: 1, designs: [named('Niamh')] }, { quantity: 1, designs: [named('Ada')] });
    expect((await proofsOf(portal.db, id)).proofs).toHaveLength(1);
    expect(await chargesOf(portal.db, id)).toMatchObject([{ name: `Set-up: names, left chest (${shirt.name})`, minor: 1200 }]);
  });
});

describe('the set-up of a design', () => {
  it('is charged as long as a piece of it is made, and not for an order of which none is', async () => {
    const back = text({ positionId: 2, position: 'Back', setupMinor: 800 });
    const id = await place({ quantity: 4, designs: [text()] }, { quantity: 2, size: 1, designs: [text(), back] });
    const [first, second] = (await orderOf(buyer, id)).orderItems.map((item) => item.id) as [number, number];
    const owed = async () => (await chargesOf(portal.db, id)).map((charge) => charge.owed);

    const previewed = await cancel(buyer, id, { items: [{ id: second, quantity: 2 }], preview: true });
    expect(previewed.body.outcome).toContain(`Set-up: text, back (${shirt.name}): £8.00 excluding tax is no longer charged.`);
    // What remains: 4 × 12.40, delivery 4.95 and set-up 12.00.
    expect(previewed.body.outcome).toContain('What remains costs £79.86, including tax and delivery.');
    expect(await owed()).toEqual([true, true]);
    expect((await cancel(buyer, id, { items: [{ id: second, quantity: 2 }] })).status).toBe(200);
    expect(await owed()).toEqual([true, false]);
    expect(await orderOf(buyer, id)).toMatchObject({ remainingTotal: 79.86, charges: [{ exclTax: 12 }] });
    expect((await cancel(buyer, id, { items: [{ id: first, quantity: 3 }] })).status).toBe(200);
    expect(await owed()).toEqual([true, false]);
    await expectNoFaults();
    expect((await cancel(buyer, id)).status).toBe(200);
    expect(await owed()).toEqual([false, false]);
    expect(await orderOf(buyer, id)).toMatchObject({ remainingTotal: 0, charges: [] });
    await expectNoFaults();
  });

  it('stays with pieces that get another size, and so do their designs and what these cost', async () => {
    const id = await place({ quantity: 3, designs: [text()] });
    const line = (await orderOf(buyer, id)).orderItems[0]?.id as number;
    const before = await orderOf(buyer, id);
    expect((await changeLine(buyer, id, line, { combinationId: sizeOf(shirt, 1), quantity: 2 })).status).toBe(200);
    // The rest of the line is cancelled, so that only the changed pieces keep the set-up.
    expect((await cancel(buyer, id, { items: [{ id: line, quantity: 1 }] })).status).toBe(200);
    const order = await orderOf(buyer, id);
    expect(order.orderItems.map(({ unitPriceExclTax, customisations }) => [unitPriceExclTax, customisations[0]?.text])).toEqual([
      [12.4, 'Security'],
      [12.4, 'Security'],
    ]);
    expect(order.charges).toEqual(before.charges);
    expect((await changeLine(buyer, id, order.orderItems[1]?.id as number, { combinationId: sizeOf(shirt, 0) })).status).toBe(
      200,
    );
    expect((await orderOf(buyer, id)).charges).toEqual(before.charges);
    await expectNoFaults();
  });

  it('is on the first invoice with a piece of it, which says where the design is and not what it reads', async () => {
    const back = text({ positionId: 2, position: 'Back', setupMinor: 800, text: 'Niamh' });
    const id = await place({ quantity: 2, designs: [text()] }, { quantity: 2, size: 1, designs: [back] });
    const [first, second] = (await orderOf(buyer, id)).orderItems.map((item) => item.id) as [number, number];
    await sql`update organisation set invoice_mode = 'shipment' where id = 1`.execute(portal.db);
    await pick(portal, id);
    const invoiced: [string, number][][] = [];
    for (const pieces of [
      [first, 1],
      [first, 1],
      [second, 2],
    ] as [number, number][]) {
      await shipPieces(operator, pieces);
      await billAll(portal);
      const invoice = (await invoicesOf(portal, id)).at(-1)?.id;
      invoiced.push(
        (await invoiceLinesOf(portal, id)).flatMap((line) => (line.invoice_id === invoice ? [[line.kind, line.net_minor]] : [])),
      );
    }
    expect(invoiced).toEqual([
      [
        ['goods', 1240],
        ['setup', 1200],
        ['delivery', 495],
      ],
      [['goods', 1240]],
      [
        ['goods', 2480],
        ['setup', 800],
      ],
    ]);
    const { rows } = await sql<{
      description: string;
    }>`select description from invoice_line where order_id = ${id} and kind = 'goods'`.execute(portal.db);
    expect(rows.map(({ description }) => description)).toEqual([
      ...['Size 0 · Left chest: text, embroidered', 'Size 0 · Left chest: text, embroidered'],
      'Size 1 · Back: text, embroidered',
    ]);
    await expectNoFaults();
  });
});

describe('personalised pieces that were sent', () => {
  let id: number;
  let line: number;
  beforeEach(async () => {
    id = await place({ quantity: 3, designs: [text()] });
    line = (await orderOf(buyer, id)).orderItems[0]?.id as number;
    await pick(portal, id);
    await deliver(operator, await shipPieces(operator, [line, 3]));
    await sql`update organisation set invoice_mode = 'shipment' where id = 1`.execute(portal.db);
    await billAll(portal);
  });
  const decide = async (returnId: number, decision: string) => {
    const received = await operator.post(`/api/operator/returns/${returnId}/receive`, { quantity: 1, condition: 'faulty' });
    const decided = await operator.post<'POST /api/operator/returns/:id/decide'>(`/api/operator/returns/${returnId}/decide`, {
      decision,
    });
    expect([received.status, decided.status]).toEqual([200, 200]);
    return decided.body.returnRequest;
  };
  const ask = async (reason: keyof typeof RETURN_REASONS, action: keyof typeof RETURN_ACTIONS) =>
    askToReturn(buyer, {
      orderId: id,
      ...{ returnRequestReasonId: RETURN_REASONS[reason], returnRequestActionId: RETURN_ACTIONS[action] },
      items: [{ id: line, quantity: 1, exchangeCombinationId: action === 'exchange' ? sizeOf(shirt, 1) : null }],
    });

  it('are kept unless they are faulty', async () => {
    expect((await getReturnForm(buyer, id)).body.returnRequest.items[0]).toMatchObject({
      onlyIfFaulty: true,
      designs: ['Left chest: text “Security”, embroidered'],
    });
    const returned = await ask('wrongOrdered', 'credit');
    expect([returned.status, returned.errors]).toEqual([
      422,
      { 'items[0].id': [`${shirt.name} is personalised, so it can only be returned when it is faulty.`] },
    ]);
    expect((await askToExchange(buyer, id, line, sizeOf(shirt, 1))).errors).toEqual({
      'items[0].id': [`${shirt.name} is personalised, so it can only be exchanged for another size when it is faulty.`],
    });
  });

  it.each(['exchange', 'replacement'] as const)('are made once more where they are faulty, for nothing: %s', async (action) => {
    const { body } = await ask('faulty', action);
    const returnId = body.returnRequests[0]?.id as number;
    expect(body.returnRequests[0]?.designs).toEqual(['Left chest: text “Security”, embroidered']);
    if (action === 'replacement') await decide(returnId, 'replace');
    const { rows } = await sql<{ order_id: number }>`select order_id from order_line where exchange_of_line_id = ${line}`.execute(
      portal.db,
    );
    const replaced = await orderOf(buyer, rows[0]?.order_id as number);
    expect(replaced).toMatchObject({ orderTotal: 0, charges: [] });
    expect(replaced.orderItems).toMatchObject([
      { onlyIfFaulty: true, customisations: [{ text: 'Security', position: 'Left chest' }] },
    ]);
    await expectNoFaults();
  });

  it('are credited with their decoration, and without the set-up', async () => {
    const { body } = await ask('faulty', 'credit');
    expect(await decide(body.returnRequests[0]?.id as number, 'refund')).toMatchObject({ refundedAmount: 14.88 });
    await creditAll(portal);
    const note = (await invoicesOf(portal, id)).find(({ kind }) => kind === 'credit_note');
    expect(note).toMatchObject({ net_minor: 1240, tax_minor: 248 });
    await expectNoFaults();
  });
});

describe('a budget in money', () => {
  it.each([
    ['counts decoration', false, 2480],
    ['does not, where the wardrobe says so', true, 2000],
  ])('%s, and never the set-up', async (_what, isOutside, taken) => {
    const wearer = await aWearer(portal, [shirt], { budgetMinor: 10_000, allocationTypeId: 40, quantity: 5 });
    await sql`update collection set decoration_outside_budget = ${isOutside} where id = ${wearer.collectionId}`.execute(
      portal.db,
    );
    const pieces = { product: shirt, quantity: 2, designs: [text()], wearerId: wearer.id };
    const id = await placePersonalised(portal.db, wearer.id, [pieces]);
    const use = async () =>
      (
        await sql<{
          taken: number;
        }>`select reserved + used as taken from entitlement_account where customer_id = ${wearer.id} and kind = 'budget'`.execute(
          portal.db,
        )
      ).rows[0]?.taken;
    expect(await use()).toBe(taken);
    const line = (await orderOf(buyer, id).catch(() => orderOf(wearer.client, id))).orderItems[0]?.id as number;
    expect((await changeLine(wearer.client, id, line, { combinationId: sizeOf(shirt, 1), quantity: 1 })).status).toBe(200);
    expect(await use()).toBe(taken);
    expect((await cancel(wearer.client, id, { items: [{ id: line, quantity: 1 }] })).status).toBe(200);
    expect(await use()).toBe(taken / 2);
    await expectNoFaults();
  });
});
