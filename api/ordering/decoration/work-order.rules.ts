import { toSpreadsheetText } from '#api/platform/workbook/formula-like.ts';
import type { WorkOrder, WorkOrderDesign } from '../documents/work-order.ts';
import { type DecorationLine, groupByDesign, type LinesOfDesign, type WorkDesign } from './decoration.rules.ts';

/** Sizes with their pieces, as they come. */
function countSizes(lines: LinesOfDesign['lines']): WorkOrderDesign['sizes'] {
  const sizes = new Map<string, number>();
  for (const { line } of lines) {
    const size = line.size ?? 'One size';
    sizes.set(size, (sizes.get(size) ?? 0) + line.quantity);
  }
  return [...sizes].map(([size, quantity]) => ({ size, quantity }));
}

const formatSize = ({ widthMm, heightMm }: NonNullable<WorkDesign['approved']>) => `${widthMm} × ${heightMm} mm`;

/** A group of lines as the work order shows it, with the pictures that were drawn for it. */
export function toWorkOrderDesign(
  { design, name, lines }: LinesOfDesign,
  pictures: Pick<WorkOrderDesign, 'drawing' | 'closeUp' | 'logo'>,
): WorkOrderDesign {
  const { area, threadColour } = design;
  const [first] = lines as [LinesOfDesign['lines'][number]];
  return {
    name,
    method: design.method,
    garment: first.line.productName,
    colour: first.line.colour,
    side: area.side,
    position: design.position,
    measuredFrom: design.measuredFrom,
    widthCm: area.widthCm,
    heightCm: area.heightCm,
    // The proof of a design for names shows one of them.
    approvedSize: design.approved && design.text === null ? formatSize(design.approved) : null,
    approvedColours: design.text === null ? (design.approved?.colours ?? []) : [],
    logoName: design.logoName,
    productionFiles: design.productionFiles,
    fontName: design.fontName,
    letterMm: design.letterMm,
    thread: threadColour === null ? null : { name: threadColour, number: design.threadNumber, rgb: design.threadRgb },
    ...pictures,
    sizes: countSizes(lines),
    lines: lines.map(({ line, design: { text, comments } }) => ({
      code: line.code,
      orderNumber: String(line.orderId),
      organisationName: line.organisationName,
      text,
      size: line.size,
      quantity: line.quantity,
      comments,
    })),
  };
}

/** What is counted at the top of a work order: each piece once, also where it has several designs. */
export const countWork = (lines: readonly DecorationLine[]): Pick<WorkOrder, 'orders' | 'pieces'> => ({
  orders: new Set(lines.map(({ orderId }) => orderId)).size,
  pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
});

const HEADERS = [
  ...[
    'Finish by',
    'Method',
    'Design',
    'Garment',
    'SKU',
    'Colour',
    'Size',
    'Quantity',
    'Decorated',
    'Text',
    'Font',
    'Letter height (mm)',
  ],
  ...[
    'Thread colour',
    'Thread number',
    'Position',
    'Side',
    'Measured from',
    'Width (cm)',
    'Height (cm)',
    'Logo',
    'Production files',
  ],
  ...['Organisation', 'Order', 'Line', 'Barcode', 'Note', 'Approved width (mm)', 'Approved height (mm)', 'Approved colours'],
];

/** A cell of a CSV file. A text that a spreadsheet would take for a formula begins with an apostrophe. */
function toCell(value: string | number | null): string {
  const text = typeof value === 'string' ? toSpreadsheetText(value) : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A work order as CSV (RFC 4180): a row for each design of each line, in the order in which they are made. */
export function toWorkOrderCsv(lines: readonly DecorationLine[]): string {
  const rows = groupByDesign(lines).flatMap((group) =>
    group.lines.map(({ line, design }) => [
      ...[line.finishOn, design.method, group.name, line.productName, line.sku, line.colour, line.size, line.quantity],
      ...[line.decoratedQuantity, design.text, design.fontName, design.letterMm, design.threadColour, design.threadNumber],
      ...[design.position, design.area.side, design.measuredFrom, design.area.widthCm, design.area.heightCm, design.logoName],
      ...[design.productionFiles.join('; '), line.organisationName, line.orderId, line.id, line.code, design.comments],
      ...(design.text === null && design.approved
        ? [design.approved.widthMm, design.approved.heightMm, design.approved.colours.join('; ')]
        : [null, null, null]),
    ]),
  );
  // With the mark, spreadsheets read UTF-8.
  return `\uFEFF${[HEADERS, ...rows].map((row) => row.map(toCell).join(',')).join('\r\n')}\r\n`;
}
