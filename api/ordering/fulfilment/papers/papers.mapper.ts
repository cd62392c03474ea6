import { addDaysTo, formatDay, getLocalDay } from '#api/platform/local-day.ts';
import { describeDesign } from '#contract/catalogue/customisation/design-words.ts';
import { isReturnableOnlyIfFaulty } from '#contract/ordering/returns/returnable.ts';
import type { DeliveryNote } from '../../documents/delivery-note.ts';
import type { DocumentInput, GarmentLine, PaperDelivery } from '../../documents/document-input.ts';
import type { DocumentTask } from '../../documents/document-renderers.ts';
import type { PackingSlip } from '../../documents/packing-slip.ts';
import type { PickedOrder } from '../../documents/pick-list.ts';
import { toPostalLines } from '../../documents/postal-address.rules.ts';
import type { OperatorOrder } from '../operator-orders.queries.ts';
import type { PaperLine, PaperShipment, Sender } from './papers.queries.ts';

const toInput = ({ brandName, companyName }: Sender, createdAt: Date): DocumentInput => ({
  brand: { name: brandName, companyName },
  createdAt,
});

/** What the paper says beside the name: the colour, or all that distinguishes a garment that has neither colour nor size. */
const toGarment = ({
  productName,
  colour,
  size,
  description,
  sku,
  quantity,
  designs,
}: Pick<PaperLine, 'productName' | 'colour' | 'size' | 'description' | 'quantity' | 'designs'> & {
  sku: string | null;
}): GarmentLine => ({
  productName,
  description: colour ?? (size === null ? description || null : null),
  size,
  sku,
  quantity,
  ...(designs.length === 0 ? {} : { designs: designs.map((design) => describeDesign(design)) }),
});

/** The way of delivery as it stands on papers; null for none. */
const toPaperDelivery = ({
  deliveryMethod,
  deliveryKind,
  collectFrom,
  openingHours,
}: Pick<PaperShipment, 'deliveryMethod' | 'deliveryKind' | 'collectFrom' | 'openingHours'>): PaperDelivery => ({
  method: deliveryMethod,
  collect: deliveryKind === 'collected' ? { from: collectFrom, openingHours } : null,
});

/** "Next working day, to be sent on 30 November 2026 by 14:00". */
function describePicking({ deliveryMethod, deliveryKind, sendOn, cutOff }: OperatorOrder): string {
  const what = deliveryKind === 'collected' ? 'ready by' : 'to be sent on';
  return [deliveryMethod, `${what} ${formatDay(sendOn)}${cutOff === null ? '' : `, cut-off ${cutOff}`}`]
    .filter(Boolean)
    .join(': ');
}

/** The pieces of orders of one destination that can be picked now; where each wearer gets a parcel, wearer by wearer. `now` in milliseconds. */
export function toPickList(orders: readonly OperatorOrder[], sender: Sender, now: number): DocumentTask {
  const [first] = orders as readonly [OperatorOrder];
  const picked = orders.flatMap((order): PickedOrder[] => {
    const ready = order.lines.filter(({ readyQuantity }) => readyQuantity > 0);
    const wearers = [...new Set(ready.map(({ wearerId }) => (order.parcelMode === 'wearer' ? wearerId : undefined)))];
    return wearers.map((wearerId) => {
      const lines = ready.filter((line) => wearerId === undefined || line.wearerId === wearerId);
      const names = [...new Set(lines.map(({ wearerName }) => wearerName))];
      return {
        orderNumber: String(order.id),
        wearerName: names.length === 1 ? (names[0] ?? null) : null,
        note: order.comments,
        delivery: describePicking(order),
        lines: lines.map((line) => ({
          ...toGarment({ ...line, description: line.attributeDescription, quantity: line.readyQuantity }),
          shelf: line.shelf,
        })),
      };
    });
  });
  const list = {
    destinationName: first.destinationName,
    organisationName: first.organisationName,
    printedOn: getLocalDay(now, sender.timeZone),
    orders: picked,
  };
  return { kind: 'pickList', content: [toInput(sender, new Date(now)), list] };
}

/** The day in the organisation's time zone on which it was sent or handed over, or has become ready. */
const toSentDay = ({ shippedAt, readyAt, timeZone }: PaperShipment): string =>
  getLocalDay((shippedAt ?? readyAt ?? new Date(0)).getTime(), timeZone);

/** How many parcels there are is known when nothing is pending. */
const toParcel = ({ parcelNumber, parcelCount, following }: PaperShipment) => ({
  number: parcelNumber,
  of: following.length === 0 ? parcelCount : null,
});

function toReturns(shipment: PaperShipment, lines: PaperShipment['lines']): PackingSlip['returns'] {
  const { deliveredAt, returnDays, timeZone, canonicalOrigin } = shipment;
  return {
    // The days count from delivery.
    until: deliveredAt && returnDays > 0 ? addDaysTo(getLocalDay(deliveredAt.getTime(), timeZone), returnDays) : null,
    host: new URL(canonicalOrigin).host,
    hasOnlyIfFaulty: lines.some(isReturnableOnlyIfFaulty),
  };
}

/** A packing slip for each wearer and order in parcels. `now` in milliseconds. */
export function toPackingSlips(shipments: readonly PaperShipment[], now: number): DocumentTask {
  const slips = shipments.flatMap((shipment): PackingSlip[] =>
    [...new Set(shipment.lines.map(({ wearerId }) => wearerId))].map((wearerId) => {
      const lines = shipment.lines.filter((line) => line.wearerId === wearerId);
      const [line] = lines;
      return {
        orderNumber: String(shipment.orderId),
        organisationName: shipment.organisationName,
        wearer: {
          name: line?.wearerName ?? shipment.personName,
          employeeNumber: line?.employeeNumber ?? null,
          department: line?.department ?? null,
        },
        destination: toPostalLines(shipment.destinationName, shipment.shippingAddress),
        delivery: toPaperDelivery(shipment),
        shippedOn: toSentDay(shipment),
        parcel: shipment.deliveryKind === 'collected' ? null : toParcel(shipment),
        answers: shipment.answers.map(({ name, text }) => ({ name, text })),
        lines: lines.map(toGarment),
        following: shipment.following
          .filter((each) => each.wearerId === wearerId)
          .map((each) => ({ ...toGarment(each), expectedOn: each.dueOn })),
        returns: toReturns(shipment, lines),
        help: { email: shipment.helpEmail, phone: shipment.helpPhone },
      };
    }),
  );
  return { kind: 'packingSlips', content: [toInput(shipments[0] as PaperShipment, new Date(now)), slips] };
}

/** A delivery note for each parcel. `now` in milliseconds. */
export function toDeliveryNotes(shipments: readonly PaperShipment[], now: number): DocumentTask {
  const parcels = [...new Set(shipments.map(({ parcelId }) => parcelId))];
  const notes = parcels.map((parcelId): DeliveryNote => {
    const parts = shipments.filter((shipment) => shipment.parcelId === parcelId);
    const [first] = parts as [PaperShipment];
    return {
      deliveryNumber: `D-${parcelId}`,
      organisationName: first.organisationName,
      sender: { name: first.legalName ?? first.companyName, lines: first.legalAddress },
      destination: toPostalLines(first.destinationName, first.shippingAddress),
      delivery: toPaperDelivery(first),
      collectedBy: first.collectedBy,
      shippedOn: toSentDay(first),
      carrier: first.carrier,
      trackingNumber: first.trackingNumber,
      parcel: parts.length === 1 && first.collectedBy === null ? toParcel(first) : null,
      orders: parts.flatMap(({ orderId, poNumber, lines }) =>
        [...new Set(lines.map(({ wearerName }) => wearerName))].map((wearerName) => ({
          orderNumber: String(orderId),
          wearerName,
          poNumber,
          lines: lines.filter((line) => line.wearerName === wearerName).map(toGarment),
        })),
      ),
    };
  });
  return { kind: 'deliveryNotes', content: [toInput(shipments[0] as PaperShipment, new Date(now)), notes] };
}
