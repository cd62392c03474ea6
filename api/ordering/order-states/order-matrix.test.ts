import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anItem, aStockedProduct, aWardrobe, NORTH, orderItems, SOUTH } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { reorder, undoReorder } from '#api/testing/reorder.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { orderFor, signInAs } from '#api/testing/wearers.ts';
import { ORDER } from './order-states.rules.ts';

// What everyone may do with an order in each state: a table of expected answers, and every cell tried.

const portal = usePortal();

type CallerName = keyof typeof CALLERS;
type StateName = keyof typeof ORDER;

/** Who calls, and whether they see the order: it is Staff's, of the group North. */
const CALLERS = {
  owner: 'sees',
  someoneOrderingForOwner: 'sees',
  adminOfGroup: 'sees',
  adminOfOrganisation: 'sees',
  buyerOfGroup: 'sees',
  approverOfGroup: 'sees',
  colleague: 'sees not',
  adminOfOtherGroup: 'sees not',
  adminElsewhere: 'sees not',
} as const;

interface Action {
  run: (person: TestClient, orderId: number) => Promise<{ status: number }>;
  /** The status expected of someone who sees the order; others get 404. */
  expected: (caller: CallerName, state: StateName) => number;
}

const ORDERS_AGAIN: readonly CallerName[] = ['owner', 'someoneOrderingForOwner', 'adminOfGroup', 'adminOfOrganisation'];
/** Ordering again looks at the lines only, so the state of the order makes no difference. */
const againOnlyFor = (caller: CallerName) => (ORDERS_AGAIN.includes(caller) ? 200 : 403);

const ACTIONS: Record<string, Action> = {
  view: { run: (person, orderId) => person.get(`/api/orders/${orderId}`), expected: () => 200 },
  reorder: { run: reorder, expected: againOnlyFor },
  undoReorder: { run: undoReorder, expected: againOnlyFor },
};

const STATES = Object.keys(ORDER) as StateName[];
const orders = {} as Record<StateName, number>;
const callers = {} as Record<CallerName, TestClient>;

beforeAll(async () => {
  const garment = await aStockedProduct(portal.db, { stock: [1000] });
  const owner = await signInAs(portal, { role: 'Staff' });
  await aWardrobe(portal.db, owner.customerId, [garment], { quantity: null, allocationTypeId: 50 });
  for (const state of STATES) {
    orders[state] = await orderItems(portal.db, owner, anItem(garment));
    await sql`update orders set order_state_id = ${ORDER[state]} where id = ${orders[state]}`.execute(portal.db);
  }
  Object.assign(callers, {
    owner,
    someoneOrderingForOwner: await orderFor(portal, owner.customerId),
    adminOfGroup: await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] }),
    adminOfOrganisation: await signInAs(portal, { role: 'Admin', groupIds: [] }),
    buyerOfGroup: await signInAs(portal, { role: 'Buyer' }),
    // A Buyer, who may order, so that nothing but the order decides.
    approverOfGroup: await signInAs(portal, { role: 'Buyer', approver: true }),
    colleague: await signInAs(portal, { role: 'Staff' }),
    adminOfOtherGroup: await signInAs(portal, { role: 'Admin', adminableGroupIds: [SOUTH.groupId], groupIds: [SOUTH.groupId] }),
    adminElsewhere: await signInAs(portal, { role: 'Admin', organisationId: 2, groupIds: [], resortId: null }),
  } satisfies Record<CallerName, TestClient>);
});

describe.each(Object.entries(ACTIONS))('%s', (_name, { run, expected }) => {
  it.each(Object.keys(CALLERS) as CallerName[])('by %s gets the expected answer in every state of the order', async (caller) => {
    const answers: Record<string, number> = {};
    for (const state of STATES) answers[state] = (await run(callers[caller], orders[state])).status;

    expect(answers).toEqual(
      Object.fromEntries(STATES.map((state) => [state, CALLERS[caller] === 'sees' ? expected(caller, state) : 404])),
    );
  });
});
