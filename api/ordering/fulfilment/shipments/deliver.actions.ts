import type { Tx } from '#api/platform/db/database.ts';
import { invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { actAsSupplier, recordAct } from '../../order-acts/record-act.actions.ts';
import { advanceOrder } from '../../order-states/advance-order.actions.ts';
import { nameLine } from '../../order-states/line-names.rules.ts';
import { lockOrders } from '../../order-states/lock-orders.queries.ts';
import { findParcel, listShipments, markDelivered } from './shipments.queries.ts';

const isNotTime = (moment: number) => Number.isNaN(moment);

/**
 * Records within the caller's transaction that a parcel was delivered, with the orders that have pieces in it. Returns the ids of its shipments. Repeating it
 * changes nothing. Throws 404 for a shipment that the operator may not see, and 422 for a time in the future or before dispatch.
 */
export async function recordDelivery(
  tx: Tx,
  dependencies: MailDependencies,
  operator: OperatorScope,
  { shipmentId, deliveredOnUtc, now }: { shipmentId: number; deliveredOnUtc?: string | null | undefined; now: number },
  requestId: string,
): Promise<number[]> {
  const parcel = await findParcel(tx, operator, shipmentId);
  const [first] = parcel;
  if (!first) throw notFound('shipment');
  const moment = deliveredOnUtc ? Date.parse(deliveredOnUtc) : now;
  const isTooEarly = parcel.some(({ shippedAt }) => shippedAt !== null && moment < shippedAt.getTime() - 60_000);
  if (isNotTime(moment) || moment > now + 60_000 || (deliveredOnUtc && isTooEarly))
    throw invalid('deliveredOnUtc', 'Please enter a time between dispatch and now.');
  const { organisationId, brandId } = first;
  await lockOrders(
    tx,
    organisationId,
    parcel.map(({ orderId }) => orderId),
  );
  const ids = parcel.map(({ shipmentId: id }) => id);
  const delivered = await markDelivered(tx, organisationId, ids, new Date(moment));
  const { shipments } = await listShipments(tx, operator, { ids, limit: 250 });
  const acting = actAsSupplier(operator, dependencies, requestId);
  for (const { id, orderId } of delivered) {
    const ref = { organisationId, orderId };
    const lines = shipments
      .find((shipment) => shipment.id === id)
      ?.items.map(({ productName, attributeDescription, quantity }) => ({
        name: nameLine({ productName, description: attributeDescription }),
        quantity,
      }));
    await recordAct(
      tx,
      acting,
      { ...ref, brandId },
      {
        events: [{ kind: 'delivered', data: { shipmentId: id, lines: lines ?? [] } }],
        audits: [{ action: 'order.delivered', subjectId: String(orderId), after: { shipmentId: id } }],
      },
    );
    await advanceOrder(tx, ref, operator);
  }
  return ids;
}
