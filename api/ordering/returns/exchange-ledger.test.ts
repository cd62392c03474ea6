import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { anItem, aStockedProduct, orderItems, type StockedProduct } from '#api/testing/builders.ts';
import { orderOf, sizeOf } from '#api/testing/order-changes.ts';
import { findOrderFaults } from '#api/testing/order-faults.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { askToExchange, askToReturn, RETURN_ACTIONS, RETURN_REASONS, shipOrder } from '#api/testing/returns.ts';
import {
  computeExpectedAccounts,
  computeExpectedUniformStatus,
  readStoredAccounts,
  readStoredUniformStatus,
} from '#api/testing/uniform-status.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { aWearer, signInAs, type WearerOverrides } from '#api/testing/wearers.ts';
import { type Acting, actAsSystem } from '../order-acts/record-act.actions.ts';
import { expireExchanges } from './exchange-deadlines.actions.ts';
import { lockReturn, type StoredReturn } from './return-steps.queries.ts';
import type { ReturnDecision } from './returns.rules.ts';
import { decideReturn, receiveReturn } from './settle-return.actions.ts';

// What is left of the entitlement, in stock and of the amounts after everything that can happen to something that is returned. A wearer who is owed three
// pieces has two of the first size, at £10, and exchanges one for the second size, which costs £12 under a budget in money.

const portal = usePortal();
const mailJobs = useMailJobs(portal);
let shirt: StockedProduct;
let admin: TestClient;
let firstOrderId: number | undefined;

beforeAll(async () => {
  admin = await signInAs(portal, { role: 'Admin' });
});

const WEARERS = {
  pieces: { quantity: 3 },
  points: { allocationTypeId: 30, budgetPoints: 100, points: 20, quantity: null },
  money: { allocationTypeId: 40, budgetMinor: 5000, quantity: null },
  fixed: { allocationTypeId: 10, productQuantity: 3 },
  unlimited: { allocationTypeId: 50, quantity: null },
} as const satisfies Record<string, WearerOverrides>;
type Kind = keyof typeof WEARERS;

interface Held {
  wearer: TestClient;
  orderId: number;
  lineId: number;
}

/** Settles the newest request of a wearer as the supplier. */
async function settle(wearer: TestClient, step: (tx: Tx, acting: Acting, request: StoredReturn) => Promise<unknown>) {
  const { rows } = await sql<{
    id: number;
  }>`select max(id) as id from return_request where customer_id = ${wearer.customerId}`.execute(portal.db);
  await settleOne(rows[0]?.id as number, step);
}
const settleOne = (id: number, step: (tx: Tx, acting: Acting, request: StoredReturn) => Promise<unknown>) =>
  runInTransaction(portal.db, async (tx) => {
    const request = (await lockReturn(tx, { organisationId: 1, id })) as StoredReturn;
    await step(tx, actAsSystem(mailJobs), request);
  });
const receive = (wearer: TestClient, quantity = 1, condition: 'asNew' | 'worn' | 'faulty' = 'asNew') =>
  settle(wearer, (tx, acting, request) => receiveReturn(tx, acting, request, { quantity, condition }));

/** Exchanges pieces of a line for the size at a position; returns the new line. */
async function exchange({ wearer, orderId, lineId }: Held, size: number, quantity = 1): Promise<Held> {
  const { status, body, errors } = await askToExchange(wearer, orderId, lineId, sizeOf(shirt, size), quantity);
  if (status !== 200) throw new Error(JSON.stringify(errors));
  const [request] = body.returnRequests;
  return { wearer, orderId: request?.exchangeOrderId as number, lineId: request?.exchangeOrderItemId as number };
}

async function ask({ wearer, orderId, lineId }: Held, action: keyof typeof RETURN_ACTIONS, quantity = 1): Promise<void> {
  const { status } = await askToReturn(wearer, {
    orderId,
    returnRequestReasonId: RETURN_REASONS.faulty,
    returnRequestActionId: RETURN_ACTIONS[action],
    items: [{ id: lineId, quantity }],
  });
  expect(status).toBe(200);
}
const cancelNewest = async ({ wearer }: Held) => {
  const { rows } = await sql<{
    id: number;
  }>`select max(id) as id from return_request where customer_id = ${wearer.customerId}`.execute(portal.db);
  expect((await wearer.post(`/api/returnrequest/${rows[0]?.id}/cancel`, {})).status).toBe(200);
};
const decide = (wearer: TestClient, decision: ReturnDecision, reason: string | null = null) =>
  settle(wearer, (tx, acting, request) => decideReturn(tx, acting, request, decision, reason));
const refund = (wearer: TestClient) => decide(wearer, 'refund');
const ship = ({ orderId }: Held) => shipOrder(portal.db, orderId);

const ACTS = {
  nothing: async () => undefined,
  'an exchange that waits': (held: Held) => exchange(held, 1),
  'an exchange that is cancelled': async (held) => {
    await exchange(held, 1);
    await cancelNewest(held);
  },
  'an exchange that expires': async (held) => {
    await exchange(held, 1);
    await sql`update return_request set reserved_until_on = current_date - 2 where customer_id = ${held.wearer.customerId}`.execute(
      portal.db,
    );
    expect(await expireExchanges(portal.db, { ...mailJobs, log: console, clock: portal.clock })).toBe(1);
  },
  'an exchange that is rejected': async (held) => {
    await exchange(held, 1);
    await decide(held.wearer, 'reject', 'Worn.');
  },
  'an exchange that has arrived': async (held) => {
    await exchange(held, 1);
    await receive(held.wearer);
  },
  'an exchange that has arrived worn': async (held) => {
    await exchange(held, 1);
    await receive(held.wearer, 1, 'worn');
  },
  'an exchange that has arrived and was sent': async (held) => {
    const sent = await exchange(held, 1);
    await receive(held.wearer);
    await ship(sent);
  },
  'an exchange that was sent in advance, rejected, and then arrived': async (held) => {
    const sent = await exchange(held, 1);
    await decide(held.wearer, 'sendInAdvance');
    await ship(sent);
    await decide(held.wearer, 'reject', 'Nothing has come back.');
    await receive(held.wearer);
  },
  'an exchange that was sent in advance, and then arrived': async (held) => {
    const sent = await exchange(held, 1);
    await decide(held.wearer, 'sendInAdvance');
    await ship(sent);
    await receive(held.wearer);
  },
  'an exchange of both pieces, of which one has arrived': async (held) => {
    await exchange(held, 1, 2);
    await receive(held.wearer, 1);
  },
  'a chain of two exchanges': async (held) => {
    const second = await exchange(held, 1);
    await receive(held.wearer);
    await ship(second);
    const third = await exchange(second, 2);
    await receive(held.wearer);
    await ship(third);
  },
  'a chain of two exchanges, and the last size credited': async (held) => {
    const second = await exchange(held, 1);
    await receive(held.wearer);
    await ship(second);
    const third = await exchange(second, 2);
    await receive(held.wearer);
    await ship(third);
    await ask(third, 'credit');
    await receive(held.wearer);
    await refund(held.wearer);
  },
  'a chain of which the second exchange is cancelled': async (held) => {
    const second = await exchange(held, 1);
    await receive(held.wearer);
    await ship(second);
    await exchange(second, 2);
    await cancelNewest(held);
  },
  'a credit that waits': (held) => ask(held, 'credit'),
  'a credit that has arrived': async (held) => {
    await ask(held, 'credit');
    await receive(held.wearer);
  },
  'a credit that is paid': async (held) => {
    await ask(held, 'credit', 2);
    await receive(held.wearer, 2);
    await refund(held.wearer);
  },
  'a credit that is rejected once it has arrived': async (held) => {
    await ask(held, 'credit');
    await receive(held.wearer, 1, 'worn');
    await decide(held.wearer, 'reject', 'Worn.');
  },
  'a repair': async (held) => {
    await ask(held, 'repair');
    await receive(held.wearer, 1, 'faulty');
    await decide(held.wearer, 'repair');
  },
  'a replacement': async (held) => {
    await ask(held, 'replacement');
    await receive(held.wearer, 1, 'faulty');
    await decide(held.wearer, 'replace');
  },
} satisfies Record<string, (held: Held) => Promise<unknown>>;

/** Left of pieces (also under fixed allocation), points and money; on hand and reserved of each size, of nine each; what was refunded, with tax. */
type Result = [pieces: number, points: number, money: number, onHand: number[], reserved: number[], refunded: number];

const EXPECTED: Record<keyof typeof ACTS, Result> = {
  nothing: [1, 60, 30, [7, 9, 9], [0, 0, 0], 0],
  // The difference in price is reserved at once.
  'an exchange that waits': [1, 60, 28, [7, 9, 9], [0, 1, 0], 0],
  'an exchange that is cancelled': [1, 60, 30, [7, 9, 9], [0, 0, 0], 0],
  'an exchange that expires': [1, 60, 30, [7, 9, 9], [0, 0, 0], 0],
  'an exchange that is rejected': [1, 60, 30, [7, 9, 9], [0, 0, 0], 0],
  'an exchange that has arrived': [1, 60, 28, [8, 9, 9], [0, 1, 0], 0],
  'an exchange that has arrived worn': [1, 60, 28, [7, 9, 9], [0, 1, 0], 0],
  'an exchange that has arrived and was sent': [1, 60, 28, [8, 8, 9], [0, 0, 0], 0],
  'an exchange that was sent in advance, rejected, and then arrived': [1, 60, 28, [8, 8, 9], [0, 0, 0], 0],
  'an exchange that was sent in advance, and then arrived': [1, 60, 28, [8, 8, 9], [0, 0, 0], 0],
  'an exchange of both pieces, of which one has arrived': [1, 60, 28, [8, 9, 9], [0, 1, 0], 0],
  // The third size costs £9: £1 less than the first.
  'a chain of two exchanges': [1, 60, 31, [8, 9, 8], [0, 0, 0], 0],
  'a chain of two exchanges, and the last size credited': [2, 80, 40, [8, 9, 9], [0, 0, 0], 12],
  'a chain of which the second exchange is cancelled': [1, 60, 28, [8, 8, 9], [0, 0, 0], 0],
  'a credit that waits': [1, 60, 30, [7, 9, 9], [0, 0, 0], 0],
  'a credit that has arrived': [1, 60, 30, [8, 9, 9], [0, 0, 0], 0],
  'a credit that is paid': [3, 100, 50, [9, 9, 9], [0, 0, 0], 24],
  'a credit that is rejected once it has arrived': [1, 60, 30, [7, 9, 9], [0, 0, 0], 0],
  'a repair': [1, 60, 30, [7, 9, 9], [0, 0, 0], 0],
  'a replacement': [1, 60, 30, [7, 9, 9], [1, 0, 0], 0],
};

/** Acts that are also tried under fixed and unlimited allocation, which count pieces like the first. */
const TRIED_FOR_ALL: readonly string[] = [
  'an exchange that has arrived and was sent',
  'a chain of two exchanges, and the last size credited',
];

const leftOf = async ({ customerId }: TestClient, kind: Kind) => {
  const account = { pieces: 'group', unlimited: 'group', fixed: 'product', points: 'budget', money: 'budget' }[kind];
  const { rows } = await sql<{ left: number; taken: number }>`
    select granted - reserved - used as left, reserved + used as taken from entitlement_account where customer_id = ${customerId} and kind = ${account}`.execute(
    portal.db,
  );
  // Nothing is granted without a limit: as if three were.
  if (kind === 'unlimited') return 3 - (rows[0]?.taken as number);
  return (rows[0]?.left as number) / (kind === 'money' ? 100 : 1);
};

describe.each(Object.entries(ACTS))('after %s', (name, act) => {
  it('what should be left is left of pieces, points and money', async () => {
    const left: Record<string, number> = {};
    const stock: unknown[] = [];
    const refunded: unknown[] = [];
    const kinds = (Object.keys(WEARERS) as Kind[]).slice(0, TRIED_FOR_ALL.includes(name) ? undefined : 3);
    for (const kind of kinds) {
      shirt = await aStockedProduct(portal.db, { stock: [9, 9, 9] });
      const { client: wearer } = await aWearer(portal, [shirt], WEARERS[kind]);
      const orderId = await orderItems(portal.db, wearer, anItem(shirt, 2));
      firstOrderId ??= orderId;
      await shipOrder(portal.db, orderId);
      await sql`update combination set overridden_price_minor = 1200 where id = ${sizeOf(shirt, 1)}`.execute(portal.db);
      await sql`update combination set overridden_price_minor = 900 where id = ${sizeOf(shirt, 2)}`.execute(portal.db);
      const lineId = (await orderOf(wearer, orderId)).orderItems[0]?.id as number;

      await act({ wearer, orderId, lineId });

      left[kind] = await leftOf(wearer, kind);
      const levels = await sql<{ on_hand: number; reserved: number }>`
        select on_hand, reserved from stock_level where product_id = ${shirt.id} order by combination_id`.execute(portal.db);
      stock.push([levels.rows.map(({ on_hand }) => on_hand), levels.rows.map(({ reserved }) => reserved)]);
      const { refundedAmount, orderTotal } = await orderOf(admin, orderId);
      refunded.push(refundedAmount);
      // Nothing is sold twice, and no order becomes cheaper by a return.
      expect(orderTotal).toBe(
        (
          await sql<{ total: number }>`
        select sum(total_minor)::int as total from orders where customer_id = ${wearer.customerId}`.execute(portal.db)
        ).rows[0]!.total / 100,
      );
    }

    const [pieces, points, money, onHand, reserved, amount] = EXPECTED[name as keyof typeof ACTS];
    expect(left).toEqual(
      Object.fromEntries(kinds.map((kind) => [kind, { pieces, points, money, fixed: pieces, unlimited: pieces }[kind]])),
    );
    expect(stock).toEqual(kinds.map(() => [onHand, reserved]));
    expect(refunded).toEqual(kinds.map(() => amount));
  });
});

it('a size that costs more than is left of the budget cannot be had', async () => {
  shirt = await aStockedProduct(portal.db, { stock: [9, 9] });
  const { client: wearer } = await aWearer(portal, [shirt], { allocationTypeId: 40, budgetMinor: 1100, quantity: null });
  const orderId = await orderItems(portal.db, wearer, anItem(shirt, 1));
  await shipOrder(portal.db, orderId);
  await sql`update combination set overridden_price_minor = 1200 where id = ${sizeOf(shirt, 1)}`.execute(portal.db);
  const lineId = (await orderOf(wearer, orderId)).orderItems[0]?.id as number;
  const { status, errors } = await askToExchange(wearer, orderId, lineId, sizeOf(shirt, 1));
  expect([status, errors['items[0].exchangeCombinationId']?.[0]]).toEqual([
    422,
    expect.stringContaining('costs £2.00 more, and only £1.00 is left'),
  ]);
});

it('pieces beyond the entitlement leave a line first, in whatever order the returns arrive', async () => {
  for (const order of ['first', 'second'] as const) {
    shirt = await aStockedProduct(portal.db, { stock: [9, 9, 9] });
    const { client: wearer } = await aWearer(portal, [shirt], {
      allocationTypeId: 40,
      budgetMinor: 1200,
      quantity: null,
      beyond: 'approval',
    });
    const orderId = await orderItems(portal.db, wearer, { ...anItem(shirt, 2), reason: 'It rains.' });
    await shipOrder(portal.db, orderId);
    await sql`update combination set overridden_price_minor = 1200 where id in (${sizeOf(shirt, 1)}, ${sizeOf(shirt, 2)})`.execute(
      portal.db,
    );
    const lineId = (await orderOf(wearer, orderId)).orderItems[0]?.id as number;
    const held = { wearer, orderId, lineId };
    await exchange(held, 1);
    // Only the second exchange is covered, and takes the last £2.
    expect(await leftOf(wearer, 'money')).toBe(2);
    await exchange(held, 2);
    expect(await leftOf(wearer, 'money')).toBe(0);
    const requests = await sql<{
      id: number;
    }>`select id from return_request where customer_id = ${wearer.customerId} order by id`.execute(portal.db);
    const ids = requests.rows.map(({ id }) => id);
    for (const id of order === 'first' ? ids : ids.toReversed())
      await settleOne(id, (tx, acting, request) => receiveReturn(tx, acting, request, { quantity: 1, condition: 'asNew' }));
    expect(await leftOf(wearer, 'money')).toBe(0);
  }
});

it('in the end, ledger, stock, amounts and uniform status are what orders say', async () => {
  const faults = await findOrderFaults(portal.db, firstOrderId as number);
  expect(faults.filter(({ fault }) => !fault.includes('waits'))).toEqual([]);
  expect(await readStoredAccounts(portal.db, 1)).toEqual(await computeExpectedAccounts(portal.db, 1));
  expect(await readStoredUniformStatus(portal.db, 1)).toEqual(await computeExpectedUniformStatus(portal.db, 1));
});
