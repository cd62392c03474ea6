import type { Tx } from '#api/platform/db/database.ts';
import { conflict, HttpError, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf } from '#contract/index.ts';
import { type Acting, actAsSupplier, recordAct } from '../../order-acts/record-act.actions.ts';
import { insertShipments, type NewShipment } from '../../order-lines/ship-pieces.queries.ts';
import { advanceOrder } from '../../order-states/advance-order.actions.ts';
import { takeStep } from '../../order-states/order-steps.queries.ts';
import { listDueDays } from '../due-days.queries.ts';
import { orderShippedMail } from '../fulfilment-mails.ts';
import { findOrdersOfLines, lockOpenOrders, readOpenLines } from '../open-order.queries.ts';
import type { OpenLine } from '../open-order.rules.ts';
import { listQueueJumps, projectParcels, reserveShipmentIds } from './shipments.queries.ts';
import { type ShippedOrder, toShippedMail } from './shipped-mail.rules.ts';
import { planShipments } from './shipping.rules.ts';

/**
 * Ships pieces within the caller's transaction: parcels, lines, stock, entitlement, state, events and mails. Returns the ids of the
 * new shipments. Throws 404 for lines that the operator may not see, 409 for orders that have ended and for pieces that are not on hand or are needed
 * for lines before them in the queue, and 422 for the input.
 */
export async function ship(
  tx: Tx,
  dependencies: MailDependencies,
  operator: OperatorScope,
  { parcels }: BodyOf<'POST /api/operator/shipments'>,
  requestId: string,
): Promise<number[]> {
  const lineIds = [...new Set(parcels.flatMap(({ items }) => items.map(({ orderItemId }) => orderItemId)))];
  const found = await findOrdersOfLines(tx, operator, lineIds);
  const organisationId = found[0]?.organisationId;
  if (organisationId === undefined || found.length < lineIds.length) throw notFound('orderItem');
  if (found.some((line) => line.organisationId !== organisationId))
    throw new HttpError(422, { parcels: ['These orders go to different destinations. Please ship them separately.'] });
  const orderIds = [...new Set(found.map(({ orderId }) => orderId))].sort((a, b) => a - b);

  const orders = await lockOpenOrders(tx, organisationId, orderIds);
  const lines = await readOpenLines(tx, organisationId, orderIds);
  const plan = planShipments(parcels, orders, lines);
  if (!Array.isArray(plan)) throw new HttpError(plan.status, { [plan.field]: [plan.message] });

  const ids = await reserveShipmentIds(tx, plan.length);
  const shipments = plan.map(({ parcel, orderId, wearerId, pieces }, index): NewShipment => {
    const { carrier, trackingNumber, trackingUrl } = parcels[parcel] as (typeof parcels)[number];
    const first = plan.findIndex((each) => each.parcel === parcel);
    const isShared = plan.some((each, other) => each.parcel === parcel && other !== index);
    return {
      id: ids[index] as number,
      orderId,
      parcelId: isShared ? (ids[first] as number) : null,
      wearerId,
      carrier: carrier?.trim() || null,
      trackingNumber: trackingNumber?.trim() || null,
      trackingUrl: trackingUrl?.trim() || null,
      collectedBy: null,
      pieces,
    };
  });
  const { lines: shipped, short } = await insertShipments(tx, organisationId, shipments, operator);
  if (shipped < lineIds.length)
    throw new Error(`The pending pieces of orders ${orderIds.join(', ')} have changed although they were locked.`);
  if (short.length > 0)
    throw conflict('stock', `Not enough pieces are on hand: ${short.join('; ')}. Please record what has arrived first.`);
  const jumps = await listQueueJumps(tx, organisationId, lineIds);
  if (jumps.length > 0)
    throw conflict('stock', `The pieces on hand are needed for orders that were promised earlier: ${jumps.join('; ')}.`);
  await projectParcels(tx, organisationId, orderIds);
  const dueDays = await listDueDays(tx, organisationId, orderIds);
  const acting = actAsSupplier(operator, dependencies, requestId);
  for (const order of orders) {
    const own = shipments.filter(({ orderId }) => orderId === order.orderId);
    await completeShipping(tx, acting, { order, lines, shipments: own, dueDays });
  }
  return ids;
}

/** Brings one order up to date after pieces of it were shipped, and tells its people. */
async function completeShipping(tx: Tx, acting: Acting, shipped: ShippedOrder<NewShipment>): Promise<void> {
  const { order, lines, shipments } = shipped;
  const isPickingStarted =
    order.pickingStartedAt === null && (await takeStep(tx, order, 'startPicking', { actor: acting.actor }));
  const listPieces = ({ pieces }: NewShipment) =>
    pieces.map(({ lineId, quantity }) => {
      const { name, wearerId } = lines.find(({ id }) => id === lineId) as OpenLine;
      return { name, quantity, wearerId };
    });
  const withoutWearers = (pieces: ReturnType<typeof listPieces>) => pieces.map(({ name, quantity }) => ({ name, quantity }));
  const parcels = shipments.map((shipment) => ({
    shipmentId: shipment.id,
    carrier: shipment.carrier,
    trackingNumber: shipment.trackingNumber,
    trackingUrl: shipment.trackingUrl,
    lines: listPieces(shipment),
  }));
  await recordAct(tx, acting, order, {
    events: [
      ...(isPickingStarted ? [{ kind: 'picking_started' }] : []),
      ...parcels.map((parcel) => ({ kind: 'shipped', data: { ...parcel, lines: withoutWearers(parcel.lines) } })),
    ],
    audits: [
      {
        action: 'order.shipped',
        subjectId: String(order.orderId),
        after: { shipments: parcels.map(({ shipmentId, lines: pieces }) => ({ shipmentId, lines: withoutWearers(pieces) })) },
      },
    ],
    mail: {
      definition: orderShippedMail,
      people: order,
      lines: parcels.flatMap((parcel) => parcel.lines),
      occasion: `shipped:${parcels[0]?.shipmentId}`,
      toData: (recipient) => toShippedMail(shipped, recipient),
    },
  });
  await advanceOrder(tx, order, acting.actor);
}
