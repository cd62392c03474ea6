import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { defineJob } from '#api/platform/jobs/job.ts';
import type { JobQueue } from '#api/platform/jobs/queue.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { QueryOf, ReplyOf } from '#contract/index.ts';
import { actAsSupplier } from '../../order-acts/record-act.actions.ts';
import { promiseDays } from '../change-lines.actions.ts';
import { lockOpenOrders, readOpenLines } from '../open-order.queries.ts';
import { findExpectedDelivery } from './deliveries.queries.ts';
import { listQueue, type QueueRow, readArrivingPieces } from './queue.queries.ts';
import { listBrokenPromises, type NewPromise } from './queue.rules.ts';

/** A delivery of a garment that was expected on another day. */
interface MovedDelivery {
  combinationId: number;
  /** The day on which it was expected, `YYYY-MM-DD`. */
  movedFrom: string;
}

/** Promises the orders that wait for a garment the day on which their pieces arrive. Each order is a transaction of its own. */
export const keepPromisesJob = defineJob<MovedDelivery & { operator: Pick<OperatorScope, 'kind' | 'id'>; requestId: string }>({
  name: 'ordering.keep-promises',
  retryLimit: 5,
  maxBackoff: 120,
  expiry: 600,
  concurrency: 1,
});

const NO_BRANDS = { brandIds: [] };
const dayOf = (now: number) => getLocalDay(now, 'UTC');
const countOrders = (promises: readonly NewPromise<QueueRow>[]) => new Set(promises.map(({ line }) => line.orderId)).size;

async function listPromises(
  db: Db | Tx,
  { combinationId, movedFrom }: MovedDelivery,
  now: number,
): Promise<NewPromise<QueueRow>[]> {
  const stock = await readArrivingPieces(db, combinationId);
  return listBrokenPromises(await listQueue(db, NO_BRANDS, combinationId), stock, { movedFrom, today: dayOf(now) });
}

/** Queues the job for a delivery that the caller's transaction has changed, if it concerns orders; returns their number. */
export async function keepPromises(
  tx: Tx,
  jobs: JobQueue,
  { kind, id }: OperatorScope,
  moved: MovedDelivery,
  { now, requestId }: { now: number; requestId: string },
): Promise<number> {
  const orders = countOrders(await listPromises(tx, moved, now));
  if (orders > 0) await jobs.enqueue(tx, keepPromisesJob, { ...moved, operator: { kind, id }, requestId });
  return orders;
}

/**
 * Promises orders the days on which their pieces arrive, and tells their people, one order after the other. What has been promised stays when it is done
 * again.
 */
export async function promiseArrivals(
  db: Db,
  dependencies: MailDependencies,
  { operator, requestId, ...moved }: MovedDelivery & { operator: Pick<OperatorScope, 'kind' | 'id'>; requestId: string },
  now: number,
): Promise<void> {
  const orders = Map.groupBy(await listPromises(db, moved, now), ({ line }) => line.orderId);
  for (const [orderId, [first]] of orders) {
    const { organisationId } = (first as NewPromise<QueueRow>).line;
    await runInTransaction(db, async (tx) => {
      const [order] = await lockOpenOrders(tx, organisationId, [orderId]);
      // Pieces may have been shipped, cancelled or promised for another day since the list was read.
      const promises = new Map((await listPromises(tx, moved, now)).map(({ line, dueOn }) => [line.lineId, dueOn]));
      const lines = await readOpenLines(tx, organisationId, [orderId]);
      if (!order) return;
      await promiseDays(tx, actAsSupplier(operator, dependencies, requestId), order, {
        promises: lines.flatMap((line) => {
          const dueOn = promises.get(line.id);
          return dueOn === undefined ? [] : [{ line, dueOn }];
        }),
        reason: null,
        occasion: requestId,
      });
    });
  }
}

/** What would be promised if a delivery came on another day or with other pieces, or not at all. Throws 404. */
export async function previewPromises(
  db: Db,
  operator: OperatorScope,
  deliveryId: number,
  { dueOn, quantity }: QueryOf<'GET /api/operator/stock/deliveries/:id/promises'>,
  now: number,
): Promise<ReplyOf<'GET /api/operator/stock/deliveries/:id/promises'>> {
  const delivery = await findExpectedDelivery(db, operator, deliveryId);
  if (!delivery) throw notFound('expectedDelivery');
  const { onHand, deliveries: stored } = await readArrivingPieces(db, delivery.combinationId);
  const isCancelled = dueOn === undefined && quantity === undefined;
  const changed = { dueOn: dueOn ?? delivery.dueOn, quantity: quantity ?? delivery.quantity };
  const deliveries = [...stored.filter(({ id }) => id !== deliveryId), ...(isCancelled ? [] : [changed])].sort((a, b) =>
    a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : 0,
  );
  const queue = await listQueue(db, operator, delivery.combinationId);
  const promises = listBrokenPromises(queue, { onHand, deliveries }, { movedFrom: delivery.dueOn, today: dayOf(now) });
  const arriving = Math.max(0, onHand) + deliveries.reduce((sum, each) => sum + each.quantity, 0);
  return {
    promises: promises.flatMap(({ line: { organisationName, orderId, lineId, pending, ready, dueOn: before }, dueOn: day }) =>
      organisationName === null || before === null
        ? []
        : [{ orderId, orderItemId: lineId, organisationName, quantity: pending - ready, before, dueOn: day }],
    ),
    otherOrders: countOrders(promises.filter(({ line }) => line.organisationName === null)),
    uncovered: queue.reduce((sum, { ahead, pending }) => sum + Math.min(pending, Math.max(0, ahead + pending - arriving)), 0),
  };
}
