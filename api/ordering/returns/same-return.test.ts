import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { anItem, aStockedProduct, orderItems, type StockedProduct } from '#api/testing/builders.ts';
import { orderOf, reservedOf, sizeOf } from '#api/testing/order-changes.ts';
import { findOrderFaults } from '#api/testing/order-faults.ts';
import type { TestServer } from '#api/testing/portal.ts';
import { askToExchange, askToReturn, RETURN_ACTIONS, RETURN_REASONS, shipOrder } from '#api/testing/returns.ts';
import { unlockedOrders } from '#api/testing/statement-faults.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

// What several requests do at the same moment, and what the database prevents where the order is not locked.

const portal = usePortal();
let buyers: SignedIn[];
let withoutLock: TestServer;
let firstOrderId: number;

beforeAll(async () => {
  buyers = await Promise.all(Array.from({ length: 4 }, () => signInAs(portal, {})));
  withoutLock = await portal.openSecondServer({
    logTo: { write: () => undefined },
    faults: [unlockedOrders, { statement: /as "returnableQuantity",/, afterwards: waitForOthers }],
  });
});

/** How many requests have read what can be returned on the server without the lock. */
let readers = 0;
/** Three read it before any of them writes. */
async function waitForOthers() {
  readers += 1;
  await vi.waitUntil(() => readers >= 3, { interval: 5, timeout: 5000 });
}

async function aDeliveredOrder(client: SignedIn, shirt: StockedProduct, quantity: number) {
  const id = await orderItems(portal.db, client, anItem(shirt, quantity));
  firstOrderId ??= id;
  await shipOrder(portal.db, id);
  return { id, lineId: (await orderOf(client, id)).orderItems[0]?.id as number };
}

describe('several requests for the same pieces', () => {
  it.each([
    ['with the lock of the order', () => portal as TestServer, [200, 200, 409, 409, 409, 409]],
    // Without it, requests act on what they have read; the constraint of the line still refuses a piece too many, without an explanation.
    ['without it', () => withoutLock, undefined],
  ])('%s never return more than was sent', async (_, getServer, expected) => {
    const shirt = await aStockedProduct(portal.db, { stock: [50] });
    const [buyer] = buyers as [SignedIn];
    const { id, lineId } = await aDeliveredOrder(buyer, shirt, 2);
    const client = getServer().withSession(buyer);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_each, index) =>
        askToReturn(client, {
          orderId: id,
          returnRequestReasonId: RETURN_REASONS.wrongOrdered,
          returnRequestActionId: RETURN_ACTIONS.credit,
          comments: `Request ${index}`,
          items: [{ id: lineId, quantity: 1 }],
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    if (expected) expect(statuses).toEqual(expected);
    else expect(statuses).toContain(500);
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    const { rows } = await sql<{ open: number; requested: number }>`
      select l.open_return_quantity as open, (select sum(quantity)::int from return_request r where r.order_line_id = l.id) as requested
      from order_line l where l.id = ${lineId}`.execute(portal.db);
    expect(rows).toEqual([{ open: 2, requested: 2 }]);
  });
});

describe('several exchanges for the last piece', () => {
  const race = async (server: TestServer, lastPieces: number) => {
    const shirt = await aStockedProduct(portal.db, { stock: [50, lastPieces] });
    const orders = await Promise.all(buyers.map((buyer) => aDeliveredOrder(buyer, shirt, 1)));
    const answers = await Promise.all(
      buyers.map((buyer, index) =>
        askToExchange(server.withSession(buyer), orders[index]?.id as number, orders[index]?.lineId as number, sizeOf(shirt, 1)),
      ),
    );
    return { shirt, answers };
  };

  it('reserve it for one person; the others are told so', async () => {
    const { shirt, answers } = await race(portal, 1);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.errors).toEqual({
      'items[0].exchangeCombinationId': [
        `There is not enough stock of ${shirt.name}, Size 1. Nothing has been requested yet; please choose another size.`,
      ],
    });
    expect(await reservedOf(portal, shirt)).toEqual([0, 1]);
  });

  it('leave nothing behind where they were refused', async () => {
    await race(portal, 2);
    const faults = await findOrderFaults(portal.db, firstOrderId);
    expect(faults).toEqual([]);
  });
});
