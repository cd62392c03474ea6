import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { syncEntitlement } from '#api/entitlement/entitlement.actions.ts';
import { readAccounts } from '#api/entitlement/entitlement.queries.ts';
import { runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { anItem, aStockedProduct, orderItems, type StockedProduct } from '#api/testing/builders.ts';
import { runAsOwner } from '#api/testing/database.ts';
import { findLedgerFaults } from '#api/testing/entitlement.ts';
import { untilSomeoneWaits } from '#api/testing/lock-waits.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer } from '#api/testing/wearers.ts';
import type { StepTaker } from '../order-states/order-steps.queries.ts';
import { cancelPieces } from './cancel-pieces.queries.ts';
import { returnPieces } from './return-pieces.queries.ts';
import { insertShipments } from './ship-pieces.queries.ts';

// A change of someone's allocation moves their lines to other accounts and locks no order. Pieces that move at the same moment must be taken from, or
// given back to, the account in which their line counts then (decision 085).

const portal = usePortal();
const TENANT = { organisationId: 1 };
const ACTOR: StepTaker = { kind: 'system', id: null };
let shirt: StockedProduct;
beforeAll(async () => {
  shirt = await aStockedProduct(portal.db, { stock: [5000] });
});

interface Line {
  organisationId: number;
  orderId: number;
  lineId: number;
  wearerId: number;
}

/** A line of three pieces, of which one has been sent and is to be returned. They count in the account of a group. */
async function aLine(): Promise<Line> {
  const { client, id: wearerId } = await aWearer(portal, [shirt], { allocationTypeId: 20, quantity: 3, productQuantity: 3 });
  const orderId = await orderItems(portal.db, client, anItem(shirt, 3));
  const { rows } = await sql<{ id: number }>`
    update order_line set shipped_quantity = 1, open_return_quantity = 1 where order_id = ${orderId} returning id`.execute(
    portal.db,
  );
  return { ...TENANT, orderId, lineId: rows[0]?.id as number, wearerId };
}

type Movement = (tx: Tx, line: Line) => Promise<unknown>;
const MOVEMENTS: Record<string, { move: Movement; expected: string }> = {
  cancelled: {
    move: (tx, line) => cancelPieces(tx, line, [{ lineId: line.lineId, quantity: 1 }], ACTOR),
    expected: '3 − 1 − 1',
  },
  sent: {
    move: async (tx, { organisationId, orderId, lineId }) => {
      const [parcelId, wearerId, carrier, trackingNumber, trackingUrl, collectedBy] = [null, null, null, null, null, null];
      const shipment = { id: lineId, orderId, parcelId, wearerId, carrier, trackingNumber, trackingUrl, collectedBy };
      await insertShipments(tx, organisationId, [{ ...shipment, pieces: [{ lineId, quantity: 1 }] }], ACTOR);
    },
    expected: '3 − 1 − 2',
  },
  returned: { move: (tx, line) => returnPieces(tx, line, 1), expected: '3 − 2 − 0' },
};

/** Changes the allocation to fixed, which moves the line to the account of its product. */
async function changeAllocation(tx: Tx, { wearerId }: Line): Promise<void> {
  await sql`update customer set allocation_type_id = 10 where id = ${wearerId}`.execute(tx);
  await syncEntitlement(tx, TENANT, [wearerId]);
}

/** Which of the two comes first. The second starts while the transaction of the first is open. */
const ORDERS: Record<string, (line: Line, move: Movement) => Promise<void>> = {
  'after their line': async (line, move) => {
    let moving: Promise<unknown> | undefined;
    await runInTransaction(portal.db, async (tx) => {
      await changeAllocation(tx, line);
      moving = runInTransaction(portal.db, (other) => move(other, line));
      await untilSomeoneWaits(portal.db);
    });
    await moving;
  },
  'before their line': async (line, move) => {
    let changing: Promise<unknown> | undefined;
    await runInTransaction(portal.db, async (tx) => {
      await move(tx, line);
      changing = runInTransaction(portal.db, (other) => changeAllocation(other, line));
      await untilSomeoneWaits(portal.db);
    });
    await changing;
  },
  // PostgreSQL ends one of the two, which is repeated.
  'when each waits for the other': async (line, move) => {
    let moving: Promise<unknown> | undefined;
    await runInTransaction(portal.db, async (tx) => {
      await readAccounts(tx, TENANT, [line.wearerId], { lock: true });
      if (!moving) {
        moving = runInTransaction(portal.db, (other) => move(other, line));
        await untilSomeoneWaits(portal.db);
      }
      await changeAllocation(tx, line);
    });
    await moving;
  },
};

/** Granted, reserved and used of the open account of the line's wearer. */
const readAccount = async ({ wearerId }: Line) =>
  (
    await sql<{ account: string }>`
      select granted || ' − ' || reserved || ' − ' || used as account from entitlement_account
      where customer_id = ${wearerId} and kind = 'product' and status = 'open'`.execute(portal.db)
  ).rows[0]?.account;

describe.each(Object.entries(ORDERS))('pieces that move %s', (_, run) => {
  it.each(Object.entries(MOVEMENTS))('are counted where the line counts: %s', async (_, { move, expected }) => {
    const line = await aLine();

    await run(line, move);

    expect(await readAccount(line)).toBe(expected);
    expect(await findLedgerFaults(portal.db)).toEqual([]);
  });
});

describe('where the entitlement follows from a line that was read before', () => {
  afterEach(() => runAsOwner(portal, 'alter table order_line enable trigger record_entitlement_use'));

  it('pieces are counted where the line no longer counts', async () => {
    const line = await aLine();
    await runAsOwner(portal, 'alter table order_line disable trigger record_entitlement_use');

    await runInTransaction(portal.db, async (tx) => {
      const { rows } = await sql<{ accountId: number }>`
        select group_account_id as "accountId" from order_line where organisation_id = 1 and id = ${line.lineId}`.execute(tx);
      await runInTransaction(portal.db, (other) => changeAllocation(other, line));
      await cancelPieces(tx, line, [{ lineId: line.lineId, quantity: 1 }], ACTOR);
      await sql`
        with entered as (
          insert into entitlement_entry (organisation_id, account_id, kind, reserved_delta, order_line_id)
          values (1, ${rows[0]?.accountId}, 'release', -1, ${line.lineId}))
        update entitlement_account set reserved = greatest(reserved - 1, 0) where organisation_id = 1 and id = ${rows[0]?.accountId}`.execute(
        tx,
      );
    });

    expect((await findLedgerFaults(portal.db)).map(({ fault }) => fault)).toContain('does not count its line');
  });
});
