import type { Readable } from 'node:stream';
import { formatDay } from '#api/platform/local-day.ts';
import { barcode } from '#api/platform/pdf/barcode.ts';
import { BODY, bodyText, columns, cutOut, heading, labelledLines, STRONG, steps } from '#api/platform/pdf/blocks.ts';
import { createPdfTheme } from '#api/platform/pdf/pdf-theme.ts';
import type { PdfBlock } from '#api/platform/pdf/piece.ts';
import { renderPdf } from '#api/platform/pdf/render-pdf.ts';
import { table } from '#api/platform/pdf/table.ts';
import { formatPieces } from '../order-states/line-names.rules.ts';
import { countPieces, type DocumentInput, NOTE, type PostalAddress } from './document-input.ts';

/** A parcel that someone sends back. */
export interface ReturnLabel {
  orderNumber: string;
  /** Where the supplier receives returns. */
  to: PostalAddress;
  from: PostalAddress;
  /** The last day on which the new size is reserved, or the return is accepted; null without a limit. */
  sendBy: string | null;
  /** What the parcel contains. Each request has a number of its own. */
  items: readonly ReturnedItem[];
}

export interface ReturnedItem {
  returnNumber: string;
  productName: string;
  size: string | null;
  quantity: number;
  /** What happens next, for example `Exchange for size L`. */
  action: string;
}

const LABEL_WIDTH = 320;

/** What fits on one label. */
const MAX_ITEMS = 6;

/** Labels of 100 by 150 mm for label printers: one, or several for more than six items. */
export function renderReturnLabel({ brand, createdAt }: DocumentInput, label: ReturnLabel): Readable {
  const labels = Array.from({ length: Math.ceil(label.items.length / MAX_ITEMS) }, (_, index) =>
    describeLabel({ ...label, items: label.items.slice(index * MAX_ITEMS, (index + 1) * MAX_ITEMS) }),
  );
  const title = createTitle(label);
  return renderPdf({
    title,
    format: 'label',
    theme: createPdfTheme(brand),
    createdAt,
    parts: labels.map((blocks) => ({ title, blocks })),
  });
}

/** Instructions on A4 with the label to cut out. */
export function renderReturnInstructions({ brand, createdAt }: DocumentInput, label: ReturnLabel): Readable {
  const { orderNumber, items, sendBy } = label;
  const title = createTitle(label);
  return renderPdf({
    title,
    format: 'a4',
    theme: createPdfTheme(brand),
    createdAt,
    parts: [
      {
        title,
        blocks: [
          heading('Send your return', { level: 1 }),
          bodyText(`Order ${orderNumber} · ${formatPieces(countPieces(items))}`, { style: { ...BODY, size: 12 } }),
          table({
            rowHeader: 1,
            columns: [
              { header: 'Return', share: 2 },
              { header: 'Garment', share: 5 },
              { header: 'Size', share: 2 },
              { header: 'Quantity', share: 1.5, align: 'right' },
              { header: 'What happens next', share: 4 },
            ],
            rows: items.map((item) => [
              item.returnNumber,
              item.productName,
              item.size ?? '–',
              String(item.quantity),
              item.action,
            ]),
          }),
          steps([
            'Pack the garments unworn, with their labels. If something is faulty, please send it clean.',
            'Cut out the label, attach it to the parcel and cover any older label.',
            `Send the parcel${sendBy === null ? '' : ` by ${formatDay(sendBy)}`}, and keep the receipt.`,
            'We will email you when the parcel has arrived.',
          ]),
          cutOut(describeLabel(label), { frameWidth: LABEL_WIDTH }),
        ],
      },
    ],
  });
}

const createTitle = ({ items, orderNumber }: ReturnLabel) =>
  items.length === 1 && items[0] ? `Return label ${items[0].returnNumber}` : `Return label for order ${orderNumber}`;

function describeLabel({ to, from, items, orderNumber }: ReturnLabel): PdfBlock[] {
  return [
    bodyText('RETURN', { style: { ...STRONG, size: 11, spacing: 0.12 }, after: 8 }),
    labelledLines('To', [to.name, ...to.lines], { style: { ...BODY, size: 13 } }),
    ...describeBarcodes(items),
    labelledLines('From', [from.name, ...from.lines]),
    bodyText(`Order ${orderNumber} · ${formatPieces(countPieces(items))}`, { style: NOTE, after: 0 }),
  ];
}

/** One large barcode, or several in two columns. */
function describeBarcodes(items: readonly ReturnedItem[]): PdfBlock[] {
  const [first] = items;
  const draw = ({ returnNumber }: ReturnedItem, height: number) =>
    barcode(returnNumber, { height, alt: `Barcode of return ${returnNumber}` });
  if (items.length === 1 && first) return [draw(first, 60)];
  return Array.from({ length: Math.ceil(items.length / 2) }, (_, row) =>
    columns([0, 1].map((column) => items.slice(row * 2 + column, row * 2 + column + 1).map((item) => draw(item, 32)))),
  );
}
