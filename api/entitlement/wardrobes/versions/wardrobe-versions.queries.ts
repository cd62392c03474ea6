import { type RawBuilder, sql } from 'kysely';
import { deleteInBatches } from '#api/platform/db/batches.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';
import type { Tenant } from '../../entitlement.queries.ts';
import type { WardrobeContents } from './contents.rules.ts';

/** A wardrobe that was published: by which version the one before was replaced. */
export interface PublishedVersion {
  collectionId: number;
  before: number;
  after: number;
}

const oneOf = (collectionIds: readonly number[] | null): RawBuilder<unknown> =>
  sql`(${collectionIds && [...collectionIds]}::bigint[] is null or w.id = any (${collectionIds && [...collectionIds]}::bigint[]))`;

/**
 * Keeps what the wardrobes contain as the version that is in use, unless it is kept already; null for those of the whole organisation. Call it before they are
 * changed, under `lockWardrobes`.
 */
export async function keepVersions(tx: Tx, { organisationId }: Tenant, collectionIds: readonly number[] | null): Promise<void> {
  await sql`
    insert into wardrobe_version (organisation_id, collection_id, version, contents)
    select w.organisation_id, w.id, w.published_version, wardrobe_contents(w.organisation_id, w.id)
    from collection w
    left join wardrobe_version v on v.organisation_id = w.organisation_id and v.collection_id = w.id and v.version = w.published_version
    where w.organisation_id = ${organisationId} and ${oneOf(collectionIds)} and v.version is null
    on conflict do nothing`.execute(tx);
}

/**
 * Publishes the wardrobes as they are now, where that is not what the version in use contains or `always` says so. Their wearers stay behind until they follow.
 * A version that was undone is not given out again.
 */
export async function publishVersions(
  tx: Tx,
  { organisationId }: Tenant,
  actor: { kind: string; id: number },
  collectionIds: readonly number[],
  { always }: { always: boolean },
): Promise<PublishedVersion[]> {
  const found = await sql<PublishedVersion>`
    with changed as (
      select w.id, w.published_version as before, wardrobe_contents(w.organisation_id, w.id) as contents, (
        select max(x.version) + 1 from wardrobe_version x where x.organisation_id = w.organisation_id and x.collection_id = w.id) as after
      from collection w where w.organisation_id = ${organisationId} and ${oneOf(collectionIds)}),
    published as (
      insert into wardrobe_version (organisation_id, collection_id, version, contents, published_at, actor_kind, actor_id)
      select ${organisationId}::bigint, c.id, c.after, c.contents, now(), ${actor.kind}, ${actor.id}::bigint
      from changed c
      join wardrobe_version v on v.organisation_id = ${organisationId} and v.collection_id = c.id and v.version = c.before
      where ${always} or v.contents <> c.contents
      returning collection_id, version)
    update collection w set published_version = p.version
    from published p join changed c on c.id = p.collection_id
    where w.organisation_id = ${organisationId} and w.id = p.collection_id
    returning w.id as "collectionId", c.before, p.version as after`.execute(tx);
  return found.rows.toSorted((one, other) => one.collectionId - other.collectionId);
}

/** Lets the versions in use contain what the wardrobes of the organisation contain now, after a change that is no change of wardrobes. */
export async function renewVersions(tx: Tx, { organisationId }: Tenant): Promise<void> {
  await sql`
    update wardrobe_version v set contents = now_in.contents
    from (select w.id, w.published_version, wardrobe_contents(w.organisation_id, w.id) as contents from collection w where w.organisation_id = ${organisationId}) now_in
    where v.organisation_id = ${organisationId} and v.collection_id = now_in.id and v.version = now_in.published_version
      and v.contents <> now_in.contents`.execute(tx);
}

/** Makes the wardrobes of a season those of another; answers their ids. */
export async function moveWardrobesToSeason(
  tx: Tx,
  { organisationId }: Tenant,
  seasonId: number,
  toId: number,
): Promise<number[]> {
  const found = await sql<{ id: number }>`
    update collection set season_id = ${toId} where organisation_id = ${organisationId} and season_id = ${seasonId} returning id`.execute(
    tx,
  );
  return found.rows.map(({ id }) => id);
}

/** Notes by which bulk edit wearers follow versions. */
export async function noteBulkEdit(
  tx: Tx,
  { organisationId }: Tenant,
  versions: readonly PublishedVersion[],
  bulkEditId: number,
): Promise<void> {
  await sql`
    update wardrobe_version v set bulk_edit_id = ${bulkEditId}
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as p ("collectionId" bigint, after int)
    where v.organisation_id = ${organisationId} and v.collection_id = p."collectionId" and v.version = p.after`.execute(tx);
}

/** What a version of a wardrobe contains; undefined when it is not kept. */
export async function findVersionContents(
  tx: Tx,
  { organisationId }: Tenant,
  collectionId: number,
  version: number,
): Promise<WardrobeContents | undefined> {
  const found = await sql<{ contents: WardrobeContents }>`
    select contents from wardrobe_version
    where organisation_id = ${organisationId} and collection_id = ${collectionId} and version = ${version}`.execute(tx);
  return found.rows[0]?.contents;
}

/** Puts a version of a wardrobe in use again and answers the wearers who have followed another one to its end. */
export async function restoreVersion(
  tx: Tx,
  { organisationId }: Tenant,
  { collectionId, before, after }: PublishedVersion,
): Promise<number[]> {
  await sql`
    update collection set published_version = ${before}
    where organisation_id = ${organisationId} and id = ${collectionId}`.execute(tx);
  const found = await sql<{ id: number }>`
    select customer_id as id from customer_collection
    where organisation_id = ${organisationId} and collection_id = ${collectionId} and wardrobe_version = ${after} order by 1`.execute(
    tx,
  );
  return found.rows.map(({ id }) => id);
}

/** Which versions of these wardrobes are in use, by their ids. */
export async function readPublishedVersions(
  db: Db,
  { organisationId }: Tenant,
  collectionIds: readonly number[],
): Promise<Map<number, number>> {
  const found = await sql<{ id: number; version: number }>`
    select id, published_version as version from collection
    where organisation_id = ${organisationId} and id = any (${[...collectionIds]}::bigint[])`.execute(db);
  return new Map(found.rows.map(({ id, version }) => [id, version]));
}

/** Whether what these versions replaced is still kept, so that it can be put in use again. */
export async function hasEarlierContents(
  db: Db,
  { organisationId }: Tenant,
  versions: readonly PublishedVersion[],
): Promise<boolean> {
  const found = await sql`
    select from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as p ("collectionId" bigint, before int)
    where not exists (
      select from wardrobe_version v
      where v.organisation_id = ${organisationId} and v.collection_id = p."collectionId" and v.version = p.before) limit 1`.execute(
    db,
  );
  return found.rows.length === 0;
}

/**
 * Deletes versions of wardrobes that have not been in use for as long as edits can be undone, that no wearer is owed and no edit needs to be undone, and what
 * people chose of options that no table and no kept version has. The newest version stays, also one that was undone: its number is not given out again.
 */
export async function deleteUnusedVersions(db: Db, days: number): Promise<number> {
  const isUnused = sql`
    (published_at < now() - make_interval(days => ${days}) or published_at is null)
    and not exists (
      select from collection w where w.organisation_id = wardrobe_version.organisation_id and w.id = wardrobe_version.collection_id
        and w.published_version = wardrobe_version.version)
    and not exists (
      select from customer_collection c where c.organisation_id = wardrobe_version.organisation_id and c.collection_id = wardrobe_version.collection_id
        and c.wardrobe_version = wardrobe_version.version)
    and (
      select newer.published_at < now() - make_interval(days => ${days}) from wardrobe_version newer
      where newer.organisation_id = wardrobe_version.organisation_id and newer.collection_id = wardrobe_version.collection_id
        and newer.version > wardrobe_version.version order by newer.version limit 1)
    -- Between it and the version that replaced it can be one that was undone.
    and not exists (
      select from bulk_edit e where e.organisation_id = wardrobe_version.organisation_id and e.kind = 'wardrobes'
        and e.payload -> 'versions' @> jsonb_build_array(jsonb_build_object('collectionId', wardrobe_version.collection_id, 'before', wardrobe_version.version)))`;
  const isWithoutOption = sql`
    not exists (
      select from super_group_option o where o.organisation_id = customer_super_group_option.organisation_id
        and o.id = customer_super_group_option.super_group_option_id)
    and not exists (
      select from wardrobe_version v where v.organisation_id = customer_super_group_option.organisation_id
        and v.contents -> 'superGroups' @> jsonb_build_array(jsonb_build_object('options',
          jsonb_build_array(jsonb_build_object('id', customer_super_group_option.super_group_option_id)))))`;
  return (
    (await deleteInBatches(db, 'wardrobe_version', isUnused, 100)) +
    (await deleteInBatches(db, 'customer_super_group_option', isWithoutOption, 500))
  );
}

/** As long as bulk edits can be undone. */
const KEPT_DAYS = 30;

export const retention: RetentionTask[] = [{ name: 'wardrobe-versions', run: ({ db }) => deleteUnusedVersions(db, KEPT_DAYS) }];
