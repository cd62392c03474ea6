import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { ReplyOf } from '#contract/index.ts';
import { getColumns, keepKnownColumns } from './list-names.rules.ts';
import { type ListOwner, storeOf } from './list-owner.queries.ts';

type ListSettings = ReplyOf<'GET /api/listsettings/:list'>['listSettings'];
type ListArrangement = Omit<ListSettings, 'list'>;

const DEFAULTS: ListArrangement = { columns: null, limit: null, density: null };

function toListSettings(owner: ListOwner, list: string, stored: Partial<ListArrangement> | undefined): ListSettings {
  const settings = { ...DEFAULTS, ...stored };
  return { list, ...settings, columns: keepKnownColumns(getColumns(owner, list), settings.columns) };
}

/** How someone has arranged a list; null for what they have not changed. */
export async function findListSettings(db: Db, owner: ListOwner, list: string): Promise<ListSettings> {
  const { settings, isOwned } = storeOf(owner);
  const found = await sql<{ settings: Partial<ListArrangement> }>`
    select settings from ${settings} where ${isOwned} and list = ${list}`.execute(db);
  return toListSettings(owner, list, found.rows[0]?.settings);
}

/** Stores the given settings of a list and returns all of them. */
export async function saveListSettings(
  db: Db,
  owner: ListOwner,
  list: string,
  change: { [K in keyof ListArrangement]?: ListArrangement[K] | undefined },
): Promise<ListSettings> {
  const { settings, settingsKey, ownerColumns, ownerValues } = storeOf(owner);
  const saved = await sql<{ settings: Partial<ListArrangement> }>`
    insert into ${settings} as s (${ownerColumns}, list, settings)
    values (${ownerValues}, ${list}, ${JSON.stringify(change)}::jsonb)
    on conflict on constraint ${settingsKey} do update set settings = s.settings || excluded.settings, updated_at = now()
    returning settings`.execute(db);
  return toListSettings(owner, list, saved.rows[0]?.settings);
}
