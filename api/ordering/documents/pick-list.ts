import type { Readable } from 'node:stream';
import { formatDay } from '#api/platform/local-day.ts';
import { barcode } from '#api/platform/pdf/barcode.ts';
import { bodyText, columns, heading, keyValues, writingLines } from '#api/platform/pdf/blocks.ts';
import { createPdfTheme } from '#api/platform/pdf/pdf-theme.ts';
import type { PdfBlock } from '#api/platform/pdf/piece.ts';
import { renderPdf } from '#api/platform/pdf/render-pdf.ts';
import { table } from '#api/platform/pdf/table.ts';
import { isolate, joinIsolated } from '#api/platform/pdf/writing-direction.ts';
import { formatPieces } from '../order-states/line-names.rules.ts';
import { countPieces, type DocumentInput, describeLine, type GarmentLine, LARGE, NOTE, QUANTITY } from './document-input.ts';

/** What to fetch from the shelves for one destination, order by order. */
export interface PickList {
  destinationName: string;
  organisationName: string;
  printedOn: string;
  orders: readonly PickedOrder[];
}

export interface PickedOrder {
  orderNumber: string;
  /** Who wears it; null for an order of several wearers. */
  wearerName: string | null;
  /** What the orderer wrote for the warehouse. */
  note: string | null;
  /** The way of delivery, and by when it should leave or be ready. */
  delivery: string;
  /** In the order in which the shelves are passed. */
  lines: readonly (GarmentLine & { shelf: string | null })[];
}

/** A pick list: shelf, garment, size and quantity with a box to tick, and each order's barcode. */
export function renderPickList({ brand, createdAt }: DocumentInput, list: PickList): Readable {
  const { destinationName, organisationName, printedOn, orders } = list;
  const title = `Pick list for ${isolate(destinationName)}`;
  const facts = [
    { key: 'Organisation', value: organisationName },
    { key: 'Printed on', value: formatDay(printedOn) },
    { key: 'Orders', value: String(orders.length) },
    { key: 'To pick', value: formatPieces(countPieces(orders.flatMap(({ lines }) => lines))) },
  ];
  return renderPdf({
    title,
    format: 'a4',
    theme: createPdfTheme(brand),
    createdAt,
    parts: [
      {
        title,
        blocks: [
          heading(title, { level: 1 }),
          keyValues(facts, { columns: 4 }),
          ...orders.flatMap(toBlocks),
          writingLines(['Picked by', 'Date and time']),
        ],
      },
    ],
  });
}

function toBlocks({ orderNumber, wearerName, note, delivery, lines }: PickedOrder): PdfBlock[] {
  return [
    columns(
      [
        [
          heading(`Order ${orderNumber}`),
          bodyText(delivery, { style: LARGE, after: 3 }),
          bodyText(joinIsolated([wearerName, formatPieces(countPieces(lines))]), { after: 2 }),
          ...(note ? [bodyText(`“${isolate(note)}”`, { style: NOTE, maxLength: 300 })] : []),
        ],
        [barcode(orderNumber, { align: 'right', height: 26, alt: `Barcode of order ${orderNumber}` })],
      ],
      { shares: [3, 2], isKeptWithNext: true },
    ),
    table({
      rowHeader: 1,
      columns: [
        { header: 'Shelf', share: 2, style: QUANTITY },
        { header: 'Garment', share: 5.5 },
        { header: 'Size', share: 3, style: LARGE },
        { header: 'Quantity', share: 1.6, align: 'right', style: LARGE },
        { header: 'Picked', share: 1.3, align: 'center' },
      ],
      rows: lines.map((line) => [
        line.shelf ?? '–',
        { text: line.productName, detail: describeLine(line) },
        line.size ?? '–',
        String(line.quantity),
        { tickBox: true },
      ]),
    }),
  ];
}
