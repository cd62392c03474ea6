import { sql } from 'kysely';
import type { ReferenceNames } from '#api/platform/audit/history.rules.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** The current names of everything that an audit event can refer to, by table and id. */
export async function readReferenceNames(db: Db, scope: Scope): Promise<ReferenceNames> {
  const tables = ['resort', 'business_area', 'job_role', 'department', 'organisation_group', 'season', 'collection', 'role'];
  const parts = tables.map(
    (table) => sql`
      select ${table}::text as kind, t.id, t.name from ${sql.table(table)} t
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
