import { beforeAll, describe, expect, it, vi } from 'vitest';
import { anItem, aStockedProduct, orderItems, type StockedProduct } from '#api/testing/builders.ts';
import { billAll, invoiceLinesOf, invoicesOf, ship } from '#api/testing/invoices.ts';
import type { TestClient, TestOperatorClient, TestServer } from '#api/testing/portal.ts';
import { type StatementFault, unlockedOrders } from '#api/testing/statement-faults.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';

// Payments and credit notes for one invoice at the same moment. Transactions that were ended by a deadlock are repeated by the server, so the test counts
// how often they locked what they need.

const portal = usePortal();
let shirt: StockedProduct;
let admin: TestClient;
let operator: TestOperatorClient;
let inOrder: TestServer;
let outOfOrder: TestServer;

/** How often a transaction has locked the orders that it credits, and the invoices that it pays. */
let locked = { credits: 0, payments: 0 };
const CREDITED_ORDERS = /select from orders o where .* for no key update of o/s;
const PAID_INVOICES = /from invoice i\s+where .* order by i\.id for no key update of i/s;
const ORDERS_OF_INVOICES = /with wanted as materialized .* for no key update of o/s;

/** Counts, and lets each of a first pair wait until the other holds its first lock. */
const countLocks = (name: keyof typeof locked, meets: boolean): StatementFault['afterwards'] => {
  const other = name === 'credits' ? 'payments' : 'credits';
  return async () => {
    locked[name] += 1;
    if (meets) await vi.waitUntil(() => locked[other] > 0, { interval: 5, timeout: 5000 });
  };
};
const counting = (meets: boolean): StatementFault[] => [
  { statement: CREDITED_ORDERS, afterwards: countLocks('credits', meets) },
  { statement: PAID_INVOICES, afterwards: countLocks('payments', meets) },
];

beforeAll(async () => {
  shirt = await aStockedProduct(portal.db, { price: 1000, stock: [10_000] });
  admin = await signInAs(portal, { role: 'Admin' });
  operator = await portal.asOperator({ brandIds: [1] });
  inOrder = await portal.openSecondServer({ faults: counting(false) });
  const unlocked: StatementFault = { ...unlockedOrders, statement: ORDERS_OF_INVOICES };
  outOfOrder = await portal.openSecondServer({ faults: [unlocked, ...counting(true)] });
});

let references = 0;
const newReference = () => {
  references += 1;
  return `LOCK ${references}`;
};

async function anInvoicedOrder() {
  const id = await orderItems(portal.db, admin, anItem(shirt, 2));
  await ship(portal, id);
  await billAll(portal);
  const [invoice] = await invoicesOf(portal, id);
  const goods = (await invoiceLinesOf(portal, id)).find(({ kind }) => kind === 'goods');
  return { invoiceId: invoice?.id as number, lineId: goods?.id as number };
}
type Invoiced = Awaited<ReturnType<typeof anInvoicedOrder>>;

const pay = (client: Pick<TestOperatorClient, 'post'>, payment: object) =>
  client.post<'POST /api/operator/payments'>('/api/operator/payments', {
    payment: { organisationId: 1, receivedOn: '2026-03-12', reference: newReference(), ...payment },
  });
const credit = (client: Pick<TestOperatorClient, 'post'>, { invoiceId, lineId }: Invoiced) =>
  client.post<'POST /api/operator/invoices/:id/credit'>(`/api/operator/invoices/${invoiceId}/credit`, {
    key: newReference(),
    reason: 'Agreed discount',
    lines: [{ lineId, quantity: 1 }],
  });

/** Someone pays, uses or reverses a payment for the invoice. */
type Act = (client: Pick<TestOperatorClient, 'post'>, invoiced: Invoiced) => Promise<() => Promise<{ status: number }>>;
const acts: [string, Act][] = [
  [
    'a payment',
    async (client, { invoiceId }) =>
      () =>
        pay(client, { amount: 1, allocations: [{ invoiceId, amount: 1 }] }),
  ],
  ['a payment for what is due longest', async (client) => () => pay(client, { amount: 1 })],
  [
    'using what is left of a payment',
    async (client, { invoiceId }) => {
      const { body } = await pay(operator, { amount: 1, allocations: [] });
      const path = `/api/operator/payments/${body.payments[0]?.id}/allocations`;
      return () => client.post<'POST /api/operator/payments/:id/allocations'>(path, { allocations: [{ invoiceId, amount: 1 }] });
    },
  ],
  [
    'reversing a payment',
    async (client, { invoiceId }) => {
      const { body } = await pay(operator, { amount: 1, allocations: [{ invoiceId, amount: 1 }] });
      const path = `/api/operator/payments/${body.payments[0]?.id}/reverse`;
      return () => client.post<'POST /api/operator/payments/:id/reverse'>(path, { reason: 'Bounced' });
    },
  ],
];

describe('at the same moment as a credit note', () => {
  it.each(acts)('%s waits for it, and neither is repeated', async (_, prepare) => {
    const client = inOrder.withSession({ ...admin, headers: operator.headers });
    for (let pair = 0; pair < 3; pair += 1) {
      const invoiced = await anInvoicedOrder();
      const act = await prepare(client, invoiced);
      locked = { credits: 0, payments: 0 };
      const answers = await Promise.all([act(), credit(client, invoiced)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect([locked.credits, locked.payments <= 1]).toEqual([1, true]);
    }
  });

  it('a payment that does not lock the order first ends in a deadlock, from which the server repeats one of them', async () => {
    const client = outOfOrder.withSession({ ...admin, headers: operator.headers });
    const invoiced = await anInvoicedOrder();
    locked = { credits: 0, payments: 0 };
    const { invoiceId } = invoiced;
    const answers = await Promise.all([
      pay(client, { amount: 1, allocations: [{ invoiceId, amount: 1 }] }),
      credit(client, invoiced),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    // On a busy machine the repeated one may meet the other again.
    expect(locked.credits + locked.payments).toBeGreaterThanOrEqual(3);
  });
});
