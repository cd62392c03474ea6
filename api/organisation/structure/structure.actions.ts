import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { forbidden, HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import { assertNotStale } from '#api/platform/http/optimistic-concurrency.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import {
  clearOtherCurrentSeasons,
  countResortContents,
  deleteItem,
  getCountAndNextOrder,
  hasItem,
  insertItem,
  isNameTaken,
  lockItem,
  lockOrganisation,
  type StructureItem,
  updateItem,
} from './structure.queries.ts';
import {
  assertCanManageStructure,
  assertValidItem,
  describeUsage,
  getChangedItemColumns,
  ITEM_KINDS,
  type ItemColumns,
  inUseError,
  isOrganisationRole,
  itemColumnLabel,
  type StructureItemKind,
  toItemAuditValues,
  toItemColumns,
  type Usage,
} from './structure.rules.ts';
import { clearDepartments, listUsage, moveUsage, refreshOrganisationListing } from './usage.queries.ts';

/** One change of the organisation's parts: the transaction, who asks, and in which request. */
export interface CommandContext {
  tx: Tx;
  context: RequestContext;
  requestId: string;
}

type Sent = Readonly<Record<string, unknown>>;

/** How many of a kind an organisation may have: lists of them are chosen from, and come in one answer. */
const MAX_ITEMS_PER_KIND = 2000;
const SYSTEM_ROLE = 'This is one of the portal’s own roles. Only its permissions can be changed.';

/** The areas that a sent job role names must be the organisation's. */
async function checkArea(tx: Tx, scope: Scope, columns: ItemColumns): Promise<void> {
  const area = columns.business_area_id;
  if (typeof area === 'number' && !(await hasItem(tx, scope, 'businessArea', area))) throw notFound('organisationBusinessArea');
}

async function checkName(
  tx: Tx,
  scope: Scope,
  kind: StructureItemKind,
  columns: ItemColumns,
  but: { id: number; resortId: number | null },
) {
  if (columns.name === undefined || !(await isNameTaken(tx, scope, kind, String(columns.name), but))) return;
  throw invalid('name', `There is a ${ITEM_KINDS[kind].one} of this name already.`);
}

/** Adds a thing; answers its id. Throws 403, 422 for values, 404 for a business area that is not there. */
export async function addItem(
  { tx, context, requestId }: CommandContext,
  kind: StructureItemKind,
  sent: Sent,
  resortId: number | null = null,
) {
  const { caller } = context;
  assertCanManageStructure(caller);
  await lockOrganisation(tx, caller);
  if (resortId !== null && !(await hasItem(tx, caller, 'resort', resortId))) throw notFound('organisationResort');
  const end = await getCountAndNextOrder(tx, caller, kind, resortId);
  const columns: Record<string, string | number | boolean | null> = { ...toItemColumns(kind, sent) };
  if ('displayOrder' in ITEM_KINDS[kind].fields) columns.display_order ??= end.nextOrder;
  if (kind === 'season') columns.is_current = columns.is_current === true || end.count === 0;
  if (kind === 'role') columns.active ??= true;
  assertValidItem(kind, columns);
  await checkArea(tx, caller, columns);
  await checkName(tx, caller, kind, columns, { id: 0, resortId });
  if (end.count >= MAX_ITEMS_PER_KIND)
    throw new HttpError(409, {
      [ITEM_KINDS[kind].entity]: [`There are ${MAX_ITEMS_PER_KIND} already, which is as many as can be kept.`],
    });
  if (columns.is_current === true) await clearOtherCurrentSeasons(tx, caller, 0);
  const id = await insertItem(tx, caller, kind, columns, resortId);
  await recordAuditEvent(tx, context, {
    action: `${kind}.added`,
    subjectId: String(id),
    after: { ...toItemAuditValues(kind, columns), ...(resortId === null ? {} : { organisationResortId: resortId }) },
    requestId,
  });
  return id;
}

async function lockOwn(tx: Tx, scope: Scope, kind: StructureItemKind, id: number): Promise<StructureItem> {
  if (kind === 'role' && !isOrganisationRole(id)) throw forbidden(SYSTEM_ROLE);
  await lockOrganisation(tx, scope);
  const thing = await lockItem(tx, scope, kind, id);
  if (!thing) throw notFound(ITEM_KINDS[kind].entity);
  return thing;
}

/**
 * Changes what was sent of a thing. Throws 403, 404, 422 for values, 409 when somebody else has changed the same since the
 * sender looked.
 */
export async function changeItem(
  { tx, context, requestId }: CommandContext,
  kind: StructureItemKind,
  id: number,
  sent: Sent,
): Promise<void> {
  const { caller } = context;
  assertCanManageStructure(caller, kind, id);
  const thing = await lockOwn(tx, caller, kind, id);
  const sentColumns = toItemColumns(kind, sent);
  await checkArea(tx, caller, sentColumns);
  const changes = getChangedItemColumns(sentColumns, thing.columns);
  if (Object.keys(changes).length === 0) return;
  const after = { ...thing.columns, ...changes };
  const seen = typeof sent.version === 'number' ? sent.version : undefined;
  assertNotStale(ITEM_KINDS[kind].entity, Object.keys(changes), thing.fieldVersions, seen, (column) =>
    itemColumnLabel(kind, column),
  );
  assertValidItem(kind, after, thing.columns);
  await checkName(tx, caller, kind, changes, { id, resortId: thing.resortId });
  if (changes.is_current === true) await clearOtherCurrentSeasons(tx, caller, id);
  await updateItem(tx, caller, kind, id, changes);
  const before = Object.fromEntries(Object.keys(changes).map((column) => [column, thing.columns[column] ?? null]));
  await recordAuditEvent(tx, context, {
    action: `${kind}.changed`,
    subjectId: String(id),
    before: toItemAuditValues(kind, before),
    after: toItemAuditValues(kind, changes),
    requestId,
  });
}

const CONSEQUENCES: Partial<Record<StructureItemKind, string>> = {
  resort: 'Whoever is moved to another destination begins there without departments.',
  group: 'Administrators of this group become administrators of the other one.',
};

const ownedWords = ({ departments, addresses }: { departments: number; addresses: number }) => {
  const parts = [
    departments > 0 && `${departments} ${departments === 1 ? 'department' : 'departments'}`,
    addresses > 0 && `${addresses} ${addresses === 1 ? 'address' : 'addresses'}`,
  ].filter(Boolean);
  return parts.length === 0 ? '' : `${parts.join(' and ')} ${departments + addresses === 1 ? 'goes' : 'go'} with it.`;
};

/** Why a thing cannot be deleted, whoever uses it; null when it can. */
const refusalOf = (kind: StructureItemKind, thing: Pick<StructureItem, 'columns'>, seasons: number): string | null =>
  kind === 'season' && thing.columns.is_current === true && seasons > 1
    ? 'This is the current season. Make another one current first.'
    : null;

/** What uses a thing, and what deleting it would mean. Throws 403 and 404. */
export async function getItemUsage(tx: Tx, caller: Scope, kind: StructureItemKind, id: number) {
  assertCanManageStructure(caller);
  const thing = await lockOwn(tx, caller, kind, id);
  const uses = await listUsage(tx, caller, kind, id);
  const { count } = await getCountAndNextOrder(tx, caller, kind, thing.resortId);
  const owned = kind === 'resort' ? ownedWords(await countResortContents(tx, caller, id)) : '';
  const consequence = [uses.length > 0 && CONSEQUENCES[kind], owned].filter(Boolean).join(' ');
  return { words: describeUsage(uses), uses, refusal: refusalOf(kind, thing, count), consequence: consequence || null };
}

/** Another thing of the kind, to which the users of one that goes are moved. Throws 404 and 422. */
async function checkTarget(tx: Tx, scope: Scope, kind: StructureItemKind, thing: StructureItem, toId: number): Promise<void> {
  if (toId === thing.id) throw invalid('moveToId', 'Choose another one than the one that is deleted.');
  // Nobody becomes an administrator, or acts for others, because a role was deleted.
  if (kind === 'role' && (toId === 34 || toId === 35)) return;
  if (!(await hasItem(tx, scope, kind, toId, thing.resortId))) throw notFound(ITEM_KINDS[kind].entity);
}

/**
 * Deletes a thing. What uses it is moved to `moveToId`; without that, a thing in use stays. Throws 403, 404, and 409 with
 * what uses it in words.
 */
export async function removeItem(
  { tx, context, requestId }: CommandContext,
  kind: StructureItemKind,
  id: number,
  moveToId: number | undefined,
) {
  const { caller } = context;
  assertCanManageStructure(caller);
  const thing = await lockOwn(tx, caller, kind, id);
  const toId = moveToId || null;
  if (toId !== null) await checkTarget(tx, caller, kind, thing, toId);
  const refusal = refusalOf(kind, thing, (await getCountAndNextOrder(tx, caller, kind, thing.resortId)).count);
  if (refusal) throw new HttpError(409, { [ITEM_KINDS[kind].entity]: [refusal] });
  const uses = await listUsage(tx, caller, kind, id);
  if (uses.length > 0 && toId === null) throw inUseError(kind, uses);
  if (kind === 'resort') await clearDepartments(tx, caller, id);
  await moveUsage(tx, caller, kind, id, toId);
  await deleteOrRefuse(tx, caller, kind, id);
  if (uses.some(({ kind: table }) => table.startsWith('product_'))) await refreshOrganisationListing(tx, caller);
  await recordAuditEvent(tx, context, {
    action: `${kind}.removed`,
    subjectId: String(id),
    before: toItemAuditValues(kind, thing.columns),
    after: { ...(toId === null ? {} : { movedTo: toId, moved: describeUsage(uses as Usage[]) }) },
    requestId,
  });
}

const FOREIGN_KEY = '23503';

/** What the list of references does not know of must not become an unforeseen error. */
async function deleteOrRefuse(tx: Tx, scope: Scope, kind: StructureItemKind, id: number): Promise<void> {
  try {
    await deleteItem(tx, scope, kind, id);
  } catch (error) {
    if ((error as { code?: string }).code !== FOREIGN_KEY) throw error;
    throw new HttpError(409, { [ITEM_KINDS[kind].entity]: [`This ${ITEM_KINDS[kind].one} is still used. Nothing was deleted.`] });
  }
}

/** The one that was written, as the lists show it. Throws 404 when the list does not have it. */
export async function getListedItem<T extends { id: number }>(
  list: Promise<T[]>,
  kind: StructureItemKind,
  id: number,
): Promise<T> {
  const found = (await list).find((one) => one.id === id);
  if (!found) throw notFound(ITEM_KINDS[kind].entity);
  return found;
}
