import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { JsonObject } from '#api/platform/db/types.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { formatAuditAction, formatFieldChanges, type ReferenceNames } from './history.rules.ts';

export type PersonHistory = ReplyOf<'GET /api/customers/:id/history'>;

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

/** The audit events about a person, newest first. The caller of this function checks that the scope may see the person. */
export async function listPersonHistory(
  db: Db,
  scope: Scope,
  customerId: number,
  page: { offset: number; limit: number },
): Promise<PersonHistory> {
  const isAboutPerson = sql`
    e.organisation_id = ${scope.organisationId} and e.subject_id = ${String(customerId)}
    and e.subject_kind = 'customer' and e.action ~ '^(customer|impersonation|invitation|opt-out|password)[.]'`;
  const [found, counted, names] = await Promise.all([
    sql<{
      id: number;
      created_at: Date;
      actor: string | null;
      acting_for: string | null;
      action: string;
      before: JsonObject | null;
      after: JsonObject | null;
    }>`
      select e.id, e.created_at, e.action, e.before, e.after, nullif(trim(actor.first_name || ' ' || actor.last_name), '') as actor,
        nullif(trim(impersonated.first_name || ' ' || impersonated.last_name), '') as acting_for
      from audit_event e
      left join customer actor on actor.organisation_id = e.organisation_id and actor.id = e.actor_id
      left join customer impersonated on impersonated.organisation_id = e.organisation_id and impersonated.id = e.impersonated_id
      where ${isAboutPerson} order by e.id desc limit ${page.limit} offset ${page.offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from audit_event e where ${isAboutPerson}`.execute(db),
    readReferenceNames(db, scope),
  ]);
  return {
    history: found.rows.map((row) => ({
      id: row.id,
      createdOnUtc: row.created_at.toISOString(),
      by: row.actor,
      actingFor: row.acting_for,
      what: formatAuditAction(row.action),
      changes: formatFieldChanges(row, names),
    })),
    totalCount: counted.rows[0]?.n ?? 0,
  };
}
