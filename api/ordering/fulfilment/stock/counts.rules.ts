/** What booking a counted garment does. */
export interface BookedLine {
  /** By how much the stock on hand changes. */
  difference: number;
  /** Stock on hand by the ledger when it was counted, with what counts have corrected since. */
  expected: number;
  onHandAfter: number;
  /** Why it cannot be booked, as a sentence; null where it can. */
  obstacle: string | null;
}

/** A counted garment with what decides about booking it. */
export interface CountedFacts {
  counted: number;
  countedAt: Date;
  /** Pieces on hand by the ledger at that moment. */
  expected: number;
  /** What counts have changed since: it was expected then, too. */
  correctedSince: number;
  onHand: number;
  reserved: number;
  canOversell: boolean;
  /** For when the stock on hand was established last. */
  knownAt: Date | null;
}

/**
 * The difference of a counted garment: what was counted less what was on hand at that moment, so that pieces that came or left since stay counted.
 */
export function computeDifference(line: CountedFacts): BookedLine {
  const expected = line.expected + line.correctedSince;
  const difference = line.counted - expected;
  const onHandAfter = line.onHand + difference;
  return { difference, expected, onHandAfter, obstacle: findObstacle(line, difference, onHandAfter) };
}

function findObstacle(line: CountedFacts, difference: number, onHandAfter: number): string | null {
  if (line.knownAt !== null && line.knownAt > line.countedAt)
    return 'A newer figure was sent or booked after it was counted. Count it again.';
  if (line.canOversell || difference >= 0 || (onHandAfter >= line.reserved && onHandAfter >= 0)) return null;
  return onHandAfter < 0
    ? `${-onHandAfter} more pieces have left since than were counted. Count it again.`
    : `${line.reserved} pieces are reserved for orders, but ${onHandAfter} would be on hand. Cancel pieces of orders first.`;
}
