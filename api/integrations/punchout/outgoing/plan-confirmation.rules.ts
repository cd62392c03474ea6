import type { ConfirmationContent, ConfirmedLine, ConfirmedPortion } from '../cxml/write-confirmation.rules.ts';

/** A line of the buyer's order, and what becomes of it. Pieces that are neither cancelled nor back-ordered are sent as ordered. Days are such as `2026-12-08`. */
export interface ConfirmableLine {
  /** As the buyer counts them. */
  lineNumber: number;
  /** As it was ordered. */
  quantity: number;
  /** As it was ordered. */
  unitOfMeasure: string;
  /** In minor units, as it was ordered. */
  orderedPriceMinor: number;
  /** What a piece costs. */
  unitPriceMinor: number;
  /** Day on which the buyer wants it; undefined when they have not said. */
  requestedOn: string | undefined;
  /** Pieces that are not sent. */
  cancelledQuantity: number;
  /** Why, in words for the buyer. */
  cancelReason: string | undefined;
  /** Pieces that wait for stock. */
  backorderedQuantity: number;
  /** Day on which those are expected to leave. */
  backorderedUntil: string | undefined;
  /** Day on which the others are expected to leave. */
  shipsOn: string | undefined;
  /** Day on which they are expected to arrive. */
  arrivesOn: string | undefined;
}

/** An order of a buyer's system, as it stands. */
export interface OrderedByBuyer {
  /** Why the whole order was rejected, in words for the buyer; undefined when it was not. */
  rejectedFor: string | undefined;
  lines: readonly ConfirmableLine[];
}

const NOTHING_IS_SENT = 'No line of this order will be sent.';

/** Pieces that are sent: with changes where the price is another or the day is later than the buyer asked for, otherwise as ordered. */
function planSent(line: ConfirmableLine, quantity: number): ConfirmedPortion {
  const { orderedPriceMinor, unitPriceMinor, requestedOn, shipsOn, arrivesOn } = line;
  const isDearerOrCheaper = unitPriceMinor !== orderedPriceMinor;
  const isLate = arrivesOn !== undefined && requestedOn !== undefined && arrivesOn > requestedOn;
  return {
    type: isDearerOrCheaper || isLate ? 'detail' : 'accept',
    quantity,
    unitPriceMinor: isDearerOrCheaper ? unitPriceMinor : undefined,
    shipsOn,
    // The day that the buyer asked for is not repeated.
    arrivesOn: arrivesOn === requestedOn ? undefined : arrivesOn,
  };
}

/** What is said of a line: its portions always have as many pieces as were ordered. */
function planLine(line: ConfirmableLine): ConfirmedLine {
  const { lineNumber, quantity, unitOfMeasure, cancelReason, backorderedUntil } = line;
  const cancelled = Math.min(line.cancelledQuantity, quantity);
  const backordered = Math.min(line.backorderedQuantity, quantity - cancelled);
  const portions: ConfirmedPortion[] = [
    planSent(line, quantity - cancelled - backordered),
    { type: 'backordered', quantity: backordered, shipsOn: backorderedUntil },
    { type: 'reject', quantity: cancelled, comment: cancelReason },
  ];
  return { lineNumber, quantity, unitOfMeasure, portions: portions.filter((portion) => portion.quantity > 0) };
}

const hasOnly = ({ portions }: ConfirmedLine, type: ConfirmedPortion['type']): boolean =>
  portions.every((portion) => portion.type === type);

const saysMore = ({ portions }: ConfirmedLine): boolean =>
  portions.some(({ type, shipsOn, arrivesOn }) => type !== 'accept' || shipsOn !== undefined || arrivesOn !== undefined);

const sumOf = (lines: readonly ConfirmableLine[], costOf: (line: ConfirmableLine) => number): number =>
  lines.reduce((sum, line) => sum + costOf(line), 0);

/**
 * What is true of an order, as one confirmation of all of it: a later one of the same order replaces it. So it is never of the types `detail` and `allDetail`, after
 * which buyers' systems take the lines that are not mentioned for undecided.
 */
export function planConfirmation({ rejectedFor, lines }: OrderedByBuyer): ConfirmationContent {
  if (rejectedFor !== undefined) return { type: 'reject', comment: rejectedFor, lines: [] };
  const planned = lines.map(planLine);
  if (planned.every((line) => hasOnly(line, 'reject'))) {
    const reasons = new Set(lines.flatMap(({ cancelReason }) => cancelReason ?? []));
    return { type: 'reject', comment: reasons.size > 0 ? [...reasons].join(' ') : NOTHING_IS_SENT, lines: [] };
  }
  const said = planned.filter(saysMore);
  if (planned.every((line) => hasOnly(line, 'accept'))) return { type: 'accept', lines: said };
  if (planned.every((line) => hasOnly(line, 'backordered'))) return { type: 'backordered', lines: said };
  const orderedMinor = sumOf(lines, ({ quantity, orderedPriceMinor }) => quantity * orderedPriceMinor);
  const totalMinor = sumOf(
    lines,
    ({ quantity, cancelledQuantity, unitPriceMinor }) => Math.max(0, quantity - cancelledQuantity) * unitPriceMinor,
  );
  return { type: 'except', totalMinor: totalMinor === orderedMinor ? undefined : totalMinor, lines: said };
}
