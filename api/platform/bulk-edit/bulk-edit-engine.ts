import type { BulkEditKindName } from '#contract/platform/bulk-edit.ts';
import { type Db, runInTransaction, type Tx } from '../db/database.ts';
import { conflict, HttpError, notFound } from '../http/errors.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { type BulkEdit, getBulkEditState } from './bulk-edit.mapper.ts';
import {
  type BulkEditRef,
  type BulkEditRow,
  claimBulkEdit,
  findBulkEditRow,
  findRunningBulkEdit,
  insertBulkEdit,
  insertUndo,
  listBulkEditRows,
  listPendingItems,
  lockBulkEdit,
  type RunningBulkEdit,
  setStopped,
} from './bulk-edit.queries.ts';
import { type BulkEditJob, toBulkEditRef } from './bulk-edit-job.ts';
import type { AnyBulkEditKind, BulkEditContext, BulkEditKind, BulkEditStep, ItemResult } from './bulk-edit-kind.ts';
import { createBulkEditReader } from './bulk-edit-reader.ts';
import { type CallerContext, editOwnerOf } from './bulk-edit-store.queries.ts';
import { type BulkEditReason, describeEditReason } from './item-reasons.rules.ts';
import { finishEdit, processItems, processNext, refuseRest } from './process-items.ts';

/** How long one job works before it queues its successor, so that another process takes over soon after this one was killed. */
const JOB_SLICE_MS = 20_000;
const UNIQUE_VIOLATION = '23505';

const UNDONE_FIRST: BulkEditReason = { kind: 'undone_first' };
const NO_ACCOUNT: BulkEditReason = { kind: 'no_account' };

export interface BulkEditDependencies<C extends CallerContext> {
  db: Db;
  jobs: Pick<JobQueue, 'enqueue' | 'isPending'>;
  /** The job that runs the edits. */
  job: BulkEditJob;
  kinds: readonly AnyBulkEditKind[];
  /** The rights that whoever made an edit has now; undefined when they have no account any more. */
  findContext(db: Db, edit: RunningBulkEdit): Promise<C | undefined>;
}

/** What `start` and `undo` answer: the edit, and the results of what was processed within the request. */
export interface StartedBulkEdit {
  bulkEdit: BulkEdit;
  results: readonly ItemResult[];
}

export type BulkEdits<C extends CallerContext = RequestContext> = ReturnType<typeof createBulkEdits<C>>;

/**
 * The engine behind every bulk edit: it plans, runs, stops, continues and undoes edits of the kinds that it is given. There is one for the edits of people in
 * their organisations, and one for those of operators and API keys of the supplier.
 */
export function createBulkEdits<C extends CallerContext>({ db, jobs, job, kinds, findContext }: BulkEditDependencies<C>) {
  type Caller = C['caller'];
  const kindOf = (name: string): AnyBulkEditKind => {
    const kind = kinds.find((one) => one.name === name);
    if (!kind) throw new Error(`There is no kind of bulk edit called ${name}.`);
    return kind;
  };
  const { hasJob, undoBlockerOf, toBulkEdits, read } = createBulkEditReader({ jobs, job, kindOf });

  /** Processes a small edit at once and leaves a larger one to a job. */
  const begin = async (
    context: BulkEditContext<C>,
    kind: AnyBulkEditKind,
    id: number,
    total: number,
  ): Promise<StartedBulkEdit> => {
    const { caller } = context.context;
    const ref = { ...editOwnerOf(caller), bulkEditId: id };
    let results: readonly ItemResult[] = [];
    if (total <= kind.syncLimit) {
      const edit = (await claimBulkEdit(context.tx, ref)) as RunningBulkEdit;
      const items = await listPendingItems(context.tx, edit, kind.syncLimit);
      if (items.length > 0) results = await processItems(context, kind, edit, items);
      await finishEdit(context, kind, edit);
    } else await jobs.enqueue(context.tx, job, ref);
    return { bulkEdit: await read(context.tx, caller, id, true), results };
  };

  const withUniqueness = async <T>(kind: AnyBulkEditKind, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (kind.exclusive && (error as { code?: string }).code === UNIQUE_VIOLATION)
        throw conflict('bulkEdit', kind.exclusive.message);
      throw error;
    }
  };

  /** Locks an edit to be stopped, continued or undone. Throws 403, and 404 for someone else's. */
  const lockForChange = async (
    tx: Tx,
    caller: Caller,
    id: number,
    step: BulkEditStep,
  ): Promise<{ kind: AnyBulkEditKind; row: BulkEditRow }> => {
    const seen = await findBulkEditRow(tx, caller, id);
    if (!seen) throw notFound('bulkEdit');
    const kind = kindOf(seen.kind);
    const blocker = kind.findAccessBlocker(caller);
    if (blocker) throw new HttpError(403, { bulkEdit: [describeEditReason(kind, blocker)] });
    await kind.lock?.(tx, caller, step);
    await lockBulkEdit(tx, caller, id);
    const row = await findBulkEditRow(tx, caller, id);
    if (!row) throw notFound('bulkEdit');
    return { kind, row };
  };

  /** Applies the next batch with the rights that whoever asked has by now, of some kinds also without them; false when nothing is left to do. */
  const runBatch = async (ref: BulkEditRef): Promise<boolean> => {
    const running = await findRunningBulkEdit(db, ref);
    if (!running) return false;
    const kind = kindOf(running.kind);
    const context = await findContext(db, running);
    return runInTransaction(db, async (tx) => {
      const withoutAccount = kind.unattended ? undefined : NO_ACCOUNT;
      const blocker = context ? kind.findAccessBlocker(context.caller) : withoutAccount;
      if (blocker) {
        const edit = await claimBulkEdit(tx, ref);
        if (edit) await refuseRest(tx, kind, edit, blocker);
        return false;
      }
      await (context ? kind.lock?.(tx, context.caller, 'batch') : kind.unattended?.lock(tx, running));
      const edit = await claimBulkEdit(tx, ref);
      return edit !== undefined && processNext({ tx, context, requestId: running.requestId }, kind, edit);
    });
  };

  return {
    /** Plans an edit and runs it: within the request where it is small, else by a job. Throws what the plan throws, and 409. */
    async start<Request, Payload>(
      kind: BulkEditKind<Request, Payload, C>,
      context: BulkEditContext<C>,
      request: Request,
    ): Promise<StartedBulkEdit> {
      const { tx, requestId } = context;
      const { caller } = context.context;
      await kind.lock?.(tx, caller, 'plan');
      const plan = await kind.plan(context, request);
      const id = await withUniqueness(kind, () =>
        insertBulkEdit(tx, caller, kind, plan as Parameters<typeof insertBulkEdit>[3], requestId),
      );
      return begin(context, kind, id, plan.items.length);
    },

    /** An edit with its progress. Throws 404 for someone else's and for one of more than 30 days ago. */
    get: (reader: Db, scope: Caller, id: number): Promise<BulkEdit> => read(reader, scope, id),

    /** The latest edits of a kind that the caller can see, newest first. */
    async list(scope: Caller, kind: BulkEditKindName): Promise<BulkEdit[]> {
      return toBulkEdits(db, scope, await listBulkEditRows(db, scope, kind));
    },

    /** Stops an edit after the batch that is being processed. Throws 403, 404, and 409 when it does not run. */
    async stop(tx: Tx, caller: Caller, id: number): Promise<BulkEdit> {
      const { row } = await lockForChange(tx, caller, id, 'stop');
      if (row.finished_at || row.stopped_at) throw conflict('bulkEdit', 'This change is not running.');
      await setStopped(tx, caller, id, true);
      return read(tx, caller, id);
    },

    /** Continues an edit that was stopped or whose job failed. Throws 403, 404, and 409 when it runs or is finished. */
    async resume(tx: Tx, caller: Caller, id: number): Promise<BulkEdit> {
      const { kind, row } = await lockForChange(tx, caller, id, 'continue');
      const state = getBulkEditState(row, await hasJob(row));
      if (state !== 'stopped' && state !== 'interrupted') throw conflict('bulkEdit', 'This change is not stopped.');
      const { action, payload } = row;
      const blocker =
        row.undo_of_id === null ? await kind.findBlocker?.(tx, caller, { id, action, payload }, 'continue') : undefined;
      if (blocker) throw conflict('bulkEdit', blocker);
      await withUniqueness(kind, () => setStopped(tx, caller, id, false));
      await jobs.enqueue(tx, job, toBulkEditRef(row));
      return read(tx, caller, id, true);
    },

    /**
     * Undoes an edit by another one; a running edit is stopped first, and what it has not reached stays as it is. Throws 403, 404,
     * and 409 where it cannot be undone.
     */
    async undo(context: BulkEditContext<C>, id: number): Promise<StartedBulkEdit> {
      const { tx, requestId } = context;
      const { caller } = context.context;
      const { kind, row } = await lockForChange(tx, caller, id, 'undo');
      const blocker = await undoBlockerOf(tx, caller, row);
      if (blocker) throw conflict('bulkEdit', blocker);
      if (!row.finished_at) {
        const running = (await findRunningBulkEdit(tx, toBulkEditRef(row))) as RunningBulkEdit;
        await refuseRest(tx, kind, running, UNDONE_FIRST);
      }
      const { action, payload, organisation_id: organisationId } = row;
      const items = await kind.planUndo?.(context, { id, organisationId, action, payload });
      const undo = await withUniqueness(kind, () => insertUndo(tx, caller, id, requestId, items));
      if (!undo) throw conflict('bulkEdit', 'This has already been undone.');
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
        await runInTransaction(db, (tx) => jobs.enqueue(tx, job, ref));
        return;
      }
    },
  };
}
