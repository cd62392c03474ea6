import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runInTransaction } from '#api/platform/db/database.ts';
import { fakeRefunds, payOrder, sendAllRefunds } from '#api/testing/card-refunds.ts';
import { createFakePaymentProvider } from '#api/testing/fake-payment-provider.ts';
import { anOwnPayer, placeMixedOrder } from '#api/testing/own-payment.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { requestRefund } from '../refunds/request-refund.actions.ts';
import { issueMissingReceipts } from './missing-receipts.actions.ts';

const portal = usePortal({ findPaymentProvider: createFakePaymentProvider().find });
const mailJobs = useMailJobs(portal);

it('receipts of payments and refunds are issued once their brand has its legal facts, each once', async () => {
  const world = { db: portal.db, jobs: mailJobs.jobs, vault: mailJobs.vault };
  const issueMissing = () =>
    issueMissingReceipts({ ...world, clock: { now: () => Date.now() }, log: { error: (details) => expect(details).toBeNull() } });
  // Those of payments of the demonstration.
  await issueMissing();
  const { rows } = await sql<{ name: string }>`select legal_name as name from brand where id = 1`.execute(portal.db);
  await sql`update brand set legal_name = null where id = 1`.execute(portal.db);
  const { orderId } = await placeMixedOrder(portal.db, await anOwnPayer(portal));
  const paid = await payOrder(world, orderId);
  for (const [key, amountMinor, isExcess] of [
    ['return:1', 1200, false],
    ['late:1', 100, true],
  ] as const)
    await runInTransaction(portal.db, (tx) =>
      requestRefund(tx, paid, { key, amountMinor, isExcess, reason: 'Returned', actor: { kind: 'system', id: null } }),
    );
  await sendAllRefunds(world, fakeRefunds());
  const receipts = async () =>
    (
      await sql<{ kind: string; total: number }>`
        select kind, total_minor as total from receipt where order_id = ${orderId} order by id`.execute(portal.db)
    ).rows;

  expect([await issueMissing(), await receipts()]).toEqual([0, []]);
  await sql`update brand set legal_name = ${rows[0]?.name} where id = 1`.execute(portal.db);
  expect(await issueMissing()).toBe(2);
  // Money that never paid for the order is on none.
  expect(await receipts()).toEqual([
    { kind: 'payment', total: 3500 },
    { kind: 'refund', total: -1200 },
  ]);
  expect(await issueMissing()).toBe(0);
});
