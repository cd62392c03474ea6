import type { Readable } from 'node:stream';
import { formatDay } from '#api/platform/local-day.ts';
import { barcode } from '#api/platform/pdf/barcode.ts';
import { bodyText, columns, heading, keyValues, writingLines } from '#api/platform/pdf/blocks.ts';
import { createPdfTheme } from '#api/platform/pdf/pdf-theme.ts';
import { renderPdf } from '#api/platform/pdf/render-pdf.ts';
import { table } from '#api/platform/pdf/table.ts';
import { isolate } from '#api/platform/pdf/writing-direction.ts';
import { formatPieces } from '../order-states/line-names.rules.ts';
import { type DocumentInput, LARGE, NOTE } from './document-input.ts';

/** What the maker of a garment needs. The only document with measurements. */
export interface WorkSheet {
  requestNumber: string;
  orderNumber: string;
  organisationName: string;
  wearerName: string;
  garment: string;
  sku: string;
  quantity: number;
  /** Day until which it is promised, `2026-03-12`; null without one. */
  dueOn: string | null;
  printedOn: string;
  measurements: readonly { name: string; value: number; unit: number }[];
  /** What the wearer wrote for the maker. */
  comments: string | null;
}

/** A work sheet for the maker: garment, wearer, measurements with a column for what was made, and the barcode of the order. */
export function renderWorkSheet({ brand, createdAt }: DocumentInput, sheet: WorkSheet): Readable {
  const title = `Work sheet ${sheet.requestNumber}`;
  return renderPdf({
    title,
    format: 'a4',
    theme: createPdfTheme(brand),
    createdAt,
    parts: [
      {
        title,
        blocks: [
          columns(
            [
              [
                heading(title, { level: 1 }),
                bodyText(`${isolate(sheet.garment)}, made to measure · ${formatPieces(sheet.quantity)}`, { after: 2 }),
              ],
              [barcode(sheet.orderNumber, { align: 'right', height: 26, alt: `Barcode of order ${sheet.orderNumber}` })],
            ],
            { shares: [3, 2] },
          ),
          keyValues(
            [
              { key: 'Wearer', value: sheet.wearerName },
              { key: 'Organisation', value: sheet.organisationName },
              { key: 'Order', value: sheet.orderNumber },
              { key: 'SKU', value: sheet.sku },
              { key: 'Promised until', value: sheet.dueOn === null ? '–' : formatDay(sheet.dueOn) },
              { key: 'Printed on', value: formatDay(sheet.printedOn) },
            ],
            { columns: 3 },
          ),
          heading('Measurements'),
          table({
            rowHeader: 0,
            columns: [
              { header: 'Measurement', share: 5 },
              { header: 'Length', share: 2, align: 'right', style: LARGE },
              { header: 'Made', share: 3 },
            ],
            rows: sheet.measurements.map(({ name, value, unit }) => [name, `${value} ${unit === 2 ? 'in' : 'cm'}`, '']),
          }),
          ...(sheet.comments === null
            ? []
            : [heading('Note of the wearer'), bodyText(sheet.comments, { style: NOTE, maxLength: 1000 })]),
          bodyText('Measurements are personal data. Destroy this sheet when the garment is made.', { style: NOTE }),
          writingLines(['Made by', 'Date']),
        ],
      },
    ],
  });
}
