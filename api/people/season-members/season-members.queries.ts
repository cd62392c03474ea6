import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';

/** The season that is looked at, and the one with whose people it is compared. */
export interface ComparedSeasons {
  /** 0 for a new season. */
  seasonId: number;
  fromSeasonId: number | null;
  fromSeasonName: string | null;
}

/**
 * The season, with the one that is named or, where none is, the current one; for the current season itself the one before it. Undefined where one of
 * them does not exist in the organisation.
 */
export async function findComparedSeasons(
  db: Db,
  scope: Scope,
  seasonId: number,
  fromSeasonId: number,
): Promise<ComparedSeasons | undefined> {
  const own = (alias: string) => sql`${sql.ref(`${alias}.organisation_id`)} = ${scope.organisationId}`;
  const { rows } = await sql<ComparedSeasons & { isKnown: boolean }>`
    select ${seasonId}::bigint as "seasonId", f.id as "fromSeasonId", f.name as "fromSeasonName",
      (${seasonId} = 0 or t.id is not null) and (${fromSeasonId} = 0 or f.id is not null) as "isKnown"
    from (select) one
    left join season t on ${own('t')} and t.id = ${seasonId}
    left join lateral (
      select s.id, s.name from season s
      where ${own('s')} and s.id <> ${seasonId} and case
        when ${fromSeasonId} > 0 then s.id = ${fromSeasonId}
        when t.is_current then s.starts_on < t.starts_on
        else s.is_current end
      order by s.starts_on desc, s.id desc limit 1) f on true`.execute(db);
  const [found] = rows;
  if (!found?.isKnown) return undefined;
  return { seasonId: found.seasonId, fromSeasonId: found.fromSeasonId, fromSeasonName: found.fromSeasonName };
}

/**
 * Who has a uniform status in the other season, as a query: whether they are in this season too, and whether they leave before it begins. A new season
 * begins today.
 */
const peopleOf = ({ organisationId, timeZone }: Scope, { seasonId, fromSeasonId }: ComparedSeasons): RawBuilder<unknown> => sql`
  select s.customer_id as id, exists (
      select from customer_season m where m.organisation_id = s.organisation_id and m.customer_id = s.customer_id and m.season_id = ${seasonId}) as stays,
    coalesce(c.ends_on < coalesce(
      (select t.starts_on from season t where t.organisation_id = ${organisationId} and t.id = ${seasonId}), (now() at time zone ${timeZone})::date), false) as leaves
  from uniform_status s
  join customer c on c.organisation_id = s.organisation_id and c.id = s.customer_id
  where s.organisation_id = ${organisationId} and s.season_id = ${fromSeasonId}::bigint and s.ordering_status is not null`;

type Preview = ReplyOf<'GET /api/organisationseasons/:id/members/preview'>['preview'];

/** What becomes of people when a season becomes current, in one statement. */
export async function previewMembers(db: Db, scope: Scope, seasons: ComparedSeasons): Promise<Preview> {
  const { organisationId } = scope;
  const { seasonId, fromSeasonId, fromSeasonName } = seasons;
  const { rows } = await sql<Omit<Preview, 'fromSeasonId' | 'fromSeasonName'>>`
    with people as materialized (${peopleOf(scope, seasons)})
    select count(*)::int as people, (count(*) filter (where stays))::int as staying, (count(*) filter (where not stays))::int as missing,
      (count(*) filter (where not stays and leaves))::int as leaving,
      (select count(*)::int from uniform_status j
        where j.organisation_id = ${organisationId} and j.season_id = ${seasonId} and j.season_id > 0 and j.ordering_status is not null
          and j.customer_id not in (select id from people)) as joining,
      (select coalesce(json_agg(w order by w.people desc, w.name, w.id), '[]') from (
        select w.id, w.name, count(*)::int as people, k.id as "copyId", k.name as "copyName"
        from collection w
        join customer_collection cc on cc.organisation_id = w.organisation_id and cc.collection_id = w.id
        join people on people.id = cc.customer_id and (people.stays or not people.leaves)
        left join lateral (
          select k.id, k.name from collection k
          where k.organisation_id = w.organisation_id and k.copied_from_id = w.id and k.season_id = ${seasonId} order by k.id limit 1) k on true
        where w.organisation_id = ${organisationId} and w.season_id = ${fromSeasonId}::bigint
        group by w.id, w.name, k.id, k.name) w) as wardrobes
    from people`.execute(db);
  return { fromSeasonId, fromSeasonName, ...(rows[0] as (typeof rows)[number]) };
}

/** Those who are added: not in the season yet, and not gone before it begins. */
export async function listPeopleToAdd(tx: Tx, scope: Scope, seasons: ComparedSeasons): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (${peopleOf(scope, seasons)}) people where not stays and not leaves order by id`.execute(tx);
  return rows.map(({ id }) => id);
}
