import type { Readable } from 'node:stream';
import { formatDay } from '#api/platform/local-day.ts';
import { oneLine } from '#api/platform/mail/html.ts';
import { barcode } from '#api/platform/pdf/barcode.ts';
import { BODY, bodyText, box, columns, heading, keyValues } from '#api/platform/pdf/blocks.ts';
import type { PdfPart } from '#api/platform/pdf/pdf-content.ts';
import { createPdfTheme } from '#api/platform/pdf/pdf-theme.ts';
import type { PdfBlock } from '#api/platform/pdf/piece.ts';
import { renderPdf } from '#api/platform/pdf/render-pdf.ts';
import { table } from '#api/platform/pdf/table.ts';
import { isolate } from '#api/platform/pdf/writing-direction.ts';
import { formatPieces } from '../order-states/line-names.rules.ts';
import {
  countPieces,
  DELIVERY,
  type DocumentInput,
  describeLine,
  formatOptionalDay,
  type GarmentLine,
  LARGE,
  NOTE,
  type PaperDelivery,
  type PostalAddress,
  QUANTITY,
  toDestination,
} from './document-input.ts';

/** Longer answers are cut: the order has all of them. */
const MAX_ANSWER = 300;

/** What goes into a parcel for one wearer: no prices, because the slip is read by the wearer, colleagues and couriers. */
export interface PackingSlip {
  orderNumber: string;
  organisationName: string;
  wearer: { name: string; employeeNumber: string | null; department: string | null };
  destination: PostalAddress;
  delivery: PaperDelivery;
  /** When the parcel is sent, or the pieces became ready to collect. */
  shippedOn: string;
  /** Which parcel of the order this is, for example 2 of 3; `of` is null while it is unknown how many follow. Null for pieces that are collected. */
  parcel: { number: number; of: number | null } | null;
  /** Answers to the questions at checkout; left out: none. */
  answers?: readonly { name: string; text: string }[];
  lines: readonly GarmentLine[];
  /** What has been ordered and is not in this parcel nor in an earlier one. */
  following: readonly (GarmentLine & { expectedOn: string | null })[];
  returns: {
    /** The last day on which a return can be requested; null without a limit. */
    until: string | null;
    /** Where returns are requested, for example `sundial.example`. */
    host: string;
    /** Whether something in the parcel can only be returned if it is faulty: personalised and made-to-order goods. */
    hasOnlyIfFaulty: boolean;
  };
  help: { email: string | null; phone: string | null };
}

/** Packing slips, one per wearer and parcel, each on pages of its own. */
export function renderPackingSlips({ brand, createdAt }: DocumentInput, slips: readonly PackingSlip[]): Readable {
  const [first] = slips;
  const title = slips.length === 1 && first ? `Packing slip for order ${first.orderNumber}` : `${slips.length} packing slips`;
  return renderPdf({ title, format: 'a4', theme: createPdfTheme(brand), createdAt, parts: slips.map(toPart) });
}

function toPart(slip: PackingSlip): PdfPart {
  const { orderNumber, organisationName, wearer, destination, delivery, shippedOn, parcel, lines, following } = slip;
  const facts = [
    { key: 'Wearer', value: wearer.name },
    { key: 'Employee number', value: wearer.employeeNumber },
    { key: 'Department', value: wearer.department },
    { key: 'Organisation', value: organisationName },
    { key: delivery.collect ? 'Ready on' : 'Sent on', value: formatDay(shippedOn) },
    ...(parcel
      ? [{ key: 'Parcel', value: parcel.of === null ? String(parcel.number) : `${parcel.number} of ${parcel.of}` }]
      : []),
    ...(slip.answers ?? []).map(({ name, text }) => ({ key: oneLine(name), value: oneLine(text).slice(0, MAX_ANSWER) })),
  ].filter((fact): fact is { key: string; value: string } => fact.value !== null && fact.value !== '');
  return {
    title: `Packing slip, order ${orderNumber}, ${isolate(wearer.name)}`,
    blocks: [
      columns(
        [
          [heading('Packing slip', { level: 1 }), bodyText(`Order ${orderNumber}`, { style: { ...BODY, size: 12 }, after: 10 })],
          [barcode(orderNumber, { align: 'right', height: 34, alt: `Barcode of order ${orderNumber}` })],
        ],
        { shares: [3, 2] },
      ),
      ...(delivery.method ? [bodyText(delivery.method, { style: DELIVERY, after: 12 })] : []),
      columns([[keyValues(facts, { columns: 2 })], [toDestination(delivery, destination)]], { shares: [3, 2] }),
      heading(`${delivery.collect ? 'To collect' : 'In this parcel'}: ${formatPieces(countPieces(lines))}`),
      table({
        rowHeader: 0,
        columns: [
          { header: 'Garment', share: 6 },
          { header: 'Size', share: 3, style: LARGE },
          { header: 'Quantity', share: 1.5, align: 'right', style: QUANTITY },
        ],
        rows: lines.map((line) => [
          { text: line.productName, detail: describeLine(line) },
          line.size ?? '–',
          String(line.quantity),
        ]),
      }),
      ...describeFollowing(following, delivery),
      box('Does something not fit?', describeReturns(slip)),
    ],
  };
}

function describeFollowing(following: PackingSlip['following'], { collect }: PaperDelivery): PdfBlock[] {
  if (following.length === 0)
    return [
      bodyText(collect ? 'Your order is complete with these pieces.' : 'Your order is complete with this parcel.', {
        style: NOTE,
        after: 14,
      }),
    ];
  return [
    heading(`To follow: ${formatPieces(countPieces(following))}`),
    table({
      columns: [
        { header: 'Garment', share: 6 },
        { header: 'Size', share: 2 },
        { header: 'Quantity', share: 1.5, align: 'right' },
        { header: 'Expected', share: 3 },
      ],
      rows: following.map((line) => [
        { text: line.productName, detail: line.description },
        line.size ?? '–',
        String(line.quantity),
        formatOptionalDay(line.expectedOn, 'We will email you the date'),
      ]),
    }),
  ];
}

function describeReturns({ orderNumber, returns: { until, host, hasOnlyIfFaulty }, help }: PackingSlip): PdfBlock[] {
  const deadline = until === null ? '' : ` by ${formatDay(until)}`;
  const contacts = [help.email, help.phone].filter(Boolean).join(' or ');
  return [
    bodyText(
      `Log in at ${host}, open order ${orderNumber} and select Return${deadline}. You can exchange for another size. Print the return label and attach it to the parcel. Please send garments back unworn, with their labels.`,
      { after: hasOnlyIfFaulty || contacts ? 4 : 0 },
    ),
    ...(hasOnlyIfFaulty
      ? [
          bodyText('Personalised and made-to-order garments can be returned only if they are faulty.', {
            after: contacts ? 4 : 0,
          }),
        ]
      : []),
    ...(contacts ? [bodyText(`Questions? ${contacts}`, { style: NOTE, after: 0 })] : []),
  ];
}
