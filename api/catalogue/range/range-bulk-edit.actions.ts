import { findActor } from '#api/identity/sessions/access.queries.ts';
import type { CommandContext } from '#api/organisation/structure/structure.actions.ts';
import { lockOrganisation } from '#api/organisation/structure/structure.queries.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import { parseSnapshotTime, STALE_SINCE_SNAPSHOT } from '#api/platform/http/optimistic-concurrency.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { grantScope, isAdmin, type Scope } from '#api/platform/http/scope.ts';
import { defineJob } from '#api/platform/jobs/job.ts';
import type { JobQueue } from '#api/platform/jobs/queue.ts';
import type { BodyOf } from '#contract/index.ts';
import { assertAudienceItemsExist, lockRangeForEdit } from './range.actions.ts';
import { findRangeRows, listOfferable, refreshRangeListing } from './range.queries.ts';
import {
  assertValidBulkChange,
  type BulkChange,
  listReferencedIds,
  RANGE_SKIP_REASONS,
  type RangeBulkEdit,
} from './range.rules.ts';
import {
  findRangeBulkEdit,
  findRunningRangeBulkEdit,
  finishRangeBulkEdit,
  insertRangeBulkEdit,
  insertRangeBulkEditUndo,
  listPendingRangeItems,
  listRecentRangeBulkEdits,
  lockRangeBulkEdit,
  type RunningRangeBulkEdit,
  saveRangeResults,
} from './range-bulk-edit.queries.ts';
import { rangeHandlers, toConflictResult } from './range-handlers.actions.ts';
import type { RangeFilter } from './range-list.queries.ts';

/**
 * Up to so many products are changed while the caller waits, in one transaction; more by a job, so many in each of its
 * transactions, between which others have their turn at the range and the structure.
 */
export const RANGE_SYNC_LIMIT = 150;
const BATCH_SIZE = 50;

export const bulkEditRangeJob = defineJob<{ organisationId: number; changeId: number }>({
  name: 'range.change',
  retryLimit: 20,
  maxBackoff: 120,
  expiry: 900,
  concurrency: 1,
});

/** As one administrator asks for a change of many. */
interface BulkEditContext extends CommandContext {
  jobs: JobQueue;
}

/** Carries out a change of few products, hands one of many to a job, and says how far it is. */
async function start({ tx, context, jobs }: BulkEditContext, changeId: number): Promise<RangeBulkEdit> {
  const { caller } = context;
  const { organisationId } = caller;
  const change = await findRunningRangeBulkEdit(tx, organisationId, changeId);
  if (change && change.total > RANGE_SYNC_LIMIT) await jobs.enqueue(tx, bulkEditRangeJob, { organisationId, changeId });
  else if (change) {
    await changeNext(tx, context, change, RANGE_SYNC_LIMIT);
    await finishRangeBulkEdit(tx, organisationId, changeId, RANGE_SKIP_REASONS.undone);
  }
  // Its job is of this transaction: nobody else sees it yet.
  return (await findRangeBulkEdit(tx, caller, changeId)) as RangeBulkEdit;
}

/** A change of the last day, and whether its job was given up. Throws 404. */
export async function getRangeBulkEdit(db: Db, jobs: JobQueue, scope: Scope, changeId: number): Promise<RangeBulkEdit> {
  const found = await findRangeBulkEdit(db, scope, changeId);
  if (!found) throw notFound('rangeChange');
  return withJob(jobs, scope, found);
}

/** The latest changes of the last day. */
export const listRangeBulkEdits = async (db: Db, jobs: JobQueue, scope: Scope): Promise<RangeBulkEdit[]> =>
  Promise.all((await listRecentRangeBulkEdits(db, scope)).map((change) => withJob(jobs, scope, change)));

/** A change says that it is not finished; whether somebody is still at it only the job knows. */
async function withJob(jobs: JobQueue, { organisationId }: Scope, change: RangeBulkEdit): Promise<RangeBulkEdit> {
  if (change.isFinished) return change;
  return { ...change, isStopped: !(await jobs.isPending(bulkEditRangeJob, { organisationId, changeId: change.changeId })) };
}

/**
 * Goes on with a change whose job was given up, or with taking one back. Throws 403, 404, and 409 while a job is at it or nothing
 * is left.
 */
export async function continueRangeBulkEdit(desk: BulkEditContext, changeId: number): Promise<RangeBulkEdit> {
  const { tx, jobs } = desk;
  const scope = await lockRangeForEdit(desk);
  const change = await getRangeBulkEdit(tx, jobs, scope, changeId);
  if (!change.isStopped) throw new HttpError(409, { rangeChange: ['This change is not stopped.'] });
  await jobs.enqueue(tx, bulkEditRangeJob, { organisationId: scope.organisationId, changeId });
  return { ...change, isStopped: false };
}

/** Buys several products; those that are bought already stay as they are. Throws 403, and 404 when one may not be bought. */
export async function addProducts(
  desk: BulkEditContext,
  { productIds, published = true }: BodyOf<'POST /api/productsorganisation/add'>,
): Promise<RangeBulkEdit> {
  const { tx, requestId } = desk;
  const scope = await lockRangeForEdit(desk);
  const wanted = [...new Set(productIds)];
  if ((await listOfferable(tx, scope, wanted)).size < wanted.length) throw notFound('product');
  const products = wanted.map((productId) => ({ productId, id: null }));
  return start(desk, await insertRangeBulkEdit(tx, scope, { what: 'added', wanted: { published }, requestId }, products));
}

export interface RangeSelection {
  ids: readonly number[];
  /** Of the ids, in their order: what was looked at. */
  versions?: readonly number[] | undefined;
  matching?: RangeFilter | undefined;
  expectedCount?: number | undefined;
  seenOnUtc?: string | undefined;
}

/** The products that are meant. Throws 404 for one that is not there, 409 when others match than were looked at. */
async function select(tx: Tx, scope: Scope, { ids, versions, matching, expectedCount, seenOnUtc }: RangeSelection) {
  if (!matching) {
    if (ids.length === 0) throw invalid('ids', 'Choose the products that are to be changed.');
    const rows = await findRangeRows(tx, scope, ids);
    if (rows.length < new Set(ids).size) throw notFound('productOrganisation');
    if (versions && versions.length !== ids.length) throw invalid('versions', 'Versions must be one for each product.');
    const seen = new Map(ids.map((id, place) => [id, versions?.[place]]));
    return rows.map(({ id, productId }) => ({ id, productId, seen: seen.get(id) }));
  }
  const { businessAreaId, jobRoleId, collectionId, customerRoleId } = matching;
  const some = (id: number | undefined) => (id ? [id] : []);
  await assertAudienceItemsExist(tx, scope, {
    businessAreaIds: some(businessAreaId),
    jobRoleIds: some(jobRoleId),
    collectionIds: some(collectionId),
    customerRoleIds: some(customerRoleId),
  });
  const rows = await findRangeRows(tx, scope, matching);
  if (expectedCount !== undefined && expectedCount !== rows.length)
    throw new HttpError(409, {
      productOrganisation: [
        `The range has changed meanwhile: ${rows.length} products match now, not ${expectedCount}. Nothing was changed; please look again.`,
      ],
    });
  const seenOn = parseSnapshotTime(seenOnUtc);
  if (!seenOn) return rows.map(({ id, productId }) => ({ id, productId }));
  return rows.map(({ id, productId, version, changedAt }) => {
    return { id, productId, seen: changedAt !== null && changedAt > seenOn ? STALE_SINCE_SNAPSHOT : version };
  });
}

/**
 * Changes many products, each wholly or not at all, and says which not and why. What others changed of them is kept: parts are
 * added and taken away one by one, and what is set is set for all, but for products in which somebody else has set the same
 * since the sender looked. Throws 403, 404, 409, 422.
 */
export async function bulkEditRange(
  desk: BulkEditContext,
  selection: RangeSelection,
  change: BulkChange,
): Promise<RangeBulkEdit> {
  const { tx, requestId } = desk;
  const scope = await lockRangeForEdit(desk);
  assertValidBulkChange(change);
  await assertAudienceItemsExist(tx, scope, listReferencedIds(change));
  const what = change.remove ? 'removed' : 'changed';
  const wanted = change.remove ? {} : { change };
  return start(desk, await insertRangeBulkEdit(tx, scope, { what, wanted, requestId }, await select(tx, scope, selection)));
}

/** Takes one product off the range. Throws 403 and 404. */
export async function removeProduct(desk: BulkEditContext, id: number): Promise<void> {
  await bulkEditRange(desk, { ids: [id] }, { remove: true });
}

/**
 * Takes a change of many products back; one that is still being carried out ends with that, wherever it is. Throws 403, 404
 * for none of the last day, 409 when it was taken back already.
 */
export async function undoRangeBulkEdit(desk: BulkEditContext, id: number): Promise<RangeBulkEdit> {
  const { tx, requestId } = desk;
  const scope = await lockRangeForEdit(desk);
  const change = await lockRangeBulkEdit(tx, scope, id);
  if (!change) throw notFound('rangeChange');
  const refusal = (sentence: string) => new HttpError(409, { rangeChange: [sentence] });
  if (change.what === 'undone') throw refusal('There is nothing to take back.');
  if (!change.isFinished) await finishRangeBulkEdit(tx, scope.organisationId, id, RANGE_SKIP_REASONS.undone);
  const undoId = await insertRangeBulkEditUndo(tx, scope, id, requestId);
  if (undoId === undefined) throw refusal('This has been taken back already.');
  return start(desk, undoId);
}

/**
 * Carries out what is left of a change, some products in each transaction, in the name of whoever asked for it and with the
 * rights that they have by now. Begun again after it broke off it goes on where it was. `mostParts` is for tests that stop
 * half-way.
 */
export async function runRangeBulkEdit(
  db: Db,
  { organisationId, changeId }: { organisationId: number; changeId: number },
  mostParts = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (let part = 0; part < mostParts; part += 1) {
    const asked = await findRunningRangeBulkEdit(db, organisationId, changeId);
    if (!asked) return;
    const actor = await findActor(db, organisationId, asked.madeById);
    // A verified session of this person asked for it.
    const caller = actor && grantScope(actor);
    if (!caller || !isAdmin(caller) || caller.adminableGroupIds.length > 0)
      return finishRangeBulkEdit(db, organisationId, changeId, RANGE_SKIP_REASONS.forbidden);
    await runInTransaction(db, async (tx) => {
      await lockOrganisation(tx, caller);
      // It may have been taken back while this one waited for its turn.
      const change = await findRunningRangeBulkEdit(tx, organisationId, changeId);
      if (!change) return;
      const done = await changeNext(tx, { sessionId: '', caller, effective: caller }, change, BATCH_SIZE);
      if (done < BATCH_SIZE) await finishRangeBulkEdit(tx, organisationId, changeId, RANGE_SKIP_REASONS.undone);
    });
  }
}

/** Changes the next products of a change; answers how many these were. The range is the caller's turn. */
async function changeNext(tx: Tx, context: RequestContext, change: RunningRangeBulkEdit, most: number): Promise<number> {
  const { caller } = context;
  const waiting = await listPendingRangeItems(tx, caller, change, most);
  if (waiting.length === 0) return 0;
  const overtaken = waiting.filter(({ seen }) => seen === STALE_SINCE_SNAPSHOT);
  const others = waiting.filter(({ seen }) => seen !== STALE_SINCE_SNAPSHOT);
  const { settled, deed } = await rangeHandlers[change.what](tx, caller, change, others);
  await saveRangeResults(tx, caller, change.id, [
    ...settled,
    ...overtaken.map((product) => toConflictResult(product, RANGE_SKIP_REASONS.staleSinceSnapshot)),
  ]);
  const changed = settled.filter(({ outcome }) => outcome === 'changed');
  if (changed.length === 0) return waiting.length;
  const productIds = changed.map(({ productId }) => productId);
  await refreshRangeListing(tx, caller, productIds);
  await recordAuditEvent(tx, context, {
    subjectId: `change ${change.undoesId ?? change.id}`,
    requestId: change.requestId,
    ...deed(changed),
  });
  return waiting.length;
}
