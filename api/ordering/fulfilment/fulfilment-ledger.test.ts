import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import {
  aParcel,
  aReleasedOrder,
  cancelLines,
  createUnlockedWarehouse,
  deliver,
  ship,
  shipPieces,
  stockOf,
} from '#api/testing/fulfilment.ts';
import { orderOf, setApprovalRules } from '#api/testing/order-changes.ts';
import { findOrderFaults } from '#api/testing/order-faults.ts';
import type { TestClient, TestOperatorClient, TestServer } from '#api/testing/portal.ts';
import {
  computeExpectedAccounts,
  computeExpectedUniformStatus,
  readStoredAccounts,
  readStoredUniformStatus,
} from '#api/testing/uniform-status.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer, signInAs, type WearerOverrides } from '#api/testing/wearers.ts';

// What shipping, delivering and cancelling leave in stock, of the entitlement and of the amounts.

const portal = usePortal();
let operator: TestOperatorClient;
let shirt: StockedProduct;
let admin: TestClient;

beforeAll(async () => {
  await setApprovalRules(portal);
  operator = await portal.asOperator();
  admin = await signInAs(portal, { role: 'Admin' });
});

const WEARERS = {
  pieces: { quantity: 4 },
  points: { allocationTypeId: 30, budgetPoints: 100, points: 20, quantity: null },
  money: { allocationTypeId: 40, budgetMinor: 5000, quantity: null },
} as const satisfies Record<string, WearerOverrides>;

/** What the accounts of a person say: reserved and used. */
const accountsOf = async (customerId: number) =>
  (
    await sql<{ kind: string; reserved: number; used: number }>`
      select kind, reserved, used from entitlement_account where organisation_id = 1 and customer_id = ${customerId} and reserved + used > 0 order by kind`.execute(
      portal.db,
    )
  ).rows.map(({ kind, reserved, used }) => [kind, reserved, used]);

describe.each([
  ['pieces', [['group', 1, 2]], [['group', 0, 2]]],
  [
    'points',
    [
      ['budget', 20, 40],
      ['group', 1, 2],
    ],
    [
      ['budget', 0, 40],
      ['group', 0, 2],
    ],
  ],
  [
    'money',
    [
      ['budget', 1000, 2000],
      ['group', 1, 2],
    ],
    [
      ['budget', 0, 2000],
      ['group', 0, 2],
    ],
  ],
] as const)('under allocation by %s', (allocation, shipped, cancelled) => {
  it('what was shipped is used, what is cancelled is given back, and every sum is right', async () => {
    shirt = await aStockedProduct(portal.db, { price: 1000, stock: [50] });
    const { client, id } = await aWearer(portal, [shirt], WEARERS[allocation]);
    const order = await aReleasedOrder(portal, client, [shirt, 3]);
    const line = order.lines[0] as number;
    const parcel = await shipPieces(operator, [line, 2]);
    expect(await accountsOf(id)).toEqual(shipped);
    await cancelLines(operator, order.id, [line, 1]);
    expect(await accountsOf(id)).toEqual(cancelled);
    await deliver(operator, parcel);
    expect(await accountsOf(id)).toEqual(cancelled);
    expect(await stockOf(portal, shirt)).toEqual([48, 0]);
    expect(await findOrderFaults(portal.db, order.id)).toEqual([]);
    expect(await readStoredAccounts(portal.db, 1)).toEqual(await computeExpectedAccounts(portal.db, 1));
    expect(await readStoredUniformStatus(portal.db, 1)).toEqual(await computeExpectedUniformStatus(portal.db, 1));
  });
});

it('shipped, pending and cancelled always add up, whatever the warehouse does in which order', async () => {
  shirt = await aStockedProduct(portal.db, { price: 700, stock: [500, 500] });
  const buyer = await signInAs(portal, {});
  const act = fc.record({
    kind: fc.constantFrom('ship', 'cancel', 'deliver'),
    line: fc.nat(1),
    quantity: fc.integer({ min: 1, max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 7 }), async (acts) => {
      const order = await aReleasedOrder(portal, buyer, [shirt, 4], [shirt, 3, 1]);
      const pending = [4, 3];
      const parcels: number[] = [];
      for (const { kind, line, quantity } of acts) {
        const isPossible = quantity <= (pending[line] as number);
        const piece: [number, number] = [order.lines[line] as number, quantity];
        if (kind === 'deliver') {
          const parcel = parcels.pop();
          if (parcel) expect((await deliver(operator, parcel)).status).toBe(200);
          continue;
        }
        const response = kind === 'ship' ? await ship(operator, [aParcel(piece)]) : await cancelLines(operator, order.id, piece);
        expect(response.status === 200).toBe(isPossible);
        if (!isPossible) continue;
        pending[line] = (pending[line] as number) - quantity;
        if (kind === 'ship') parcels.push((response.body as { shipments: { id: number }[] }).shipments[0]?.id as number);
        const detail = await orderOf(admin, order.id);
        expect(detail.orderItems.toSorted((a, b) => a.id - b.id).map((each) => each.pendingQuantity)).toEqual(pending);
        for (const each of detail.orderItems)
          expect(each.shippedQuantity + each.cancelledQuantity + each.pendingQuantity).toBe(each.quantity);
        const sum = (detail.shippedValue ?? 0) + (detail.cancelledValue ?? 0) + (detail.pendingValue ?? 0);
        expect(sum).toBeCloseTo(detail.totalValue ?? Number.NaN, 2);
      }
      expect(await findOrderFaults(portal.db, order.id)).toEqual([]);
    }),
    { numRuns: 8 },
  );
});

describe('two operators who ship the same pieces at the same moment', () => {
  /** Ships the only two pending pieces twice, and returns the responses. */
  async function shipTwice(server: TestServer) {
    const coat = await aStockedProduct(portal.db, { stock: [50] });
    const order = await aReleasedOrder(portal, await signInAs(portal, {}), [coat, 2]);
    const operators = await Promise.all([server.asOperator(), server.asOperator()]);
    const replies = await Promise.all(operators.map((each) => ship(each, [aParcel([order.lines[0] as number, 2])])));
    return { replies: replies.toSorted((a, b) => a.status - b.status), stock: await stockOf(portal, coat), name: coat.name };
  }

  it('one succeeds, and the other is told that nothing is pending any more', async () => {
    const { replies, stock, name } = await shipTwice(portal);
    expect(replies.map(({ status }) => status)).toEqual([200, 422]);
    expect(replies[1]?.errors).toEqual({ 'parcels[0].items[0].quantity': [`Nothing of ${name} is pending any more.`] });
    expect(stock).toEqual([48, 0]);
  });

  it('without the lock of the order, the second gets no explanation, and still ships nothing', async () => {
    const withoutLock = await portal.openSecondServer({
      logTo: { write: () => undefined },
      faults: createUnlockedWarehouse(),
    });
    const { replies, stock } = await shipTwice(withoutLock);
    expect(replies.map(({ status }) => status)).toEqual([200, 500]);
    expect(stock).toEqual([48, 0]);
  });
});
