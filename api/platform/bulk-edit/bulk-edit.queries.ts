import { type RawBuilder, sql } from 'kysely';
import type { BulkEditKindName } from '#contract/platform/bulk-edit.ts';
import { deleteInBatches } from '../db/batches.ts';
import type { Db, Tx } from '../db/database.ts';
import type { JsonObject } from '../db/types.ts';
import type { RetentionTask } from '../jobs/retention.ts';
import type { StoredReason } from '../reasons.ts';
import type { AnyBulkEditKind, BulkEditPlan, BulkEditRecord, ItemResult, PlannedItem, UndoItem } from './bulk-edit-kind.ts';
import {
  actorOf,
  type BulkEditCaller,
  type BulkEditOwner,
  type BulkEditStore,
  editOwnerOf,
  editStoreOf,
} from './bulk-edit-store.queries.ts';

/** How long a bulk edit can be undone, and its result seen, in days. */
export const UNDO_DAYS = 30;

/** Identifies a bulk edit in a job, without a session. */
export interface BulkEditRef extends BulkEditOwner {
  bulkEditId: number;
}

/** A bulk edit that is not finished, and the original where it is an undo. */
export interface RunningBulkEdit extends BulkEditRecord<JsonObject, number | null> {
  kind: BulkEditKindName;
  isStopped: boolean;
}

const toItemRows = (items: readonly PlannedItem[]) =>
  items.map(({ position, subjectId, expectedVersion }, index) => ({
    position: position ?? index,
    subject_id: subjectId,
    expected_version: expectedVersion ?? null,
  }));

/** Saves a planned edit with its items, each of which is then pending; answers its id. */
export async function insertBulkEdit(
  tx: Tx,
  caller: BulkEditCaller,
  kind: Pick<AnyBulkEditKind, 'name' | 'exclusive'>,
  { action, payload, items, exclusiveKey }: BulkEditPlan<JsonObject>,
  requestId: string,
): Promise<number> {
  const rows = toItemRows(items);
  const store = editStoreOf(editOwnerOf(caller));
  const actor = actorOf(caller);
  const found = await sql<{ id: number }>`
    with edit as (
      insert into ${store.edits} (${store.ownerColumns} kind, action, payload, ${actor.columns}, is_exclusive, exclusive_key, total, request_id)
      values (${store.ownerValues} ${kind.name}, ${action}, ${JSON.stringify(payload)}::jsonb, ${actor.values},
        ${kind.exclusive !== undefined && exclusiveKey !== null}, ${exclusiveKey ?? null}, ${rows.length}, ${requestId})
      returning id),
    items as (
      insert into ${store.items} (${store.ownerColumns} bulk_edit_id, position, subject_id, expected_version)
      select ${store.ownerValues} edit.id, n.position, n.subject_id, n.expected_version
      from edit, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (position int, subject_id bigint, expected_version int))
    select id from edit`.execute(tx);
  return (found.rows[0] as { id: number }).id;
}

/** Saves an undo of an edit, with the items that it changed unless others are given; undefined when there is one already. */
export async function insertUndo(
  tx: Tx,
  caller: BulkEditCaller,
  bulkEditId: number,
  requestId: string,
  items?: readonly PlannedItem[],
): Promise<{ id: number; total: number } | undefined> {
  const store = editStoreOf(editOwnerOf(caller));
  const actor = actorOf(caller);
  const found = await sql<{ id: number; total: number }>`
    insert into ${store.edits} (${store.ownerColumns} kind, action, ${actor.columns}, is_exclusive, exclusive_key, undo_of_id, total, request_id)
    select ${store.ownerValues} e.kind, 'undo', ${actor.values}, e.is_exclusive, e.exclusive_key, e.id, coalesce(${items?.length ?? null}::int, e.changed), ${requestId}
    from ${store.edits} e where ${store.isOwn('e')} and e.id = ${bulkEditId}
    on conflict ${store.undoneOnce} where undo_of_id is not null do nothing returning id, total`.execute(tx);
  const undo = found.rows[0];
  if (!undo) return undefined;
  if (items)
    await sql`
      insert into ${store.items} (${store.ownerColumns} bulk_edit_id, position, subject_id, expected_version)
      select ${store.ownerValues} ${undo.id}, n.position, n.subject_id, n.expected_version
      from jsonb_to_recordset(${JSON.stringify(toItemRows(items))}::jsonb) as n (position int, subject_id bigint, expected_version int)`.execute(
      tx,
    );
  else
    await sql`
    insert into ${store.items} (${store.ownerColumns} bulk_edit_id, position, subject_id, expected_version)
    select ${store.ownerValues} ${undo.id}, i.position, i.subject_id, i.applied_version from ${store.items} i
    where ${store.isOwn('i')} and i.bulk_edit_id = ${bulkEditId} and i.outcome = 'changed'`.execute(tx);
  return undo;
}

/** Reads what a running edit `e` is. */
const selectRunning = (store: BulkEditStore, { organisationId, bulkEditId }: BulkEditRef) => sql`
  select e.id, ${organisationId}::bigint as "organisationId", e.kind, e.actor_kind as "actorKind", e.actor_id as "actorId",
    coalesce(original.action, e.action) as action, coalesce(original.payload, e.payload) as payload, e.total, e.request_id as "requestId",
    e.undo_of_id as "undoOfId", e.stopped_at is not null as "isStopped"
  from ${store.edits} e left join ${store.edits} original on ${store.isSameOwner('original', 'e')} and original.id = e.undo_of_id
  where ${store.isOwn('e')} and e.id = ${bulkEditId} and e.finished_at is null`;

/** A bulk edit that is not finished; undefined when there is none. Locks nothing. */
export async function findRunningBulkEdit(db: Db, ref: BulkEditRef): Promise<RunningBulkEdit | undefined> {
  const found = await sql<RunningBulkEdit>`${selectRunning(editStoreOf(ref), ref)}`.execute(db);
  return found.rows[0];
}

/**
 * Claims the next batch of a running edit: locks the edit until the transaction ends, so that no other process takes the same
 * items and no one stops or undoes it in the middle of a batch. Undefined when it is finished or stopped.
 */
export async function claimBulkEdit(tx: Tx, ref: BulkEditRef): Promise<RunningBulkEdit | undefined> {
  const found =
    await sql<RunningBulkEdit>`${selectRunning(editStoreOf(ref), ref)} and e.stopped_at is null for update of e`.execute(tx);
  return found.rows[0];
}

/** An item as it is claimed, with what the original edit saved if it is to be undone. */
export interface ClaimedItem extends Omit<UndoItem, 'before'> {
  /** Null unless the item undoes a change. */
  before: UndoItem['before'] | null;
  /** Whether the values needed to undo it have been erased. */
  wasErased: boolean;
}

/**
 * The next pending items of a claimed edit. What the original of an undo saved is looked up item by item: there are no statistics
 * for new edits, and a join could compare each item with every other.
 */
export async function listPendingItems(tx: Tx, edit: RunningBulkEdit, limit: number): Promise<ClaimedItem[]> {
  const store = editStoreOf(edit);
  const found = await sql<ClaimedItem>`
    select n.position, n.subject_id as "subjectId", n.expected_version as "expectedVersion", o.before, o.after,
      o.applied_version as "appliedVersion", coalesce(o.was_erased, false) as "wasErased"
    from ${store.items} n
    left join lateral (
      select x.before, x.after, x.applied_version, ${store.wasErased} as was_erased from ${store.items} x
      where ${store.isSameOwner('x', 'n')} and x.bulk_edit_id = ${edit.undoOfId}::bigint and x.position = n.position limit 1) o on true
    where ${store.isOwn('n')} and n.bulk_edit_id = ${edit.id} and n.outcome = 'pending'
    order by n.position limit ${limit}`.execute(tx);
  return found.rows;
}

/** Saves the results of a batch and counts them. */
export async function saveItemResults(tx: Tx, edit: RunningBulkEdit, results: readonly ItemResult[]): Promise<void> {
  const rows = JSON.stringify(
    results.map(({ position, subjectId, outcome, reasons = [], before, after, version }) => ({
      position,
      subject_id: subjectId ?? null,
      outcome,
      reason_kinds: reasons.length === 0 ? null : reasons,
      before: before ?? null,
      after: after ?? null,
      applied_version: version ?? null,
    })),
  );
  const positions = results.map(({ position }) => position);
  const store = editStoreOf(edit);
  await sql`
    with saved as (
      update ${store.items} i set outcome = n.outcome, reason_kinds = n.reason_kinds, before = n.before, after = n.after,
        applied_version = n.applied_version, subject_id = coalesce(n.subject_id, i.subject_id)
      from jsonb_to_recordset(${rows}::jsonb)
        as n (position int, subject_id bigint, outcome text, reason_kinds jsonb, before jsonb, after jsonb, applied_version int)
      where ${store.isOwn('i')} and i.bulk_edit_id = ${edit.id} and i.position = n.position
        and i.position between ${Math.min(...positions)}::int and ${Math.max(...positions)}::int
      returning i.outcome)
    update ${store.edits} e set started_at = coalesce(e.started_at, now()),
      changed = e.changed + n.changed, unchanged = e.unchanged + n.unchanged, refused = e.refused + n.refused, conflicts = e.conflicts + n.conflicts
    from (
      select count(*) filter (where outcome = 'changed') as changed, count(*) filter (where outcome = 'unchanged') as unchanged,
        count(*) filter (where outcome = 'refused') as refused, count(*) filter (where outcome = 'conflict') as conflicts from saved) n
    where ${store.isOwn('e')} and e.id = ${edit.id}`.execute(tx);
}

/** Finishes a claimed edit; items that are still pending are refused for this reason. */
export async function finishBulkEdit(
  tx: Tx,
  edit: Pick<BulkEditRecord<JsonObject, number | null>, 'organisationId' | 'id'>,
  reason: StoredReason,
): Promise<void> {
  const store = editStoreOf(edit);
  await sql`
    with rest as (
      update ${store.items} i set outcome = 'refused', reason_kinds = ${JSON.stringify([reason])}::jsonb
      where ${store.isOwn('i')} and i.bulk_edit_id = ${edit.id} and i.outcome = 'pending' returning 1)
    update ${store.edits} e set finished_at = now(), refused = e.refused + (select count(*) from rest)
    where ${store.isOwn('e')} and e.id = ${edit.id} and e.finished_at is null`.execute(tx);
}

/** How many items the edit of an organisation has that runs with this exclusive key; undefined when none does. */
export async function findRunningExclusive(
  db: Db,
  organisationId: number,
  kind: BulkEditKindName,
  exclusiveKey: string,
): Promise<number | undefined> {
  const found = await sql<{ total: number }>`
    select total from bulk_edit
    where organisation_id = ${organisationId} and kind = ${kind} and exclusive_key = ${exclusiveKey} and is_exclusive
      and finished_at is null and stopped_at is null`.execute(db);
  return found.rows[0]?.total;
}

/** Marks an edit as stopped, or no longer so. */
export async function setStopped(tx: Tx, caller: BulkEditCaller, bulkEditId: number, isStopped: boolean): Promise<void> {
  const store = editStoreOf(editOwnerOf(caller));
  await sql`
    update ${store.edits} e set stopped_at = case when ${isStopped}::boolean then now() end
    where ${store.isOwn('e')} and e.id = ${bulkEditId}`.execute(tx);
}

/** An edit as it is shown. */
export interface BulkEditRow {
  id: number;
  /** Null for an edit of the supplier. */
  organisation_id: number | null;
  kind: BulkEditKindName;
  action: string;
  original_action: string | null;
  payload: JsonObject;
  by: string;
  total: number;
  changed: number;
  unchanged: number;
  refused: number;
  conflicts: number;
  created_at: Date;
  stopped_at: Date | null;
  finished_at: Date | null;
  undo_of_id: number | null;
  undone_by_id: number | null;
  /** In the order of their frequency. */
  refusals: { outcome: 'changed' | 'refused' | 'conflict'; reasons: StoredReason[]; count: number; subjectIds: number[] }[];
  conflict_items: { subjectId: number; isStale: boolean }[];
}

/**
 * Which bulk edits `e` someone can see: in an organisation their own, and all of them where no groups limit what they administer; of the supplier those that
 * were made for no brands but theirs, since an edit names products and clients.
 */
export const visibleBulkEdits = (caller: BulkEditCaller): RawBuilder<unknown> => sql`
  ${editStoreOf(editOwnerOf(caller)).isOwn('e')} and e.created_at > now() - make_interval(days => ${UNDO_DAYS}) and ${isVisible(caller)}`;

const isVisible = (caller: BulkEditCaller) => {
  if (!('customerId' in caller)) return sql`e.brand_ids <@ ${[...caller.brandIds]}::bigint[]`;
  return caller.adminableGroupIds.length === 0 ? sql`true` : sql`e.actor_id = ${caller.customerId}`;
};

const MAX_LISTED_CONFLICTS = 500;
const MAX_NAMED_SUBJECTS = 20;
const MAX_REASONS = 10;
const MAX_LISTED_EDITS = 10;

async function listRows(db: Db, caller: BulkEditCaller, condition: RawBuilder<unknown>): Promise<BulkEditRow[]> {
  const owner = editOwnerOf(caller);
  const store = editStoreOf(owner);
  const found = await sql<BulkEditRow>`
    select e.id, ${owner.organisationId}::bigint as organisation_id, e.kind, e.action, original.action as original_action, e.payload, ${store.actorName} as by,
      e.total, e.changed, e.unchanged, e.refused, e.conflicts, e.created_at, e.stopped_at, e.finished_at, e.undo_of_id, undo.id as undone_by_id,
      (select coalesce(json_agg(json_build_object('outcome', r.outcome, 'reasons', r.reasons, 'count', r.n, 'subjectIds', r.subject_ids)
          order by r.n desc, r.reasons), '[]') from (
        select i.outcome, i.reasons, count(*)::int as n,
          coalesce(json_agg(i.subject_id order by i.place) filter (where i.place <= ${MAX_NAMED_SUBJECTS}::int and i.subject_id is not null), '[]') as subject_ids
        from (
          select x.outcome, x.subject_id, x.reasons, row_number() over (partition by x.outcome, x.reasons order by x.position) as place from (
            select p.outcome, p.subject_id, p.position, ${store.reasonsOf('p')} as reasons from ${store.items} p
            where ${store.isSameOwner('p', 'e')} and p.bulk_edit_id = e.id and ${store.hasReasons('p')}) x) i
        group by i.outcome, i.reasons order by count(*) desc, i.reasons limit ${MAX_REASONS}::int) r) as refusals,
      case when e.conflicts = 0 then '[]'::json else (
        select coalesce(json_agg(json_build_object('subjectId', c.subject_id, 'isStale', c.is_stale) order by c.position), '[]') from (
          select i.subject_id, i.position, coalesce(i.expected_version < 0, false) as is_stale from ${store.items} i
          where ${store.isSameOwner('i', 'e')} and i.bulk_edit_id = e.id and i.outcome = 'conflict'
          order by i.position limit ${MAX_LISTED_CONFLICTS}::int) c) end as conflict_items
    from ${store.edits} e
    ${store.actorJoin}
    left join ${store.edits} original on ${store.isSameOwner('original', 'e')} and original.id = e.undo_of_id
    left join ${store.edits} undo on ${store.isSameOwner('undo', 'e')} and undo.undo_of_id = e.id
    where ${visibleBulkEdits(caller)} and ${condition}
    order by e.finished_at is null desc, e.id desc limit ${MAX_LISTED_EDITS}::int`.execute(db);
  return found.rows.toSorted((one, other) => other.id - one.id);
}

/** The latest edits of a kind that the caller can see, those that are not finished first of all; newest first. */
export const listBulkEditRows = (db: Db, caller: BulkEditCaller, kind: string): Promise<BulkEditRow[]> =>
  listRows(db, caller, sql`e.kind = ${kind}`);

/** One of them; undefined when it is not there or someone else's. */
export const findBulkEditRow = async (db: Db, caller: BulkEditCaller, bulkEditId: number): Promise<BulkEditRow | undefined> =>
  (await listRows(db, caller, sql`e.id = ${bulkEditId}`))[0];

/** Locks an edit that the caller can see until the transaction ends; false when there is none. */
export async function lockBulkEdit(tx: Tx, caller: BulkEditCaller, bulkEditId: number): Promise<boolean> {
  const { edits } = editStoreOf(editOwnerOf(caller));
  const found = await sql`
    select from ${edits} e where ${visibleBulkEdits(caller)} and e.id = ${bulkEditId} for update`.execute(tx);
  return found.rows.length > 0;
}

/** Deletes edits that can no longer be undone, with their values; few in each transaction, since an edit can have many items. */
export async function deleteExpiredBulkEdits(db: Db): Promise<number> {
  const isExpired = sql`created_at < now() - make_interval(days => ${UNDO_DAYS})`;
  return (
    (await deleteInBatches(db, 'bulk_edit', isExpired, 10)) + (await deleteInBatches(db, 'supplier_bulk_edit', isExpired, 10))
  );
}

export const retention: RetentionTask[] = [{ name: 'bulk-edits', run: ({ db }) => deleteExpiredBulkEdits(db) }];

/**
 * Erases the values that bulk edits hold of one record, such as a person. The items stay and say that they were processed;
 * undoing one is then refused.
 */
export async function eraseBulkEditValues(
  tx: Tx,
  organisationId: number,
  kinds: readonly string[],
  subjectId: number,
): Promise<void> {
  await sql`
    update bulk_edit_item i set before = null, after = null, reason = null, reason_kinds = null, values_erased_at = now()
    from bulk_edit e
    where i.organisation_id = ${organisationId} and i.subject_id = ${subjectId} and e.organisation_id = i.organisation_id
      and e.id = i.bulk_edit_id and e.kind = any (${[...kinds]}::text[])`.execute(tx);
}
