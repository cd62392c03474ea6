import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { runInTransaction } from '#api/platform/db/database.ts';
import { anItem, aStockedProduct, orderItems, type StockedProduct } from '#api/testing/builders.ts';
import { findLedgerFaults } from '#api/testing/entitlement.ts';
import { cancel, lineOf } from '#api/testing/order-changes.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { createWardrobeClient } from '#api/testing/wardrobe-client.ts';
import { aWearer } from '#api/testing/wearers.ts';
import { returnPieces } from './return-pieces.queries.ts';

// Someone ordered all the three pieces that their wardrobe granted, which grants fewer now. What they give back goes to them as far as it still does, and
// expires beyond that.

const portal = usePortal();
let shirt: StockedProduct;
beforeAll(async () => {
  shirt = await aStockedProduct(portal.db, { stock: [5000] });
});

/** Their order, after the wardrobe was reduced to some pieces. */
async function anOrderBeyond(quantity: number) {
  const wearer = await aWearer(portal, [shirt], { quantity: 3 });
  const orderId = await orderItems(portal.db, wearer.client, anItem(shirt, 3));
  const wardrobes = createWardrobeClient(await portal.as('admin@meridian.example'));
  const { status, errors } = await wardrobes.changeGroup(wearer.collectionId, wearer.groupId, { allocatedQuantity: quantity });
  if (status !== 200) throw new Error(`The wardrobe was not reduced: ${JSON.stringify(errors)}`);
  return { ...wearer, orderId, lineId: await lineOf(wearer.client, orderId) };
}

type Ordered = Awaited<ReturnType<typeof anOrderBeyond>>;
/** How pieces are given back. */
const WAYS: Record<string, (ordered: Ordered, pieces: number) => Promise<unknown>> = {
  cancelled: async ({ client, orderId, lineId }, pieces) =>
    expect((await cancel(client, orderId, { items: [{ id: lineId, quantity: pieces }] })).status).toBe(200),
  'sent and returned': async ({ orderId, lineId }, pieces) => {
    await sql`update order_line set shipped_quantity = 3, open_return_quantity = ${pieces} where order_id = ${orderId}`.execute(
      portal.db,
    );
    await runInTransaction(portal.db, (tx) => returnPieces(tx, { organisationId: 1, orderId, lineId }, pieces));
  },
};

/** What is granted, taken and left of the account, and what has expired. */
async function accountOf({ id }: Ordered) {
  const { rows } = await sql<{ granted: number; taken: number; left: number; expired: number }>`
    select a.granted, a.reserved + a.used as taken, a.granted - a.reserved - a.used as left, (
      select coalesce(-sum(e.granted_delta), 0) from entitlement_entry e
      where e.organisation_id = a.organisation_id and e.account_id = a.id and e.kind = 'expire') as expired
    from entitlement_account a where a.customer_id = ${id} and a.kind = 'group' and a.status = 'open'`.execute(portal.db);
  return rows[0];
}

describe.each(Object.entries(WAYS))('pieces that are %s', (_, giveBack) => {
  it.each([
    [1, 1, { granted: 2, taken: 2, left: 0, expired: 1 }],
    [1, 2, { granted: 1, taken: 1, left: 0, expired: 2 }],
    [1, 3, { granted: 1, taken: 0, left: 1, expired: 2 }],
    [2, 3, { granted: 2, taken: 0, left: 2, expired: 1 }],
    [0, 3, { granted: 0, taken: 0, left: 0, expired: 3 }],
  ])('of a wardrobe reduced to %i: %i of three', async (quantity, pieces, expected) => {
    const ordered = await anOrderBeyond(quantity);
    expect(await accountOf(ordered)).toEqual({ granted: 3, taken: 3, left: 0, expired: 0 });

    await giveBack(ordered, pieces);

    expect(await accountOf(ordered)).toEqual(expected);
    expect(await findLedgerFaults(portal.db)).toEqual([]);
  });
});

it('pieces that are given back one after another expire once each', async () => {
  const ordered = await anOrderBeyond(1);
  for (const left of [0, 0, 1]) {
    await (WAYS.cancelled as (typeof WAYS)[string])(ordered, 1);
    expect((await accountOf(ordered))?.left).toBe(left);
  }
  expect((await accountOf(ordered))?.expired).toBe(2);
});
