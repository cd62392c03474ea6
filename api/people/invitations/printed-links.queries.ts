import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';

/** An organisation whose people can be invited. */
export interface InvitingOrganisation {
  id: number;
  name: string;
}

/** All organisations, by name. */
export async function listInvitingOrganisations(db: Db): Promise<InvitingOrganisation[]> {
  const { rows } = await sql<InvitingOrganisation>`select id, name from organisation order by lower(name), id`.execute(db);
  return rows;
}

/** Someone who could get a link for the first password, and what stands against it. */
export interface LinkCandidate {
  id: number;
  brandId: number;
  /** The address of their brand's portal. */
  origin: string;
  firstName: string;
  lastName: string;
  email: string;
  hasPassword: boolean;
  isActive: boolean;
  hasLeft: boolean;
}

/**
 * Locks the people of an organisation with these email addresses in lower case, or without them everyone whom a link concerns: who has an account, no password
 * and has not left. In the order of their names, `limit` at most.
 */
export async function lockLinkCandidates(
  tx: Tx,
  organisationId: number,
  emails: readonly string[] | undefined,
  limit: number,
): Promise<LinkCandidate[]> {
  const hasLeft = sql`coalesce(c.ends_on < (now() at time zone o.time_zone)::date, false)`;
  const isMeant =
    emails === undefined
      ? sql`c.password_hash is null and c.active and not ${hasLeft}`
      : sql`lower(c.email) = any (${[...emails]}::text[])`;
  const { rows } = await sql<LinkCandidate>`
    select c.id, c.brand_id as "brandId", b.canonical_origin as origin, c.first_name as "firstName", c.last_name as "lastName", c.email,
      c.password_hash is not null as "hasPassword", c.active as "isActive", ${hasLeft} as "hasLeft"
    from customer c
    join organisation o on o.id = c.organisation_id
    join brand b on b.id = c.brand_id
    where c.organisation_id = ${organisationId} and c.deleted_at is null and ${isMeant}
    order by lower(c.last_name), lower(c.first_name), c.id limit ${limit} for update of c`.execute(tx);
  return rows;
}
