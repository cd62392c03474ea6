import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { syncWearers } from './entitlement.ts';

/** Adds people like this one, who are owed the same from the same wardrobes and seasons; returns their ids. */
export async function aCrowdLike(db: Db, customerId: number, count: number): Promise<number[]> {
  const added = await sql<{ id: number }>`
    with crowd as (
      insert into customer (organisation_id, brand_id, email, first_name, last_name, allocation_type_id, active)
      select organisation_id, brand_id, 'crowd-' || id || '-' || n || '@made.example', 'Crowd', 'Crowd ' || n, allocation_type_id, true
      from customer, generate_series(1, ${count}::int) n where id = ${customerId} returning organisation_id, id),
    seasons as (
      insert into customer_season (organisation_id, customer_id, season_id)
      select crowd.organisation_id, crowd.id, s.season_id from crowd join customer_season s on s.customer_id = ${customerId}),
    wardrobes as (
      insert into customer_collection (organisation_id, customer_id, collection_id)
      select crowd.organisation_id, crowd.id, w.collection_id from crowd join customer_collection w on w.customer_id = ${customerId}),
    choices as (
      insert into customer_super_group_option (organisation_id, customer_id, super_group_option_id)
      select crowd.organisation_id, crowd.id, o.super_group_option_id from crowd join customer_super_group_option o on o.customer_id = ${customerId})
    select id from crowd order by id`.execute(db);
  const ids = added.rows.map(({ id }) => id);
  await syncWearers({ db }, ...ids);
  return ids;
}
