import type { Readable } from 'node:stream';
import { formatDay } from '#api/platform/local-day.ts';
import { BODY, bodyText, bullets, columns, heading, keyValues, labelledLines, SMALL, STRONG } from '#api/platform/pdf/blocks.ts';
import { createPdfTheme, MUTED_COLOUR } from '#api/platform/pdf/pdf-theme.ts';
import { picture } from '#api/platform/pdf/picture.ts';
import type { PdfBlock } from '#api/platform/pdf/piece.ts';
import { renderPdf } from '#api/platform/pdf/render-pdf.ts';
import { swatches } from '#api/platform/pdf/swatches.ts';
import { table } from '#api/platform/pdf/table.ts';
import { isolate, joinIsolated } from '#api/platform/pdf/writing-direction.ts';
import type { DescriptionPart } from './description-parts.rules.ts';
import type { ProductSheet } from './product-sheet.rules.ts';

/** A sheet to draw. */
export interface ProductSheetTask {
  brand: { name: string; companyName: string };
  organisationName: string;
  createdAt: Date;
  /** The day of the prices, in the organisation's time zone. */
  day: string;
  sheet: ProductSheet;
}

const AMOUNT = { ...STRONG, hasTabularFigures: true };
const FIGURES = { ...BODY, hasTabularFigures: true };
const LEAD = { ...BODY, size: 10.5 };
const PRICE = { ...STRONG, size: 17, hasTabularFigures: true };
const PICTURE_HEIGHT = 250;
/** More columns than this are set in small print, so that figures stay on one line. */
const MAX_WIDE_COLUMNS = 6;
/** What is side by side stays on one page, so that longer lists and tables take the whole width, one after the other. */
const MAX_VALUES_BESIDE = 16;
const MAX_ROWS_BESIDE = 12;
const MAX_TEXT = 6000;

/** The sheet of a product. */
export function renderProductSheet({ brand, organisationName, createdAt, day, sheet }: ProductSheetTask): Readable {
  const terms = sheet.price?.taxWords ? ` Prices ${sheet.price.taxWords}, subject to change.` : '';
  return renderPdf({
    title: sheet.name,
    format: 'a4',
    theme: createPdfTheme(brand),
    createdAt,
    footer: `For ${isolate(organisationName)}, ${formatDay(day)}.${terms}`,
    parts: [
      {
        title: sheet.name,
        blocks: [
          ...describeProduct(sheet),
          ...describeText('Description', sheet.description),
          ...describeFacts(sheet),
          ...describeChoices(sheet),
          ...describePrices(sheet),
          ...describeGuide(sheet),
        ],
      },
    ],
  });
}

/** Long names are set smaller, so that they leave room for the rest. */
const sizeOfName = ({ length }: string) => (length <= 40 ? 22 : length <= 90 ? 17 : 13);

function describeProduct(sheet: ProductSheet): PdfBlock[] {
  const { name, picture: shown, price, shortDescription, facts, notices, standards } = sheet;
  const words = price && [price.taxWords, price.before && `before ${price.before}`].filter(Boolean).join(', ');
  const summary = [
    heading(name, { level: 1, size: sizeOfName(name), maxLength: 250 }),
    ...(price ? [bodyText(price.text, { style: PRICE, after: words ? 0 : 10 })] : []),
    ...(words ? [bodyText(words, { style: SMALL, after: 12 })] : []),
    ...(shortDescription ? [bodyText(shortDescription, { style: LEAD, after: 12, maxLength: 600 })] : []),
    ...(facts.length > 0 ? [keyValues(facts, { columns: 2 })] : []),
    ...(hasStandardsOnTop(sheet) ? [labelledLines('Standards', standards, { style: STRONG })] : []),
    ...notices.map((notice) => bodyText(notice, { style: { ...BODY, colour: MUTED_COLOUR } })),
  ];
  if (!shown) return summary;
  return [
    columns([[picture(shown.jpeg, { alt: shown.alt, height: PICTURE_HEIGHT, caption: shown.caption })], summary], {
      shares: [4, 5],
    }),
  ];
}

/** Standards are what people look for first: they are beside the picture, unless they are many or long. */
const hasStandardsOnTop = ({ standards }: ProductSheet) =>
  standards.length > 0 && standards.length <= 5 && standards.every(({ length }) => length <= 60);

function describeFacts(sheet: ProductSheet): PdfBlock[] {
  const { standards, specifications, care } = sheet;
  const areStandardsBelow = standards.length > 0 && !hasStandardsOnTop(sheet);
  const isBeside = specifications.length > 0 && care.length > 0 && specifications.length <= 18;
  const details = specifications.length > 0 ? [heading('Details'), keyValues(specifications, { columns: isBeside ? 3 : 4 })] : [];
  const treatment = care.length > 0 ? [heading('Care'), bullets(care)] : [];
  return [
    ...(areStandardsBelow ? [heading('Standards'), bullets(standards)] : []),
    ...(isBeside ? [columns([details, treatment], { shares: [2, 1] })] : [...details, ...treatment]),
  ];
}

function describeText(title: string, parts: readonly DescriptionPart[]): PdfBlock[] {
  if (parts.length === 0) return [];
  const blocks = [heading(title)];
  let items: string[] = [];
  const closeList = () => {
    if (items.length > 0) blocks.push(bullets(items));
    items = [];
  };
  for (const { kind, text } of parts) {
    if (kind === 'item') {
      items.push(text);
      continue;
    }
    closeList();
    blocks.push(kind === 'heading' ? heading(text, { level: 3, above: 4 }) : bodyText(text, { maxLength: MAX_TEXT }));
  }
  closeList();
  return blocks;
}

function describeChoices({ choices, sizes }: ProductSheet): PdfBlock[] {
  if (choices.length === 0) return [];
  const hasColours = choices.some(({ isColour }) => isColour);
  const lists = choices.map(({ name, isColour, values }) => [
    ...(choices.length > 1 ? [heading(name, { level: 3, above: 2 })] : []),
    isColour
      ? swatches(values)
      : bodyText(
          joinIsolated(
            values.map((value) => value.name),
            ', ',
          ),
          { style: FIGURES, maxLength: MAX_TEXT },
        ),
  ]);
  const areShort = choices.length <= 3 && choices.every(({ values }) => values.length <= MAX_VALUES_BESIDE);
  return [
    heading(hasColours ? (choices.length > 1 ? 'Colours and sizes' : 'Colours') : 'Sizes'),
    ...(areShort ? [columns(lists)] : lists.flat()),
    ...(sizes
      ? [
          bodyText('Not every size comes in every choice:'),
          table({
            columns: sizes.attributes.map((header, index) => ({
              header,
              share: index === sizes.attributes.length - 1 ? 3 : 2,
              maxLength: MAX_TEXT,
            })),
            rows: sizes.rows,
          }),
        ]
      : []),
  ];
}

function describePrices({ price, prices, bands }: ProductSheet): PdfBlock[] {
  const taxWords = price?.taxWords ?? '';
  const ofSizes = prices
    ? [
        heading(`Prices, ${taxWords}`),
        table({
          columns: [
            ...prices.attributes.map((header) => ({ header, share: 3, maxLength: MAX_TEXT })),
            { header: 'Price', share: 1.6, align: 'right' as const, style: AMOUNT },
          ],
          rows: prices.rows,
        }),
      ]
    : [];
  const ofQuantities =
    bands.length > 0
      ? [
          heading(`Quantity discounts, ${taxWords}`),
          table({
            columns: [
              { header: 'Pieces of one size', share: 3 },
              { header: 'Price each', share: 1.6, align: 'right', style: AMOUNT },
            ],
            rows: bands.map((band) => [band.quantities, band.price]),
          }),
        ]
      : [];
  const groups = [ofSizes, ofQuantities].filter((group) => group.length > 0);
  const isShort = (prices?.rows ?? []).every((cells) => cells.every(({ length }) => length <= 60));
  if (groups.length === 0 || !isShort || Math.max(prices?.rows.length ?? 0, bands.length) > MAX_ROWS_BESIDE) return groups.flat();
  // Two halves, of which the second may be empty: amounts are read more easily near what they are for.
  return [columns([groups[0] ?? [], groups[1] ?? []])];
}

function describeGuide({ guide }: ProductSheet): PdfBlock[] {
  if (!guide || (guide.columns.length === 0 && guide.notes.length === 0)) return [];
  const style = guide.columns.length > MAX_WIDE_COLUMNS ? { ...BODY, size: 8 } : BODY;
  return [
    heading('Size guide'),
    ...(guide.columns.length > 0
      ? [
          bodyText(guide.name, { style: SMALL, after: 2 }),
          table({
            columns: guide.columns.map((header, index) => ({
              header,
              share: findWidth(guide, index),
              style: { ...style, hasTabularFigures: true, font: index === 0 ? ('sans-600' as const) : style.font },
            })),
            rows: guide.rows,
          }),
        ]
      : []),
    ...describeText('How to measure', guide.notes),
  ];
}

/** Characters that a column needs, within limits: its longest cell, or a part of its heading, which can be on several lines. */
function findWidth({ columns: headings, rows }: NonNullable<ProductSheet['guide']>, index: number): number {
  const longestCell = Math.max(0, ...rows.map((cells) => cells[index]?.length ?? 0));
  const longestWord = Math.max(0, ...(headings[index] ?? '').split(' ').map(({ length }) => length));
  return Math.min(Math.max(longestCell, longestWord, 4), 24);
}
