import { runInTransaction } from '#api/platform/db/database.ts';
import { findLimits } from '../carts/limits.rules.ts';
import { type Connection, findConnection } from '../connections/connection.queries.ts';
import type { ReturnForm } from '../oci/return-form.rules.ts';
import { cutText } from '../texts/cut-text.rules.ts';
import { toDecimalAmount } from '../texts/decimal-amount.rules.ts';
import type { TripOutcome } from '../trips/trips.queries.ts';
import type { MessageCart } from './cart-message.ts';
import { type EndingDependencies, endWithForm } from './end-with-form.actions.ts';
import { type EndingTrip, lockTrip, markFormShown } from './ending-trips.queries.ts';
import { type LastSentLine, listSentLines } from './returned-lines.queries.ts';

/** How someone goes back to the buyer's system. */
export interface ShownReturn {
  connection: Connection;
  outcome: TripOutcome;
  form: ReturnForm;
  /** Whether the form is shown for the first time, so that the page posts it by itself. */
  isFirst: boolean;
}

/**
 * Ends a trip of the brand unless it has ended, and returns the form that it ends with: the same each time. One that is still open was cancelled, or left open for too
 * long; nothing is returned then. Undefined where the brand has no such trip.
 */
export const openReturn = (dependencies: EndingDependencies, brandId: number, tripId: string): Promise<ShownReturn | undefined> =>
  runInTransaction(dependencies.db, async (tx) => {
    const trip = await lockTrip(tx, tripId);
    const connection = trip && (await findConnection(tx, trip.organisationId, trip.connectionId));
    if (!trip || connection?.brandId !== brandId) return undefined;
    const outcome = trip.outcome ?? (trip.isExpired ? 'expired' : 'cancelled');
    const isFirst = await markFormShown(tx, trip);
    if (trip.returnForm) return { connection, outcome, form: trip.returnForm, isFirst };
    const before = hasCartToKeep(trip, connection)
      ? toCartBefore(
          trip,
          connection,
          await listSentLines(
            tx,
            connection,
            trip.editedItems.map(({ auxiliaryId }) => auxiliaryId),
          ),
        )
      : undefined;
    const form = await endWithForm(tx, dependencies, { trip, connection }, before, outcome);
    return { connection, outcome, form, isFirst };
  });

/**
 * Whether the cart that an edit began with is sent instead of a status. Not where a line of it is not known any more: what is missing from the answer is deleted there.
 */
const hasCartToKeep = (trip: EndingTrip, connection: Connection): boolean =>
  connection.returnsCartOnCancel &&
  connection.protocol === 'cxml' &&
  trip.operation === 'edit' &&
  trip.editedItems.length > 0 &&
  trip.missingItems.length === 0;

/** The cart that an edit began with, as it was returned last; undefined where a line of it is not known. */
function toCartBefore(
  { editedItems }: EndingTrip,
  connection: Connection,
  sent: ReadonlyMap<string, LastSentLine>,
): MessageCart | undefined {
  const { currencyCode } = connection;
  const lines = editedItems.flatMap(({ auxiliaryId, quantity }) => {
    const line = sent.get(auxiliaryId);
    return line ? [{ ...line, quantity }] : [];
  });
  if (lines.length < editedItems.length) return undefined;
  const { shortName } = findLimits(connection);
  return {
    total: toDecimalAmount(
      lines.reduce((sum, { unitPriceMinor, quantity }) => sum + unitPriceMinor * quantity, 0),
      currencyCode,
    ),
    shipping: undefined,
    tax: undefined,
    shipTo: undefined,
    lines: lines.map(({ unit, unitPriceMinor, ...line }) => ({
      ...line,
      unitPrice: toDecimalAmount(unitPriceMinor, currencyCode),
      unitOfMeasure: unit,
      shortName: cutText(line.description, shortName),
      manufacturer: undefined,
      leadDays: undefined,
      extrinsics: {},
      details: {},
    })),
  };
}
