import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { MEMBERSHIP_NAMES, MEMBERSHIPS, type Membership, toUniqueIds } from './memberships.rules.ts';

/** Replaces one of a person's memberships, and increments the person's version as a change of a column does. */
export async function setMembership(
  tx: Tx,
  scope: Pick<Scope, 'organisationId'>,
  customerId: number,
  name: Membership,
  ids: readonly number[],
): Promise<void> {
  const { table, column, counted } = MEMBERSHIPS[name];
  await sql`
    delete from ${sql.table(table)}
    where organisation_id = ${scope.organisationId} and customer_id = ${customerId} and ${sql.ref(column)} <> all (${[...ids]}::bigint[])`.execute(
    tx,
  );
  await sql`
    insert into ${sql.table(table)} (organisation_id, customer_id, ${sql.ref(column)})
    select ${scope.organisationId}::bigint, ${customerId}::bigint, member_id from unnest(${[...ids]}::bigint[]) member_id on conflict do nothing`.execute(
    tx,
  );
  await sql`
    update customer set version = version + 1, field_versions = field_versions || jsonb_build_object(${counted}::text, version + 1)
    where organisation_id = ${scope.organisationId} and id = ${customerId}`.execute(tx);
}

const TARGETS: Record<Membership, [table: string, entity: string]> = {
  roleIds: ['role', 'customerRole'],
  organisationGroupIds: ['organisation_group', 'organisationGroup'],
  adminableOrganisationGroupIds: ['organisation_group', 'organisationGroup'],
  organisationSeasons: ['season', 'organisationSeason'],
  organisationCollections: ['collection', 'organisationCollection'],
};

export type OwnedMembershipsInput = { readonly [M in Membership]?: readonly (number | { id: number })[] | null };

/** Checks that all ids belong to the organisation, including those in fields that the caller may not write. Throws 404. */
export async function checkOrganisationMemberships(tx: Tx, scope: Scope, input: OwnedMembershipsInput): Promise<void> {
  for (const name of MEMBERSHIP_NAMES) {
    const ids = toUniqueIds(input[name] ?? []);
    if (ids.length === 0) continue;
    const [table, entity] = TARGETS[name];
    // System roles are shared by all organisations.
    const shared = table === 'role' ? sql`or (t.organisation_id is null and (t.id = 3 or t.id between 33 and 36))` : sql``;
    const found = await sql`
      select from ${sql.table(table)} t
      where (t.organisation_id = ${scope.organisationId} ${shared}) and t.id = any (${ids}::bigint[])`.execute(tx);
    if (found.rows.length < ids.length) throw notFound(entity);
  }
}
