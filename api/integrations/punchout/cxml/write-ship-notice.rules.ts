import { element, type XmlOutput } from '../xml/write-xml.ts';
import { formatTimestamp } from './write-envelope.rules.ts';
import { type OrderedBy, toNoon, writeDocumentReference, writeOrderReference, writeText } from './write-parts.rules.ts';

/** Pieces of a line of the buyer's order in a parcel. */
export interface ShippedPieces {
  lineNumber: number;
  quantity: number;
  /** As it was ordered. */
  unitOfMeasure: string;
}

/** What of an order is in a parcel. */
export interface ShippedPortion {
  order: OrderedBy;
  lines: readonly ShippedPieces[];
}

/** How a parcel travels. */
export interface Carriage {
  /** Name of the carrier; undefined where it is not known. */
  carrier: string | undefined;
  trackingNumber: string | undefined;
  trackingUrl: string | undefined;
}

/** A parcel that was sent, or pieces that were collected. */
export interface ShipNotice extends Carriage {
  /** Ours; an update has that of what it replaces. */
  id: string;
  at: Date;
  /** The payload id of the notice that it replaces; undefined for the first one. */
  replaces: string | undefined;
  shippedAt: Date;
  /** Day on which it is expected to arrive. The standard asks for it; undefined only where nothing is known. */
  arrivesOn: string | undefined;
  /** How it is delivered, such as `Standard delivery`. */
  service: string;
  /** Whether nothing of its orders remains to be sent. */
  isComplete: boolean;
  /** Who sends it. */
  supplierName: string;
  portions: readonly ShippedPortion[];
}

/** Adds up the pieces of each line, so that each is named once. */
function addUp(lines: readonly ShippedPieces[]): ShippedPieces[] {
  const byLine = new Map<number, ShippedPieces>();
  for (const line of lines) {
    if (line.quantity <= 0) continue;
    byLine.set(line.lineNumber, { ...line, quantity: line.quantity + (byLine.get(line.lineNumber)?.quantity ?? 0) });
  }
  return [...byLine.values()].toSorted((a, b) => a.lineNumber - b.lineNumber);
}

/** The portions with each order and each line once. One without pieces is left out: to a buyer's system, it is the whole order. */
const collectPortions = (portions: readonly ShippedPortion[]): ShippedPortion[] =>
  [...Map.groupBy(portions, ({ order }) => order.payloadId).values()].flatMap((ofOrder) => {
    const lines = addUp(ofOrder.flatMap((portion) => portion.lines));
    return lines.length === 0 ? [] : ofOrder.slice(0, 1).map(({ order }) => ({ order, lines }));
  });

/**
 * How it travels. Buyers' systems want a carrier and a number of every parcel: where the carrier is not known it is the supplier, and where there is no tracking
 * number it is our number of the parcel, which is not called one.
 */
const writeShipControl = ({ id, carrier, trackingNumber, trackingUrl, supplierName }: ShipNotice): XmlOutput =>
  element(
    'ShipControl',
    {},
    element('CarrierIdentifier', { domain: 'companyName' }, carrier ?? supplierName),
    element(
      'ShipmentIdentifier',
      trackingNumber === undefined ? {} : { domain: 'trackingNumber', trackingURL: trackingUrl },
      trackingNumber ?? id,
    ),
  );

/** What was sent. One that replaces another says everything anew. Undefined when there are no pieces to tell of, so that nothing is sent. */
export function writeShipNotice(notice: ShipNotice): XmlOutput | undefined {
  const portions = collectPortions(notice.portions);
  if (portions.length === 0) return undefined;
  const { id, at, replaces, shippedAt, arrivesOn, service, isComplete } = notice;
  return element(
    'ShipNoticeRequest',
    {},
    element(
      'ShipNoticeHeader',
      {
        shipmentID: id,
        operation: replaces === undefined ? 'new' : 'update',
        noticeDate: formatTimestamp(at),
        shipmentDate: formatTimestamp(shippedAt),
        deliveryDate: arrivesOn === undefined ? undefined : toNoon(arrivesOn),
        shipmentType: 'actual',
        fulfillmentType: isComplete ? 'complete' : 'partial',
      },
      writeText('ServiceLevel', service),
      replaces !== undefined && writeDocumentReference(replaces),
    ),
    writeShipControl(notice),
    portions.map(({ order, lines }) =>
      element(
        'ShipNoticePortion',
        {},
        writeOrderReference(order),
        lines.map(({ lineNumber, quantity, unitOfMeasure }) =>
          element('ShipNoticeItem', { quantity, lineNumber }, element('UnitOfMeasure', {}, unitOfMeasure)),
        ),
      ),
    ),
  );
}
