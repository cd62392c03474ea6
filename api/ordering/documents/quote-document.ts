import type { Readable } from 'node:stream';
import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { formatDay } from '#api/platform/local-day.ts';
import { BODY, bodyText, columns, heading, keyValues, labelledLines } from '#api/platform/pdf/blocks.ts';
import { createPdfTheme } from '#api/platform/pdf/pdf-theme.ts';
import type { PdfBlock } from '#api/platform/pdf/piece.ts';
import { renderPdf } from '#api/platform/pdf/render-pdf.ts';
import { type TableCell, type TableColumn, table, totals } from '#api/platform/pdf/table.ts';
import { isolate, joinIsolated } from '#api/platform/pdf/writing-direction.ts';
import { AMOUNT, type DocumentInput } from './document-input.ts';

/** A quote as its customer sees it: the answer of the supplier, or before one the request. Money in minor units, excluding tax. */
export interface QuoteDocument {
  number: string;
  title: string;
  /** The answer, counted from 1; 0 for the request. */
  version: number;
  status: string;
  requestedOn: string;
  /** When the answer was sent; null for the request. */
  answeredOn: string | null;
  requiredOn: string | null;
  validUntilOn: string | null;
  seller: { name: string; address: readonly string[] };
  personName: string;
  organisationName: string;
  currencyCode: string;
  /** What the customer wrote. */
  description: string | null;
  /** What the supplier says to the whole quote. */
  notes: string | null;
  terms: string | null;
  lines: readonly QuoteDocumentLine[];
  /** Of the offered lines without alternatives; null for the request, and for people who see no prices. */
  totals: { totalMinor: number; setupMinor: number } | null;
}

/** A line of a quote. */
export interface QuoteDocumentLine {
  /** `2`, and `2a` for an alternative to it. */
  place: string;
  /** The place of the line that it stands for. */
  alternativeTo: string | null;
  name: string;
  attributeDescription: string | null;
  sku: string | null;
  /** Logos, texts and badges in words. */
  designs: readonly string[];
  quantity: number;
  /** Null before an answer. */
  isOffered: boolean | null;
  /** Per piece with its decoration; null without a price, or for people who see none. */
  unitMinor: number | null;
  setupMinor: number | null;
  leadTimeDays: number | null;
  /** What the customer says to the line, and the supplier. */
  comments: string | null;
  answer: string | null;
}

/** Characters of small print in a row of the table, which is never divided between pages. What is longer follows below the table. */
const MAX_DETAIL = 600;
const MAX_NAME = 400;
/** Of a description, notes or terms. */
const MAX_TEXT = 4000;

/** A quote, or the request for one. */
export function renderQuote({ brand, createdAt }: DocumentInput, quote: QuoteDocument): Readable {
  const { number, seller, lines, version } = quote;
  const name = version > 0 ? 'Quote' : 'Request for a quote';
  const title = `${name} ${number}`;
  const described = lines.map((line) => ({ line, ...describeLine(line) }));
  return renderPdf({
    title,
    format: 'a4',
    theme: createPdfTheme(brand),
    createdAt,
    footer: joinIsolated([seller.name, ...seller.address], ', '),
    parts: [
      {
        title,
        blocks: [
          heading(name, { level: 1 }),
          bodyText(joinIsolated([number, quote.title]), { style: { ...BODY, size: 12 }, after: 10, maxLength: MAX_NAME }),
          columns([
            [labelledLines('From', [seller.name, ...seller.address])],
            [labelledLines('For', [quote.organisationName, quote.personName])],
          ]),
          keyValues(describeFacts(quote), { columns: 4 }),
          ...section('Request', quote.description),
          ...(lines.length === 0 ? [] : [createLines(quote, described)]),
          ...createTotals(quote),
          ...described.flatMap(({ line, below }) =>
            below.length === 0
              ? []
              : [
                  heading(`Line ${line.place}, continued`, { level: 3 }),
                  ...below.map((text) => bodyText(text, { maxLength: MAX_TEXT })),
                ],
          ),
          ...section('Notes', quote.notes),
          ...section('Terms', quote.terms),
        ],
      },
    ],
  });
}

/** A text that someone has written, line by line, so that it continues on the next page. */
const section = (title: string, text: string | null): PdfBlock[] =>
  text === null
    ? []
    : [
        heading(title, { level: 2 }),
        ...text
          .split(/\r\n?|\n/)
          .map((line, index, all) => bodyText(line, { maxLength: MAX_TEXT, after: index === all.length - 1 ? 12 : 2 })),
      ];

function describeFacts({
  number,
  version,
  status,
  requestedOn,
  answeredOn,
  requiredOn,
  validUntilOn,
  personName,
}: QuoteDocument) {
  return [
    { key: 'Quote number', value: number },
    ...(version > 0 ? [{ key: 'Version', value: String(version) }] : []),
    ...(answeredOn === null ? [] : [{ key: 'Date', value: formatDay(answeredOn) }]),
    ...(validUntilOn === null ? [] : [{ key: 'Valid until', value: formatDay(validUntilOn) }]),
    { key: 'Requested by', value: personName },
    { key: 'Requested on', value: formatDay(requestedOn) },
    ...(requiredOn === null ? [] : [{ key: 'Needed by', value: formatDay(requiredOn) }]),
    { key: 'Status', value: status },
  ];
}

/** The small print of a line: as much as fits its row, and what follows below the table. */
function describeLine(line: QuoteDocumentLine): { detail: string; below: string[] } {
  const texts = [
    line.isOffered === false ? 'Not offered' : '',
    line.alternativeTo === null ? '' : `Alternative to line ${line.alternativeTo}, not in the total`,
    joinIsolated([line.attributeDescription, line.sku]),
    ...line.designs.map(isolate),
    line.comments === null ? '' : `Comment: ${isolate(oneLine(line.comments))}`,
    line.answer === null ? '' : `Answer: ${isolate(oneLine(line.answer))}`,
  ].filter((text) => text !== '');
  let length = 0;
  const fitting = texts.filter((text) => {
    if (length + text.length > MAX_DETAIL) return false;
    length += text.length;
    return true;
  });
  const below = texts.filter((text) => !fitting.includes(text));
  return { detail: [...fitting, ...(below.length > 0 ? ['Continued below'] : [])].join('\n'), below };
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

type DescribedLine = ReturnType<typeof describeLine> & { line: QuoteDocumentLine };

function createLines({ totals: sums, currencyCode }: QuoteDocument, described: readonly DescribedLine[]): PdfBlock {
  const hasPrices = sums !== null;
  const hasLeadTimes = described.some(({ line }) => line.leadTimeDays !== null);
  const money = (minor: number | null) => (minor === null ? '–' : formatMoney(minor, currencyCode));
  const right = (header: string, share: number): TableColumn => ({ header, share, align: 'right', style: AMOUNT });
  return table({
    rowHeader: 1,
    columns: [
      { header: 'Line', share: 0.8 },
      { header: 'Description', share: hasPrices ? 6 : 10, maxLength: MAX_DETAIL + 100 },
      right('Quantity', 1.5),
      ...(hasLeadTimes ? [{ header: 'Lead time', share: 1.6 }] : []),
      ...(hasPrices ? [right('Unit price excl. tax', 2), right('Set-up excl. tax', 1.9), right('Amount excl. tax', 2.2)] : []),
    ],
    rows: described.map(({ line, detail }): TableCell[] => [
      line.place,
      { text: line.name, detail },
      String(line.quantity),
      ...(hasLeadTimes ? [line.leadTimeDays === null ? '–' : formatDays(line.leadTimeDays)] : []),
      ...(hasPrices
        ? [
            money(line.unitMinor),
            line.setupMinor === 0 ? '–' : money(line.setupMinor),
            money(line.unitMinor === null ? null : line.unitMinor * line.quantity),
          ]
        : []),
    ]),
  });
}

const formatDays = (days: number) => (days === 0 ? 'At once' : days === 1 ? '1 day' : `${days} days`);

function createTotals({ totals: sums, validUntilOn, currencyCode }: QuoteDocument): PdfBlock[] {
  if (sums === null) return [];
  const validity = validUntilOn === null ? '' : ` Valid until the end of ${formatDay(validUntilOn)}.`;
  return [
    totals([
      { label: 'Total excl. tax', value: formatMoney(sums.totalMinor, currencyCode), isMain: true },
      ...(sums.setupMinor > 0 ? [{ label: 'Plus set-up excl. tax', value: formatMoney(sums.setupMinor, currencyCode) }] : []),
    ]),
    bodyText(
      `Unit prices include decoration. Set-up is charged once per order. Tax is added at the rate of the day of the order.${validity}`,
    ),
  ];
}
