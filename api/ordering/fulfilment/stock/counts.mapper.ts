import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { assertAsSeen, createFingerprint } from '#api/platform/http/fingerprint.ts';
import type { ReplyOf } from '#contract/index.ts';
import { toUtcString } from '../../order-states/order-states.rules.ts';
import type { CountedLineRow, CountLineRow, CountRow } from './counts.queries.ts';
import { computeDifference } from './counts.rules.ts';

type Count = ReplyOf<'GET /api/operator/stock/counts'>['counts'][number];
type Line = ReplyOf<'GET /api/operator/stock/counts/:id'>['lines'][number];
type Differences = ReplyOf<'GET /api/operator/stock/counts/:id/differences'>;

/** A count on the wire. */
export const toCount = ({ createdAt, endedAt, ...count }: CountRow): Count => ({
  ...count,
  createdOnUtc: toUtcString(createdAt),
  endedOnUtc: endedAt === null ? null : toUtcString(endedAt),
});

/** A garment of a count on the wire: without what is expected. */
export const toCountLine = ({ countedAt, ...line }: CountLineRow): Line => ({
  ...line,
  countedOnUtc: countedAt === null ? null : toUtcString(countedAt),
});

function toDifference(row: CountedLineRow): Differences['differences'][number] {
  const { difference, expected, onHandAfter, obstacle } = computeDifference(row);
  return {
    id: row.id,
    productName: row.productName,
    sku: row.sku,
    gtin: row.gtin,
    attributeDescription: row.attributeDescription,
    shelf: row.shelf,
    counted: row.counted,
    expected,
    difference,
    value: toMajorUnits(difference * row.priceMinor),
    movedSince: row.movedSince,
    onHandAfter,
    beingPicked: row.beingPicked,
    obstacle,
  };
}

/** The differences of a count on the wire, with their sums and the fingerprint of what would be booked. */
export function toDifferences(count: CountRow, rows: readonly CountedLineRow[], currencyCode: string): Differences {
  const lines = rows.map(toDifference);
  const differences = lines.filter(({ difference, obstacle }) => difference !== 0 || obstacle !== null);
  const bookable = differences.filter(({ obstacle }) => obstacle === null);
  const minor = bookable.reduce((sum, { value }) => sum + Math.round(value * 100), 0);
  return {
    count: toCount(count),
    differences,
    equalLines: lines.length - differences.length,
    pieces: bookable.reduce((sum, { difference }) => sum + difference, 0),
    value: toMajorUnits(minor),
    currencyCode,
    fingerprint: createFingerprint(toShown(differences)),
  };
}

const toShown = (differences: Differences['differences']) => ({
  differences: differences.map(({ id, difference, obstacle }) => [id, difference, obstacle]),
});

/** Refuses to book a count whose differences are no longer those that were shown. Throws 409. */
export const assertDifferencesAsSeen = (seen: string | null | undefined, { differences }: Differences): void =>
  assertAsSeen(seen, toShown(differences), {
    key: 'count',
    subject: 'The count',
    wording: { differences: 'Its differences are different now. Nothing was booked.' },
  });
