import type { BulkEditKindName } from '#contract/platform/bulk-edit.ts';
import { type Db, runInTransaction, type Tx } from '../db/database.ts';
import { HttpError, notFound } from '../http/errors.ts';
import { STALE_SINCE_SNAPSHOT } from '../http/optimistic-concurrency.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Scope } from '../http/scope.ts';
import { defineJob } from '../jobs/job.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { type BulkEdit, findCommonUndoBlocker, getBulkEditState, toBulkEdit } from './bulk-edit.mapper.ts';
import {
  type BulkEditRef,
  type BulkEditRow,
  type ClaimedItem,
  claimBulkEdit,
  findBulkEditRow,
  findRunningBulkEdit,
  finishBulkEdit,
  insertBulkEdit,
  insertUndo,
  listBulkEditRows,
  listPendingItems,
  lockBulkEdit,
  type RunningBulkEdit,
  saveItemResults,
  setStopped,
} from './bulk-edit.queries.ts';
import type { AnyBulkEditKind, BulkEditContext, BulkEditKind, ItemResult, UndoItem } from './bulk-edit-kind.ts';

/** How long one job works before it queues its successor, so that another process takes over soon after this one was killed. */
const JOB_SLICE_MS = 20_000;
const UNIQUE_VIOLATION = '23505';

export const bulkEditJob = defineJob<BulkEditRef>({
  name: 'bulk-edit.run',
  retryLimit: 20,
  maxBackoff: 60,
  expiry: 60,
  concurrency: 1,
});

const STALE_REASON = 'Changed since you read the list.';
const ERASED_REASON = 'The saved values were erased with the personal data, so there is nothing to restore.';
const UNDONE_FIRST = 'The edit was undone before it reached this.';
const NOT_PROCESSED = 'This was not processed.';
const NO_ACCOUNT = 'The person who started this no longer has access.';

const conflict = (sentence: string) => new HttpError(409, { bulkEdit: [sentence] });

export interface BulkEditDependencies {
  db: Db;
  jobs: Pick<JobQueue, 'enqueue' | 'isPending'>;
  kinds: readonly AnyBulkEditKind[];
  /** The rights that someone has now; undefined when they have no account any more. */
  findCaller(db: Db, organisationId: number, customerId: number): Promise<Scope | undefined>;
  /** Claims a batch; replaced by fault injection. */
  claim?: typeof claimBulkEdit;
}

/** What `start` and `undo` answer: the edit, and the results of what was processed within the request. */
export interface StartedBulkEdit {
  bulkEdit: BulkEdit;
  results: readonly ItemResult[];
}

export type BulkEdits = ReturnType<typeof createBulkEdits>;

/** The engine behind every bulk edit: it plans, runs, stops, continues and undoes edits of the kinds that it is given. */
export function createBulkEdits({ db, jobs, kinds, findCaller, claim = claimBulkEdit }: BulkEditDependencies) {
  const kindOf = (name: string): AnyBulkEditKind => {
    const kind = kinds.find((one) => one.name === name);
    if (!kind) throw new Error(`There is no kind of bulk edit called ${name}.`);
    return kind;
  };

  const finish = async (context: BulkEditContext, kind: AnyBulkEditKind, edit: RunningBulkEdit) => {
    await finishBulkEdit(context.tx, edit, NOT_PROCESSED);
    await kind.finish?.(context, edit);
  };

  const refuseRest = async (tx: Tx, kind: AnyBulkEditKind, edit: RunningBulkEdit, reason: string) => {
    await finishBulkEdit(tx, edit, reason);
    await kind.refuseRest?.(tx, edit, reason);
  };

  /** Processes items of a claimed edit. Those that cannot be processed by any kind do not reach the handler. */
  const processItems = async (
    context: BulkEditContext,
    kind: AnyBulkEditKind,
    edit: RunningBulkEdit,
    items: readonly ClaimedItem[],
  ) => {
    const isStale = ({ expectedVersion }: ClaimedItem) => edit.undoOfId === null && expectedVersion === STALE_SINCE_SNAPSHOT;
    const isLost = ({ before, wasErased }: ClaimedItem) => edit.undoOfId !== null && (wasErased || !before);
    const rest = items.filter((item) => !isStale(item) && !isLost(item));
    const results: ItemResult[] = items.flatMap((item): ItemResult[] => {
      const { position } = item;
      if (isStale(item)) return [{ position, outcome: 'conflict', reason: STALE_REASON }];
      return isLost(item) ? [{ position, outcome: 'refused', reason: ERASED_REASON }] : [];
    });
    if (rest.length > 0)
      results.push(
        ...(edit.undoOfId === null ? await kind.apply(context, edit, rest) : await kind.undo(context, edit, rest as UndoItem[])),
      );
    await saveItemResults(context.tx, edit, results);
    return results;
  };

  /** Processes the next items of an edit; undefined when it is finished or stopped. */
  const processNext = async (context: BulkEditContext, kind: AnyBulkEditKind, ref: BulkEditRef, limit: number) => {
    const edit = await claim(context.tx, ref);
    if (!edit) return undefined;
    const items = await listPendingItems(context.tx, edit, limit);
    const results = items.length > 0 ? await processItems(context, kind, edit, items) : [];
    if (items.length < limit) {
      await finish(context, kind, edit);
      return undefined;
    }
    return results;
  };

  /** Processes a small edit at once and leaves a larger one to a job. */
  const begin = async (context: BulkEditContext, kind: AnyBulkEditKind, id: number, total: number): Promise<StartedBulkEdit> => {
    const { caller } = context.context;
    const ref = { organisationId: caller.organisationId, bulkEditId: id };
    let results: readonly ItemResult[] = [];
    if (total <= kind.syncLimit) {
      const edit = (await claim(context.tx, ref)) as RunningBulkEdit;
      const items = await listPendingItems(context.tx, edit, kind.syncLimit);
      if (items.length > 0) results = await processItems(context, kind, edit, items);
      await finish(context, kind, edit);
    } else await jobs.enqueue(context.tx, bulkEditJob, ref);
    return { bulkEdit: await read(context.tx, caller, id, true), results };
  };

  const withUniqueness = async <T>(kind: AnyBulkEditKind, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (kind.exclusive && (error as { code?: string }).code === UNIQUE_VIOLATION) throw conflict(kind.exclusive.message);
      throw error;
    }
  };

  const refOf = ({ organisation_id, id }: BulkEditRow): BulkEditRef => ({ organisationId: organisation_id, bulkEditId: id });
  const hasJob = async (row: BulkEditRow) => row.finished_at === null && (await jobs.isPending(bulkEditJob, refOf(row)));
  const undoBlockerOf = async (reader: Db, scope: Scope, row: BulkEditRow): Promise<string | undefined> =>
    findCommonUndoBlocker(row) ??
    (await kindOf(row.kind).findBlocker?.(reader, scope, { id: row.id, action: row.action, payload: row.payload }, 'undo'));

  /** Names what the rows of one kind mention, in one query. */
  const toBulkEdits = async (reader: Db, scope: Scope, rows: readonly BulkEditRow[], isNew = false): Promise<BulkEdit[]> => {
    const [first] = rows;
    if (!first) return [];
    const kind = kindOf(first.kind);
    const ids = rows.flatMap(({ refusals, conflict_items }) => [
      ...refusals.flatMap(({ subjectIds }) => subjectIds),
      ...conflict_items.map(({ subjectId }) => subjectId),
    ]);
    const subjects = ids.length > 0 ? await kind.listSubjects(reader, scope, [...new Set(ids)]) : [];
    const byId = new Map(subjects.map((subject) => [subject.id, subject]));
    return Promise.all(
      rows.map(async (row) =>
        toBulkEdit(row, kind, byId, {
          hasJob: isNew || (await hasJob(row)),
          undoBlocker: await undoBlockerOf(reader, scope, row),
        }),
      ),
    );
  };

  const read = async (reader: Db, scope: Scope, id: number, isNew = false): Promise<BulkEdit> => {
    const row = await findBulkEditRow(reader, scope, id);
    if (!row) throw notFound('bulkEdit');
    return (await toBulkEdits(reader, scope, [row], isNew))[0] as BulkEdit;
  };

  /** Locks an edit to be stopped, continued or undone. Throws 403, and 404 for someone else's. */
  const lockForChange = async (tx: Tx, caller: Scope, id: number): Promise<{ kind: AnyBulkEditKind; row: BulkEditRow }> => {
    const seen = await findBulkEditRow(tx, caller, id);
    if (!seen) throw notFound('bulkEdit');
    const kind = kindOf(seen.kind);
    const blocker = kind.findAccessBlocker(caller);
    if (blocker) throw new HttpError(403, { bulkEdit: [blocker] });
    await kind.lock?.(tx, caller);
    await lockBulkEdit(tx, caller, id);
    const row = await findBulkEditRow(tx, caller, id);
    if (!row) throw notFound('bulkEdit');
    return { kind, row };
  };

  /** Applies the next batch with the rights that the person who asked has by now; false when nothing is left to do. */
  const runBatch = async (ref: BulkEditRef): Promise<boolean> => {
    const running = await findRunningBulkEdit(db, ref);
    if (!running) return false;
    const kind = kindOf(running.kind);
    const caller = await findCaller(db, ref.organisationId, running.actorId);
    return runInTransaction(db, async (tx) => {
      const blocker = caller ? kind.findAccessBlocker(caller) : NO_ACCOUNT;
      if (!caller || blocker) {
        const edit = await claim(tx, ref);
        if (edit) await refuseRest(tx, kind, edit, blocker ?? NO_ACCOUNT);
        return false;
      }
      await kind.lock?.(tx, caller);
      const context: RequestContext = { sessionId: '', caller, effective: caller };
      return (await processNext({ tx, context, requestId: running.requestId }, kind, ref, kind.batchSize)) !== undefined;
    });
  };

  return {
    /** Plans an edit and runs it: within the request where it is small, else by a job. Throws what the plan throws, and 409. */
    async start<Request, Payload>(
      kind: BulkEditKind<Request, Payload>,
      context: BulkEditContext,
      request: Request,
    ): Promise<StartedBulkEdit> {
      const { tx, requestId } = context;
      const { caller } = context.context;
      await kind.lock?.(tx, caller);
      const plan = await kind.plan(context, request);
      const id = await withUniqueness(kind, () =>
        insertBulkEdit(tx, caller, kind, plan as Parameters<typeof insertBulkEdit>[3], requestId),
      );
      return begin(context, kind, id, plan.items.length);
    },

    /** An edit with its progress. Throws 404 for someone else's and for one of more than 30 days ago. */
    get: (reader: Db, scope: Scope, id: number): Promise<BulkEdit> => read(reader, scope, id),

    /** The latest edits of a kind that the caller can see, newest first. */
    async list(scope: Scope, kind: BulkEditKindName): Promise<BulkEdit[]> {
      return toBulkEdits(db, scope, await listBulkEditRows(db, scope, kind));
    },

    /** Stops an edit after the batch that is being processed. Throws 403, 404, and 409 when it does not run. */
    async stop(tx: Tx, caller: Scope, id: number): Promise<BulkEdit> {
      const { row } = await lockForChange(tx, caller, id);
      if (row.finished_at || row.stopped_at) throw conflict('This change is not running.');
      await setStopped(tx, caller, id, true);
      return read(tx, caller, id);
    },

    /** Continues an edit that was stopped or whose job failed. Throws 403, 404, and 409 when it runs or is finished. */
    async resume(tx: Tx, caller: Scope, id: number): Promise<BulkEdit> {
      const { kind, row } = await lockForChange(tx, caller, id);
      const state = getBulkEditState(row, await hasJob(row));
      if (state !== 'stopped' && state !== 'interrupted') throw conflict('This change is not stopped.');
      const { action, payload } = row;
      const blocker =
        row.undo_of_id === null ? await kind.findBlocker?.(tx, caller, { id, action, payload }, 'continue') : undefined;
      if (blocker) throw conflict(blocker);
      await withUniqueness(kind, () => setStopped(tx, caller, id, false));
      await jobs.enqueue(tx, bulkEditJob, refOf(row));
      return read(tx, caller, id, true);
    },

    /**
     * Undoes an edit by another one; a running edit is stopped first, and what it has not reached stays as it is. Throws 403, 404,
     * and 409 where it cannot be undone.
     */
    async undo(context: BulkEditContext, id: number): Promise<StartedBulkEdit> {
      const { tx, requestId } = context;
      const { caller } = context.context;
      const { kind, row } = await lockForChange(tx, caller, id);
      const blocker = await undoBlockerOf(tx, caller, row);
      if (blocker) throw conflict(blocker);
      if (!row.finished_at) {
        const running = (await findRunningBulkEdit(tx, refOf(row))) as RunningBulkEdit;
        await refuseRest(tx, kind, running, UNDONE_FIRST);
      }
      const undo = await withUniqueness(kind, () => insertUndo(tx, caller, id, requestId));
      if (!undo) throw conflict('This has already been undone.');
      return begin(context, kind, undo.id, undo.total);
    },

    runBatch,

    /**
     * Applies what is left of an edit, batch by batch; run again after a failure it continues where it was. After a while it
     * leaves the rest to a new job.
     */
    async run(ref: BulkEditRef): Promise<void> {
      const ends = performance.now() + JOB_SLICE_MS;
      while (await runBatch(ref)) {
        if (performance.now() < ends) continue;
        await runInTransaction(db, (tx) => jobs.enqueue(tx, bulkEditJob, ref));
        return;
      }
    },
  };
}
