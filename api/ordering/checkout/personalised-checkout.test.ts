import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPerson, fillCart, requestSummary, submitOrder } from '#api/testing/builders.ts';
import { aDecoratedProduct, type DecoratedProduct, EMBROIDERY, PRINT } from '#api/testing/designs.ts';
import { orderOf, setApprovalRules } from '#api/testing/order-changes.ts';
import { findOrderFaults } from '#api/testing/order-faults.ts';
import { setDelivery } from '#api/testing/personalised-orders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let polo: DecoratedProduct;
let buyer: SignedIn;

beforeAll(async () => {
  await setApprovalRules(portal);
  await setDelivery(portal.db);
});
beforeEach(async () => {
  polo = await aDecoratedProduct(portal.db, { stock: [50, 50], price: 1000 });
  buyer = await signInAs(portal, { firstName: 'Bea' });
});

const chest = (text: string) => ({ methodId: EMBROIDERY, positionId: polo.positions['left-chest'], text });
const back = (text: string) => ({ methodId: PRINT, positionId: polo.positions['upper-back'], text });
const pieces = (quantity: number, customisations: object[], size = 0, more: object = {}) => ({
  ...{ productId: polo.id, combinationId: polo.combinations[size]?.id, quantity, customisations },
  ...more,
});
const statementsOf = async (send: () => Promise<unknown>) => {
  const before = portal.statementsSent();
  await send();
  return portal.statementsSent() - before;
};
const order = async (person: TestClient) => {
  const { status, body, errors } = await submitOrder(person);
  expect([status, errors]).toEqual([200, {}]);
  return body.orderId as number;
};

it('cart, summary, order and mail say the same of decoration and set-up', async () => {
  // Two sizes with the same text are set up once.
  const cart = await fillCart(buyer, pieces(3, [chest('Bar')]), pieces(1, [chest('Bar'), back('Crew')], 1));
  expect(cart.items.map(({ unitPriceExclTax, subTotalExclTax }) => [unitPriceExclTax, subTotalExclTax])).toEqual([
    [12.4, 37.2],
    [14.3, 14.3],
  ]);
  const charges = [
    { kind: 'setup', name: `Set-up: text, left chest (${polo.name})`, inclTax: 14.4, exclTax: 12 },
    { kind: 'setup', name: `Set-up: text, upper back (${polo.name})`, inclTax: 21.6, exclTax: 18 },
  ];
  expect([cart.subTotalExclTax, cart.tax, cart.charges]).toEqual([51.5, 10.3, charges]);

  const summary = await requestSummary(portal.db, buyer);
  // Garments 51.50, set-up 30.00, delivery 4.95, and 20% of each.
  expect([summary.charges, summary.tax, summary.orderTotal]).toEqual([charges, 17.29, 103.74]);
  expect(summary.taxRates).toEqual([{ rate: 20, value: summary.tax }]);
  const id = await order(buyer);
  const placed = await orderOf(buyer, id);
  expect([placed.orderTotal, placed.orderTax, placed.charges, placed.totalValue]).toEqual([
    ...[summary.orderTotal, summary.tax, charges],
    51.5,
  ]);
  const { rows } = await sql<{ data: { lines: { designs?: string[] }[]; sums: object; facts: { awaitsProof?: true } } }>`
    select data from mail_outbox where template = 'order-placed' and (data ->> 'orderId')::bigint = ${id}`.execute(portal.db);
  expect(rows[0]?.data.lines.map(({ designs }) => designs)).toEqual([
    ['Left chest: text “Bar”, embroidered'],
    ['Left chest: text “Bar”, embroidered', 'Upper back: text “Crew”, printed'],
  ]);
  expect(rows[0]?.data.facts.awaitsProof).toBe(true);
  expect(rows[0]?.data.sums).toMatchObject({
    charges: charges.map(({ name, exclTax }) => ({ name, amountMinor: exclTax * 100 })),
    totalMinor: Math.round((placed.orderTotal ?? 0) * 100),
  });
  expect(await findOrderFaults(portal.db, id)).toEqual([]);
});

it('takes no more statements than garments without designs', async () => {
  const statements: number[][] = [];
  for (const customisations of [[], [chest('Bar'), back('Crew')]]) {
    const person = await signInAs(portal, {});
    // Their session is kept in memory only once it has been announced.
    await portal.settled();
    await fillCart(person, pieces(1, customisations), pieces(2, customisations, 1));
    const read = await statementsOf(() => person.get('/api/shopping_cart_items'));
    await requestSummary(portal.db, person);
    statements.push([read, await statementsOf(() => order(person))]);
  }
  expect(statements[1]).toEqual(statements[0]);
});

describe('an order whose set-up or decoration has another price since its summary', () => {
  it('is not placed before that has been said', async () => {
    const prices = sql<{ price: number; setup: number }>`
      select price_minor as price, setup_minor as setup from decoration_price where method_id = ${EMBROIDERY} and currency_code = 'GBP'`;
    const set = (price: number, setup: number) =>
      sql`update decoration_price set price_minor = ${price}, setup_minor = ${setup} where method_id = ${EMBROIDERY} and currency_code = 'GBP'`.execute(
        portal.db,
      );
    const [before] = (await prices.execute(portal.db)).rows;
    try {
      await fillCart(buyer, pieces(1, [chest('Bar')]));
      await requestSummary(portal.db, buyer);
      await set(300, 1500);
      expect((await submitOrder(buyer)).errors).toEqual({
        cart: [
          `The price of ${polo.name}, Size 0 has changed from £12.40 to £13.00 excluding tax.`,
          `The set-up of text, left chest (${polo.name}) has changed from £12.00 to £15.00 excluding tax.`,
          'Nothing has been ordered yet. Please review the summary again.',
        ],
      });
      await requestSummary(portal.db, buyer);
      await order(buyer);
    } finally {
      await set(before?.price ?? 240, before?.setup ?? 1200);
    }
  });
});

it('someone who only wears a line of it sees its designs, and no charges', async () => {
  const wearer = await aPerson(portal.db, { role: 'Staff' });
  const client = await portal.as(wearer.email);
  await fillCart(buyer, pieces(2, [chest('Bar')], 0, { customerId: wearer.id }), pieces(1, [back('Crew')]));
  await requestSummary(portal.db, buyer);
  const id = await order(buyer);
  const seen = await orderOf(client, id);
  expect(seen.orderItems.map(({ customisations }) => customisations.map(({ text }) => text))).toEqual([['Bar']]);
  expect([seen.charges, (await orderOf(buyer, id)).charges.length]).toEqual([[], 2]);
});
