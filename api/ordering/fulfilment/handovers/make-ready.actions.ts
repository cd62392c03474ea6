import type { Tx } from '#api/platform/db/database.ts';
import { conflict, HttpError, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf } from '#contract/index.ts';
import { type Acting, actAsSupplier, recordAct } from '../../order-acts/record-act.actions.ts';
import { packPieces } from '../../order-lines/pack-pieces.queries.ts';
import { takeStep } from '../../order-states/order-steps.queries.ts';
import { findOrdersOfLines, lockOpenOrders, readOpenLines } from '../open-order.queries.ts';
import type { OpenOrder } from '../open-order.rules.ts';
import { listQueueJumps } from '../shipments/shipments.queries.ts';
import { readyToCollectMail } from './handover-mails.ts';
import { findCollecting } from './handovers.queries.ts';
import { type HandedPieces, planReady } from './handovers.rules.ts';

/**
 * Makes packed pieces ready to collect, within the caller's transaction, and tells the people of their orders, whose ids it returns. Throws 404 for lines
 * that the operator may not see, 409 for orders that have ended and for pieces that are not on hand or are needed for lines before them in the queue,
 * and 422 for the input.
 */
export async function makeReady(
  tx: Tx,
  dependencies: MailDependencies,
  operator: OperatorScope,
  { items }: BodyOf<'POST /api/operator/readytocollect'>,
  requestId: string,
): Promise<number[]> {
  const lineIds = [...new Set(items.map(({ orderItemId }) => orderItemId))];
  const found = await findOrdersOfLines(tx, operator, lineIds);
  const organisationId = found[0]?.organisationId;
  if (organisationId === undefined || found.length < lineIds.length) throw notFound('orderItem');
  if (found.some((line) => line.organisationId !== organisationId))
    throw new HttpError(422, { items: ['These orders are collected at different places. Please pack them separately.'] });
  const orderIds = [...new Set(found.map(({ orderId }) => orderId))].sort((a, b) => a - b);

  const orders = await lockOpenOrders(tx, organisationId, orderIds);
  const plan = planReady(items, orders, await readOpenLines(tx, organisationId, orderIds));
  if (!Array.isArray(plan)) throw new HttpError(plan.status, { [plan.field]: [plan.message] });
  const packed = plan.map(({ line, quantity }) => ({ lineId: line.id, quantity }));
  const { lines, short } = await packPieces(tx, organisationId, packed);
  if (lines < packed.length)
    throw new Error(`The pending pieces of orders ${orderIds.join(', ')} have changed although they were locked.`);
  if (short.length > 0)
    throw conflict('stock', `Not enough pieces are on hand: ${short.join('; ')}. Please record what has arrived first.`);
  const jumps = await listQueueJumps(tx, organisationId, lineIds);
  if (jumps.length > 0)
    throw conflict('stock', `The pieces on hand are needed for orders that were promised earlier: ${jumps.join('; ')}.`);
  const acting = actAsSupplier(operator, dependencies, requestId);
  for (const order of orders)
    await recordReady(
      tx,
      acting,
      order,
      plan.filter(({ line }) => line.orderId === order.orderId),
    );
  return orderIds;
}

/** Moves one order whose pieces were packed, and tells its people. */
async function recordReady(tx: Tx, acting: Acting, order: OpenOrder, pieces: readonly HandedPieces[]): Promise<void> {
  const { actor } = acting;
  const isPickingStarted = order.pickingStartedAt === null && (await takeStep(tx, order, 'startPicking', { actor }));
  if (!(await takeStep(tx, order, 'makeReady', { actor })))
    throw new Error(`Order ${order.orderId} cannot be made ready although it was locked.`);
  const lines = pieces.map(({ line, quantity }) => ({ name: line.name, quantity }));
  const { collectFrom, openingHours } = await findCollecting(tx, order);
  await recordAct(tx, acting, order, {
    events: [
      ...(isPickingStarted ? [{ kind: 'picking_started' }] : []),
      { kind: 'ready_to_collect', data: { lines, collectFrom } },
    ],
    audits: [{ action: 'order.ready-to-collect', subjectId: String(order.orderId), after: { lines } }],
    mail: {
      definition: readyToCollectMail,
      people: order,
      lines: pieces.map(({ line }) => line),
      occasion: acting.requestId ?? '',
      toData: ({ select }) => ({
        collectFrom: collectFrom ?? order.deliveryMethod,
        openingHours,
        lines: select(pieces.map(({ line, quantity }) => ({ ...line, quantity }))).map(({ name, quantity }) => ({
          name,
          quantity,
        })),
      }),
    },
  });
}
