import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { calculateTax } from '#api/catalogue/pricing/pricing.rules.ts';
import { aPerson, aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import {
  anOrderingBuyer,
  aReturned,
  CORVANE,
  newAuxiliaryId,
  type OrderingBuyer,
  toOrder,
} from '#api/testing/purchase-orders.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';

/** How many carts are ordered: a few by default, as many as wanted by this variable. */
const CARTS = Number(process.env.PUNCHOUT_CARTS ?? 20);

const portal = usePortal();
const mailJobs = useMailJobs(portal);
let buyer: OrderingBuyer;
let person: { id: number };
let operator: TestOperatorClient;
let garments: StockedProduct[];

beforeAll(async () => {
  buyer = await anOrderingBuyer(portal, mailJobs);
  await sql`update punchout_connection set delivery_mode = 'header' where organisation_id = ${CORVANE} and id = ${buyer.connection.id}`.execute(
    portal.db,
  );
  person = await aPerson(portal.db, { organisationId: CORVANE, groupIds: [], resortId: null });
  operator = await portal.asOperator();
  garments = await Promise.all(
    [999, 1250].map((price, index) =>
      aStockedProduct(portal.db, { organisationIds: [CORVANE], price, stock: [1_000_000], taxExempt: index === 1 }),
    ),
  );
});

const line = fc.record({
  garment: fc.nat({ max: 1 }),
  returnedMinor: fc.integer({ min: 1, max: 50_000 }),
  returnedQuantity: fc.integer({ min: 1, max: 300 }),
  // What the buyer's system makes of it.
  orderedMinor: fc.option(fc.integer({ min: 0, max: 50_000 }), { nil: undefined }),
  orderedQuantity: fc.option(fc.integer({ min: 1, max: 300 }), { nil: undefined }),
});
const cart = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 6 }),
  chargeMinor: fc.option(fc.integer({ min: 1, max: 20_000 }), { nil: undefined }),
  deliveryMinor: fc.option(fc.integer({ min: 1, max: 3000 }), { nil: undefined }),
});

const toText = (minor: number) => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;

/** What the order of the buyer's system has become, once it is accepted. */
async function readPlaced(number: string) {
  const { rows } = await sql<{
    id: number;
    state: string;
    goods: number;
    charges: number;
    delivery: number;
    tax: number;
    total: number;
  }>`
    select p.id, p.state, o.goods_minor as goods, o.charges_minor as charges, o.shipping_minor as delivery, o.goods_tax_minor + o.charges_tax_minor + o.shipping_tax_minor as tax, o.total_minor as total
    from purchase_order p left join orders o on o.organisation_id = p.organisation_id and o.id = p.order_id where p.number = ${number}`.execute(
    portal.db,
  );
  return rows[0];
}

it(`costs what the order of the buyer’s system says, to the penny, in ${CARTS} carts with changed prices and quantities`, async () => {
  await fc.assert(
    fc.asyncProperty(cart, async ({ lines, chargeMinor, deliveryMinor }) => {
      const returned = lines.map(({ garment, returnedMinor, returnedQuantity }) =>
        aReturned(garments[garment] as StockedProduct, { unitPriceMinor: returnedMinor, quantity: returnedQuantity }),
      );
      const charge = {
        auxiliaryId: newAuxiliaryId(),
        sku: 'SET-UP',
        unitPriceMinor: chargeMinor ?? 0,
        quantity: 1,
        description: 'Set-up',
        unit: 'EA',
        kind: 'charge' as const,
      };
      const all = [...returned, ...(chargeMinor === undefined ? [] : [charge])];
      await buyer.returnCart(person.id, all);
      const order = toOrder(all, deliveryMinor === undefined ? {} : { shipping: toText(deliveryMinor) });
      const sent = {
        ...order,
        lines: order.lines.map((each, index) => {
          const { orderedMinor, orderedQuantity } = lines[index] ?? {};
          return {
            ...each,
            ...(orderedMinor !== undefined && { price: toText(orderedMinor) }),
            ...(orderedQuantity !== undefined && { quantity: orderedQuantity }),
          };
        }),
      };
      const { code } = await buyer.send(sent);
      if (code === 201) {
        const { status } = await operator.post(`/api/operator/punchout/orders/${(await readPlaced(order.orderId))?.id}/accept`, {
          acceptance: {},
        });
        expect(status).toBe(200);
      }

      const ordered = lines.map(
        ({ garment, returnedMinor, returnedQuantity, orderedMinor = returnedMinor, orderedQuantity = returnedQuantity }) => ({
          amount: orderedMinor * orderedQuantity,
          rate: garment === 1 ? 0 : 0.2,
        }),
      );
      const goods = ordered.reduce((sum, { amount }) => sum + amount, 0);
      const beside = (chargeMinor ?? 0) + (deliveryMinor ?? 0);
      const tax =
        ordered.reduce((sum, { amount, rate }) => sum + calculateTax(amount, rate), 0) +
        calculateTax(chargeMinor ?? 0, 0.2) +
        calculateTax(deliveryMinor ?? 0, 0.2);
      expect(await readPlaced(order.orderId)).toMatchObject({
        ...{ state: 'accepted', goods, charges: chargeMinor ?? 0, delivery: deliveryMinor ?? 0, tax },
        total: goods + beside + tax,
      });
    }),
    { numRuns: CARTS },
  );
}, 600_000);
