import type { Tx } from '#api/platform/db/database.ts';
import { conflict, HttpError } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf } from '#contract/index.ts';
import { actAsSupplier, recordAct } from '../../order-acts/record-act.actions.ts';
import { insertShipments } from '../../order-lines/ship-pieces.queries.ts';
import { advanceOrder } from '../../order-states/advance-order.actions.ts';
import { openOrder } from '../open-order.actions.ts';
import { projectParcels, reserveShipmentIds } from '../shipments/shipments.queries.ts';
import { planHandover } from './handovers.rules.ts';

/**
 * Hands over pieces that were ready to collect, within the caller's transaction: they are shipped and delivered at once. Returns the id of the shipment.
 * Throws 404 when the operator may not see the order, 409 when nothing is ready or the order has ended, and 422 for the input.
 */
export async function handOver(
  tx: Tx,
  dependencies: MailDependencies,
  operator: OperatorScope,
  { orderId, items, collectedBy }: BodyOf<'POST /api/operator/orders/:id/handover'> & { orderId: number },
  requestId: string,
): Promise<number> {
  const { order, lines } = await openOrder(tx, operator, orderId);
  const plan = planHandover(items, order, lines);
  if (!Array.isArray(plan)) throw new HttpError(plan.status, { [plan.field]: [plan.message] });

  const { organisationId } = order;
  const [id] = (await reserveShipmentIds(tx, 1)) as [number];
  const wearers = new Set(plan.map(({ line }) => line.wearerId));
  const name = collectedBy.trim();
  const { lines: shipped, short } = await insertShipments(
    tx,
    organisationId,
    [
      {
        id,
        orderId,
        parcelId: null,
        wearerId: wearers.size === 1 ? (plan[0]?.line.wearerId ?? null) : null,
        carrier: null,
        trackingNumber: null,
        trackingUrl: null,
        collectedBy: name,
        pieces: plan.map(({ line, quantity }) => ({ lineId: line.id, quantity })),
      },
    ],
    operator,
  );
  if (shipped < plan.length) throw new Error(`The pending pieces of order ${orderId} have changed although it was locked.`);
  if (short.length > 0)
    throw conflict('stock', `Fewer pieces are on hand than were packed: ${short.join('; ')}. Please correct the stock first.`);
  await projectParcels(tx, organisationId, [orderId]);
  const handed = plan.map(({ line, quantity }) => ({ name: line.name, quantity }));
  await recordAct(tx, actAsSupplier(operator, dependencies, requestId), order, {
    events: [
      { kind: 'handed_over', data: { shipmentId: id, lines: handed, collectedBy: name } },
      // Other systems hear of the same steps as with parcels.
      { kind: 'shipped', data: { shipmentId: id }, visible: false },
      { kind: 'delivered', data: { shipmentId: id }, visible: false },
    ],
    audits: [{ action: 'order.handed-over', subjectId: String(orderId), after: { shipmentId: id, lines: handed } }],
  });
  await advanceOrder(tx, order, operator);
  return id;
}
