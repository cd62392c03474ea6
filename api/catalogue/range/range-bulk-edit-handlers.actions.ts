import { type AuditEvent, recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type {
  BulkEditContext,
  BulkEditRecord,
  ItemResult,
  PendingItem,
  UndoItem,
} from '#api/platform/bulk-edit/bulk-edit-kind.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { JsonObject } from '#api/platform/db/types.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import {
  deleteRangeProducts,
  findExistingAudienceItems,
  insertRangeProducts,
  keepsOwnPrices,
  listOfferable,
  lockRangeRows,
  type RangeStateUpdate,
  refreshRangeListing,
  updateRangeStates,
} from './range.queries.ts';
import {
  AUDIENCE_LISTS,
  applyBulkChange,
  type BulkChange,
  changedFields,
  getOwnPrice,
  hasRangeEditConflict,
  hasSamePrice,
  listReferencedIds,
  type RangeOwner,
  type RangeRow,
  type RangeSkipReason,
  type RangeState,
} from './range.rules.ts';
import { type RangeProductSnapshot, restoreRangeProducts, snapshotForRemoval } from './range-bulk-edit.queries.ts';

/**
 * Payload of a bulk edit of the range: a change, a removal, or products to add, where an item's position is its index in
 * `productIds`.
 */
export interface RangeEditPayload {
  change?: BulkChange;
  published?: boolean;
  productIds?: number[];
}

export type RangeEdit = BulkEditRecord<RangeEditPayload>;
export type RangeEditAction = 'changed' | 'added' | 'removed';

/** A change of one product, and the product of the catalogue. */
export type RangeProductChange = RangeStateUpdate & { productId: number };

/** The results of a batch, and how the audit log describes the products that were changed. */
interface Applied {
  results: ItemResult[];
  productIds: number[];
  event: Pick<AuditEvent, 'action'> & Partial<AuditEvent>;
  /** Wardrobes that list other products now. */
  collectionIds?: readonly number[];
}

const productIdsOf = (products: readonly { productId: number }[]) => products.map(({ productId }) => productId);
const refuse = ({ position }: Pick<PendingItem, 'position'>, reason: RangeSkipReason): ItemResult => ({
  position,
  outcome: 'refused',
  reasons: [reason],
});
const CHANGED_SINCE: RangeSkipReason = { kind: 'product_changed_since' };
/** What undo needs of a product. */
export const toSavedValues = (values: { productId: number; state: RangeState; held?: unknown }) =>
  JSON.parse(JSON.stringify(values)) as JsonObject;

/** The prices of products before and after an edit, for the audit log; only of those whose price changes. */
function listPriceChanges(changes: readonly RangeStateUpdate[]) {
  const repriced = changes.filter(({ before, after }) => !hasSamePrice(before, after));
  if (repriced.length === 0) return undefined;
  return {
    before: repriced.map(({ id, before }) => ({ id, ...getOwnPrice(before) })),
    after: repriced.map(({ id, after }) => ({ id, ...getOwnPrice(after) })),
  };
}

/** The products of these items that are still in the range, locked, by their ids there. */
async function lockSubjects(tx: Tx, scope: Scope, items: readonly PendingItem[]): Promise<Map<number, RangeRow>> {
  const rows = await lockRangeRows(
    tx,
    scope,
    items.flatMap(({ subjectId }) => subjectId ?? []),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether an audience item in the change has been deleted since the edit was planned. */
async function isTargetDeleted(tx: Tx, scope: Scope, change: BulkChange): Promise<boolean> {
  const named = listReferencedIds(change);
  for (const list of AUDIENCE_LISTS) {
    const existing = await findExistingAudienceItems(tx, scope, list, named[list]);
    if (named[list].some((id) => !existing.has(id))) return true;
  }
  return false;
}

async function changeProducts(tx: Tx, scope: Scope, { payload }: RangeEdit, items: readonly PendingItem[]): Promise<Applied> {
  const { change = {} } = payload;
  const rows = await lockSubjects(tx, scope, items);
  const targetDeleted = await isTargetDeleted(tx, scope, change);
  const canSetPrices = change.price !== undefined && (await keepsOwnPrices(tx, scope));
  const changes: RangeProductChange[] = [];
  const results = items.map((item): ItemResult => {
    const { position } = item;
    const row = rows.get(item.subjectId ?? 0);
    if (!row) return refuse(item, { kind: 'not_in_range' });
    if (targetDeleted) return refuse(item, { kind: 'audience_deleted' });
    const after = applyBulkChange(row, change, canSetPrices);
    if ('skip' in after) return refuse(item, after.skip);
    if (hasRangeEditConflict(row, after, change, item.expectedVersion))
      return { position, outcome: 'conflict', reasons: [CHANGED_SINCE] };
    if (changedFields(row.state, after).length === 0) return { position, outcome: 'unchanged' };
    const { id, productId, state } = row;
    changes.push({ id, productId, before: state, after });
    return { position, subjectId: id, outcome: 'changed', before: toSavedValues({ productId, state }) };
  });
  const versions = await updateRangeStates(tx, scope, changes);
  return {
    results: results.map((result) =>
      result.outcome === 'changed' ? { ...result, version: versions.get(result.subjectId ?? 0) ?? 0 } : result,
    ),
    productIds: productIdsOf(changes),
    event: toChangeEvent('productOrganisation.bulkEdited', changes, { change: JSON.parse(JSON.stringify(change)) }),
  };
}

/** The audit event of changes; prices are named with their values. */
function toChangeEvent(action: string, changes: readonly RangeProductChange[], after: object): Applied['event'] {
  const prices = listPriceChanges(changes);
  return {
    action,
    ...(prices && { before: { prices: prices.before } }),
    after: { ...after, ids: changes.map(({ id }) => id), ...(prices && { prices: prices.after }) },
  };
}

/**
 * Writes planned changes of a batch with the buyers' listing and one audit event. Returns the new versions by id. The organisation and the
 * products are locked.
 */
export async function saveRangeUpdates(
  context: BulkEditContext,
  edit: Pick<RangeEdit, 'id' | 'undoOfId'>,
  action: string,
  changes: readonly RangeProductChange[],
): Promise<Map<number, number>> {
  const versions = await updateRangeStates(context.tx, context.context.caller, changes);
  await record(context, edit, { productIds: productIdsOf(changes), event: toChangeEvent(action, changes, {}) });
  return versions;
}

async function addProducts(tx: Tx, scope: Scope, { payload }: RangeEdit, items: readonly PendingItem[]): Promise<Applied> {
  const { published = true, productIds = [] } = payload;
  const batch = items.map(({ position }) => productIds[position] ?? 0);
  const offerable = await listOfferable(tx, scope, batch);
  const added = await insertRangeProducts(tx, [scope], batch, published);
  const rows = await lockRangeRows(
    tx,
    scope,
    added.map(({ id }) => id),
  );
  return {
    results: items.map((item, index): ItemResult => {
      const productId = batch[index] ?? 0;
      const row = rows.find((one) => one.productId === productId);
      if (!row) return refuse(item, offerable.has(productId) ? { kind: 'already_in_range' } : { kind: 'withdrawn' });
      const { id, version, state } = row;
      return { position: item.position, outcome: 'changed', subjectId: id, version, before: toSavedValues({ productId, state }) };
    }),
    productIds: productIdsOf(rows),
    event: { action: 'productOrganisation.added', after: { productIds: productIdsOf(rows), published } },
  };
}

async function removeProducts(tx: Tx, scope: Scope, { total }: RangeEdit, items: readonly PendingItem[]): Promise<Applied> {
  const rows = await lockSubjects(tx, scope, items);
  const snapshots = await snapshotForRemoval(tx, scope, [...rows.values()]);
  const byId = new Map(snapshots.map((snapshot) => [snapshot.id, snapshot]));
  const collectionIds = await deleteRangeProducts(tx, scope, [...byId.keys()]);
  return {
    collectionIds,
    results: items.map((item): ItemResult => {
      const snapshot = byId.get(item.subjectId ?? 0);
      if (!snapshot) return refuse(item, { kind: 'not_in_range' });
      const { id, version, ...values } = snapshot;
      return { position: item.position, outcome: 'changed', subjectId: id, version, before: toSavedValues(values) };
    }),
    productIds: productIdsOf(snapshots),
    event: {
      action: 'productOrganisation.removed',
      ...(total === 1 ? { subjectId: String(snapshots[0]?.id) } : {}),
      before: { productIds: productIdsOf(snapshots) },
    },
  };
}

/**
 * Snapshots without audience items that have been deleted since. A product of which a list would become empty, and so be visible
 * to everyone, is left out.
 */
async function withoutDeletedAudience(
  tx: Tx,
  scope: Scope,
  products: readonly RangeProductSnapshot[],
): Promise<RangeProductSnapshot[]> {
  let restorable = products.map((product) => ({ ...product, state: { ...product.state } }));
  for (const list of AUDIENCE_LISTS) {
    const existing = await findExistingAudienceItems(tx, scope, list, [...new Set(products.flatMap(({ state }) => state[list]))]);
    restorable = restorable.filter(({ state }) => {
      const before = state[list].length;
      state[list] = state[list].filter((id) => existing.has(id));
      return before === 0 || state[list].length > 0;
    });
  }
  return restorable;
}

/** Ids of the products that were restored, and why the others were not. */
interface Restored {
  restored: ReadonlySet<number>;
  reasons: ReadonlyMap<number, RangeSkipReason>;
  prices?: ReturnType<typeof listPriceChanges>;
  /** Wardrobes that list other products now. */
  collectionIds?: readonly number[];
}

/** The products that no one has changed since, and why the others stay as they are. */
async function findUnchanged(tx: Tx, scope: Scope, products: readonly RangeProductSnapshot[]) {
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
      rows.has(id) ? { kind: 'product_changed_since' } : { kind: 'not_in_range' },
    ]),
  );
  for (const { id } of same) reasons.set(id, { kind: 'opens_to_everyone' });
  return { rows, same, reasons };
}

const idsOf = (products: readonly { id: number }[]) => new Set(products.map(({ id }) => id));

async function undoChanged(tx: Tx, scope: Scope, products: readonly RangeProductSnapshot[]): Promise<Restored> {
  const { rows, same, reasons } = await findUnchanged(tx, scope, products);
  const possible = (await withoutDeletedAudience(tx, scope, same)).map(
    ({ id, state }): RangeStateUpdate => ({ id, before: rows.get(id)?.state as RangeState, after: state }),
  );
  const repriced = possible.filter(({ before, after }) => !hasSamePrice(before, after));
  const refused = repriced.length === 0 || (await keepsOwnPrices(tx, scope)) ? [] : repriced;
  for (const { id } of refused) reasons.set(id, { kind: 'prices_of_supplier' });
  const changes = possible.filter((change) => !refused.includes(change));
  await updateRangeStates(tx, scope, changes);
  return { restored: idsOf(changes), reasons, prices: listPriceChanges(changes) };
}

async function undoAdded(tx: Tx, scope: Scope, products: readonly RangeProductSnapshot[]): Promise<Restored> {
  const { same, reasons } = await findUnchanged(tx, scope, products);
  const collectionIds = await deleteRangeProducts(tx, scope, [...idsOf(same)]);
  return { restored: idsOf(same), reasons, collectionIds };
}

async function undoRemoved(tx: Tx, scope: Scope, products: readonly RangeProductSnapshot[]): Promise<Restored> {
  const possible = await withoutDeletedAudience(tx, scope, products);
  const { restored, collectionIds } = await restoreRangeProducts(tx, scope, possible);
  const none = { businessAreaIds: [], jobRoleIds: [], collectionIds: [], customerRoleIds: [] };
  await updateRangeStates(
    tx,
    scope,
    possible.filter(({ id }) => restored.has(id)).map(({ id, state }) => ({ id, before: { ...state, ...none }, after: state })),
  );
  const possibleIds = idsOf(possible);
  return {
    restored,
    collectionIds,
    reasons: new Map(
      products.map(({ id }) => [id, possibleIds.has(id) ? { kind: 'already_in_range' } : { kind: 'opens_to_everyone' }]),
    ),
  };
}

const UNDO: Readonly<Record<RangeEditAction, typeof undoChanged>> = {
  changed: undoChanged,
  added: undoAdded,
  removed: undoRemoved,
};
const APPLY: Readonly<Record<RangeEditAction, typeof changeProducts>> = {
  changed: changeProducts,
  added: addProducts,
  removed: removeProducts,
};

/** Updates the buyers' listing and records one audit event for the whole batch. */
async function record(
  { tx, context, requestId }: BulkEditContext,
  edit: Pick<RangeEdit, 'id' | 'undoOfId'>,
  { productIds, event }: Pick<Applied, 'productIds' | 'event'>,
): Promise<void> {
  if (productIds.length === 0) return;
  await refreshRangeListing(tx, context.caller, productIds);
  await recordAuditEvent(tx, context, { subjectId: `change ${edit.undoOfId ?? edit.id}`, requestId, ...event });
}

/** Runs in the transaction that changes which products wardrobes list, for what areas above derive from wardrobes. */
type AfterWardrobeChange = (context: BulkEditContext, collectionIds: readonly number[]) => Promise<void>;

/** What areas above do before and after a change of which products wardrobes list. */
export interface WardrobeHooks {
  afterWardrobeChange: AfterWardrobeChange;
  /** Lets no one get or lose a wardrobe until the transaction ends, and keeps what wardrobes contain; runs before the change. */
  lockWardrobes: (tx: Tx, owner: RangeOwner) => Promise<unknown>;
}

/** Applies a batch. The organisation is locked. */
export async function applyRangeEdit(
  context: BulkEditContext,
  edit: RangeEdit,
  items: readonly PendingItem[],
  afterWardrobeChange: AfterWardrobeChange,
): Promise<readonly ItemResult[]> {
  const applied = await APPLY[edit.action as RangeEditAction](context.tx, context.context.caller, edit, items);
  await record(context, edit, applied);
  if (applied.collectionIds) await afterWardrobeChange(context, applied.collectionIds);
  return applied.results;
}

/** Restores a batch, except products that someone has changed since. The organisation is locked. */
export async function undoRangeEdit(
  context: BulkEditContext,
  edit: RangeEdit,
  items: readonly UndoItem[],
  afterWardrobeChange: AfterWardrobeChange,
): Promise<readonly ItemResult[]> {
  const snapshots = items.map(({ subjectId, appliedVersion, before }) => ({
    ...(before as unknown as Pick<RangeProductSnapshot, 'productId' | 'state' | 'held'>),
    id: subjectId ?? 0,
    version: appliedVersion ?? 0,
  }));
  const { restored, reasons, prices, collectionIds } = await UNDO[edit.action as RangeEditAction](
    context.tx,
    context.context.caller,
    snapshots,
  );
  const productIds = productIdsOf(snapshots.filter(({ id }) => restored.has(id)));
  await record(context, edit, {
    productIds,
    event: {
      action: 'productOrganisation.undone',
      ...(prices && { before: { prices: prices.before } }),
      after: { productIds, ...(prices && { prices: prices.after }) },
    },
  });
  if (collectionIds) await afterWardrobeChange(context, collectionIds);
  return items.map((item) => {
    const id = item.subjectId ?? 0;
    if (restored.has(id)) return { position: item.position, outcome: 'changed' };
    return refuse(item, reasons.get(id) ?? { kind: 'not_in_range' });
  });
}
