import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '#api/platform/http/scope.ts';

/** People `c` whom an administrator manages: those in the groups administered, or everyone in the organisation where there are none. */
export function administeredPeople(scope: Scope): RawBuilder<unknown> {
  const inOrganisation = sql`c.organisation_id = ${scope.organisationId} and c.deleted_at is null`;
  if (scope.adminableGroupIds.length === 0) return inOrganisation;
  return sql`${inOrganisation} and exists (
    select from customer_group g where g.organisation_id = c.organisation_id and g.customer_id = c.id
      and g.organisation_group_id = any (${[...scope.adminableGroupIds]}::bigint[]))`;
}
