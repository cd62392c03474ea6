import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { CanaryTenant } from './canary-tenants.ts';
import type { MatrixCaller } from './matrix.ts';
import { addSizingToken, startSession } from './matrix-sessions.ts';
import type { EntityIds } from './requests.ts';

const OTHER_TRIP_CANARY = 'canaryothertrip';

/** A trip of PunchOut of a person, with a line in its cart that holds these words, as everything else that the trip keeps does. */
async function insertCanaryTrip(
  db: Db,
  { organisation, customer, ids, canary }: { organisation: number; customer: number; ids: EntityIds; canary: string },
): Promise<{ tripId: string; cartLine: number }> {
  const { rows } = await sql<{ tripId: string; cartLine: number }>`
    with trip as (
      insert into punchout_trip (organisation_id, connection_id, customer_id, operation, is_test, return_url, ends_at, buyer_cookie, selected_sku, missing_items)
      values (${organisation}, ${ids.punchoutConnection}, ${customer}, 'create', false, 'https://buyer.example/', now() + interval '1 hour', ${canary}, ${canary},
        ${JSON.stringify([{ partId: canary, quantity: 1 }])}::jsonb) returning id),
    own as (
      insert into cart (organisation_id, customer_id, trip_id, comments, po_number) select ${organisation}, ${customer}, id, ${canary}, ${canary} from trip returning id),
    line as (
      insert into cart_line (organisation_id, cart_id, product_id, combination_id, quantity, reason)
      select ${organisation}, id, ${ids.product}, ${ids.combination}, 1, ${canary} from own returning id)
    select trip.id as "tripId", line.id as "cartLine" from trip, line`.execute(db);
  return rows[0] as (typeof rows)[number];
}

/** The carts of a person besides that of this trip, with their lines. */
export async function readOtherCarts(db: Db, customer: number, tripId: string): Promise<object[]> {
  const { rows } = await sql<object>`
    select to_jsonb(t) as cart, (select jsonb_agg(to_jsonb(l) order by l.id) from cart_line l where l.cart_id = t.id) as lines from cart t
    where t.customer_id = ${customer} and t.trip_id is distinct from ${tripId}::uuid order by t.id`.execute(db);
  return rows;
}

/** This buyer in one trip of PunchOut, who must not see another one of theirs, nor their own cart; and the line of the other trip. */
export async function createTripCaller(
  db: Db,
  { organisationId, brandId, ids }: Pick<CanaryTenant, 'organisationId' | 'brandId' | 'ids'>,
  buyer: MatrixCaller,
): Promise<{ caller: MatrixCaller; tripId: string; other: number }> {
  const { customer, cartLine } = buyer.own;
  await sql`update cart_line set reason = ${OTHER_TRIP_CANARY} where id = ${cartLine}`.execute(db);
  const trip = { organisation: organisationId, customer, ids };
  const own = await insertCanaryTrip(db, { ...trip, canary: 'owntrip' });
  const other = await insertCanaryTrip(db, { ...trip, canary: OTHER_TRIP_CANARY });
  const session = { customerId: customer, organisationId, brandId, accessSeconds: 3600, tripId: own.tripId };
  const caller = {
    ...buyer,
    ...(await addSizingToken(db, await startSession(db, session))),
    isInTrip: true,
    own: { ...buyer.own, cartLine: own.cartLine },
    permissions: buyer.permissions.filter((permission) => permission !== 'AllowDashboard'),
    forbidden: [...buyer.forbidden, OTHER_TRIP_CANARY],
  };
  return { caller, tripId: own.tripId, other: other.cartLine };
}
