import { findActor } from '#api/identity/sessions/access.queries.ts';
import { newToken } from '#api/identity/sessions/tokens.ts';
import { limitToShopping } from '#api/identity/sessions/trip-rights.rules.ts';
import type { CartDependencies } from '#api/ordering/cart/cart.actions.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Hosts } from '#api/platform/http/hosts.ts';
import { grantScope, type Scope } from '#api/platform/http/scope.ts';
import { checkReturnAddress } from '../carts/return-address.rules.ts';
import type { Connection } from '../connections/connection.queries.ts';
import type { NewTrip } from './new-trip.ts';
import { rebuildCart } from './rebuild-cart.actions.ts';
import { insertTrip, insertTripKey, learnReturnOrigin } from './start-trip.queries.ts';
import { chooseTripAddress } from './trip-address.actions.ts';
import { TripRefusedError } from './trip-refusal.ts';
import { findOrAddTripUser } from './trip-user.actions.ts';

export interface TripDependencies extends CartDependencies {
  hosts: Pick<Hosts, 'getBrandById'>;
}

/**
 * Starts a trip: whose it is, where it delivers, and for a cart to be changed or looked at, what is in it. Returns the address at which the user begins, which
 * can be opened once, within five minutes.
 *
 * @throws TripRefusedError when the return address is not accepted, or the user cannot shop
 */
export async function createTrip(
  tx: Tx,
  dependencies: TripDependencies,
  connection: Connection,
  trip: NewTrip,
): Promise<{ tripId: string; startUrl: string }> {
  const { organisationId } = connection;
  if (!trip.endsHere) await requireReturnAddress(tx, connection, trip.returnUrl);
  const opened = await openTrip(tx, connection, trip);
  const { tripId, customerId } = opened;
  if (trip.operation !== 'create')
    await rebuildCart(tx, dependencies, connection, await grantTripScope(tx, connection, opened), tripId, trip.items);
  const key = newToken();
  await insertTripKey(tx, { organisationId, customerId, tripId, hash: key.hash });
  const { canonicalOrigin } = await dependencies.hosts.getBrandById(connection.brandId);
  return { tripId, startUrl: `${canonicalOrigin}/login?auto=${key.secret}` };
}

/** A trip that was added, and whose it is. */
export interface OpenedTrip {
  tripId: string;
  customerId: number;
  addressId: number | null;
}

/**
 * Adds a trip without a cart, whose return address has been checked.
 *
 * @throws TripRefusedError when the user cannot shop
 */
export async function openTrip(tx: Tx, connection: Connection, trip: NewTrip): Promise<OpenedTrip> {
  const customerId = await findOrAddTripUser(tx, connection, trip.user);
  const addressId = await chooseTripAddress(tx, connection, customerId, trip.shipTo);
  const isTest = trip.isTest || connection.isTest;
  const tripId = await insertTrip(tx, connection, { ...trip, isTest }, { customerId, addressId });
  return { tripId, customerId, addressId };
}

/**
 * The scope in which something can be put into the cart of a trip, also of one in which it is then only looked at.
 *
 * @throws TripRefusedError 403 when the account of its person is closed
 */
export async function grantTripScope(
  tx: Tx,
  connection: Connection,
  { tripId, customerId, addressId }: OpenedTrip,
): Promise<Scope> {
  const actor = await findActor(tx, connection.organisationId, customerId);
  if (!actor) throw new TripRefusedError(403, 'The account of this user is closed.');
  return grantScope(limitToShopping(actor), {
    trip: {
      id: tripId,
      operation: 'edit',
      buyerName: connection.name,
      allowsAddressChoice: connection.allowsAddressChoice,
      addressId,
      waivesTerms: connection.waivesTerms,
      returnsDelivery: connection.deliveryMode !== 'none',
    },
  });
}

/**
 * Learns the first return address of a connection without any.
 *
 * @throws TripRefusedError 400 for an address to which carts of the connection are not returned
 */
export async function requireReturnAddress(tx: Tx, connection: Connection, returnUrl: string | undefined): Promise<void> {
  const { returnOrigins, learntReturnOrigin } = connection;
  const known = returnOrigins.length > 0 || learntReturnOrigin === null ? returnOrigins : [learntReturnOrigin];
  const checked = checkReturnAddress(returnUrl, { ...connection, returnOrigins: known });
  if (!checked.isAccepted) throw new TripRefusedError(400, checked.reason);
  if (checked.isLearnt && !(await learnReturnOrigin(tx, connection, checked.origin)))
    throw new TripRefusedError(400, `Carts of this connection aren’t returned to ${checked.origin}. Ask the supplier to add it.`);
}
