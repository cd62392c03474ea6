import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { anItem, aStockedProduct, NORTH, orderItems, type StockedProduct, setProductPrice } from '#api/testing/builders.ts';
import { cancel, changeLine, lineOf, orderOf, setApprovalRules, sizeOf, withRules } from '#api/testing/order-changes.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

// Whoever changes an order sees before it what remains costs. A price that changes in between is not charged unseen.

const portal = usePortal();
/** 10.00, and 6.00 from 50 pieces on. */
let shirt: StockedProduct;
let buyer: SignedIn;
let approver: SignedIn;

beforeAll(async () => {
  await setApprovalRules(portal);
  shirt = await aStockedProduct(portal.db, { stock: [1000, 1000] });
  await sql`insert into tier_price (product_id, quantity, price_minor) values (${shirt.id}, 50, 600)`.execute(portal.db);
  buyer = await signInAs(portal, { firstName: 'Bea' });
  approver = await signInAs(portal, { role: 'Buyer', approver: true, ...NORTH });
});

/** Makes the price of a single shirt 12.00 while `act` runs. */
async function whileDearer(act: () => Promise<void>): Promise<void> {
  await setProductPrice(portal.db, shirt.id, 1200);
  try {
    await act();
  } finally {
    await setProductPrice(portal.db, shirt.id, 1000);
  }
}

const decide = (client: TestClient, decision: object) =>
  client.post<'POST /api/orders/approvereject'>('/api/orders/approvereject', decision);

/** The requests that are previewed, for an order of 50 shirts. */
const REQUESTS = {
  'cancelling pieces': async (orderId: number, more: object) =>
    cancel(buyer, orderId, { items: [{ id: await lineOf(buyer, orderId), quantity: 45 }], ...more }),
  'another size for pieces': async (orderId: number, more: object) =>
    changeLine(buyer, orderId, await lineOf(buyer, orderId), { combinationId: sizeOf(shirt, 1), quantity: 45, ...more }),
  'approving a part': async (orderId: number, more: object) =>
    decide(approver, {
      id: orderId,
      action: 'approve',
      items: [{ id: await lineOf(buyer, orderId), quantity: 5 }],
      ...more,
    }),
} as const;

it.each(Object.entries(REQUESTS))('%s is refused when it costs something else than was shown', (_, request) =>
  withRules(portal, [{ kind: 'always' }], async () => {
    const orderId = await orderItems(portal.db, buyer, anItem(shirt, 50));
    const { outcomeFingerprint } = (await request(orderId, { preview: true })).body;
    expect(outcomeFingerprint).toEqual(expect.any(String));

    await whileDearer(async () => {
      const refused = await request(orderId, { outcomeFingerprint });
      expect([refused.status, (refused.body as { code?: string }).code]).toEqual([409, 'outcome_changed']);
      expect(refused.errors.order).toEqual([
        'The outcome has changed since it was shown.',
        ...(await request(orderId, { preview: true })).body.outcome,
      ]);
      expect(refused.errors.order?.join()).toContain('£12.00 a piece instead of £6.00');
      expect((await orderOf(buyer, orderId)).pendingValue).toBe(300);
    });
    expect((await request(orderId, { outcomeFingerprint })).status).toBe(200);
  }),
);

it('counts as before from callers who send no fingerprint', async () => {
  const orderId = await orderItems(portal.db, buyer, anItem(shirt, 50));
  await REQUESTS['cancelling pieces'](orderId, { preview: true });
  await whileDearer(async () => {
    expect((await REQUESTS['cancelling pieces'](orderId, {})).status).toBe(200);
  });
});

it('answers a repeated cancellation as the first time, whatever it would cost by now', async () => {
  const orderId = await orderItems(portal.db, buyer, anItem(shirt, 50));
  const cancellation = { items: [{ id: await lineOf(buyer, orderId), quantity: 45 }] };
  const { outcomeFingerprint } = (await cancel(buyer, orderId, { ...cancellation, preview: true })).body;
  const first = await cancel(buyer, orderId, { ...cancellation, outcomeFingerprint }, 'as-seen-1');
  await whileDearer(async () => {
    const other = { ...cancellation, outcomeFingerprint: 'another' };
    for (const repeated of [{ ...cancellation, outcomeFingerprint }, other])
      expect((await cancel(buyer, orderId, repeated, 'as-seen-1')).body).toEqual(first.body);
  });
  expect(first.status).toBe(200);
});
