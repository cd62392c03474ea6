import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ColumnProfile } from '#api/platform/sheet-file/column-profile.rules.ts';
import type { ColumnOrder } from '#contract/people/import/interpretation.ts';
import type { ImportKind } from '#contract/people/import.ts';
import type { WordMeaning } from './interpretation.rules.ts';

/** What each column of a file of the organisation holds; null where it is not known. */
export async function readColumnProfile(db: Db, scope: Scope, importId: number): Promise<ColumnProfile[] | null> {
  const { rows } = await sql<{ profile: ColumnProfile[] | null }>`
    select profile from people_import where organisation_id = ${scope.organisationId} and id = ${importId}`.execute(db);
  return rows[0]?.profile ?? null;
}

/** The orders that were answered for columns of the organisation's earlier files of a kind, by normalised heading. */
export async function readSavedOrders(db: Db, scope: Scope, kind: ImportKind): Promise<Map<string, ColumnOrder>> {
  const { rows } = await sql<{ header: string; value_order: ColumnOrder }>`
    select header, value_order from people_import_column
    where organisation_id = ${scope.organisationId} and kind = ${kind} and value_order is not null`.execute(db);
  return new Map(rows.map(({ header, value_order }) => [header, value_order]));
}

/** What words of the organisation's earlier files mean. */
export async function readSavedWords(db: Db, scope: Scope): Promise<WordMeaning[]> {
  const { rows } = await sql<WordMeaning>`
    select field, word, value from people_import_word where organisation_id = ${scope.organisationId}`.execute(db);
  return rows;
}

/** Saves what words mean, for the organisation's next files. Each field and word is there once. */
export async function saveWords(tx: Tx, scope: Scope, words: readonly WordMeaning[]): Promise<void> {
  if (words.length === 0) return;
  // In one order, so that two previews at once do not wait for each other.
  await sql`
    insert into people_import_word (organisation_id, field, word, value)
    select ${scope.organisationId}::bigint, n.field, n.word, n.value
    from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as n (field text, word text, value bigint) order by n.field, n.word
    on conflict (organisation_id, field, word) do update set value = excluded.value`.execute(tx);
}
