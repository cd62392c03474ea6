import { sql } from 'kysely';
import { administeredPeople } from '#api/organisation/structure/administered-people.queries.ts';
import type { BulkEditSubject, PlannedItem } from '#api/platform/bulk-edit/bulk-edit-kind.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { STALE_SINCE_SNAPSHOT } from '#api/platform/http/optimistic-concurrency.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** The selected people, and the state in which the caller had loaded them. */
export interface PeopleSelection {
  ids: readonly number[];
  /** The loaded versions, in the order of the ids. */
  versions?: readonly number[] | undefined;
  /** When all people of a list are selected: the time as of which the list was read. */
  snapshotTime?: Date | undefined;
}

/** The items of a selection. Ids of other organisations are left out. */
export async function listPeopleItems(
  tx: Tx,
  scope: Scope,
  { ids, versions = [], snapshotTime }: PeopleSelection,
): Promise<PlannedItem[]> {
  const snapshot = snapshotTime ?? null;
  const found = await sql<{ id: number; expected_version: number | null }>`
    select c.id,
      case when ${snapshot}::timestamptz is null then s.version when c.changed_at > ${snapshot}::timestamptz then ${STALE_SINCE_SNAPSHOT}::int else c.version end
        as expected_version
    from unnest(${[...ids]}::bigint[], ${[...versions]}::int[]) as s (id, version)
    join customer c on c.organisation_id = ${scope.organisationId} and c.id = s.id order by c.id`.execute(tx);
  return found.rows.map(({ id, expected_version }) => ({ subjectId: id, expectedVersion: expected_version }));
}

/** Current versions of people, by id. */
export async function readPeopleVersions(tx: Tx, scope: Scope, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const found = await sql<{ id: number; version: number }>`
    select id, version from customer where organisation_id = ${scope.organisationId} and id = any (${[...ids]}::bigint[])`.execute(
    tx,
  );
  return new Map(found.rows.map(({ id, version }) => [id, version]));
}

/** Names and versions of those people whom the caller can see. */
export async function listBulkEditPeople(db: Db, scope: Scope, ids: readonly number[]): Promise<BulkEditSubject[]> {
  const found = await sql<BulkEditSubject>`
    select c.id, trim(c.first_name || ' ' || c.last_name) as name, c.version from customer c
    where c.id = any (${[...ids]}::bigint[]) and ${administeredPeople(scope)}`.execute(db);
  return found.rows;
}

/** The wardrobes that have a copy for one of the seasons, each with it. */
export async function listWardrobeCopies(
  tx: Tx,
  { organisationId }: Scope,
  seasonIds: readonly number[],
): Promise<{ id: number; copyId: number }[]> {
  const found = await sql<{ id: number; copyId: number }>`
    select copied_from_id as id, id as "copyId" from collection
    where organisation_id = ${organisationId} and copied_from_id is not null and season_id = any (${[...seasonIds]}::bigint[]) order by 1, 2`.execute(
    tx,
  );
  return found.rows;
}
