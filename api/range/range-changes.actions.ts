import type { BodyOf } from '#contract/index.ts';
import { findActor } from '../access/access.queries.ts';
import { recordDeed } from '../audit/audit.queries.ts';
import { type Db, inTransaction, type Tx } from '../db/database.ts';
import type { Visit } from '../http/endpoint.ts';
import { HttpError, invalid, notFound } from '../http/errors.ts';
import { grantScope, isAdmin, type Scope } from '../http/scope.ts';
import { readSeenOn, SINCE_THE_LIST } from '../http/two-editors.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Desk } from '../organisation/structure.actions.ts';
import { takeTurn } from '../organisation/structure.queries.ts';
import { begin, checkParts } from './range.actions.ts';
import { findRows, listOfferable, refreshListing } from './range.queries.ts';
import { type BulkChange, checkBulk, idsNamed, type RangeChanged, REASONS } from './range.rules.ts';
import {
  type ChangeAtWork,
  findChange,
  findChangeAtWork,
  finishChange,
  insertChange,
  insertUndo,
  listChanges,
  listWaiting,
  lockChange,
  settleProducts,
} from './range-changes.queries.ts';
import { DEEDS, overtake } from './range-deeds.actions.ts';
import type { RangeFilter } from './range-list.queries.ts';

/**
 * Up to so many products are changed while the caller waits, in one transaction; more by a job, so many in each of its
 * transactions, between which others have their turn at the range and the structure.
 */
export const AT_ONCE = 150;
const IN_A_PART = 50;

/** As one administrator asks for a change of many. */
interface ManyDesk extends Desk {
  jobs: JobQueue;
}

/** Carries out a change of few products, hands one of many to a job, and says how far it is. */
async function start({ tx, visit, jobs }: ManyDesk, changeId: number): Promise<RangeChanged> {
  const { caller } = visit;
  const { organisationId } = caller;
  const change = await findChangeAtWork(tx, organisationId, changeId);
  if (change && change.total > AT_ONCE) await jobs.enqueue(tx, 'range.change', { organisationId, changeId });
  else if (change) {
    await changeNext(tx, visit, change, AT_ONCE);
    await finishChange(tx, organisationId, changeId, REASONS.stopped);
  }
  // Its job is of this transaction: nobody else sees it yet.
  return (await findChange(tx, caller, changeId)) as RangeChanged;
}

/** A change of the last day, and whether its job was given up. Throws 404. */
export async function getChange(db: Db, jobs: JobQueue, scope: Scope, changeId: number): Promise<RangeChanged> {
  const found = await findChange(db, scope, changeId);
  if (!found) throw notFound('rangeChange');
  return withJob(jobs, scope, found);
}

/** The latest changes of the last day. */
export const getChanges = async (db: Db, jobs: JobQueue, scope: Scope): Promise<RangeChanged[]> =>
  Promise.all((await listChanges(db, scope)).map((change) => withJob(jobs, scope, change)));

/** A change says that it is not finished; whether somebody is still at it only the job knows. */
async function withJob(jobs: JobQueue, { organisationId }: Scope, change: RangeChanged): Promise<RangeChanged> {
  if (change.isFinished) return change;
  return { ...change, isStopped: !(await jobs.isWanted('range.change', { organisationId, changeId: change.changeId })) };
}

/**
 * Goes on with a change whose job was given up, or with taking one back. Throws 403, 404, and 409 while a job is at it or nothing
 * is left.
 */
export async function continueChange(desk: ManyDesk, changeId: number): Promise<RangeChanged> {
  const { tx, jobs } = desk;
  const scope = await begin(desk);
  const change = await getChange(tx, jobs, scope, changeId);
  if (!change.isStopped) throw new HttpError(409, { rangeChange: ['This change is not stopped.'] });
  await jobs.enqueue(tx, 'range.change', { organisationId: scope.organisationId, changeId });
  return { ...change, isStopped: false };
}

/** Buys several products; those that are bought already stay as they are. Throws 403, and 404 when one may not be bought. */
export async function addProducts(
  desk: ManyDesk,
  { productIds, published = true }: BodyOf<'POST /api/productsorganisation/add'>,
): Promise<RangeChanged> {
  const { tx, requestId } = desk;
  const scope = await begin(desk);
  const wanted = [...new Set(productIds)];
  if ((await listOfferable(tx, scope, wanted)).size < wanted.length) throw notFound('product');
  const products = wanted.map((productId) => ({ productId, id: null }));
  return start(desk, await insertChange(tx, scope, { what: 'added', wanted: { published }, requestId }, products));
}

export interface Selection {
  ids: readonly number[];
  /** Of the ids, in their order: what was looked at. */
  versions?: readonly number[] | undefined;
  matching?: RangeFilter | undefined;
  expectedCount?: number | undefined;
  seenOnUtc?: string | undefined;
}

/** The products that are meant. Throws 404 for one that is not there, 409 when others match than were looked at. */
async function select(tx: Tx, scope: Scope, { ids, versions, matching, expectedCount, seenOnUtc }: Selection) {
  if (!matching) {
    if (ids.length === 0) throw invalid('ids', 'Choose the products that are to be changed.');
    const rows = await findRows(tx, scope, ids);
    if (rows.length < new Set(ids).size) throw notFound('productOrganisation');
    if (versions && versions.length !== ids.length) throw invalid('versions', 'Versions must be one for each product.');
    const seen = new Map(ids.map((id, place) => [id, versions?.[place]]));
    return rows.map(({ id, productId }) => ({ id, productId, seen: seen.get(id) }));
  }
  const { businessAreaId, jobRoleId, collectionId, customerRoleId } = matching;
  const some = (id: number | undefined) => (id ? [id] : []);
  await checkParts(tx, scope, {
    businessAreaIds: some(businessAreaId),
    jobRoleIds: some(jobRoleId),
    collectionIds: some(collectionId),
    customerRoleIds: some(customerRoleId),
  });
  const rows = await findRows(tx, scope, matching);
  if (expectedCount !== undefined && expectedCount !== rows.length)
    throw new HttpError(409, {
      productOrganisation: [
        `The range has changed meanwhile: ${rows.length} products match now, not ${expectedCount}. Nothing was changed; please look again.`,
      ],
    });
  const seenOn = readSeenOn(seenOnUtc);
  if (!seenOn) return rows.map(({ id, productId }) => ({ id, productId }));
  return rows.map(({ id, productId, version, changedAt }) => {
    return { id, productId, seen: changedAt !== null && changedAt > seenOn ? SINCE_THE_LIST : version };
  });
}

/**
 * Changes many products, each wholly or not at all, and says which not and why. What others changed of them is kept: parts are
 * added and taken away one by one, and what is set is set for all, but for products in which somebody else has set the same
 * since the sender looked. Throws 403, 404, 409, 422.
 */
export async function changeMany(desk: ManyDesk, selection: Selection, change: BulkChange): Promise<RangeChanged> {
  const { tx, requestId } = desk;
  const scope = await begin(desk);
  checkBulk(change);
  await checkParts(tx, scope, idsNamed(change));
  const what = change.remove ? 'removed' : 'changed';
  const wanted = change.remove ? {} : { change };
  return start(desk, await insertChange(tx, scope, { what, wanted, requestId }, await select(tx, scope, selection)));
}

/** Takes one product off the range. Throws 403 and 404. */
export async function removeProduct(desk: ManyDesk, id: number): Promise<void> {
  await changeMany(desk, { ids: [id] }, { remove: true });
}

/**
 * Takes a change of many products back; one that is still being carried out ends with that, wherever it is. Throws 403, 404
 * for none of the last day, 409 when it was taken back already.
 */
export async function undoChange(desk: ManyDesk, id: number): Promise<RangeChanged> {
  const { tx, requestId } = desk;
  const scope = await begin(desk);
  const change = await lockChange(tx, scope, id);
  if (!change) throw notFound('rangeChange');
  const refusal = (sentence: string) => new HttpError(409, { rangeChange: [sentence] });
  if (change.what === 'undone') throw refusal('There is nothing to take back.');
  if (!change.isFinished) await finishChange(tx, scope.organisationId, id, REASONS.stopped);
  const undoId = await insertUndo(tx, scope, id, requestId);
  if (undoId === undefined) throw refusal('This has been taken back already.');
  return start(desk, undoId);
}

/**
 * Carries out what is left of a change, some products in each transaction, in the name of whoever asked for it and with the
 * rights that they have by now. Begun again after it broke off it goes on where it was. `mostParts` is for tests that stop
 * half-way.
 */
export async function carryOutRangeChange(
  db: Db,
  { organisationId, changeId }: { organisationId: number; changeId: number },
  mostParts = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (let part = 0; part < mostParts; part += 1) {
    const asked = await findChangeAtWork(db, organisationId, changeId);
    if (!asked) return;
    const actor = await findActor(db, organisationId, asked.madeById);
    // A verified session of this person asked for it.
    const caller = actor && grantScope(actor);
    if (!caller || !isAdmin(caller) || caller.adminableGroupIds.length > 0)
      return finishChange(db, organisationId, changeId, REASONS.noRight);
    await inTransaction(db, async (tx) => {
      await takeTurn(tx, caller);
      // It may have been taken back while this one waited for its turn.
      const change = await findChangeAtWork(tx, organisationId, changeId);
      if (!change) return;
      const done = await changeNext(tx, { sessionId: '', caller, scope: caller }, change, IN_A_PART);
      if (done < IN_A_PART) await finishChange(tx, organisationId, changeId, REASONS.stopped);
    });
  }
}

/** Changes the next products of a change; answers how many these were. The range is the caller's turn. */
async function changeNext(tx: Tx, visit: Visit, change: ChangeAtWork, most: number): Promise<number> {
  const { caller } = visit;
  const waiting = await listWaiting(tx, caller, change, most);
  if (waiting.length === 0) return 0;
  const overtaken = waiting.filter(({ seen }) => seen === SINCE_THE_LIST);
  const others = waiting.filter(({ seen }) => seen !== SINCE_THE_LIST);
  const { settled, deed } = await DEEDS[change.what](tx, caller, change, others);
  await settleProducts(tx, caller, change.id, [
    ...settled,
    ...overtaken.map((product) => overtake(product, REASONS.sinceTheList)),
  ]);
  const changed = settled.filter(({ outcome }) => outcome === 'changed');
  if (changed.length === 0) return waiting.length;
  const productIds = changed.map(({ productId }) => productId);
  await refreshListing(tx, caller, productIds);
  await recordDeed(tx, visit, {
    subjectId: `change ${change.undoesId ?? change.id}`,
    requestId: change.requestId,
    ...deed(changed),
  });
  return waiting.length;
}
