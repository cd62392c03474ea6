import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { anItem, aPerson, aStockedProduct, orderItems } from '#api/testing/builders.ts';
import { erasePerson } from '#api/testing/erase-person.ts';
import { cancelLines } from '#api/testing/fulfilment.ts';
import type { TestClient, TestOperatorClient, TestServer } from '#api/testing/portal.ts';
import { type StatementFault, unlockedOrders } from '#api/testing/statement-faults.ts';
import { usePortal } from '#api/testing/use-portal.ts';

// Erasing a person while the supplier cancels pieces of their order. Transactions that were ended by a deadlock are repeated by the server, so the test counts
// how often each was run.

const portal = usePortal();
let admin: TestClient;
let operator: TestOperatorClient;
let inOrder: TestServer;
let outOfOrder: TestServer;
let runs = { erasures: 0, cancellations: 0 };

const CANCELLED_ORDER = /^(?!.*union select order_id).* for no key update of o/s;
const ERASED_LINES = /update order_line set reason = null/;
/** Counts; with `meets`, the first of each waits until the other holds its first lock. */
const counting = (meets: boolean): StatementFault[] =>
  (['erasures', 'cancellations'] as const).map((name) => ({
    statement: name === 'erasures' ? ERASED_LINES : CANCELLED_ORDER,
    afterwards: async () => {
      runs[name] += 1;
      const other = name === 'erasures' ? 'cancellations' : 'erasures';
      if (meets) await vi.waitUntil(() => runs[other] > 0, { interval: 5, timeout: 5000 });
    },
  }));

beforeAll(async () => {
  admin = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email);
  operator = await portal.asOperator({ brandIds: [1] });
  inOrder = await portal.openSecondServer({ faults: counting(false) });
  outOfOrder = await portal.openSecondServer({ faults: counting(true) });
});

/** Erases someone and cancels a piece of their order at the same moment; with the lock of the erasure, or without. */
async function eraseAndCancel(eraser: TestServer, canceller: TestServer) {
  const { id, email } = await aPerson(portal.db, { role: 'Buyer' });
  const orderId = await orderItems(portal.db, await portal.as(email), anItem(await aStockedProduct(portal.db), 2));
  const { rows } = await sql<{
    id: number;
  }>`update order_line set reason = 'Torn' where order_id = ${orderId} returning id`.execute(portal.db);
  runs = { erasures: 0, cancellations: 0 };
  const cancelling = { ...operator, ...canceller.withSession({ ...admin, headers: operator.headers }), id: operator.id };
  const answers = await Promise.all([
    erasePerson(eraser.withSession(admin), id, email),
    cancelLines(cancelling, orderId, [Number(rows[0]?.id), 1]),
  ]);
  return answers.map(({ status }) => status);
}

describe('erasing a person while their order changes', () => {
  it('waits for the change, or the change for it, and neither is repeated', async () => {
    expect(await eraseAndCancel(inOrder, inOrder)).toEqual([200, 200]);
    expect(runs.erasures).toBe(1);
  });

  it('would end in a deadlock without locking the orders first', async () => {
    const unlocked = await portal.openSecondServer({ faults: [unlockedOrders, ...counting(true).slice(0, 1)] });
    expect(await eraseAndCancel(unlocked, outOfOrder)).toEqual([200, 200]);
    expect(runs.erasures + runs.cancellations).toBeGreaterThan(2);
  });
});
