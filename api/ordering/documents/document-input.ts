import { formatDay } from '#api/platform/local-day.ts';
import { BODY, labelledLines } from '#api/platform/pdf/blocks.ts';
import { MUTED_COLOUR } from '#api/platform/pdf/pdf-theme.ts';
import type { PdfBlock } from '#api/platform/pdf/piece.ts';
import type { TextStyle } from '#api/platform/pdf/text.ts';
import { isolate, joinIsolated } from '#api/platform/pdf/writing-direction.ts';

/** What every document needs. Days are ISO dates, such as `2026-03-29`, of the organisation's time zone; amounts are in minor units. */
export interface DocumentInput {
  /** The brand as in the database: its name selects the design. */
  brand: { name: string; companyName: string };
  /** Stored in the file as the time of its creation. */
  createdAt: Date;
}

/** A name, and the lines of an address. Empty lines are left out. */
export interface PostalAddress {
  name: string;
  lines: readonly string[];
}

/** How an order is delivered. */
export interface PaperDelivery {
  /** The way of delivery that was chosen; null for none. */
  method: string | null;
  /** Where and when it is collected, as far as is known; null where it is sent. */
  collect: { from: string | null; openingHours: string | null } | null;
}

export interface GarmentLine {
  productName: string;
  /** Colour, and whatever else distinguishes it, apart from the size; null if there is nothing else. */
  description: string | null;
  /** Null for a product without sizes. */
  size: string | null;
  sku: string | null;
  quantity: number;
  /** Its logos, texts and badges in words; left out without any. */
  designs?: readonly string[];
}

/** Sizes in the warehouse are read at arm's length. */
export const LARGE: TextStyle = { ...BODY, font: 'sans-700', size: 15 };
export const QUANTITY: TextStyle = { ...BODY, font: 'sans-600', size: 12, hasTabularFigures: true };
export const AMOUNT: TextStyle = { ...BODY, hasTabularFigures: true };
/** The way of delivery is read across a table. */
export const DELIVERY: TextStyle = { ...BODY, font: 'sans-700', size: 18 };
export const NOTE: TextStyle = { ...BODY, colour: MUTED_COLOUR };

/** The small print below the name of a product. */
export const describeLine = ({ description, sku, designs = [] }: Pick<GarmentLine, 'description' | 'sku' | 'designs'>): string =>
  [joinIsolated([description, sku]), ...designs.map(isolate)].filter((line) => line !== '').join('\n');

export const countPieces = (lines: readonly { quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** A day in words, or what to say instead if there is none. */
export const formatOptionalDay = (day: string | null, otherwise: string): string => (day === null ? otherwise : formatDay(day));

/** Where the pieces go, or are collected. */
export const toDestination = (
  { method, collect }: PaperDelivery,
  { name, lines }: PostalAddress,
  label = 'Delivered to',
): PdfBlock =>
  collect
    ? labelledLines(
        'Collect from',
        [collect.from ?? method, collect.openingHours].filter((line) => line !== null),
      )
    : labelledLines(label, [name, ...lines]);
