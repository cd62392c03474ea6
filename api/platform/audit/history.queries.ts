import { type RawBuilder, sql } from 'kysely';
import type { ReplyOf } from '#contract/index.ts';
import type { Db } from '../db/database.ts';
import type { JsonObject } from '../db/types.ts';
import type { Scope } from '../http/scope.ts';
import { formatAuditAction, formatFieldChanges, type HistoryLabels, type ReferenceNames } from './history.rules.ts';

export type History = ReplyOf<'GET /api/customers/:id/history'>;

interface HistoryOptions {
  /** Condition on the events `e` of the organisation. */
  isAbout: RawBuilder<unknown>;
  labels: HistoryLabels;
  names: Promise<ReferenceNames>;
  offset: number;
  limit: number;
}

/** A page of the organisation's audit events, newest first. The caller of this function checks that the scope may see their subject. */
export async function listHistory(db: Db, scope: Scope, { isAbout, labels, ...options }: HistoryOptions): Promise<History> {
  const isMatching = sql`e.organisation_id = ${scope.organisationId} and ${isAbout}`;
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
      left join customer actor on e.actor_kind = 'customer' and actor.organisation_id = e.organisation_id and actor.id = e.actor_id
      left join customer impersonated on impersonated.organisation_id = e.organisation_id and impersonated.id = e.impersonated_id
      where ${isMatching} order by e.id desc limit ${options.limit} offset ${options.offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from audit_event e where ${isMatching}`.execute(db),
    options.names,
  ]);
  return {
    history: found.rows.map((row) => ({
      id: row.id,
      createdOnUtc: row.created_at.toISOString(),
      by: row.actor,
      actingFor: row.acting_for,
      what: formatAuditAction(labels, row.action),
      changes: formatFieldChanges(labels, row, names),
    })),
    totalCount: counted.rows[0]?.n ?? 0,
  };
}
