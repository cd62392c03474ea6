import { repeatInBatches } from '#api/platform/db/batches.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import { defineJob } from '#api/platform/jobs/job.ts';
import { releaseProvedOrders } from '../order-states/release.queries.ts';
import { listForgottenOrders } from './decide-proof.queries.ts';

/** Queued where a proof releases many orders; and by itself, so that none is forgotten whatever happens in between. */
export const releaseOrdersJob = defineJob({
  name: 'ordering.release-proved-orders',
  retryLimit: 3,
  maxBackoff: 120,
  expiry: 600,
  concurrency: 1,
  cron: '*/10 * * * *',
});

const BATCH_SIZE = 100;

/** Releases all orders that wait for nothing more, each batch in a transaction of its own. Returns how many. */
export async function releaseForgottenOrders(db: Db): Promise<number> {
  let released = 0;
  let after = { organisationId: 0, orderId: 0 };
  await repeatInBatches(BATCH_SIZE, async () => {
    const orders = await listForgottenOrders(db, { after, limit: BATCH_SIZE });
    for (const [organisationId, theirs] of Map.groupBy(orders, (order) => order.organisationId)) {
      const ids = theirs.map(({ orderId }) => orderId);
      released += (await runInTransaction(db, (tx) => releaseProvedOrders(tx, organisationId, ids))).length;
    }
    after = orders.at(-1) ?? after;
    return orders.length;
  });
  return released;
}
