import type { Clock } from '#api/platform/clock.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { inOrder } from '#api/platform/db/pipelining.ts';
import { HttpError } from '#api/platform/http/errors.ts';
import type { Hosts } from '#api/platform/http/hosts.ts';
import type { Connection } from '../connections/connection.queries.ts';
import type { ReturnForm } from '../oci/return-form.rules.ts';
import { endTrip, type TripOutcome } from '../trips/trips.queries.ts';
import { type MessageCart, writeCartMessage } from './cart-message.ts';
import { type EndingTrip, saveReturnForm } from './ending-trips.queries.ts';
import { insertCarriedMessage } from './messages.queries.ts';

/** What ending trips needs. */
export interface EndingDependencies {
  db: Db;
  clock: Clock;
  hosts: Pick<Hosts, 'getBrandById'>;
}

const NOT_RETURNED =
  'The cart could not be returned because of an error on our side. Nothing has been returned; your cart is still here. Please contact us.';

/**
 * Ends a locked trip with a cart or, without one, with the news that nothing was changed, and keeps the form. Throws 500 where the document would not be valid: that is
 * recorded for the supplier, and the trip goes on.
 */
export async function endWithForm(
  tx: Tx,
  { db, clock, hosts }: EndingDependencies,
  { trip, connection }: { trip: EndingTrip; connection: Connection },
  cart: MessageCart | undefined,
  outcome: TripOutcome,
): Promise<ReturnForm> {
  const { canonicalOrigin } = await hosts.getBrandById(connection.brandId);
  const origin = { at: new Date(clock.now()), host: new URL(canonicalOrigin).host };
  const { form, faults, ...message } = writeCartMessage(trip, connection, cart, origin);
  const { organisationId, connectionId, isTest } = trip;
  const record = { ...message, organisationId, connectionId, isTest, findings: faults };
  if (faults.length > 0) {
    // Outside the transaction, which is rolled back.
    await insertCarriedMessage(db, record);
    throw new HttpError(500, { cart: [NOT_RETURNED] });
  }
  await inOrder(tx, [
    () => insertCarriedMessage(tx, record),
    () => saveReturnForm(tx, trip, form),
    () => endTrip(tx, organisationId, trip.id, outcome),
  ]);
  return form;
}
