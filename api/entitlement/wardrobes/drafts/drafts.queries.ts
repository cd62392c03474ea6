import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { WardrobeContents } from '../versions/contents.rules.ts';
import type { NewIds } from './draft-contents.rules.ts';

interface Named {
  id: number;
  name: string;
}

/** A draft as it is stored. */
export interface StoredDraft {
  contents: WardrobeContents;
  basedOn: number;
  revision: number;
  begunBy: Named;
  begunAt: Date;
  savedBy: Named;
  savedAt: Date;
}

const person = (id: string) => sql`(
  select json_build_object('id', p.id, 'name', trim(p.first_name || ' ' || p.last_name)) from customer p
  where p.organisation_id = d.organisation_id and p.id = d.${sql.ref(id)})`;

/** The draft of a wardrobe; undefined when there is none. `lock` locks it until the transaction ends. */
export async function findDraft(
  db: Db,
  scope: Scope,
  wardrobeId: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<StoredDraft | undefined> {
  const found = await sql<StoredDraft>`
    select d.contents, d.base_version as "basedOn", d.revision, ${person('begun_by_id')} as "begunBy", d.begun_at as "begunAt",
      ${person('saved_by_id')} as "savedBy", d.saved_at as "savedAt"
    from wardrobe_draft d
    where d.organisation_id = ${scope.organisationId} and d.collection_id = ${wardrobeId} ${lock ? sql`for update of d` : sql``}`.execute(
    db,
  );
  return found.rows[0];
}

/** Begins a draft of the contents of a version. False when someone else has begun one, or another version is in use. */
export async function insertWardrobeDraft(
  tx: Tx,
  scope: Scope,
  wardrobeId: number,
  basedOn: number,
  contents: WardrobeContents,
): Promise<boolean> {
  // What is being published meanwhile is waited for.
  const inserted = await sql`
    insert into wardrobe_draft (organisation_id, collection_id, contents, base_version, begun_by_id, saved_by_id)
    select w.organisation_id, w.id, ${JSON.stringify(contents)}::jsonb, w.published_version, ${scope.customerId}, ${scope.customerId}
    from collection w where w.organisation_id = ${scope.organisationId} and w.id = ${wardrobeId} and w.published_version = ${basedOn}
    for share of w on conflict do nothing returning collection_id`.execute(tx);
  return inserted.rows.length > 0;
}

/** Saves a draft as its next revision. False when the revision is another one. */
export async function updateDraft(
  tx: Tx,
  scope: Scope,
  wardrobeId: number,
  revision: number,
  contents: WardrobeContents,
): Promise<boolean> {
  const updated = await sql`
    update wardrobe_draft set contents = ${JSON.stringify(contents)}::jsonb, revision = revision + 1, saved_by_id = ${scope.customerId}, saved_at = now()
    where organisation_id = ${scope.organisationId} and collection_id = ${wardrobeId} and revision = ${revision} returning revision`.execute(
    tx,
  );
  return updated.rows.length > 0;
}

/** Deletes a draft. False when the revision is another one, or there is none. */
export async function deleteDraft(tx: Tx, scope: Scope, wardrobeId: number, revision: number): Promise<boolean> {
  const deleted = await sql`
    delete from wardrobe_draft
    where organisation_id = ${scope.organisationId} and collection_id = ${wardrobeId} and revision = ${revision} returning revision`.execute(
    tx,
  );
  return deleted.rows.length > 0;
}

/** What a wardrobe contains in the versions that are kept. */
export async function listKeptContents(
  db: Db,
  scope: Scope,
  wardrobeId: number,
): Promise<{ version: number; contents: WardrobeContents }[]> {
  const found = await sql<{ version: number; contents: WardrobeContents }>`
    select version, contents from wardrobe_version
    where organisation_id = ${scope.organisationId} and collection_id = ${wardrobeId} order by version`.execute(db);
  return found.rows;
}

/** Name and cut of a wardrobe, the version in use and the number that the next one gets. */
export interface WardrobeRow {
  name: string;
  parentId: number | null;
  version: number;
  nextVersion: number;
}

/** The row of a wardrobe; undefined when there is none. */
export async function findWardrobeRow(db: Db, scope: Scope, wardrobeId: number): Promise<WardrobeRow | undefined> {
  const found = await sql<WardrobeRow>`
    select w.name, w.parent_collection_id as "parentId", w.published_version as version, 1 + greatest(w.published_version, coalesce((
      select max(v.version) from wardrobe_version v where v.organisation_id = w.organisation_id and v.collection_id = w.id), 0)) as "nextVersion"
    from collection w where w.organisation_id = ${scope.organisationId} and w.id = ${wardrobeId}`.execute(db);
  return found.rows[0];
}

/** Names of seasons, by id. */
export async function readSeasonNames(db: Db, scope: Scope, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const found = await sql<Named>`
    select id, name from season where organisation_id = ${scope.organisationId} and id = any (${[...ids]}::bigint[])`.execute(db);
  return new Map(found.rows.map(({ id, name }) => [id, name]));
}

/** Ids for new parts of wardrobes. */
export async function takeIds(tx: Tx, counts: Record<keyof NewIds, number>): Promise<NewIds> {
  const take = async (table: string, count: number): Promise<number[]> => {
    if (count === 0) return [];
    const found = await sql<{ id: number }>`
      select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)`.execute(tx);
    return found.rows.map(({ id }) => Number(id));
  };
  return {
    groups: await take('collection_group', counts.groups),
    superGroups: await take('super_group', counts.superGroups),
    options: await take('super_group_option', counts.options),
  };
}
