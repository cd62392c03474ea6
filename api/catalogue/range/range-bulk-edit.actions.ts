import { lockOrganisation } from '#api/organisation/structure/structure.queries.ts';
import type { BulkEdit } from '#api/platform/bulk-edit/bulk-edit.mapper.ts';
import type { BulkEdits } from '#api/platform/bulk-edit/bulk-edit-engine.ts';
import type { BulkEditContext, BulkEditKind, BulkEditPlan, PlannedItem } from '#api/platform/bulk-edit/bulk-edit-kind.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import { parseSnapshotTime, STALE_SINCE_SNAPSHOT } from '#api/platform/http/optimistic-concurrency.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { joinWordings } from '#api/platform/reasons.ts';
import type { BodyOf } from '#contract/index.ts';
import { assertAudienceItemsExist, lockRangeForEdit } from './range.actions.ts';
import { findRangeRows, listOfferable } from './range.queries.ts';
import {
  assertValidBulkChange,
  type BulkChange,
  describeRangeBulkEdit,
  findRangeAccessBlocker,
  listReferencedIds,
  RANGE_ACCESS_WORDING,
  RANGE_SKIP_WORDING,
} from './range.rules.ts';
import { listRangeSubjects } from './range-bulk-edit.queries.ts';
import {
  applyRangeEdit,
  type RangeEditAction,
  type RangeEditPayload,
  undoRangeEdit,
  type WardrobeHooks,
} from './range-bulk-edit-handlers.actions.ts';
import type { RangeFilter } from './range-list.queries.ts';

/** Up to this many products are changed within the request; more by a job. */
export const RANGE_SYNC_LIMIT = 150;
/** Products of one transaction of a job, between which others can change the range and the structure. */
const BATCH_SIZE = 50;

export interface RangeSelection {
  ids: readonly number[];
  /** The versions that were loaded, in the order of the ids. */
  versions?: readonly number[] | undefined;
  matching?: RangeFilter | undefined;
  expectedCount?: number | undefined;
  seenOnUtc?: string | undefined;
}

type RangeEditRequest = { add: BodyOf<'POST /api/productsorganisation/add'> } | { selection: RangeSelection; change: BulkChange };

/** The selected products. Throws 404 for one that is not in the range, 409 when their number has changed since the list was read. */
async function selectProducts(
  tx: Tx,
  scope: Scope,
  { ids, versions, matching, expectedCount, seenOnUtc }: RangeSelection,
): Promise<PlannedItem[]> {
  if (!matching) {
    if (ids.length === 0) throw invalid('ids', 'Please select at least one product.');
    const rows = await findRangeRows(tx, scope, ids);
    if (rows.length < new Set(ids).size) throw notFound('productOrganisation');
    if (versions && versions.length !== ids.length) throw invalid('versions', 'Versions must be one for each product.');
    const loaded = new Map(ids.map((id, index) => [id, versions?.[index]]));
    return rows.map(({ id }) => ({ subjectId: id, expectedVersion: loaded.get(id) }));
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
        `The range has changed: ${rows.length} products match now, not ${expectedCount}. Nothing was changed; please check the list again.`,
      ],
    });
  const snapshotTime = parseSnapshotTime(seenOnUtc);
  if (!snapshotTime) return rows.map(({ id }) => ({ subjectId: id }));
  return rows.map(({ id, version, changedAt }) => ({
    subjectId: id,
    expectedVersion: changedAt !== null && changedAt > snapshotTime ? STALE_SINCE_SNAPSHOT : version,
  }));
}

/** The products that a change is about. Throws 404, 409, 422. */
export async function planRangeUpdate(
  tx: Tx,
  scope: Scope,
  selection: RangeSelection,
  change: BulkChange,
): Promise<PlannedItem[]> {
  assertValidBulkChange(change);
  await assertAudienceItemsExist(tx, scope, listReferencedIds(change));
  return selectProducts(tx, scope, selection);
}

/** Throws 403, 404, 409, 422. */
async function plan(context: BulkEditContext, request: RangeEditRequest): Promise<BulkEditPlan<RangeEditPayload>> {
  const { tx } = context;
  const scope = await lockRangeForEdit(context);
  if ('add' in request) {
    const { productIds: requested, published = true } = request.add;
    const productIds = [...new Set(requested)];
    if ((await listOfferable(tx, scope, productIds)).size < productIds.length) throw notFound('product');
    return { action: 'added', payload: { published, productIds }, items: productIds.map(() => ({ subjectId: null })) };
  }
  const { selection, change } = request;
  const items = await planRangeUpdate(tx, scope, selection, change);
  return change.remove ? { action: 'removed', payload: {}, items } : { action: 'changed', payload: { change }, items };
}

const RANGE_EDIT_WORDING = joinWordings(RANGE_ACCESS_WORDING, RANGE_SKIP_WORDING);

export type RangeEditKind = BulkEditKind<RangeEditRequest, RangeEditPayload>;

/** The bulk edit of the range: changing, adding and removing products. Others who change the range or the structure wait for a batch. */
export const createRangeEditKind = ({ afterWardrobeChange, lockWardrobes }: WardrobeHooks): RangeEditKind => ({
  name: 'range',
  subject: 'productOrganisation',
  syncLimit: RANGE_SYNC_LIMIT,
  batchSize: BATCH_SIZE,
  findAccessBlocker: findRangeAccessBlocker,
  wording: RANGE_EDIT_WORDING,
  lock: async (tx, caller) => {
    await lockWardrobes(tx, caller);
    await lockOrganisation(tx, caller);
  },
  describe: (action, total) => describeRangeBulkEdit(action as RangeEditAction, total),
  plan,
  apply: (context, edit, items) => applyRangeEdit(context, edit, items, afterWardrobeChange),
  undo: (context, edit, items) => undoRangeEdit(context, edit, items, afterWardrobeChange),
  listSubjects: listRangeSubjects,
});

/** Adds several products to the range; those that are in it already stay as they are. Throws 403, and 404 when one is not offered. */
export async function addRangeProducts(
  bulkEdits: BulkEdits,
  kind: RangeEditKind,
  context: BulkEditContext,
  request: BodyOf<'POST /api/productsorganisation/add'>,
): Promise<BulkEdit> {
  return (await bulkEdits.start(kind, context, { add: request })).bulkEdit;
}

/**
 * Changes many products, each entirely or not at all. What others changed is kept: audience items are added and removed one by
 * one, and a field is set for all products except those in which someone else has set it since it was loaded. Throws 403, 404,
 * 409, 422.
 */
export async function bulkEditRange(
  bulkEdits: BulkEdits,
  kind: RangeEditKind,
  context: BulkEditContext,
  selection: RangeSelection,
  change: BulkChange,
): Promise<BulkEdit> {
  return (await bulkEdits.start(kind, context, { selection, change })).bulkEdit;
}
