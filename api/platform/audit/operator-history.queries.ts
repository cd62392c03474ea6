import { sql } from 'kysely';
import type { ReplyOf } from '#contract/index.ts';
import type { Db } from '../db/database.ts';
import type { JsonObject } from '../db/types.ts';
import type { OperatorScope } from '../http/operator-scope.ts';
import { formatAuditAction, formatFieldChanges, type HistoryLabels, type ReferenceNames } from './history.rules.ts';

interface EventRow {
  id: number;
  createdAt: Date;
  actor: string | null;
  action: string;
  before: JsonObject | null;
  after: JsonObject | null;
  totalCount: number;
}

/** Values that were recorded with events. */
export type RecordedValues = readonly JsonObject[];

/**
 * A page of what operators and API keys changed of a record, newest first, with the names of what its fields refer to. Events in clients of brands
 * that are not the operator's are left out. The caller of this function checks that the operator sees the record.
 */
export async function listOperatorHistory(
  db: Db,
  { brandIds }: OperatorScope,
  {
    subject,
    labels,
    readNames,
    offset,
    limit,
  }: {
    subject: { kind: string; id: number };
    labels: HistoryLabels;
    readNames: (recorded: RecordedValues) => Promise<ReferenceNames>;
    offset: number;
    limit: number;
  },
): Promise<ReplyOf<'GET /api/operator/products/:id/history'>> {
  const { rows } = await sql<EventRow>`
    select e.id, e.created_at as "createdAt", e.action, e.before, e.after, count(*) over ()::int as "totalCount",
      coalesce(actor.name, key.name) as actor
    from audit_event e
    left join operator actor on e.actor_kind = 'operator' and actor.id = e.actor_id
    left join api_key key on e.actor_kind = 'api_key' and key.id = e.actor_id
    left join organisation client on client.id = e.organisation_id
    where e.subject_kind = ${subject.kind} and e.subject_id = ${String(subject.id)}
      and (e.organisation_id is null or client.brand_id = any (${[...brandIds]}::bigint[]))
    order by e.id desc limit ${limit} offset ${offset}`.execute(db);
  const names = await readNames(rows.flatMap(({ before, after }) => [before, after].filter((values) => values !== null)));
  return {
    history: rows.map((event) => ({
      id: event.id,
      createdOnUtc: event.createdAt.toISOString(),
      by: event.actor,
      actingFor: null,
      what: formatAuditAction(labels, event.action),
      changes: formatFieldChanges(labels, event, names),
    })),
    totalCount: rows[0]?.totalCount ?? 0,
  };
}
