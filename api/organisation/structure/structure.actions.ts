import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { forbidden, HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import { assertNotStale } from '#api/platform/http/optimistic-concurrency.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { insertRecord, lockRecord, type StoredRecord, updateRecord } from './records.queries.ts';
import {
  type ColumnValue,
  getChangedColumns,
  type RecordColumns,
  type RecordKind,
  recordColumnLabel,
  toRecordColumns,
  toWireValues,
} from './records.rules.ts';
import {
  clearOtherCurrentSeasons,
  countResortContents,
  deleteItem,
  getCountAndNextOrder,
  hasItem,
  isNameTaken,
  lockOrganisation,
} from './structure.queries.ts';
import {
  assertCanManageStructure,
  assertValidItem,
  describeUsage,
  ITEM_KINDS,
  inUseError,
  isOrganisationRole,
  type StructureItemKind,
  type Usage,
} from './structure.rules.ts';
import {
  clearDepartments,
  deleteUnusedEntitlement,
  hasUsedEntitlement,
  listUsage,
  moveUsage,
  refreshOrganisationListing,
} from './usage.queries.ts';

/** What a command on the organisation's structure needs: the transaction, the caller and the id of the request. */
export interface CommandContext {
  tx: Tx;
  context: RequestContext;
  requestId: string;
}

type ItemInput = Readonly<Record<string, unknown>>;

/** The most items of a kind per organisation: people choose from lists of them, which come in one response. */
const MAX_ITEMS_PER_KIND = 2000;
const SYSTEM_ROLE_MESSAGE = 'This is one of the portal’s own roles. You can only change its permissions.';

/** Throws 404 when a business area named in the input is not the organisation's. */
async function checkBusinessArea(tx: Tx, scope: Scope, columns: RecordColumns): Promise<void> {
  const area = columns.business_area_id;
  if (typeof area === 'number' && !(await hasItem(tx, scope, 'businessArea', area))) throw notFound('organisationBusinessArea');
}

async function checkName(
  tx: Tx,
  scope: Scope,
  kind: StructureItemKind,
  columns: RecordColumns,
  except: { id: number; resortId: number | null },
) {
  if (columns.name === undefined || !(await isNameTaken(tx, scope, kind, String(columns.name), except))) return;
  throw invalid('name', `There is already a ${ITEM_KINDS[kind].one} with this name.`);
}

/** Adds an item and returns its id. Throws 403, 404 for an unknown business area or destination, 409 above the limit, 422 for invalid values. */
export async function addItem(
  { tx, context, requestId }: CommandContext,
  kind: StructureItemKind,
  input: ItemInput,
  resortId: number | null = null,
) {
  const { caller } = context;
  assertCanManageStructure(caller);
  await lockOrganisation(tx, caller);
  if (resortId !== null && !(await hasItem(tx, caller, 'resort', resortId))) throw notFound('organisationResort');
  const end = await getCountAndNextOrder(tx, caller, kind, resortId);
  const columns: Record<string, ColumnValue> = { ...toRecordColumns(ITEM_KINDS[kind], input) };
  if ('displayOrder' in ITEM_KINDS[kind].fields) columns.display_order ??= end.nextOrder;
  if (kind === 'season') columns.is_current = columns.is_current === true || end.count === 0;
  if (kind === 'role') columns.active ??= true;
  assertValidItem(kind, columns);
  await checkBusinessArea(tx, caller, columns);
  await checkName(tx, caller, kind, columns, { id: 0, resortId });
  if (end.count >= MAX_ITEMS_PER_KIND)
    throw new HttpError(409, {
      [ITEM_KINDS[kind].entity]: [`You have reached the limit of ${MAX_ITEMS_PER_KIND}.`],
    });
  if (columns.is_current === true) await clearOtherCurrentSeasons(tx, caller, 0);
  const id = await insertRecord(tx, caller, ITEM_KINDS[kind], columns, resortId === null ? {} : { resort_id: resortId });
  await recordAuditEvent(tx, context, {
    action: `${kind}.added`,
    subjectId: String(id),
    after: { ...toWireValues(ITEM_KINDS[kind], columns), ...(resortId === null ? {} : { organisationResortId: resortId }) },
    requestId,
  });
  return id;
}

async function lockExistingItem(tx: Tx, scope: Scope, kind: StructureItemKind, id: number): Promise<StoredRecord> {
  if (kind === 'role' && !isOrganisationRole(id)) throw forbidden(SYSTEM_ROLE_MESSAGE);
  await lockOrganisation(tx, scope);
  const item = await lockRecord(tx, scope, ITEM_KINDS[kind], id, 'deletion');
  if (!item) throw notFound(ITEM_KINDS[kind].entity);
  return item;
}

/**
 * Changes the fields of an item that the client sent. Throws 403, 404, 422 for invalid values, and 409 when someone else has
 * changed the same fields since the version that the client loaded.
 */
export async function changeItem(
  { tx, context, requestId }: CommandContext,
  kind: StructureItemKind,
  id: number,
  input: ItemInput,
): Promise<void> {
  const { caller } = context;
  assertCanManageStructure(caller, kind, id);
  const item = await lockExistingItem(tx, caller, kind, id);
  const inputColumns = toRecordColumns(ITEM_KINDS[kind], input);
  await checkBusinessArea(tx, caller, inputColumns);
  const changes = getChangedColumns(inputColumns, item.columns);
  if (Object.keys(changes).length === 0) return;
  const after = { ...item.columns, ...changes };
  const seenVersion = typeof input.version === 'number' ? input.version : undefined;
  assertNotStale(
    ITEM_KINDS[kind].entity,
    Object.keys(changes),
    item.fieldVersions,
    seenVersion,
    (column) => recordColumnLabel(ITEM_KINDS[kind], column),
    item.columns,
  );
  assertValidItem(kind, after, item.columns);
  await checkName(tx, caller, kind, changes, { id, resortId: item.parentId });
  if (changes.is_current === true) await clearOtherCurrentSeasons(tx, caller, id);
  await updateRecord(tx, caller, ITEM_KINDS[kind], id, changes);
  const before = Object.fromEntries(Object.keys(changes).map((column) => [column, item.columns[column] ?? null]));
  await recordAuditEvent(tx, context, {
    action: `${kind}.changed`,
    subjectId: String(id),
    before: toWireValues(ITEM_KINDS[kind], before),
    after: toWireValues(ITEM_KINDS[kind], changes),
    requestId,
  });
}

const CONSEQUENCES: Partial<Record<StructureItemKind, string>> = {
  resort: 'People who move to another destination lose their departments.',
  group: 'Administrators of this group will administer the other group instead.',
};

const describeContents = ({ departments, addresses }: { departments: number; addresses: number }) => {
  const parts = [
    departments > 0 && `${departments} ${departments === 1 ? 'department' : 'departments'}`,
    addresses > 0 && `${addresses} ${addresses === 1 ? 'address' : 'addresses'}`,
  ].filter(Boolean);
  return parts.length === 0 ? '' : `${parts.join(' and ')} will be deleted too.`;
};

/** Why an item cannot be deleted even if nothing uses it; null when it can be. */
async function findDeletionBlocker(tx: Tx, scope: Scope, kind: StructureItemKind, item: StoredRecord): Promise<string | null> {
  if (kind !== 'season') return null;
  if (item.columns.is_current === true && (await getCountAndNextOrder(tx, scope, kind, null)).count > 1)
    return 'This is the current season. Make another one current first.';
  return (await hasUsedEntitlement(tx, scope, { seasonId: item.id }))
    ? 'People have used their entitlement for this season, so it cannot be deleted.'
    : null;
}

/** What uses an item, and the consequences of deleting it. Throws 403 and 404. */
export async function getItemUsage(tx: Tx, caller: Scope, kind: StructureItemKind, id: number) {
  assertCanManageStructure(caller);
  const item = await lockExistingItem(tx, caller, kind, id);
  const usages = await listUsage(tx, caller, kind, id);
  const owned = kind === 'resort' ? describeContents(await countResortContents(tx, caller, id)) : '';
  const consequence = [usages.length > 0 && CONSEQUENCES[kind], owned].filter(Boolean).join(' ');
  return {
    words: describeUsage(usages),
    uses: usages,
    refusal: await findDeletionBlocker(tx, caller, kind, item),
    consequence: consequence || null,
  };
}

/** Checks the item that the users of a deleted one are moved to. Throws 404 and 422. */
async function checkTarget(tx: Tx, scope: Scope, kind: StructureItemKind, item: StoredRecord, toId: number): Promise<void> {
  if (toId === item.id) throw invalid('moveToId', 'Choose a different one from the one you are deleting.');
  // Deleting a role must not make anyone an administrator, or allow them to order for others.
  if (kind === 'role' && (toId === 34 || toId === 35)) return;
  if (!(await hasItem(tx, scope, kind, toId, item.parentId))) throw notFound(ITEM_KINDS[kind].entity);
}

/** What is known of an item that may be deleted. */
export interface Removal {
  item: StoredRecord;
  /** Where what uses it moves; null: nothing uses it. */
  toId: number | null;
  usages: Usage[];
}

/**
 * Locks an item to be deleted, and decides where what uses it moves. Without a target, an item in use stays. Throws 403, 404, and 409 with a description of what
 * uses it.
 */
export async function lockForRemoval(
  tx: Tx,
  caller: Scope,
  kind: StructureItemKind,
  id: number,
  moveToId: number | undefined,
): Promise<Removal> {
  assertCanManageStructure(caller);
  const item = await lockExistingItem(tx, caller, kind, id);
  const toId = moveToId || null;
  if (toId !== null) await checkTarget(tx, caller, kind, item, toId);
  const refusal = await findDeletionBlocker(tx, caller, kind, item);
  if (refusal) throw new HttpError(409, { [ITEM_KINDS[kind].entity]: [refusal] });
  const usages = await listUsage(tx, caller, kind, id);
  if (usages.length > 0 && toId === null) throw inUseError(kind, usages);
  return { item, toId, usages };
}

/** Deletes an item that is locked, and moves what uses it. `moved` is what the history says was moved. Throws 409 where something else uses it. */
export async function removeLockedItem(
  { tx, context, requestId }: CommandContext,
  kind: StructureItemKind,
  { item, toId, usages }: Removal,
  moved: readonly Pick<Usage, 'kind' | 'count'>[] = usages,
): Promise<void> {
  const { caller } = context;
  const { id } = item;
  if (kind === 'resort') await clearDepartments(tx, caller, id);
  if (kind === 'season') await deleteUnusedEntitlement(tx, caller, { seasonId: id });
  await moveUsage(tx, caller, kind, id, toId);
  await deleteOrRefuse(ITEM_KINDS[kind], () => deleteItem(tx, caller, kind, id));
  if (usages.some(({ kind: table }) => table.startsWith('product_'))) await refreshOrganisationListing(tx, caller);
  await recordAuditEvent(tx, context, {
    action: `${kind}.removed`,
    subjectId: String(id),
    before: toWireValues(ITEM_KINDS[kind], item.columns),
    after: { ...(toId === null ? {} : { movedTo: toId, moved: moved.map(({ kind: what, count }) => ({ kind: what, count })) }) },
    requestId,
  });
}

const FOREIGN_KEY = '23503';

/** Runs a deletion. A reference that the list of usages does not know must not become an internal error. Throws 409. */
export async function deleteOrRefuse({ entity, one }: RecordKind, remove: () => Promise<void>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    if ((error as { code?: string }).code !== FOREIGN_KEY) throw error;
    throw new HttpError(409, { [entity]: [`This ${one} is still in use. Nothing was deleted.`] });
  }
}

/** The written item as the lists show it. Throws 404 when the list does not contain it. */
export async function getListedItem<T extends { id: number }>(
  list: Promise<T[]>,
  kind: StructureItemKind,
  id: number,
): Promise<T> {
  const found = (await list).find((candidate) => candidate.id === id);
  if (!found) throw notFound(ITEM_KINDS[kind].entity);
  return found;
}
