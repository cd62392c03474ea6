import type { Readable } from 'node:stream';
import { formatDay } from '#api/platform/local-day.ts';
import { bodyText, columns, heading, keyValues, writingLines } from '#api/platform/pdf/blocks.ts';
import { createPdfTheme } from '#api/platform/pdf/pdf-theme.ts';
import { picture } from '#api/platform/pdf/picture.ts';
import type { PdfBlock } from '#api/platform/pdf/piece.ts';
import { renderPdf } from '#api/platform/pdf/render-pdf.ts';
import { swatches } from '#api/platform/pdf/swatches.ts';
import { table } from '#api/platform/pdf/table.ts';
import { joinIsolated } from '#api/platform/pdf/writing-direction.ts';
import { formatPieces } from '../order-states/line-names.rules.ts';
import { countPieces, type DocumentInput, LARGE, NOTE, QUANTITY } from './document-input.ts';

/** What the decorator makes on a day, or of an order. */
export interface WorkOrder {
  title: string;
  printedOn: string;
  /** Orders of which it has pieces. */
  orders: number;
  /** Pieces, each once. */
  pieces: number;
  designs: readonly WorkOrderDesign[];
}

/** A design on garments of one kind and colour. Measures in the units that they are named with. */
export interface WorkOrderDesign {
  /** What is made, and where. */
  name: string;
  method: string;
  garment: string;
  colour: string | null;
  side: 'front' | 'back';
  position: string;
  measuredFrom: string;
  widthCm: number;
  heightCm: number;
  /** Of a logo, as the client approved it: its size, and the threads or inks. */
  approvedSize: string | null;
  approvedColours: readonly string[];
  logoName: string | null;
  /** Files for production beside the logo. */
  productionFiles: readonly string[];
  fontName: string | null;
  letterMm: number | null;
  thread: { name: string; number: string | null; rgb: string | null } | null;
  /** The garment with the design, the design enlarged on its cloth, and the logo alone, as JPEG; null where they could not be drawn. */
  drawing: Uint8Array | null;
  closeUp: Uint8Array | null;
  logo: Uint8Array | null;
  sizes: readonly { size: string; quantity: number }[];
  lines: readonly WorkOrderLine[];
}

/** The pieces of a line of an order, with what is put on them. */
export interface WorkOrderLine {
  code: string;
  orderNumber: string;
  organisationName: string;
  /** Exactly as it was typed; null for a logo only. */
  text: string | null;
  size: string | null;
  quantity: number;
  comments: string | null;
}

/** A work order: each design in the order in which it is made, with its drawing, measures and threads, and its lines with their barcodes. */
export function renderWorkOrder({ brand, createdAt }: DocumentInput, work: WorkOrder): Readable {
  const { title, printedOn, orders, pieces, designs } = work;
  const facts = [
    { key: 'Orders', value: String(orders) },
    { key: 'To decorate', value: formatPieces(pieces) },
    { key: 'Designs', value: String(designs.length) },
    { key: 'Printed on', value: formatDay(printedOn) },
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
          ...designs.flatMap(toBlocks),
          writingLines(['Decorated by', 'Date and time']),
        ],
      },
    ],
  });
}

const formatMm = (mm: number) => `${mm} mm`;
const formatArea = ({ widthCm, heightCm }: Pick<WorkOrderDesign, 'widthCm' | 'heightCm'>) => `${widthCm} × ${heightCm} cm`;

function toBlocks(design: WorkOrderDesign): PdfBlock[] {
  const { name, method, garment, colour, drawing, closeUp, logo, lines, sizes, thread, measuredFrom } = design;
  const facts = [
    { key: 'Method', value: method },
    { key: 'Position', value: `${design.position}, ${design.side}` },
    { key: 'Area, width × height', value: formatArea(design) },
    ...(design.approvedSize === null ? [] : [{ key: 'Approved size', value: design.approvedSize }]),
    ...(design.fontName === null ? [] : [{ key: 'Font', value: design.fontName }]),
    ...(design.letterMm === null ? [] : [{ key: 'Height of capitals', value: formatMm(design.letterMm) }]),
    ...(design.logoName === null ? [] : [{ key: 'Logo', value: design.logoName }]),
  ];
  const files = design.productionFiles;
  const pictures = [
    ...(drawing ? [picture(drawing, { alt: `${garment}, ${design.side}, with the design`, height: 132 })] : []),
    ...(closeUp ? [picture(closeUp, { alt: `The design, enlarged`, height: 92 })] : []),
    ...(logo ? [picture(logo, { alt: `Logo ${design.logoName ?? ''}`, height: 60, caption: design.logoName })] : []),
  ];
  const words = [
    bodyText(joinIsolated([garment, colour, formatPieces(countPieces(lines))]), { style: QUANTITY, after: 6 }),
    keyValues(facts, { columns: 2 }),
    ...(measuredFrom === '' ? [] : [bodyText(measuredFrom, { maxLength: 400 })]),
    ...(thread === null ? [] : [swatches([{ name: [thread.number, thread.name].filter(Boolean).join(' '), rgb: thread.rgb }])]),
    ...(design.approvedColours.length === 0
      ? []
      : [bodyText(`Approved colours: ${design.approvedColours.join(', ')}`, { maxLength: 500 })]),
    ...(design.logoName === null
      ? []
      : [
          bodyText(files.length === 0 ? 'No production file is kept with this logo.' : `Production files: ${files.join(', ')}`, {
            maxLength: 500,
          }),
        ]),
    bodyText(sizes.map(({ size, quantity }) => `${size}: ${quantity}`).join(' · '), { style: QUANTITY, maxLength: 500 }),
  ];
  const hasTexts = lines.some(({ text }) => text !== null);
  return [
    heading(name, { above: 16 }),
    pictures.length === 0
      ? columns([words], { isKeptWithNext: true })
      : columns([words, pictures], { shares: [3, 2], isKeptWithNext: true }),
    table({
      rowHeader: 0,
      columns: [
        ...(hasTexts ? [{ header: 'Text', share: 4.2, style: LARGE }] : []),
        { header: 'Size', share: 2, style: hasTexts ? QUANTITY : LARGE },
        { header: 'Quantity', share: 1.4, align: 'right' as const, style: QUANTITY },
        { header: 'Order', share: hasTexts ? 2.6 : 4.4 },
        { header: 'Line', share: 4 },
      ],
      rows: lines.map((line) => [
        ...(hasTexts ? [{ text: line.text ?? '–', detail: line.comments }] : []),
        line.size ?? '–',
        String(line.quantity),
        { text: line.orderNumber, detail: joinIsolated([line.organisationName, hasTexts ? null : line.comments]) },
        { barcode: line.code },
      ]),
    }),
    ...(hasTexts
      ? [bodyText('Texts are set exactly as they are printed here, with their capitals and accents.', { style: NOTE })]
      : []),
  ];
}
