import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anItem, aStockedProduct, orderItems, type StockedProduct, setProductPrice } from '#api/testing/builders.ts';
import { cancel, changeLine, orderOf, reservedOf, setApprovalRules, sizeOf } from '#api/testing/order-changes.ts';
import { findOrderFaults } from '#api/testing/order-faults.ts';
import type { TestClient } from '#api/testing/portal.ts';
import {
  computeExpectedAccounts,
  computeExpectedUniformStatus,
  readStoredAccounts,
  readStoredUniformStatus,
} from '#api/testing/uniform-status.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { aWearer, signInAs, type WearerOverrides } from '#api/testing/wearers.ts';
import { expireApprovals } from '../approval/approval-deadlines.actions.ts';

// What is left of the entitlement, in stock and of the amounts after everything that can happen to an order that waits. It has two shirts in each of
// two sizes, at £10 a shirt: of three pieces owed, the second line takes one, and its other piece is beyond the entitlement.

const portal = usePortal();
const mailJobs = useMailJobs(portal);
let shirt: StockedProduct;
let approver: TestClient;
/** Reads the amounts of orders, which wearers are not sent. */
let admin: TestClient;
let firstOrderId: number | undefined;

beforeAll(async () => {
  await setApprovalRules(portal, { kind: 'always' });
  approver = await signInAs(portal, { approver: true });
  admin = await signInAs(portal, { role: 'Admin' });
});

const WEARERS = {
  pieces: { quantity: 3, beyond: 'approval' },
  points: { allocationTypeId: 30, budgetPoints: 100, points: 20, quantity: null },
  money: { allocationTypeId: 40, budgetMinor: 5000, quantity: null },
} as const satisfies Record<string, WearerOverrides>;

interface WaitingOrder {
  id: number;
  wearer: TestClient;
  /** The lines, by position. */
  lines: [number, number];
}
type Act = (order: WaitingOrder) => Promise<{ status: number } | undefined>;

const decide =
  (decision: (order: WaitingOrder) => object): Act =>
  (order) =>
    approver.post('/api/orders/approvereject', { id: order.id, action: 'approve', rejectReason: 'Not now.', ...decision(order) });
const changeFirstLine = async ({ id, wearer, lines }: WaitingOrder, quantity?: number) => {
  await setProductPrice(portal.db, shirt.id, 1200);
  return changeLine(wearer, id, lines[0], { combinationId: sizeOf(shirt, 1), quantity });
};

const ACTS = {
  nothing: async () => undefined,
  'the size of a line changes at a higher price': (order) => changeFirstLine(order),
  'the size of a piece changes at a higher price': (order) => changeFirstLine(order, 1),
  'approval of everything': decide(() => ({})),
  'approval of one piece of the first line': decide(({ lines }) => ({ items: [{ id: lines[0], quantity: 1 }] })),
  'approval of one piece of the second line': decide(({ lines }) => ({ items: [{ id: lines[1], quantity: 1 }] })),
  'approval without the first line': decide(({ lines }) => ({ items: [{ id: lines[0], action: 'reject' }] })),
  'sending back the first line': decide(({ lines }) => ({ items: [{ id: lines[0], action: 'amend' }] })),
  rejection: decide(() => ({ action: 'reject' })),
  'sending back': decide(() => ({ action: 'amend' })),
  expiry: async ({ id }) => {
    await sql`update approval set expires_at = now() - interval '1 second' where order_id = ${id}`.execute(portal.db);
    expect(await expireApprovals(portal.db, { ...mailJobs, log: console, clock: portal.clock })).toBe(1);
    return undefined;
  },
  'cancelling a piece of the first line': ({ id, wearer, lines }) =>
    cancel(wearer, id, { items: [{ id: lines[0], quantity: 1 }] }),
  'cancelling a piece of the second line': ({ id, wearer, lines }) =>
    cancel(wearer, id, { items: [{ id: lines[1], quantity: 1 }] }),
  cancelling: ({ id, wearer }) => cancel(wearer, id),
  'a size that changes, and cancelling': async (order) => {
    await changeFirstLine(order);
    return cancel(order.wearer, order.id);
  },
  'a size that changes for a piece, and rejection': async (order) => {
    await changeFirstLine(order, 1);
    return decide(() => ({ action: 'reject' }))(order);
  },
} satisfies Record<string, Act>;

/** Left of pieces, points and money; reserved of each size; pending and cancelled value; the order's status. */
type Result = [
  pieces: number,
  points: number,
  money: number,
  reserved: [number, number],
  pending: number,
  cancelled: number,
  status: string,
];

const EXPECTED: Record<keyof typeof ACTS, Result> = {
  nothing: [0, 20, 10, [2, 2], 40, 0, 'AwaitingApproval'],
  'the size of a line changes at a higher price': [0, 20, 6, [0, 4], 44, 0, 'AwaitingApproval'],
  'the size of a piece changes at a higher price': [0, 20, 8, [1, 3], 42, 0, 'AwaitingApproval'],
  'approval of everything': [0, 20, 10, [2, 2], 40, 0, 'Pending'],
  'approval of one piece of the first line': [1, 40, 20, [1, 2], 30, 10, 'Pending'],
  // What is beyond the entitlement is the first to go.
  'approval of one piece of the second line': [0, 40, 20, [2, 1], 30, 10, 'Pending'],
  'approval without the first line': [2, 60, 30, [0, 2], 20, 20, 'Pending'],
  'sending back the first line': [2, 60, 30, [0, 2], 20, 20, 'Pending'],
  rejection: [3, 100, 50, [0, 0], 0, 40, 'Rejected'],
  'sending back': [3, 100, 50, [0, 0], 0, 40, 'Cancelled'],
  expiry: [3, 100, 50, [0, 0], 0, 40, 'Cancelled'],
  'cancelling a piece of the first line': [1, 40, 20, [1, 2], 30, 10, 'AwaitingApproval'],
  'cancelling a piece of the second line': [0, 40, 20, [2, 1], 30, 10, 'AwaitingApproval'],
  cancelling: [3, 100, 50, [0, 0], 0, 40, 'Cancelled'],
  'a size that changes, and cancelling': [3, 100, 50, [0, 0], 0, 44, 'Cancelled'],
  'a size that changes for a piece, and rejection': [3, 100, 50, [0, 0], 0, 42, 'Rejected'],
};

const leftOf = async ({ customerId }: TestClient, kind: keyof typeof WEARERS) => {
  const account = kind === 'pieces' ? 'group' : 'budget';
  const { rows } = await sql<{ left: number }>`
    select granted - reserved - used as left from entitlement_account where customer_id = ${customerId} and kind = ${account}`.execute(
    portal.db,
  );
  return (rows[0]?.left as number) / (kind === 'money' ? 100 : 1);
};

describe.each(Object.entries(ACTS))('after %s', (name, act) => {
  it('what should be left is left of pieces, points and money', async () => {
    const left: Record<string, number> = {};
    const orders: unknown[] = [];
    for (const [kind, overrides] of Object.entries(WEARERS) as [keyof typeof WEARERS, WearerOverrides][]) {
      shirt = await aStockedProduct(portal.db, { stock: [9, 9] });
      const { client: wearer } = await aWearer(portal, [shirt], overrides);
      const items = [anItem(shirt, 2), anItem(shirt, 2, 1)].map((item) => ({ ...item, reason: 'It rains.' }));
      const id = await orderItems(portal.db, wearer, ...items);
      firstOrderId ??= id;
      const lines = (await orderOf(wearer, id)).orderItems.map((line) => line.id) as [number, number];

      const answer = await act({ id, wearer, lines });

      expect(answer?.status ?? 200).toBe(200);
      left[kind] = await leftOf(wearer, kind);
      const { pendingValue, cancelledValue, orderStatus } = await orderOf(admin, id);
      orders.push([await reservedOf(portal, shirt), pendingValue, cancelledValue, orderStatus]);
    }

    const [pieces, points, money, ...order] = EXPECTED[name as keyof typeof ACTS];
    expect({ left, orders }).toEqual({ left: { pieces, points, money }, orders: [order, order, order] });
  });
});

it('in the end, ledger, stock, amounts and uniform status are what orders say', async () => {
  expect(await findOrderFaults(portal.db, firstOrderId as number)).toEqual([]);
  expect(await readStoredAccounts(portal.db, 1)).toEqual(await computeExpectedAccounts(portal.db, 1));
  expect(await readStoredUniformStatus(portal.db, 1)).toEqual(await computeExpectedUniformStatus(portal.db, 1));
});
