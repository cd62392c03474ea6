import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Connection } from '../connections/connection.queries.ts';
import type { NewTrip } from './new-trip.ts';

/** How long a trip lasts at most, as sessions do. */
const TRIP_HOURS = 12;
/** Longer than any of ours, so that nothing is found with the rest cut off. */
const MAX_SKU_LENGTH = 100;
/** How soon its user must open the portal. */
const KEY_MINUTES = 5;

/** Inserts a trip of a person with the address where it delivers, and returns its id. */
export async function insertTrip(
  tx: Tx,
  { organisationId, id }: Pick<Connection, 'organisationId' | 'id'>,
  trip: NewTrip,
  { customerId, addressId }: { customerId: number; addressId: number | null },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into punchout_trip (organisation_id, connection_id, customer_id, operation, is_test, buyer_cookie, buyer_cookie_is_xml, buyer_identity, return_url, return_target, return_fields,
      charset, oci_version, selected_sku, ship_to, address_id, ends_at)
    values (${organisationId}, ${id}, ${customerId}, ${trip.operation}, ${trip.isTest}, ${trip.buyerCookie}, ${trip.buyerCookieIsXml ?? false},
      ${toJson(trip.buyerIdentity)}::jsonb, ${trip.returnUrl},
      ${trip.returnTarget}, ${toJson(trip.returnFields)}::jsonb, ${trip.charset}, ${trip.ociVersion}, ${trip.selectedPart?.sku?.slice(0, MAX_SKU_LENGTH) ?? null},
      ${toJson(trip.shipTo ?? null)}::jsonb, ${addressId}, now() + make_interval(hours => ${TRIP_HOURS}))
    returning id`.execute(tx);
  return (rows[0] as { id: string }).id;
}

const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** Saves the one-time key with which a trip begins. */
export async function insertTripKey(
  tx: Tx,
  { organisationId, customerId, tripId, hash }: { organisationId: number; customerId: number; tripId: string; hash: Buffer },
): Promise<void> {
  await sql`
    insert into login_key (hash, organisation_id, customer_id, purpose, expires_at, trip_id)
    values (${hash}, ${organisationId}, ${customerId}, 'punchout', now() + make_interval(mins => ${KEY_MINUTES}), ${tripId}::uuid)`.execute(
    tx,
  );
}

/** Keeps the first return origin of a connection that has none, to be approved. False when another one was learnt meanwhile. */
export async function learnReturnOrigin(
  tx: Tx,
  { organisationId, id }: Pick<Connection, 'organisationId' | 'id'>,
  origin: string,
): Promise<boolean> {
  const learnt = await sql`
    update punchout_connection set learnt_return_origin = ${origin}, updated_at = now()
    where organisation_id = ${organisationId} and id = ${id} and return_origins = '{}' and (learnt_return_origin is null or learnt_return_origin = ${origin})`.execute(
    tx,
  );
  return learnt.numAffectedRows === 1n;
}

/** Keeps what the cart of a trip began with, and which lines of the buyer's cart are not in it. */
export async function saveRebuiltCart(
  tx: Tx,
  organisationId: number,
  tripId: string,
  { edited, missing }: { edited: readonly { auxiliaryId: string; quantity: number }[]; missing: readonly MissingItem[] },
): Promise<void> {
  await sql`
    update punchout_trip set edited_items = ${JSON.stringify(edited)}::jsonb, missing_items = ${JSON.stringify(missing)}::jsonb
    where organisation_id = ${organisationId} and id = ${tripId}`.execute(tx);
}

/** A line of the buyer's cart that cannot be shown any more: what the buyer's system calls it, and how many pieces. */
export interface MissingItem {
  partId: string | null;
  quantity: number | null;
}

/** A garment that was returned to a connection before. */
export interface ReturnedGarmentRow {
  auxiliaryId: string;
  kind: 'goods' | 'charge' | 'delivery' | 'tax';
  productId: number | null;
  combinationId: number | null;
  garment: Record<string, unknown>;
}

/** What was returned to the connection under these auxiliary ids, the newest return of each. */
export async function listReturnedGarments(
  tx: Tx,
  { organisationId, id }: Pick<Connection, 'organisationId' | 'id'>,
  auxiliaryIds: readonly string[],
): Promise<Map<string, ReturnedGarmentRow>> {
  if (auxiliaryIds.length === 0) return new Map();
  const { rows } = await sql<ReturnedGarmentRow>`
    select distinct on (auxiliary_id) auxiliary_id as "auxiliaryId", kind, product_id as "productId", combination_id as "combinationId", garment from punchout_line
    where organisation_id = ${organisationId} and connection_id = ${id} and auxiliary_id = any (${[...auxiliaryIds]}::text[])
    order by auxiliary_id, returned_at desc`.execute(tx);
  return new Map(rows.map((row) => [row.auxiliaryId, row]));
}
