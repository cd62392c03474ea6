import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { BodyOf } from '#contract/index.ts';

/** Whether shortcuts that are a single key work for an operator; true for an API key, which has no preferences. */
export async function findSingleKeyShortcuts(db: Db, { kind, id }: OperatorScope): Promise<boolean> {
  if (kind !== 'operator') return true;
  const { rows } = await sql<{ singleKeyShortcuts: boolean }>`
    select single_key_shortcuts as "singleKeyShortcuts" from operator where id = ${id}`.execute(db);
  return rows[0]?.singleKeyShortcuts ?? true;
}

/** Changes the preferences of an operator. Absent ones stay as they are. */
export async function updateOperatorPreferences(
  db: Db,
  { id }: OperatorScope,
  { singleKeyShortcuts }: BodyOf<'PUT /api/operator/me'>,
): Promise<void> {
  await sql`
    update operator set single_key_shortcuts = coalesce(${singleKeyShortcuts ?? null}, single_key_shortcuts) where id = ${id}`.execute(
    db,
  );
}
