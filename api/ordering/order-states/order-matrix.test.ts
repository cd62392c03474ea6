import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { anItem, aStockedProduct, aWardrobe, NORTH, orderItems, SOUTH, type StockedProduct } from '#api/testing/builders.ts';
import { cancel, changeLine, pick, setApprovalRules, sizeOf } from '#api/testing/order-changes.ts';
import { findOrderFaults } from '#api/testing/order-faults.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { reorder, undoReorder } from '#api/testing/reorder.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { orderFor, signInAs } from '#api/testing/wearers.ts';
import { expireApprovals } from '../approval/approval-deadlines.actions.ts';
import { ORDER } from './order-states.rules.ts';

// What everyone may do with an order in each state: tables of expected answers, and every cell tried. The order is Staff's, of the group North, and was
// placed by Sales.

const portal = usePortal();
const mailJobs = useMailJobs(portal);

const CALLERS = [
  /** The person of the order. */
  'owner',
  /** The placer, while ordering for the owner. */
  'impersonator',
  /** Sales who placed it for the owner. */
  'placer',
  'adminOfGroup',
  'adminOfOrganisation',
  'buyer',
  'approver',
  /** Has delegated approval. */
  'absentApprover',
  /** Staff of the group South, to whom approval was delegated. */
  'delegate',
  /** Decided on the orders that were decided on, and then moved to the group South. */
  'formerApprover',
  /** Sales, while ordering for the approver. */
  'impersonatorOfApprover',
  'approverOfOtherGroup',
  'adminOfOtherGroup',
  /** Sales who did not place it. */
  'sales',
  'colleague',
  /** Of another organisation. */
  'adminElsewhere',
  'anonymous',
] as const;
type CallerName = (typeof CALLERS)[number];

/**
 * The states of an order; some of them twice, because they came about in different ways or because picking has started. Sent back and expired orders
 * are cancelled ones.
 */
const STATES = [
  'waiting',
  'pending',
  'processing',
  'picking',
  'complete',
  'cancelled',
  'rejected',
  'sentBack',
  'expired',
] as const;
type StateName = (typeof STATES)[number];

/** The HTTP status that each of the callers named, and everyone else, should get in each of `STATES`. */
type ExpectedAnswers = Readonly<Record<string, string>>;

interface Action {
  run: (caller: TestClient, order: TestOrder) => Promise<{ status: number; body: unknown }>;
  expected: ExpectedAnswers;
  /** The status of the order afterwards, where the act is possible only once. */
  becomes?: string;
  /** Nothing is changed, whatever the answer. */
  isReadOnly?: boolean;
}

interface TestOrder {
  id: number;
  lineId: number;
}

let shirt: StockedProduct;
const orders = {} as Record<StateName, TestOrder>;
const callers = {} as Record<CallerName, TestClient>;

const decide = (decision: (order: TestOrder) => object) => (caller: TestClient, order: TestOrder) =>
  caller.post('/api/orders/approvereject', { id: order.id, ...decision(order) });
const REASON = { rejectReason: 'Not this month.' };

//                  waiting pending processing picking complete cancelled rejected sentBack expired
const SEEN = '          200     200        200     200      200       200      200      200     200';
const FORBIDDEN = '     403     403        403     403      403       403      403      403     403';
const UNKNOWN = '       404     404        404     404      404       404      404      404     404';
const ANONYMOUS = '     401     401        401     401      401       401      401      401     401';
const CHANGEABLE = '    200     200        200     409      409       409      409      409     409';
const DECIDABLE = '     200     409        409     409      409       409      409      409     409';

const OTHERS: ExpectedAnswers = { anonymous: ANONYMOUS, 'everyone else': UNKNOWN };
const DECIDING: ExpectedAnswers = {
  'approver, delegate': DECIDABLE,
  'owner, impersonator, placer, sales, adminOfGroup, adminOfOrganisation, buyer, absentApprover, impersonatorOfApprover':
    FORBIDDEN,
  ...OTHERS,
};

const CHANGING: ExpectedAnswers = {
  'owner, impersonator, placer, adminOfGroup, adminOfOrganisation': CHANGEABLE,
  'sales, buyer, approver, absentApprover, impersonatorOfApprover': FORBIDDEN,
  delegate: '           403     404        404     404      404       404      404      404     404',
  formerApprover: '     404     403        403     403      403       403      403      403     404',
  ...OTHERS,
};

/** Ordering again looks at the lines only, so the state of the order makes no difference. */
const REORDERING: ExpectedAnswers = {
  'owner, impersonator, adminOfGroup, adminOfOrganisation': SEEN,
  'placer, sales, buyer, approver, absentApprover, impersonatorOfApprover': FORBIDDEN,
  ...OTHERS,
};

const ACTIONS: Record<string, Action> = {
  view: {
    run: (caller, { id }) => caller.get(`/api/orders/${id}`),
    isReadOnly: true,
    expected: {
      'owner, impersonator, placer, sales, adminOfGroup, adminOfOrganisation, buyer, approver, absentApprover, impersonatorOfApprover':
        SEEN,
      // While it waits; after a decision, those who did not decide no longer need it.
      delegate: '         200     404        404     404      404       404      404      404     404',
      formerApprover: '   404     200        200     200      200       200      200      200     404',
      ...OTHERS,
    },
  },
  'open the card for a decision': {
    run: (caller, { id }) => caller.get(`/api/orders/${id}/approval`),
    isReadOnly: true,
    expected: {
      'approver, delegate': SEEN,
      formerApprover: '   404     200        200     200      200       200      200      200     404',
      'impersonator, impersonatorOfApprover': FORBIDDEN,
      ...OTHERS,
    },
  },
  approve: {
    run: decide(() => ({ action: 'approve' })),
    // Repeating one's own decision gets its first answer.
    expected: {
      formerApprover: '   404     200        200     200      200       200      409      409     404',
      ...DECIDING,
    },
    becomes: 'Pending',
  },
  'approve in part': {
    run: decide(({ lineId }) => ({ action: 'approve', items: [{ id: lineId, quantity: 1 }], ...REASON })),
    expected: {
      formerApprover: '   404     409        409     409      409       409      409      409     404',
      ...DECIDING,
    },
    becomes: 'Pending',
  },
  reject: {
    run: decide(() => ({ action: 'reject', ...REASON })),
    expected: {
      formerApprover: '   404     409        409     409      409       409      200      409     404',
      ...DECIDING,
    },
    becomes: 'Rejected',
  },
  'send back': {
    run: decide(() => ({ action: 'amend', ...REASON })),
    expected: {
      formerApprover: '   404     409        409     409      409       409      409      200     404',
      ...DECIDING,
    },
    becomes: 'Cancelled',
  },
  cancel: { run: (caller, { id }) => cancel(caller, id), expected: CHANGING, becomes: 'Cancelled' },
  'cancel a piece': {
    run: (caller, { id, lineId }) => cancel(caller, id, { items: [{ id: lineId, quantity: 1 }] }),
    expected: CHANGING,
  },
  'change the size of a piece': {
    run: (caller, { id, lineId }) => changeLine(caller, id, lineId, { combinationId: sizeOf(shirt, 1), quantity: 1 }),
    expected: CHANGING,
  },
  'preview cancelling': { run: (caller, { id }) => cancel(caller, id, { preview: true }), isReadOnly: true, expected: CHANGING },
  'preview changing the size': {
    run: (caller, { id, lineId }) => changeLine(caller, id, lineId, { combinationId: sizeOf(shirt, 1), preview: true }),
    isReadOnly: true,
    expected: CHANGING,
  },
  'order again': { run: (caller, { id }) => reorder(caller, id), expected: REORDERING },
  'undo ordering again': { run: (caller, { id }) => undoReorder(caller, id), expected: REORDERING },
};

/** What one caller should get in each of `STATES`. */
function readRow(expected: ExpectedAnswers, caller: CallerName): number[] {
  const named = Object.entries(expected).find(([names]) => names.split(', ').includes(caller));
  const row = named?.[1] ?? expected['everyone else'] ?? '';
  return row.trim().split(/\s+/).map(Number);
}

const setState = (id: number, state: number) =>
  sql`update orders set order_state_id = ${state} where id = ${id}`.execute(portal.db);

/** How an order that waits comes into each state. */
const ACTS: Record<StateName, (order: TestOrder) => Promise<unknown>> = {
  waiting: async () => undefined,
  pending: (order) => ACTIONS.approve?.run(callers.formerApprover, order) as Promise<unknown>,
  processing: async (order) => {
    await ACTS.pending(order);
    await setState(order.id, ORDER.processing);
  },
  picking: async (order) => {
    await ACTS.pending(order);
    await pick(portal, order.id);
  },
  complete: async (order) => {
    await ACTS.picking(order);
    await sql`update order_line set shipped_quantity = quantity where order_id = ${order.id}`.execute(portal.db);
    await sql`
      with shipped as (
        insert into stock_entry (combination_id, kind, on_hand_delta, reserved_delta, organisation_id, order_id, order_line_id)
        select combination_id, 'ship', -quantity, -quantity, organisation_id, order_id, id from order_line where order_id = ${order.id} returning *)
      update stock_level s set on_hand = s.on_hand + shipped.on_hand_delta, reserved = s.reserved + shipped.reserved_delta
      from shipped where s.combination_id = shipped.combination_id`.execute(portal.db);
    await setState(order.id, ORDER.complete);
  },
  cancelled: async (order) => {
    await ACTS.pending(order);
    await cancel(await portal.as('admin@meridian.example'), order.id);
  },
  rejected: (order) => ACTIONS.reject?.run(callers.formerApprover, order) as Promise<unknown>,
  sentBack: (order) => ACTIONS['send back']?.run(callers.formerApprover, order) as Promise<unknown>,
  expired: async ({ id }) => {
    await sql`update approval set expires_at = now() - interval '1 second' where order_id = ${id}`.execute(portal.db);
    await expireApprovals(portal.db, { ...mailJobs, log: console, clock: portal.clock });
  },
};

/** An order of the owner, placed for them, in this state. */
async function anOrder(state: StateName): Promise<TestOrder> {
  const { owner, impersonator } = callers;
  const id = await orderItems(portal.db, { ...impersonator, customerId: owner.customerId }, anItem(shirt, 20));
  const { rows } = await sql<TestOrder>`select order_id as id, id as "lineId" from order_line where order_id = ${id}`.execute(
    portal.db,
  );
  const order = rows[0] as TestOrder;
  await ACTS[state](order);
  return order;
}

/** Everything that an act could change. */
async function readEverything(): Promise<unknown> {
  const ids = Object.values(orders).map(({ id }) => id);
  const { rows } = await sql`
    select (select json_agg(o order by o.id) from orders o where o.id = any (${ids}::bigint[])) as orders,
      (select json_agg(l order by l.id) from order_line l where l.order_id = any (${ids}::bigint[])) as lines,
      (select json_agg(a order by a.id) from approval a where a.order_id = any (${ids}::bigint[])) as approvals,
      (select json_agg(s order by s.combination_id) from stock_level s where s.product_id = ${shirt.id}) as stock,
      (select json_agg(a order by a.id) from entitlement_account a where a.customer_id = ${callers.owner.customerId}) as accounts,
      (select json_agg(l order by l.id) from cart_line l join cart c on c.id = l.cart_id where c.customer_id = ${callers.owner.customerId}) as cart,
      (select count(*) from approval_line) as decisions, (select count(*) from stock_entry) as "stockEntries",
      (select count(*) from entitlement_entry) as entries, (select count(*) from order_event) as events,
      (select count(*) from audit_event where subject_kind = 'order') as audit, (select count(*) from mail_outbox) as mails`.execute(
    portal.db,
  );
  return rows[0];
}

beforeAll(async () => {
  await setApprovalRules(portal, { kind: 'always' });
  shirt = await aStockedProduct(portal.db, { stock: [10_000, 10_000] });
  const north = { groupIds: [NORTH.groupId] };
  const south = { groupIds: [SOUTH.groupId] };
  const owner = await signInAs(portal, { role: 'Staff' });
  const placer = await signInAs(portal, { role: 'Sales' });
  const approver = await signInAs(portal, { ...north, approver: true });
  const absentApprover = await signInAs(portal, { ...north, approver: true });
  const delegate = await signInAs(portal, { role: 'Staff', ...south });
  await sql`insert into delegation (organisation_id, approver_id, delegate_id, starts_on, ends_on)
    values (1, ${absentApprover.customerId}, ${delegate.customerId}, current_date - 1, current_date + 1)`.execute(portal.db);
  const formerApprover = await signInAs(portal, { ...north, approver: true });
  Object.assign(callers, {
    owner,
    impersonator: await orderFor(portal, owner.customerId, placer.email),
    placer,
    adminOfGroup: await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] }),
    adminOfOrganisation: await signInAs(portal, { role: 'Admin', groupIds: [] }),
    buyer: await signInAs(portal, north),
    approver,
    absentApprover,
    delegate,
    formerApprover,
    impersonatorOfApprover: await orderFor(portal, approver.customerId),
    approverOfOtherGroup: await signInAs(portal, { ...south, approver: true }),
    adminOfOtherGroup: await signInAs(portal, { role: 'Admin', ...south, adminableGroupIds: [SOUTH.groupId] }),
    sales: await signInAs(portal, { role: 'Sales' }),
    colleague: await signInAs(portal, { role: 'Staff' }),
    adminElsewhere: await signInAs(portal, { role: 'Admin', organisationId: 2, groupIds: [], resortId: null }),
    anonymous: portal.anonymous() as TestClient,
  } satisfies Record<CallerName, TestClient>);
  await aWardrobe(portal.db, owner.customerId, [shirt], { quantity: null, allocationTypeId: 50 });
  for (const state of STATES) orders[state] = await anOrder(state);
  await sql`update customer_group set organisation_group_id = ${SOUTH.groupId} where customer_id = ${formerApprover.customerId}`.execute(
    portal.db,
  );
  await portal.settled();
});

/** The same for every cell of a table, by caller and state. */
async function fillTable<T>(cell: (caller: CallerName, state: StateName) => Promise<T> | T): Promise<Record<CallerName, T[]>> {
  const rows = CALLERS.map(async (caller) => [caller, await Promise.all(STATES.map((state) => cell(caller, state)))] as const);
  return Object.fromEntries(await Promise.all(rows)) as Record<CallerName, T[]>;
}

const statusOf = (body: unknown) => (body as { orders?: { orderStatus: string }[] }).orders?.[0]?.orderStatus;

it.each(Object.entries(ACTIONS))(
  '%s: everyone gets the expected answer in every state, and those who are refused change nothing',
  async (_name, { run, expected, becomes, isReadOnly = false }) => {
    const table = await fillTable((caller, state) => readRow(expected, caller)[STATES.indexOf(state)] as number);
    const isAct = (caller: CallerName, state: StateName) =>
      !isReadOnly && table[caller][STATES.indexOf(state)] === 200 && !(becomes && caller === 'formerApprover');

    const before = await readEverything();
    const answers = await fillTable((caller, state) =>
      isAct(caller, state) ? 0 : run(callers[caller], orders[state]).then(({ status }) => status),
    );
    expect(await readEverything()).toEqual(before);

    for (const caller of CALLERS)
      for (const [index, state] of STATES.entries()) {
        if (!isAct(caller, state)) continue;
        const { status, body } = await run(callers[caller], becomes ? await anOrder(state) : orders[state]);
        answers[caller][index] = status;
        if (becomes) expect([caller, state, statusOf(body)]).toEqual([caller, state, becomes]);
      }

    expect(answers).toEqual(table);
  },
);

it('picking starts only for an order that was released and has not ended; repeating it changes nothing', async () => {
  const results: Record<string, unknown> = {};
  for (const state of STATES) results[state] = await pick(portal, orders[state].id);
  expect(results).toEqual({
    waiting: 'unknown',
    pending: 'started',
    processing: 'started',
    picking: 'started',
    complete: 'refused',
    cancelled: 'refused',
    rejected: 'unknown',
    sentBack: 'unknown',
    expired: 'unknown',
  });
});

it('after all of this, money, stock, ledger and states agree', async () => {
  expect(await findOrderFaults(portal.db, orders.waiting.id)).toEqual([]);
});
