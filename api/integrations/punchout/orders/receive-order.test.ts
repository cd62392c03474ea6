import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import {
  anOrderingBuyer,
  aReturned,
  CORVANE,
  newAuxiliaryId,
  type OrderingBuyer,
  type TestOrder,
  type TestReturnedLine,
  type TestSentLine,
  toOrder,
} from '#api/testing/purchase-orders.ts';
import { uniqueText } from '#api/testing/unique-text.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const mailJobs = useMailJobs(portal);
let buyer: OrderingBuyer;
let person: { id: number; email: string };
let shirt: StockedProduct;

beforeAll(async () => {
  buyer = await anOrderingBuyer(portal, mailJobs);
  person = await aPerson(portal.db, { organisationId: CORVANE, groupIds: [], resortId: null });
  shirt = await aStockedProduct(portal.db, { organisationIds: [CORVANE], price: 1250, stock: [100_000] });
});

const aReturnedShirt = (overrides: Partial<TestReturnedLine> = {}) => aReturned(shirt, overrides);

const readOrder = async (number: string) => {
  const { rows } = await sql<{
    state: string;
    findings: { kind: string; text: string; isDoubtful: boolean }[];
    orderId: number | null;
    order: Record<string, unknown> | null;
    lines: object[] | null;
  }>`
    select p.state, p.findings, p.order_id as "orderId", to_jsonb(o) as "order",
      (select json_agg(json_build_object('quantity', l.quantity, 'unit', l.unit_price_minor, 'sku', l.sku) order by l.id) from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id) as lines
    from purchase_order p left join orders o on o.organisation_id = p.organisation_id and o.id = p.order_id where p.number = ${number}`.execute(
    portal.db,
  );
  return rows[0];
};

const readOrders = (number: string) =>
  sql<{
    id: number;
    state: number;
  }>`select id, order_state_id as state from orders where organisation_id = ${CORVANE} and po_number = ${number} order by id`
    .execute(portal.db)
    .then(({ rows }) => rows);
/** What is named of an order, without the address that no order of these tests has in common with us. */
const listFindings = async (number: string) =>
  ((await readOrder(number))?.findings ?? [])
    .filter(({ kind }) => kind !== 'address')
    .map(({ kind, isDoubtful }) => `${kind}${isDoubtful ? '!' : ''}`);

/** A returned cart with these lines, and the order that the buyer's system makes of it. */
async function aReturnedCart(lines: readonly (TestReturnedLine & object)[], daysAgo = 0) {
  await buyer.returnCart(person.id, lines, daysAgo);
  return toOrder(lines);
}

/** The order with its first line changed. */
const withLine = (order: TestOrder, change: Partial<TestSentLine>): TestOrder => ({
  ...order,
  lines: order.lines.map((line, index) => (index === 0 ? { ...line, ...change } : line)),
});

const reserved = async (product: StockedProduct) => {
  const { rows } = await sql<{
    reserved: number;
  }>`select reserved from stock_level where combination_id = ${product.combinations[0]?.id ?? 0}`.execute(portal.db);
  return rows[0]?.reserved;
};

describe('an order of a returned cart', () => {
  it('P4: becomes an order of the person, on account, with its number and the prices of the cart; unchanged it gives no finding', async () => {
    const line = aReturnedShirt({ unitPriceMinor: 1199 });
    const order = await aReturnedCart([line]);

    const status = await buyer.send(order);

    const stored = await readOrder(order.orderId);
    expect(stored?.findings).toEqual([expect.objectContaining({ kind: 'address', isDoubtful: false })]);
    expect(status).toEqual({ code: 200, text: `Order ${order.orderId} has been accepted as order ${stored?.orderId}.` });
    expect(stored).toMatchObject({
      state: 'accepted',
      order: {
        ...{
          origin: 'punchout',
          customer_id: person.id,
          po_number: order.orderId,
          payment_method: 'Payments.OnAccount',
          is_test: false,
        },
        ...{ goods_minor: 4796, shipping_minor: 0, fee_minor: 0, goods_tax_minor: 959, total_minor: 5755, order_state_id: 10 },
        shipping_address: expect.objectContaining({
          company: 'Corvane Rail',
          lastName: 'Example',
          city: 'Derby',
          source: 'punchout',
        }),
      },
      lines: [{ quantity: 4, unit: 1199, sku: line.sku }],
    });
    const { rows } = await sql`
      select (select count(*)::int from cart where trip_id is not null) as carts, (select count(*)::int from punchout_trip where return_url = '') as trips`.execute(
      portal.db,
    );
    expect(rows).toEqual([{ carts: 0, trips: 0 }]);
    expect(await mailJobs.listMails(person.email)).toEqual([]);
  });

  it('P1: sent 50 times in parallel gives one order and 50 equal answers', async () => {
    const order = { ...(await aReturnedCart([aReturnedShirt()])), payloadId: uniqueText() };

    const answers = await Promise.all(Array.from({ length: 50 }, () => buyer.send(order)));

    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(answers[0]?.code).toBe(200);
    expect(await readOrders(order.orderId)).toHaveLength(1);
  });

  it('is one order under another payload id as well, at once or later, and refused with other content', async () => {
    const order = await aReturnedCart([aReturnedShirt()]);

    const atOnce = await Promise.all(Array.from({ length: 8 }, () => buyer.send(order)));
    const later = await buyer.send(order);
    const other = await buyer.send(withLine(order, { quantity: 5 }));

    expect([...new Set([...atOnce, later].map(({ text }) => text))]).toHaveLength(1);
    expect(other.code).toBe(409);
    expect(await readOrders(order.orderId)).toHaveLength(1);
  });

  it('is not taken for another one that has the same payload id by mistake', async () => {
    const [one, other] = [await aReturnedCart([aReturnedShirt()]), await aReturnedCart([aReturnedShirt()])];
    const payloadId = uniqueText();

    expect((await buyer.send({ ...one, payloadId })).code).toBe(200);
    expect((await buyer.send({ ...other, payloadId })).code).toBe(409);
    expect((await buyer.send(other)).code).toBe(200);
  });

  const CHANGES: [what: string, change: Partial<TestSentLine>, findings: string[], code: number][] = [
    ['another unit', { unit: 'BX' }, ['unit!'], 201],
    ['another price', { price: '12.49' }, ['price!'], 201],
    ['a price of more decimals', { price: '12.5049' }, ['price!'], 201],
    ['another quantity', { quantity: '5.0' }, ['quantity!'], 201],
    ['a cut part number', { partId: 'Garment' }, ['partNumber'], 200],
    ['another part number', { partId: 'OTHER' }, ['partNumber!'], 201],
    ['another description', { description: 'Shirt' }, ['description'], 200],
    ['a line of a cart that we do not know', { auxiliaryId: newAuxiliaryId() }, ['unknownLine!', 'missing'], 201],
    ['a product that we do not have', { auxiliaryId: undefined, partId: 'NOTHING' }, ['unknownProduct!', 'missing'], 201],
  ];
  for (const [what, change, findings, code] of CHANGES)
    it(`P4: names ${what}`, async () => {
      const order = await aReturnedCart([aReturnedShirt(), aReturnedShirt({ quantity: 1 })]);
      const { total: _total, ...sent } = withLine(order, change);

      expect((await buyer.send(sent)).code).toBe(code);
      expect((await listFindings(order.orderId)).sort()).toEqual([...findings].sort());
    });

  it('P4: names a missing line, an added one and a total that does not add up, and takes the order', async () => {
    const order = await aReturnedCart([aReturnedShirt(), aReturnedShirt()]);
    const added = { partId: shirt.combinations[0]?.sku, quantity: 2, price: '12.50', description: shirt.name };

    expect((await buyer.send({ ...order, lines: [...order.lines.slice(1), added], total: '1.00' })).code).toBe(200);
    expect(await listFindings(order.orderId)).toEqual(['added', 'missing', 'total']);
  });

  it('is refused in another currency and with quantities that are none', async () => {
    const order = await aReturnedCart([aReturnedShirt()]);

    for (const change of [
      { currency: 'USD' },
      { quantity: '1.5' },
      { quantity: 0 },
      { quantity: '-2' },
      { quantity: 'ten' },
      { quantity: '' },
    ])
      expect((await buyer.send(withLine(order, change))).code).toBe(400);
    expect(await readOrder(order.orderId)).toBeUndefined();
  });

  it('keeps the returned price for as long as the connection says; afterwards it is compared with today’s', async () => {
    const inTime = await aReturnedCart([aReturnedShirt({ unitPriceMinor: 1100 })], 30);
    const late = await aReturnedCart([aReturnedShirt({ unitPriceMinor: 1100 })], 31);
    const lateAtTodaysPrice = await aReturnedCart([aReturnedShirt()], 31);

    expect((await buyer.send(inTime)).code).toBe(200);
    expect((await buyer.send(late)).code).toBe(201);
    expect((await readOrder(late.orderId))?.findings.find(({ kind }) => kind === 'price')?.text).toBe(
      'Line 1: the order says £11.00, the cart was returned 31 days ago, and today’s price is £12.50.',
    );
    expect((await buyer.send(lateAtTodaysPrice)).code).toBe(200);
  });

  it('without a cart is taken by part number at today’s price, for the person with the email address', async () => {
    const line = { partId: shirt.combinations[0]?.sku.toLowerCase(), quantity: 2, price: '12.50' };
    const order = { orderId: `PO-${uniqueText()}`, lines: [line], email: person.email.toUpperCase() };

    expect((await buyer.send(order)).code).toBe(200);
    expect(await listFindings(order.orderId)).toEqual(['withoutCart']);
    expect((await readOrder(order.orderId))?.order).toMatchObject({ customer_id: person.id, goods_minor: 2500 });
    const dearer = { ...order, orderId: `PO-${uniqueText()}`, lines: [{ ...line, price: '12.00' }] };
    expect((await buyer.send(dearer)).code).toBe(201);
  });

  it('is a test when the document says so: on no board, without invoice and count, and it takes no stock', async () => {
    const order = await aReturnedCart([aReturnedShirt()]);
    const [before, limit] = [
      await reserved(shirt),
      await sql<{ n: number }>`select open_amount(${CORVANE}::bigint)::int as n`.execute(portal.db),
    ];

    expect((await buyer.send({ ...order, isTest: true })).code).toBe(200);

    const stored = await readOrder(order.orderId);
    expect(stored?.order).toMatchObject({ is_test: true, origin: 'punchout' });
    expect(await reserved(shirt)).toBe(before);
    expect((await sql<{ n: number }>`select open_amount(${CORVANE}::bigint)::int as n`.execute(portal.db)).rows).toEqual(
      limit.rows,
    );
    const operator = await portal.asOperator();
    expect((await operator.get(`/api/operator/orders/${stored?.orderId}`)).status).toBe(404);
    expect((await buyer.send({ ...order, isTest: true, type: 'delete' })).code).toBe(200);
    expect(await reserved(shirt)).toBe(before);
  });
});

describe('a changed order', () => {
  it('P3: replaces or cancels the order until its picking starts; an unknown one is refused', async () => {
    const order = await aReturnedCart([aReturnedShirt(), aReturnedShirt()]);
    const before = await reserved(shirt);
    expect((await buyer.send({ ...order, type: 'update' })).code).toBe(400);
    expect((await buyer.send({ ...order, type: 'delete' })).code).toBe(400);
    expect((await buyer.send(order)).code).toBe(200);

    const smaller: TestOrder = { ...order, type: 'update', lines: order.lines.slice(0, 1), total: '50.00' };
    expect((await buyer.send(smaller)).code).toBe(200);
    const [first, second] = await readOrders(order.orderId);
    expect([first?.state, second?.state]).toEqual([40, 10]);
    expect(await reserved(shirt)).toBe((before ?? 0) + 4);
    expect((await readOrder(order.orderId))?.orderId).toBe(second?.id);

    await sql`update orders set picking_started_at = now() where id = ${second?.id ?? 0}`.execute(portal.db);
    expect((await buyer.send({ ...order, type: 'update' })).code).toBe(409);
    expect((await buyer.send({ ...order, type: 'delete' })).code).toBe(409);
    await sql`update orders set picking_started_at = null where id = ${second?.id ?? 0}`.execute(portal.db);
    expect(await buyer.send({ ...order, type: 'delete' })).toEqual({ code: 200, text: `Order ${order.orderId} is cancelled.` });
    expect(await readOrders(order.orderId)).toMatchObject([{ state: 40 }, { state: 40 }]);
    expect(await reserved(shirt)).toBe(before);
    expect((await buyer.send({ ...order, type: 'delete' })).code).toBe(200);
    expect((await buyer.send(order)).code).toBe(409);
  });

  it('replaces the document that waits, and can be taken at once then', async () => {
    const order = await aReturnedCart([aReturnedShirt()]);
    expect((await buyer.send(withLine(order, { price: '1.00' }))).code).toBe(201);
    expect(await readOrders(order.orderId)).toEqual([]);

    expect((await buyer.send({ ...order, type: 'update' })).code).toBe(200);

    expect(await readOrder(order.orderId)).toMatchObject({ state: 'accepted', lines: [{ unit: 1250 }] });
    expect(await readDecisions(order.orderId)).toEqual([[201, 200]]);
  });
});

/** How documents of an order that waited were answered, and what was decided of them. */
const readDecisions = async (number: string) => {
  const { rows } = await sql<{ code: number; decided: number | null }>`
    select m.status_code as code, m.decided_code as decided from punchout_message m join purchase_order p on p.organisation_id = m.organisation_id and p.id = m.purchase_order_id
    where p.number = ${number} and m.status_code = 201 order by m.id`.execute(portal.db);
  return rows.map(({ code, decided }) => [code, decided]);
};
