import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import {
  anOrderingBuyer,
  CORVANE,
  newAuxiliaryId,
  type OrderingBuyer,
  type TestOrder,
  type TestReturnedLine,
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

/** A shirt as it was returned. */
const aReturnedShirt = (overrides: Partial<TestReturnedLine> = {}) => ({
  ...{
    auxiliaryId: newAuxiliaryId(),
    sku: shirt.combinations[0]?.sku ?? '',
    unitPriceMinor: 1250,
    quantity: 4,
    description: shirt.name,
    unit: 'EA',
  },
  ...{ kind: 'goods' as const, productId: shirt.id, combinationId: shirt.combinations[0]?.id ?? 0 },
  ...overrides,
});

const toPrice = (minor: number) => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;

/** The order that a buyer's system makes of a returned cart when it changes nothing. */
const toOrder = (lines: readonly TestReturnedLine[], overrides: Partial<TestOrder> = {}): TestOrder => ({
  orderId: `PO-${uniqueText()}`,
  lines: lines.map(({ sku, auxiliaryId, quantity, unitPriceMinor, description, unit }) => ({
    ...{ partId: sku, auxiliaryId, quantity, price: toPrice(unitPriceMinor), description, unit },
  })),
  total: toPrice(lines.reduce((sum, { unitPriceMinor, quantity }) => sum + unitPriceMinor * quantity, 0)),
  ...overrides,
});

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

describe('an order of a returned cart', () => {
  it('becomes an order of the person, on account, with its number and the prices of the cart, without a finding (P4)', async () => {
    const line = aReturnedShirt({ unitPriceMinor: 1199 });
    await buyer.returnCart(person.id, [line]);
    const order = toOrder([line]);

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
      },
      lines: [{ quantity: 4, unit: 1199, sku: line.sku }],
    });
  });
});
