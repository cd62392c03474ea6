import { sql } from 'kysely';
import type { ReferenceNames } from '#api/platform/audit/history.rules.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** Tables with names that audit events can refer to. */
export type NamedTable =
  | 'resort'
  | 'business_area'
  | 'job_role'
  | 'cost_centre'
  | 'department'
  | 'organisation_group'
  | 'season'
  | 'collection'
  | 'super_group_option'
  | 'role';

/** The current names of the organisation's records in these tables, and of the allocation types, by table and id. */
export async function readReferenceNames(db: Db, scope: Scope, tables: readonly NamedTable[]): Promise<ReferenceNames> {
  const parts = tables.map(
    (table) => sql`
      select ${table}::text as kind, t.id, ${table === 'cost_centre' ? sql`t.code || ' ' || t.name` : sql`t.name`} from ${sql.table(table)} t
      where t.organisation_id = ${scope.organisationId} ${table === 'role' ? sql`or t.organisation_id is null` : sql``}`,
  );
  const found = await sql<{ kind: string; id: number; name: string }>`
    ${sql.join(parts, sql` union all `)} union all select 'allocation_type', id, name from allocation_type`.execute(db);
  const namesByKind: Record<string, Map<number, string>> = {};
  for (const { kind, id, name } of found.rows) {
    namesByKind[kind] ??= new Map();
    namesByKind[kind].set(id, name);
  }
  return namesByKind;
}
