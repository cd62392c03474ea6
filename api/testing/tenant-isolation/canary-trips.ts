import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { EntityIds } from './requests.ts';

/** A trip of PunchOut of a person, with a line in its cart that holds these words, as everything else that the trip keeps does. */
export async function insertCanaryTrip(
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

/** The carts of a person besides that with this line, with their lines. */
export async function readOtherCarts(db: Db, customer: number, cartLine: number): Promise<object[]> {
  const { rows } = await sql<object>`
    select to_jsonb(t) as cart, (select jsonb_agg(to_jsonb(l) order by l.id) from cart_line l where l.cart_id = t.id) as lines from cart t
    where t.customer_id = ${customer} and t.id <> (select cart_id from cart_line where id = ${cartLine}) order by t.id`.execute(db);
  return rows;
}
