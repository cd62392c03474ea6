import {
  countChange,
  insertRecord,
  lockRecord,
  type StoredRecord,
  updateRecord,
} from '#api/organisation/structure/records.queries.ts';
import {
  getChangedColumns,
  type RecordColumns,
  type RecordKind,
  recordColumnLabel,
  toRecordColumns,
  toWireValues,
} from '#api/organisation/structure/records.rules.ts';
import { type CommandContext, deleteOrRefuse } from '#api/organisation/structure/structure.actions.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { JsonObject } from '#api/platform/db/types.ts';
import { HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import { assertNotStale } from '#api/platform/http/optimistic-concurrency.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { readGroupProducts, replaceProducts } from './group-products.actions.ts';
import { deleteGroupsOfOptions, type Part, readPartUse } from './wardrobe-usage.queries.ts';
import { lockWardrobe } from './wardrobes.actions.ts';
import { deleteRecord, getPartFacts, hasOption, listPartsInOrder, reorderParts } from './wardrobes.queries.ts';
import {
  assertValidColumns,
  describePartUse,
  SUPER_GROUP,
  SUPER_GROUP_OPTION,
  WARDROBE,
  WARDROBE_GROUP,
} from './wardrobes.rules.ts';

type PartUsage = ReplyOf<'GET /api/organisation/wardrobes/:id/groups/:groupId/usage'>;

/** The ids of a part of a wardrobe: a group, an either/or, or an option with its either/or. */
export interface PartIds {
  wardrobeId: number;
  superGroupId?: number;
  id: number;
}

/** The most groups and either/ors of a wardrobe, and options of an either/or. */
const LIMITS = new Map([
  [WARDROBE_GROUP, 200],
  [SUPER_GROUP, 50],
  [SUPER_GROUP_OPTION, 20],
]);

/** The name under which a change of the order of groups and either/ors counts among the fields of a wardrobe. */
const ORDER = 'order';

/** A part that belongs to the wardrobe, or to the either/or. Throws 404. */
async function lockPart(tx: Tx, caller: Scope, kind: RecordKind, ids: PartIds, purpose: 'change' | 'deletion') {
  const part = await lockRecord(tx, caller, kind, ids.id, purpose);
  if (!part || part.parentId !== (ids.superGroupId ?? ids.wardrobeId)) throw notFound(kind.entity);
  return part;
}

async function lockSuperGroup(tx: Tx, caller: Scope, wardrobeId: number, superGroupId: number): Promise<StoredRecord> {
  return lockPart(tx, caller, SUPER_GROUP, { wardrobeId, id: superGroupId }, 'change');
}

/** Locks the wardrobe, its either/or if the part is an option, and the part. Throws 403 and 404. */
async function lockForChange(
  { tx, context: { caller } }: CommandContext,
  kind: RecordKind,
  ids: PartIds,
  purpose: 'change' | 'deletion' = 'change',
): Promise<StoredRecord> {
  await lockWardrobe(tx, caller, ids.wardrobeId);
  if (ids.superGroupId !== undefined) await lockSuperGroup(tx, caller, ids.wardrobeId, ids.superGroupId);
  return lockPart(tx, caller, kind, ids, purpose);
}

async function recordPartEvent(
  { tx, context, requestId }: CommandContext,
  wardrobeId: number,
  action: string,
  values: { before?: JsonObject; after?: JsonObject },
): Promise<void> {
  await recordAuditEvent(tx, context, { action: `wardrobe.${action}`, subjectId: String(wardrobeId), ...values, requestId });
}

/** Checks name and number of a new part, and returns the position after the last one. Throws 409 and 422. */
async function checkNewPart(tx: Tx, caller: Scope, kind: RecordKind, parentId: number, columns: RecordColumns): Promise<number> {
  assertValidColumns(kind, columns);
  const { count, nextOrder, isNameTaken } = await getPartFacts(tx, caller, kind, parentId, String(columns.name), 0);
  if (isNameTaken) throw invalid('name', `There is already a${kind === WARDROBE_GROUP ? '' : 'n'} ${kind.one} with this name.`);
  const limit = LIMITS.get(kind) ?? 0;
  if (count >= limit) throw new HttpError(409, { [kind.entity]: [`You have reached the limit of ${limit}.`] });
  return nextOrder;
}

async function checkOption(tx: Tx, caller: Scope, wardrobeId: number, columns: RecordColumns): Promise<void> {
  const optionId = columns.super_group_option_id;
  if (typeof optionId === 'number' && !(await hasOption(tx, caller, wardrobeId, optionId))) throw notFound('superGroupOption');
}

/** Adds a group with its products. Throws 403, 404, 409 above the limit, 422. */
export async function addGroup(
  command: CommandContext,
  wardrobeId: number,
  { products = [], ...input }: BodyOf<'POST /api/organisation/wardrobes/:id/groups'>,
): Promise<void> {
  const { tx, context } = command;
  const { caller } = context;
  await lockWardrobe(tx, caller, wardrobeId);
  const columns = toRecordColumns(WARDROBE_GROUP, input);
  const display_order = await checkNewPart(tx, caller, WARDROBE_GROUP, wardrobeId, columns);
  await checkOption(tx, caller, wardrobeId, columns);
  const id = await insertRecord(tx, caller, WARDROBE_GROUP, columns, { collection_id: wardrobeId, display_order });
  const described = await replaceProducts(tx, caller, id, products);
  const { name, ...numbers } = columns;
  await recordPartEvent(command, wardrobeId, 'collectionGroupAdded', {
    after: { collectionGroup: String(name), ...toWireValues(WARDROBE_GROUP, numbers), products: described },
  });
}

/** Adds an either/or with its options. Throws 403, 404, 409 above the limit, 422. */
export async function addSuperGroup(
  command: CommandContext,
  wardrobeId: number,
  { options, ...input }: BodyOf<'POST /api/organisation/wardrobes/:id/superGroups'>,
): Promise<void> {
  const { tx, context } = command;
  const { caller } = context;
  await lockWardrobe(tx, caller, wardrobeId);
  const columns: RecordColumns = { min_select: 1, max_select: 1, ...toRecordColumns(SUPER_GROUP, input) };
  const display_order = await checkNewPart(tx, caller, SUPER_GROUP, wardrobeId, columns);
  assertEnoughOptions(columns, options.length);
  const optionColumns = options.map((option) => toRecordColumns(SUPER_GROUP_OPTION, option));
  const names = optionColumns.map(({ name }) => String(name ?? ''));
  if (names.includes('')) throw invalid('options', 'Each option needs a name.');
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    throw invalid('options', 'Each option needs a different name.');
  const id = await insertRecord(tx, caller, SUPER_GROUP, columns, { collection_id: wardrobeId, display_order });
  for (const [index, option] of optionColumns.entries())
    await insertRecord(
      tx,
      caller,
      SUPER_GROUP_OPTION,
      { ...option, display_order: index + 1 },
      { collection_id: wardrobeId, super_group_id: id },
    );
  await recordPartEvent(command, wardrobeId, 'superGroupAdded', {
    after: { superGroup: String(columns.name), options: names.join(', ') },
  });
}

/** Adds an option to an either/or. Throws 403, 404, 409 above the limit, 422. */
export async function addOption(
  command: CommandContext,
  { wardrobeId, superGroupId }: { wardrobeId: number; superGroupId: number },
  input: BodyOf<'POST /api/organisation/wardrobes/:id/superGroups/:superGroupId/options'>,
): Promise<void> {
  const { tx, context } = command;
  const { caller } = context;
  await lockWardrobe(tx, caller, wardrobeId);
  const superGroup = await lockSuperGroup(tx, caller, wardrobeId, superGroupId);
  const columns = toRecordColumns(SUPER_GROUP_OPTION, input);
  const nextOrder = await checkNewPart(tx, caller, SUPER_GROUP_OPTION, superGroupId, columns);
  await insertRecord(
    tx,
    caller,
    SUPER_GROUP_OPTION,
    { display_order: nextOrder, ...columns },
    { collection_id: wardrobeId, super_group_id: superGroupId },
  );
  await recordPartEvent(command, wardrobeId, 'superGroupOptionAdded', {
    after: { superGroup: String(superGroup.columns.name), superGroupOption: String(columns.name) },
  });
}

function assertEnoughOptions(columns: RecordColumns, optionCount: number): void {
  if (Number(columns.min_select) > optionCount)
    throw invalid('minSelect', `There are only ${optionCount} options to choose from.`);
}

/**
 * Changes the fields of a group, an either/or or an option that the client sent; of a group also its products. Throws 403, 404,
 * 422, and 409 when someone else has changed the same fields since the version that the client loaded.
 */
export async function changePart(
  command: CommandContext,
  kind: RecordKind,
  ids: PartIds,
  { products, ...input }: BodyOf<'PUT /api/organisation/wardrobes/:id/groups/:groupId'>,
): Promise<void> {
  const { tx, context } = command;
  const { caller } = context;
  const part = await lockForChange(command, kind, ids);
  const changes = getChangedColumns(toRecordColumns(kind, input), part.columns);
  const stored = products === undefined ? undefined : await readGroupProducts(tx, caller, ids.id, products);
  const changed = [...Object.keys(changes), ...(stored?.areChanged ? ['products'] : [])];
  if (changed.length === 0) return;
  const after = { ...part.columns, ...changes };
  assertNotStale(
    kind.entity,
    changed,
    part.fieldVersions,
    input.version,
    (column) => (column === 'products' ? 'Products' : recordColumnLabel(kind, column)),
    part.columns,
  );
  assertValidColumns(kind, after);
  if (changes.name !== undefined) {
    const { isNameTaken } = await getPartFacts(tx, caller, kind, part.parentId ?? 0, String(changes.name), ids.id);
    if (isNameTaken) throw invalid('name', `There is already a${kind === WARDROBE_GROUP ? '' : 'n'} ${kind.one} with this name.`);
  }
  if (kind === WARDROBE_GROUP) await checkOption(tx, caller, ids.wardrobeId, changes);
  if (kind === SUPER_GROUP) {
    const { count } = await getPartFacts(tx, caller, SUPER_GROUP_OPTION, ids.id, '', 0);
    assertEnoughOptions(after, count);
  }
  await updateRecord(tx, caller, kind, ids.id, changes);
  const productsAfter = stored?.areChanged ? await replaceProducts(tx, caller, ids.id, products ?? []) : undefined;
  if (productsAfter !== undefined) await countChange(tx, caller, kind, ids.id, 'products');
  const before = Object.fromEntries(Object.keys(changes).map((column) => [column, part.columns[column] ?? null]));
  await recordPartEvent(command, ids.wardrobeId, `${kind.entity}Changed`, {
    before: { ...toWireValues(kind, before), ...(productsAfter === undefined ? {} : { products: stored?.described ?? '' }) },
    after: {
      ...(changes.name === undefined ? { [kind.entity]: String(part.columns.name) } : {}),
      ...toWireValues(kind, changes),
      ...(productsAfter === undefined ? {} : { products: productsAfter }),
    },
  });
}

const toPart = (kind: RecordKind, id: number): Part =>
  kind === WARDROBE_GROUP ? { groupId: id } : kind === SUPER_GROUP ? { superGroupId: id } : { optionId: id };

/** Why an option must stay; null when it can be deleted. An either/or with too few options could not be answered. */
async function findBlocker(tx: Tx, caller: Scope, kind: RecordKind, ids: PartIds): Promise<string | null> {
  if (kind !== SUPER_GROUP_OPTION || ids.superGroupId === undefined) return null;
  const superGroup = await lockSuperGroup(tx, caller, ids.wardrobeId, ids.superGroupId);
  const { count } = await getPartFacts(tx, caller, SUPER_GROUP_OPTION, ids.superGroupId, '', 0);
  if (count - 1 >= Math.max(1, Number(superGroup.columns.min_select))) return null;
  return `“${superGroup.columns.name}” needs this option. Add another one first, or delete the either/or.`;
}

/** What deleting a part of a wardrobe means. Throws 403 and 404. */
export async function getPartUsage(command: CommandContext, kind: RecordKind, ids: PartIds): Promise<PartUsage> {
  const { tx, context } = command;
  await lockForChange(command, kind, ids);
  const use = await readPartUse(tx, context.caller, toPart(kind, ids.id));
  return {
    people: Math.max(use.buyers, use.choosers),
    pieces: use.pieces,
    refusal: await findBlocker(tx, context.caller, kind, ids),
    consequence: describePartUse(use) || null,
  };
}

/**
 * Deletes a group, an option with its groups, or an either/or with its options and their groups. What has been ordered stays
 * ordered. Throws 403, 404, and 409 for an option that the either/or needs, and, unless `isConfirmed`, with what people have
 * ordered from it or chosen.
 */
export async function removePart(command: CommandContext, kind: RecordKind, ids: PartIds, isConfirmed: boolean): Promise<void> {
  const { tx, context } = command;
  const { caller } = context;
  const part = await lockForChange(command, kind, ids, 'deletion');
  const refusal = await findBlocker(tx, caller, kind, ids);
  if (refusal) throw new HttpError(409, { [kind.entity]: [refusal] });
  const use = await readPartUse(tx, caller, toPart(kind, ids.id));
  if (!isConfirmed && use.pieces + use.choosers > 0)
    throw new HttpError(409, { [kind.entity]: [`${describePartUse(use)} Nothing was deleted. Please confirm.`] });
  if (kind !== WARDROBE_GROUP) await deleteGroupsOfOptions(tx, caller, toPart(kind, ids.id));
  await deleteOrRefuse(kind, () => deleteRecord(tx, caller, kind, ids.id));
  await recordPartEvent(command, ids.wardrobeId, `${kind.entity}Removed`, {
    before: {
      [kind.entity]: String(part.columns.name),
      ...(use.groupNames.length > 0 ? { collectionGroup: use.groupNames.join(', ') } : {}),
    },
  });
}

/**
 * Changes the order of a wardrobe's groups and either/ors. Throws 403, 404, and 409 when the lists do not name exactly these, or when
 * someone else has changed the order since the version of the wardrobe that the client loaded.
 */
export async function reorderWardrobe(
  command: CommandContext,
  wardrobeId: number,
  { version, collectionGroupIds, superGroupIds }: BodyOf<'PUT /api/organisation/wardrobes/:id/order'>,
): Promise<void> {
  const { tx, context } = command;
  const { caller } = context;
  const wardrobe = await lockWardrobe(tx, caller, wardrobeId);
  const lists = [
    { kind: SUPER_GROUP, ids: superGroupIds, stored: await listPartsInOrder(tx, caller, SUPER_GROUP, wardrobeId) },
    { kind: WARDROBE_GROUP, ids: collectionGroupIds, stored: await listPartsInOrder(tx, caller, WARDROBE_GROUP, wardrobeId) },
  ];
  for (const { ids, stored } of lists)
    if (ids.length !== stored.length || stored.some(({ id }) => !ids.includes(id)))
      throw new HttpError(409, {
        wardrobe: ['Groups have been added or deleted in the meantime. The order was not changed. Please try again.'],
      });
  const describe = (inOrder: (list: (typeof lists)[number]) => readonly (string | undefined)[]) =>
    lists.flatMap(inOrder).join(', ');
  const before = describe(({ stored }) => stored.map(({ name }) => name));
  const after = describe(({ ids, stored }) => ids.map((id) => stored.find((part) => part.id === id)?.name));
  if (before === after) return;
  assertNotStale('wardrobe', [ORDER], wardrobe.fieldVersions, version, () => 'Order of the groups', { [ORDER]: before });
  await countChange(tx, caller, WARDROBE, wardrobeId, ORDER);
  for (const { kind, ids } of lists) await reorderParts(tx, caller, kind, ids);
  await recordPartEvent(command, wardrobeId, 'reordered', { before: { order: before }, after: { order: after } });
}
