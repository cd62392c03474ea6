import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';

export type ListSettings = ReplyOf<'GET /api/listsettings/:list'>['listSettings'];
type ListArrangement = Pick<ListSettings, 'columns' | 'limit'>;

/** How the person has arranged a list; null for what they have not changed. */
export async function findListSettings(db: Db, scope: Scope, list: string): Promise<ListSettings> {
  const found = await sql<{ settings: Partial<ListArrangement> }>`
    select settings from list_setting
    where organisation_id = ${scope.organisationId} and customer_id = ${scope.customerId} and list = ${list}`.execute(db);
  return { list, columns: null, limit: null, ...found.rows[0]?.settings };
}

/** Stores the given settings of a list and returns all of them. */
export async function saveListSettings(
  db: Db,
  scope: Scope,
  list: string,
  change: { [K in keyof ListArrangement]?: ListArrangement[K] | undefined },
): Promise<ListSettings> {
  const saved = await sql<{ settings: Partial<ListArrangement> }>`
    insert into list_setting as s (organisation_id, customer_id, list, settings)
    values (${scope.organisationId}, ${scope.customerId}, ${list}, ${JSON.stringify(change)}::jsonb)
    on conflict (organisation_id, customer_id, list) do update set settings = s.settings || excluded.settings, updated_at = now()
    returning settings`.execute(db);
  return { list, columns: null, limit: null, ...saved.rows[0]?.settings };
}
