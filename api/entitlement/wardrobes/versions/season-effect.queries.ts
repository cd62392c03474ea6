import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { SeasonClass } from './season-effect.rules.ts';

/** Today in the organisation's time zone, and everyone whose wardrobes grant something, in classes; those who have opted out are granted nothing. */
export async function readWearerSeasons(
  db: Db,
  { organisationId, timeZone }: Pick<Scope, 'organisationId' | 'timeZone'>,
): Promise<{ today: string; classes: SeasonClass[] }> {
  const found = await sql<{ today: string; classes: SeasonClass[] }>`
    with granting as materialized (
      select w.id, w.season_id from collection w
      where w.organisation_id = ${organisationId}
        and exists (select from collection_group g where g.organisation_id = w.organisation_id and g.collection_id = w.id)),
    wearer as (
      select cc.customer_id, array_agg(distinct coalesce(w.season_id, 0)) as wardrobe_seasons
      from customer_collection cc
      join granting w on w.id = cc.collection_id
      join customer p on p.organisation_id = cc.organisation_id and p.id = cc.customer_id and p.deleted_at is null and p.wardrobe_opt_out_at is null
      where cc.organisation_id = ${organisationId} group by 1),
    attended as (
      select customer_id, array_agg(season_id order by season_id) as seasons from customer_season where organisation_id = ${organisationId} group by 1)
    select (now() at time zone ${timeZone})::date as today, coalesce((
      select json_agg(c) from (
        select array_replace(wearer.wardrobe_seasons, 0::bigint, null) as "wardrobeSeasonIds", coalesce(attended.seasons, '{}') as "seasonIds", count(*)::int as people
        from wearer left join attended on attended.customer_id = wearer.customer_id
        group by wearer.wardrobe_seasons, attended.seasons) c), '[]') as classes`.execute(db);
  return found.rows[0] as { today: string; classes: SeasonClass[] };
}
