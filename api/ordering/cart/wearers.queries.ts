import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** Whether person `c` of the organisation is the person in `scope` or in one of the groups, or in any when `groupIds` is null. Whether they are active is another question. */
export const isAmongWearers = (scope: Scope, groupIds: readonly number[] | null): RawBuilder<boolean> => sql`(
  c.deleted_at is null and (c.id = ${scope.customerId} or ${groupIds === null} or exists (
    select from customer_group g where g.organisation_id = c.organisation_id and g.customer_id = c.id and g.organisation_group_id = any (${[...(groupIds ?? [])]}::bigint[]))))`;

/** Those of these people for whom orders may be placed: active members of the groups, or of the organisation when `groupIds` is null. */
export async function listWearers(
  db: Db,
  scope: Scope,
  customerIds: readonly number[],
  groupIds: readonly number[] | null,
): Promise<Set<number>> {
  const found = await sql<{ id: number }>`
    select c.id from customer c
    where c.organisation_id = ${scope.organisationId} and c.id = any (${[...customerIds]}::bigint[]) and c.active and ${isAmongWearers(scope, groupIds)}`.execute(
    db,
  );
  return new Set(found.rows.map(({ id }) => id));
}
