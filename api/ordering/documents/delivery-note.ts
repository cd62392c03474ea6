import type { Readable } from 'node:stream';
import { formatDay } from '#api/platform/local-day.ts';
import { barcode } from '#api/platform/pdf/barcode.ts';
import { BODY, bodyText, columns, heading, keyValues, labelledLines, writingLines } from '#api/platform/pdf/blocks.ts';
import type { PdfPart } from '#api/platform/pdf/pdf-content.ts';
import { createPdfTheme } from '#api/platform/pdf/pdf-theme.ts';
import type { PdfBlock } from '#api/platform/pdf/piece.ts';
import { renderPdf } from '#api/platform/pdf/render-pdf.ts';
import { table } from '#api/platform/pdf/table.ts';
import { isolate, joinIsolated } from '#api/platform/pdf/writing-direction.ts';
import { formatPieces } from '../order-states/line-names.rules.ts';
import {
  countPieces,
  DELIVERY,
  type DocumentInput,
  describeLine,
  type GarmentLine,
  type PaperDelivery,
  type PostalAddress,
  QUANTITY,
  toDestination,
} from './document-input.ts';

/** What one parcel delivers, for the people who receive it at the destination. No prices. */
export interface DeliveryNote {
  /** The number of the shipment, as its barcode. */
  deliveryNumber: string;
  organisationName: string;
  sender: PostalAddress;
  destination: PostalAddress;
  delivery: PaperDelivery;
  /** Who collected it; null for a parcel. */
  collectedBy: string | null;
  shippedOn: string;
  carrier: string | null;
  trackingNumber: string | null;
  /** Which parcel of the order this is; null for a parcel of several orders. */
  parcel: { number: number; of: number | null } | null;
  /** A parcel for a destination contains the orders of several wearers. */
  orders: readonly { orderNumber: string; wearerName: string | null; poNumber: string | null; lines: readonly GarmentLine[] }[];
}

/** Delivery notes, one per parcel and each on pages of its own, with lines on which the receipt is signed. */
export function renderDeliveryNotes({ brand, createdAt }: DocumentInput, notes: readonly DeliveryNote[]): Readable {
  const [first] = notes;
  const title = notes.length === 1 && first ? toTitle(first) : `${notes.length} delivery notes`;
  return renderPdf({ title, format: 'a4', theme: createPdfTheme(brand), createdAt, parts: notes.map(toPart) });
}

const toTitle = ({ deliveryNumber }: DeliveryNote) => `Delivery note ${deliveryNumber}`;

function toPart(note: DeliveryNote): PdfPart {
  const {
    deliveryNumber,
    organisationName,
    sender,
    destination,
    delivery,
    collectedBy,
    shippedOn,
    carrier,
    trackingNumber,
    parcel,
    orders,
  } = note;
  const facts = [
    { key: 'Organisation', value: organisationName },
    { key: delivery.collect ? 'Handed over on' : 'Sent on', value: formatDay(shippedOn) },
    ...(collectedBy ? [{ key: 'Collected by', value: collectedBy }] : []),
    ...(parcel
      ? [{ key: 'Parcel', value: parcel.of === null ? String(parcel.number) : `${parcel.number} of ${parcel.of}` }]
      : []),
    { key: 'Contents', value: formatPieces(countPieces(orders.flatMap(({ lines }) => lines))) },
    ...(carrier ? [{ key: 'Carrier', value: carrier }] : []),
    ...(trackingNumber ? [{ key: 'Tracking number', value: trackingNumber }] : []),
  ];
  return {
    title: toTitle(note),
    blocks: [
      columns(
        [
          [heading('Delivery note', { level: 1 }), bodyText(deliveryNumber, { style: { ...BODY, size: 12 }, after: 10 })],
          [barcode(deliveryNumber, { align: 'right', height: 34, alt: `Barcode of delivery ${deliveryNumber}` })],
        ],
        { shares: [3, 2] },
      ),
      ...(delivery.method ? [bodyText(delivery.method, { style: DELIVERY, after: 12 })] : []),
      columns([[toDestination(delivery, destination, 'Deliver to')], [labelledLines('From', [sender.name, ...sender.lines])]]),
      keyValues(facts, { columns: 4 }),
      ...orders.flatMap(toBlocks),
      writingLines(['Received by (name)', 'Signature', 'Date']),
    ],
  };
}

function toBlocks({ orderNumber, wearerName, poNumber, lines }: DeliveryNote['orders'][number]): PdfBlock[] {
  const details = joinIsolated([wearerName, poNumber ? `PO ${isolate(poNumber)}` : null]);
  return [
    heading(details ? `Order ${orderNumber} · ${details}` : `Order ${orderNumber}`),
    table({
      columns: [
        { header: 'Garment', share: 6 },
        { header: 'Size', share: 2.5 },
        { header: 'Quantity', share: 1.5, align: 'right', style: QUANTITY },
      ],
      rows: lines.map((line) => [
        { text: line.productName, detail: describeLine(line) },
        line.size ?? '–',
        String(line.quantity),
      ]),
    }),
  ];
}
