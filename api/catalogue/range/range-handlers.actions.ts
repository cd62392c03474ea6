import type { AuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import {
  deleteRangeProducts,
  findExistingAudienceItems,
  insertRangeProducts,
  listOfferable,
  lockRangeRows,
  type RangeStateUpdate,
  updateRangeStates,
} from './range.queries.ts';
import {
  AUDIENCE_LISTS,
  applyBulkChange,
  changedFields,
  hasRangeEditConflict,
  listReferencedIds,
  RANGE_SKIP_REASONS,
  type RangeBulkEditKind,
  type RangeRow,
  type RangeSkipReason,
  type RangeState,
} from './range.rules.ts';
import {
  type PendingRangeItem,
  type RangeItemResult,
  type RangeProductSnapshot,
  type RunningRangeBulkEdit,
  restoreRangeProducts,
  snapshotForRemoval,
} from './range-bulk-edit.queries.ts';

/** What became of some products of a change, and how the audit trail tells of those that were changed. */
interface Done {
  settled: RangeItemResult[];
  deed: (changed: readonly RangeItemResult[]) => Pick<AuditEvent, 'action'> & Partial<AuditEvent>;
}

const productIdsOf = (products: readonly { productId: number }[]) => products.map(({ productId }) => productId);
const skip = ({ place, productId }: Pick<PendingRangeItem, 'place' | 'productId'>, reason: RangeSkipReason): RangeItemResult => ({
  place,
  productId,
  outcome: 'skipped',
  reason,
});

/** Left as it is for whoever asked to look at it once more. */
export const toConflictResult = (
  product: Pick<PendingRangeItem, 'place' | 'productId'>,
  reason: RangeSkipReason,
): RangeItemResult => ({
  ...skip(product, reason),
  overtaken: true,
});

/** The products that are still in the range, locked, by their ids there. */
async function lockThose(tx: Tx, scope: Scope, waiting: readonly PendingRangeItem[]): Promise<Map<number, RangeRow>> {
  const rows = await lockRangeRows(
    tx,
    scope,
    waiting.flatMap(({ id }) => (id === null ? [] : [id])),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether everything that a change names is still there: it was when it was asked for. */
async function namesGoneParts(tx: Tx, scope: Scope, { wanted }: RunningRangeBulkEdit): Promise<boolean> {
  const named = listReferencedIds(wanted.change ?? {});
  for (const list of AUDIENCE_LISTS) {
    const there = await findExistingAudienceItems(tx, scope, list, named[list]);
    if (named[list].some((id) => !there.has(id))) return true;
  }
  return false;
}

async function change(tx: Tx, scope: Scope, of: RunningRangeBulkEdit, waiting: readonly PendingRangeItem[]): Promise<Done> {
  const rows = await lockThose(tx, scope, waiting);
  const partGone = await namesGoneParts(tx, scope, of);
  const changes: RangeStateUpdate[] = [];
  const settled = waiting.map((one): RangeItemResult => {
    const row = rows.get(one.id ?? 0);
    if (!row) return skip(one, RANGE_SKIP_REASONS.notInRange);
    if (partGone) return skip(one, RANGE_SKIP_REASONS.targetDeleted);
    const after = applyBulkChange(row, of.wanted.change ?? {});
    if ('skip' in after) return skip(one, after.skip);
    if (hasRangeEditConflict(row, after, of.wanted.change ?? {}, one.seen))
      return toConflictResult(one, RANGE_SKIP_REASONS.changedSince);
    const { place, productId } = one;
    if (changedFields(row.state, after).length === 0) return { place, productId, outcome: 'unchanged' };
    changes.push({ id: row.id, before: row.state, after });
    return { place, productId, outcome: 'changed', id: row.id, state: row.state };
  });
  const versions = await updateRangeStates(tx, scope, changes);
  return {
    settled: settled.map((one) => (one.id === undefined ? one : { ...one, version: versions.get(one.id) ?? 0 })),
    deed: (changed) => ({
      action: 'productOrganisation.changedTogether',
      after: { change: JSON.parse(JSON.stringify(of.wanted.change)), ids: changed.flatMap(({ id }) => id ?? []) },
    }),
  };
}

async function add(tx: Tx, scope: Scope, { wanted }: RunningRangeBulkEdit, waiting: readonly PendingRangeItem[]): Promise<Done> {
  const { published = true } = wanted;
  const offerable = await listOfferable(tx, scope, productIdsOf(waiting));
  const added = await insertRangeProducts(tx, scope, productIdsOf(waiting), published);
  const rows = await lockRangeRows(
    tx,
    scope,
    added.map(({ id }) => id),
  );
  const settled = waiting.map((one): RangeItemResult => {
    const row = rows.find(({ productId }) => productId === one.productId);
    if (!row) return skip(one, offerable.has(one.productId) ? RANGE_SKIP_REASONS.alreadyInRange : RANGE_SKIP_REASONS.withdrawn);
    const { id, productId, version, state } = row;
    return { place: one.place, outcome: 'changed', id, productId, version, state };
  });
  return {
    settled,
    deed: (changed) => ({
      action: 'productOrganisation.added',
      after: { productIds: productIdsOf(changed), published },
    }),
  };
}

async function remove(
  tx: Tx,
  scope: Scope,
  { total }: RunningRangeBulkEdit,
  waiting: readonly PendingRangeItem[],
): Promise<Done> {
  const rows = await lockThose(tx, scope, waiting);
  const kept = await snapshotForRemoval(tx, scope, [...rows.values()]);
  await deleteRangeProducts(
    tx,
    scope,
    kept.map(({ id }) => id),
  );
  return {
    settled: waiting.map((one): RangeItemResult => {
      const was = kept.find(({ id }) => id === one.id);
      return was ? { place: one.place, outcome: 'changed', ...was } : skip(one, RANGE_SKIP_REASONS.notInRange);
    }),
    deed: (removed) => ({
      action: 'productOrganisation.removed',
      ...(total === 1 ? { subjectId: String(removed[0]?.id) } : {}),
      before: { productIds: productIdsOf(removed) },
    }),
  };
}

/**
 * States without parts that have gone meanwhile. Where a list would be empty for that, and so open to everybody, the product
 * is left out.
 */
async function withoutGoneParts(
  tx: Tx,
  scope: Scope,
  products: readonly RangeProductSnapshot[],
): Promise<RangeProductSnapshot[]> {
  let kept = products.map((product) => ({ ...product, state: { ...product.state } }));
  for (const list of AUDIENCE_LISTS) {
    const there = await findExistingAudienceItems(tx, scope, list, [...new Set(products.flatMap(({ state }) => state[list]))]);
    kept = kept.filter(({ state }) => {
      const before = state[list].length;
      state[list] = state[list].filter((id) => there.has(id));
      return before === 0 || state[list].length > 0;
    });
  }
  return kept;
}

/** Of some products, which are taken back, and why the others are not. */
interface Undone {
  back: ReadonlySet<number>;
  reasons: ReadonlyMap<number, RangeSkipReason>;
}

/** Those that nobody has touched since, and why the others stay. */
async function untouched(tx: Tx, scope: Scope, products: readonly RangeProductSnapshot[]) {
  const found = await lockRangeRows(
    tx,
    scope,
    products.map(({ id }) => id),
  );
  const rows = new Map(found.map((row) => [row.id, row]));
  const same = products.filter(({ id, version }) => rows.get(id)?.version === version);
  const reasons = new Map(
    products.map(({ id }): [number, RangeSkipReason] => [
      id,
      rows.has(id) ? RANGE_SKIP_REASONS.changedSince : RANGE_SKIP_REASONS.notInRange,
    ]),
  );
  for (const { id } of same) reasons.set(id, RANGE_SKIP_REASONS.opensToEveryone);
  return { rows, same, reasons };
}

const idsOf = (products: readonly { id: number }[]) => new Set(products.map(({ id }) => id));

async function undoChanged(tx: Tx, scope: Scope, products: readonly RangeProductSnapshot[]): Promise<Undone> {
  const { rows, same, reasons } = await untouched(tx, scope, products);
  const possible = await withoutGoneParts(tx, scope, same);
  await updateRangeStates(
    tx,
    scope,
    possible.map(({ id, state }) => ({ id, before: rows.get(id)?.state as RangeState, after: state })),
  );
  return { back: idsOf(possible), reasons };
}

async function undoAdded(tx: Tx, scope: Scope, products: readonly RangeProductSnapshot[]): Promise<Undone> {
  const { same, reasons } = await untouched(tx, scope, products);
  await deleteRangeProducts(tx, scope, [...idsOf(same)]);
  return { back: idsOf(same), reasons };
}

async function undoRemoved(tx: Tx, scope: Scope, products: readonly RangeProductSnapshot[]): Promise<Undone> {
  const possible = await withoutGoneParts(tx, scope, products);
  const back = await restoreRangeProducts(tx, scope, possible);
  const none = { businessAreaIds: [], jobRoleIds: [], collectionIds: [], customerRoleIds: [] };
  await updateRangeStates(
    tx,
    scope,
    possible.filter(({ id }) => back.has(id)).map(({ id, state }) => ({ id, before: { ...state, ...none }, after: state })),
  );
  const there = idsOf(possible);
  return {
    back,
    reasons: new Map(
      products.map(({ id }) => [id, there.has(id) ? RANGE_SKIP_REASONS.alreadyInRange : RANGE_SKIP_REASONS.opensToEveryone]),
    ),
  };
}

const UNDO: Partial<Record<RangeBulkEditKind, typeof undoChanged>> = {
  changed: undoChanged,
  added: undoAdded,
  removed: undoRemoved,
};

async function undo(
  tx: Tx,
  scope: Scope,
  { undoneWhat }: RunningRangeBulkEdit,
  waiting: readonly PendingRangeItem[],
): Promise<Done> {
  const products = waiting.flatMap(({ was }) => (was ? [was] : []));
  const take = UNDO[undoneWhat ?? 'undone'];
  const { back, reasons } = take ? await take(tx, scope, products) : { back: new Set<number>(), reasons: new Map() };
  return {
    settled: waiting.map((one): RangeItemResult => {
      const { place, productId } = one;
      const id = one.id ?? 0;
      return back.has(id)
        ? { place, productId, outcome: 'changed' }
        : skip(one, reasons.get(id) ?? RANGE_SKIP_REASONS.notInRange);
    }),
    deed: (changed) => ({ action: 'productOrganisation.takenBack', after: { productIds: productIdsOf(changed) } }),
  };
}

/** What each kind of change does to some products. The range is the caller's turn. */
export const rangeHandlers: Readonly<
  Record<
    RangeBulkEditKind,
    (tx: Tx, scope: Scope, of: RunningRangeBulkEdit, waiting: readonly PendingRangeItem[]) => Promise<Done>
  >
> = { changed: change, added: add, removed: remove, undone: undo };
