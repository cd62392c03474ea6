import { sql } from 'kysely';
import { deleteInBatches } from '#api/platform/db/batches.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { STALE_SINCE_SNAPSHOT } from '#api/platform/http/optimistic-concurrency.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { AuditValues } from '../person/person-fields.rules.ts';
import {
  describePeopleBulkEdit,
  type PeopleEditAction,
  type PeopleEditPayload,
  type UndoSnapshot,
} from './people-bulk-edit.rules.ts';

export type PeopleBulkEdit = ReplyOf<'GET /api/customers/changes/:id'>['peopleChange'];

/** A change as the one who carries it out needs it. */
export interface RunningPeopleBulkEdit {
  id: number;
  organisationId: number;
  changedById: number;
  action: PeopleEditAction;
  payload: PeopleEditPayload;
  undoesId: number | null;
  requestId: string;
}

interface NewChange {
  action: PeopleEditAction;
  payload: PeopleEditPayload;
  requestId: string;
}

/** Whom a change is about, and what whoever asked had seen of them. */
export interface PeopleSelection {
  ids: readonly number[];
  /** The versions that were looked at, in the order of the ids. */
  versions?: readonly number[] | undefined;
  /** When the list was read that all of them are. */
  snapshotTime?: Date | undefined;
}

/** Notes a change of these people, each of whom then waits for it. Answers its id. */
export async function insertPeopleBulkEdit(
  tx: Tx,
  scope: Scope,
  { action, payload, requestId }: NewChange,
  { ids, versions = [], snapshotTime }: PeopleSelection,
): Promise<number> {
  const made = await sql<{ id: number }>`
    with made as (
      insert into people_change (organisation_id, changed_by_id, action, wanted, total, request_id)
      values (${scope.organisationId}, ${scope.customerId}, ${action}, ${JSON.stringify(payload)}::jsonb, ${ids.length}, ${requestId})
      returning id),
    people as (
      insert into people_change_person (organisation_id, change_id, customer_id, seen)
      select ${scope.organisationId}, made.id, c.id,
        case when ${snapshotTime ?? null}::timestamptz is null then s.version when c.changed_at > ${snapshotTime ?? null}::timestamptz then ${STALE_SINCE_SNAPSHOT}::int else c.version end
      from made cross join unnest(${[...ids]}::bigint[], ${[...versions]}::bigint[]) as s (id, version)
      join customer c on c.organisation_id = ${scope.organisationId} and c.id = s.id)
    select id from made`.execute(tx);
  return (made.rows[0] as { id: number }).id;
}

/** Notes that a change is to be undone, with the people whom it changed; undefined when it has been already. */
export async function insertPeopleBulkEditUndo(
  tx: Tx,
  scope: Scope,
  changeId: number,
  requestId: string,
): Promise<number | undefined> {
  const made = await sql<{ id: number }>`
    insert into people_change (organisation_id, changed_by_id, action, undoes_id, total, request_id)
    select c.organisation_id, ${scope.customerId}, 'undo', c.id, c.changed, ${requestId}
    from people_change c where c.organisation_id = ${scope.organisationId} and c.id = ${changeId}
    on conflict (organisation_id, undoes_id) where undoes_id is not null do nothing returning id`.execute(tx);
  const undo = made.rows[0];
  if (!undo) return undefined;
  await sql`
    insert into people_change_person (organisation_id, change_id, customer_id)
    select p.organisation_id, ${undo.id}, p.customer_id from people_change_person p
    where p.organisation_id = ${scope.organisationId} and p.change_id = ${changeId} and p.outcome = 'changed'`.execute(tx);
  return undo.id;
}

/** A change that is not finished; undefined when there is none. Where other changes are undone it locks nobody else. */
export async function findRunningPeopleBulkEdit(
  db: Db,
  organisationId: number,
  changeId: number,
): Promise<RunningPeopleBulkEdit | undefined> {
  const row = await db
    .selectFrom('people_change')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', changeId)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      organisationId: row.organisation_id,
      changedById: row.changed_by_id,
      action: row.action as PeopleEditAction,
      payload: row.wanted as PeopleEditPayload,
      undoesId: row.undoes_id,
      requestId: row.request_id,
    }
  );
}

/** Locks a change until the transaction ends. */
export async function lockPeopleBulkEdit(tx: Tx, scope: Scope, changeId: number): Promise<void> {
  await sql`select from people_change where organisation_id = ${scope.organisationId} and id = ${changeId} for update`.execute(
    tx,
  );
}

/** Somebody whom a change is still to come to; `undoable` where it takes another one back. */
export interface PendingPersonItem {
  customerId: number;
  /** The version that whoever asked had looked at, or `SINCE_THE_LIST`; null where that is not known. */
  expectedVersion: number | null;
  undoSnapshot: UndoSnapshot | undefined;
}

/**
 * The next people of a change that nobody has got to, locked; with what they had where it is an undoing. That is looked up one
 * by one: of changes that are new there are no statistics, and a join would compare everybody with everybody.
 */
export async function claimPendingPersonItems(tx: Tx, change: RunningPeopleBulkEdit, most: number): Promise<PendingPersonItem[]> {
  const found = await sql<{ customer_id: number; seen: number | null; before: AuditValues | null; version: number | null }>`
    select p.customer_id, p.seen, was.before, was.version
    from people_change_person p
    left join lateral (
      select x.before, x.version from people_change_person x
      where x.organisation_id = p.organisation_id and x.change_id = ${change.undoesId}::bigint and x.customer_id = p.customer_id limit 1) was on true
    where p.organisation_id = ${change.organisationId} and p.change_id = ${change.id} and p.outcome = 'waiting'
    order by p.customer_id limit ${most} for update of p skip locked`.execute(tx);
  return found.rows.map(({ customer_id, seen, before, version }) => ({
    customerId: customer_id,
    expectedVersion: seen,
    undoSnapshot: before && version !== null ? { before, version } : undefined,
  }));
}

/** What came of a change for one person. */
export interface PersonItemResult {
  customerId: number;
  outcome: 'changed' | 'unchanged' | 'refused';
  reason: string | null;
  /** Left alone because somebody has changed them since whoever asked looked. */
  isConflict?: boolean | undefined;
  before: AuditValues | null;
  after: AuditValues | null;
}

/** Notes what came of a change for these people, and how far it is with that; the version of each is that of now. */
export async function savePersonItemResults(
  tx: Tx,
  change: RunningPeopleBulkEdit,
  settled: readonly PersonItemResult[],
): Promise<void> {
  const rows = JSON.stringify(
    settled.map(({ customerId, outcome, reason, isConflict = false, before, after }) => ({
      customer_id: customerId,
      outcome,
      said: reason,
      overtaken: isConflict,
      before,
      after,
    })),
  );
  await sql`
    with settled as (
      update people_change_person p set outcome = s.outcome, said = s.said, overtaken = s.overtaken, before = s.before, after = s.after, version = c.version
      from jsonb_to_recordset(${rows}::jsonb) as s (customer_id bigint, outcome text, said text, overtaken boolean, before jsonb, after jsonb)
      join customer c on c.organisation_id = ${change.organisationId} and c.id = s.customer_id
      where p.organisation_id = ${change.organisationId} and p.change_id = ${change.id} and p.customer_id = s.customer_id
      returning p.outcome)
    update people_change set
      changed = changed + (select count(*) from settled where outcome = 'changed'),
      unchanged = unchanged + (select count(*) from settled where outcome = 'unchanged'),
      refused = refused + (select count(*) from settled where outcome = 'refused')
    where organisation_id = ${change.organisationId} and id = ${change.id}`.execute(tx);
}

/** Ends a change of which nobody waits any more. */
export async function finishPeopleBulkEdit(db: Db, change: RunningPeopleBulkEdit): Promise<void> {
  await sql`
    update people_change set finished_at = now()
    where organisation_id = ${change.organisationId} and id = ${change.id} and not exists (
      select from people_change_person p where p.organisation_id = ${change.organisationId} and p.change_id = ${change.id} and p.outcome = 'waiting')`.execute(
    db,
  );
}

/** Refuses everybody who still waits, when whoever asked may not change people any more. */
export async function rejectPendingPersonItems(db: Db, change: RunningPeopleBulkEdit, said: string): Promise<void> {
  await sql`
    with refused as (
      update people_change_person set outcome = 'refused', said = ${said}
      where organisation_id = ${change.organisationId} and change_id = ${change.id} and outcome = 'waiting' returning 1)
    update people_change set finished_at = now(), refused = refused + (select count(*) from refused)
    where organisation_id = ${change.organisationId} and id = ${change.id}`.execute(db);
}

interface ChangeRow {
  id: number;
  action: PeopleEditAction;
  undone_action: PeopleEditAction | null;
  created_at: Date;
  by: string;
  total: number;
  changed: number;
  unchanged: number;
  refused: number;
  finished_at: Date | null;
  undone_by_id: number | null;
  refusals: PeopleBulkEdit['refusals'];
  overtaken: PeopleBulkEdit['overtaken'];
}

/** As many can be named in one change. */
const MAX_LISTED_CONFLICTS = 500;

/** Whether the administrator of the whole organisation asks, who may take back everybody's changes, or one of some groups: their own. */
const ownChanges = (scope: Scope) =>
  scope.adminableGroupIds.length === 0
    ? sql`c.organisation_id = ${scope.organisationId}`
    : sql`c.organisation_id = ${scope.organisationId} and c.changed_by_id = ${scope.customerId}`;

async function readChanges(db: Db, scope: Scope, changeId: number | undefined): Promise<PeopleBulkEdit[]> {
  const found = await sql<ChangeRow>`
    select c.id, c.action, undone.action as undone_action, c.created_at, trim(a.first_name || ' ' || a.last_name) as by, c.total, c.changed, c.unchanged,
      c.refused, c.finished_at, undo.id as undone_by_id,
      (select coalesce(json_agg(json_build_object('msg', r.said, 'count', r.n, 'people', r.people) order by r.n desc, r.said), '[]') from (
        select p.said, count(*) as n, coalesce((json_agg(json_build_object('id', p.customer_id, 'name', trim(w.first_name || ' ' || w.last_name))
          order by w.last_name, w.first_name) filter (where p.place <= 20 and ${shown(scope)})), '[]') as people
        from (
          select x.*, row_number() over (partition by x.said order by x.customer_id) as place from people_change_person x
          where x.organisation_id = c.organisation_id and x.change_id = c.id and x.said is not null) p
        join customer w on w.organisation_id = c.organisation_id and w.id = p.customer_id
        group by p.said order by count(*) desc limit 10) r) as refusals,
      (select coalesce(json_agg(json_build_object('id', o.id, 'version', o.version) order by o.id), '[]') from (
        select w.id, w.version from people_change_person p join customer w on w.organisation_id = p.organisation_id and w.id = p.customer_id
        where p.organisation_id = c.organisation_id and p.change_id = c.id and p.overtaken and ${shown(scope)}
        order by w.id limit ${MAX_LISTED_CONFLICTS}) o) as overtaken
    from people_change c
    join customer a on a.organisation_id = c.organisation_id and a.id = c.changed_by_id
    left join people_change undone on undone.organisation_id = c.organisation_id and undone.id = c.undoes_id
    left join people_change undo on undo.organisation_id = c.organisation_id and undo.undoes_id = c.id
    where ${ownChanges(scope)} ${changeId === undefined ? sql`` : sql`and c.id = ${changeId}`}
    order by c.id desc limit 10`.execute(db);
  return found.rows.map((row) => ({
    id: row.id,
    action: row.action,
    words: describePeopleBulkEdit(row.action, row.total, row.undone_action ?? undefined),
    createdOnUtc: row.created_at.toISOString(),
    by: row.by,
    total: row.total,
    changed: row.changed,
    unchanged: row.unchanged,
    refused: row.refused,
    isFinished: row.finished_at !== null,
    isStopped: false,
    canBeUndone: row.finished_at !== null && row.changed > 0 && row.undone_by_id === null && isUndoable(row.action),
    undoneById: row.undone_by_id,
    refusals: row.refusals,
    overtaken: row.overtaken,
  }));
}

/** What was mailed stays mailed, and what was given back is not taken away again. */
const isUndoable = (action: PeopleEditAction) => action !== 'invite' && action !== 'undo';

/** Of people who have left the reach of a group's administrator only the number is told. */
const shown = (scope: Scope) =>
  scope.adminableGroupIds.length === 0
    ? sql`w.deleted_at is null`
    : sql`w.deleted_at is null and exists (select from customer_group g where g.organisation_id = w.organisation_id and g.customer_id = w.id
        and g.organisation_group_id = any (${[...scope.adminableGroupIds]}::bigint[]))`;

/** The latest changes that the caller may take back or look at. */
export const listRecentPeopleBulkEdits = (db: Db, scope: Scope): Promise<PeopleBulkEdit[]> => readChanges(db, scope, undefined);

/** One of them; undefined when it is somebody else's. */
export const findPeopleBulkEdit = async (db: Db, scope: Scope, changeId: number): Promise<PeopleBulkEdit | undefined> =>
  (await readChanges(db, scope, changeId))[0];

/** Deletes bulk edits of more than 30 days ago, which can no longer be undone, with their items. */
export const deleteExpiredPeopleBulkEdits = (db: Db): Promise<number> =>
  deleteInBatches(db, 'people_change', sql`created_at < now() - interval '30 days'`, 10);

export const retention: RetentionTask[] = [{ name: 'people-bulk-edits', run: ({ db }) => deleteExpiredPeopleBulkEdits(db) }];
