import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Tenant } from '../../entitlement.queries.ts';
import type { SeasonRow } from './season-effect.rules.ts';

/** The seasons of an organisation. */
export async function listSeasonRows(db: Db, { organisationId }: Tenant): Promise<SeasonRow[]> {
  const found = await sql<SeasonRow>`
    select id, version, name, starts_on as "startsOn", ends_on as "endsOn", ordering_opens_on as "orderingOpensOn", ordering_closes_on as "orderingClosesOn",
      is_current as "isCurrent"
    from season where organisation_id = ${organisationId} order by id`.execute(db);
  return found.rows;
}

/** Whether these seasons are as they were then: there, and of the same versions. */
export async function seasonsAre(db: Db, tenant: Tenant, rows: readonly SeasonRow[]): Promise<boolean> {
  const versions = new Map((await listSeasonRows(db, tenant)).map(({ id, version }) => [id, version]));
  return rows.every(({ id, version }) => versions.get(id) === version);
}

/** Makes these seasons what they were. At most one of them is the current one, which takes the place of another. */
export async function restoreSeasons(tx: Tx, { organisationId }: Tenant, rows: readonly SeasonRow[]): Promise<void> {
  if (rows.some(({ isCurrent }) => isCurrent))
    await sql`
      update season set is_current = false
      where organisation_id = ${organisationId} and is_current
        and id <> all (${rows.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)}::bigint[])`.execute(tx);
  await sql`
    update season s set name = r.name, starts_on = r."startsOn", ends_on = r."endsOn", ordering_opens_on = r."orderingOpensOn",
      ordering_closes_on = r."orderingClosesOn", is_current = r."isCurrent"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, name text, "startsOn" date, "endsOn" date, "orderingOpensOn" date,
      "orderingClosesOn" date, "isCurrent" boolean)
    where s.organisation_id = ${organisationId} and s.id = r.id`.execute(tx);
}
