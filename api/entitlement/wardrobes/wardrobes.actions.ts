import { insertRecord, lockRecord, type StoredRecord, updateRecord } from '#api/organisation/structure/records.queries.ts';
import {
  type ColumnValue,
  getChangedColumns,
  type RecordColumns,
  recordColumnLabel,
  toRecordColumns,
  toWireValues,
} from '#api/organisation/structure/records.rules.ts';
import { type CommandContext, deleteOrRefuse } from '#api/organisation/structure/structure.actions.ts';
import { hasItem, lockOrganisation } from '#api/organisation/structure/structure.queries.ts';
import { describeUsage, ITEM_KINDS, type Usage } from '#api/organisation/structure/structure.rules.ts';
import { countReferences, deleteUnusedEntitlement, hasUsedEntitlement } from '#api/organisation/structure/usage.queries.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import { assertNotStale } from '#api/platform/http/optimistic-concurrency.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { lockWardrobes } from '../entitlement.queries.ts';
import { copyWardrobe, findCopy, lockCopySources } from './copy-wardrobe.queries.ts';
import { clearUnusedReferences, WARDROBE_REFERENCES } from './wardrobe-usage.queries.ts';
import {
  deleteWardrobe,
  findWardrobeGroup,
  getWardrobeCount,
  getWardrobeLevels,
  isWardrobeNameTaken,
} from './wardrobes.queries.ts';
import {
  assertCanManageWardrobe,
  assertHasName,
  canManageWardrobe,
  canSeeWardrobe,
  MAX_LEVELS,
  nameCopy,
  WARDROBE,
} from './wardrobes.rules.ts';

/** The most wardrobes per organisation: lists of them come in one response. */
const MAX_WARDROBES = 2000;

const toId = (value: ColumnValue | undefined) => (typeof value === 'number' ? value : null);

/** Finds the group of a wardrobe that the caller sees. Throws 404. */
export async function assertWardrobeVisible(db: Db, caller: Scope, id: number): Promise<{ groupId: number | null }> {
  const found = await findWardrobeGroup(db, caller, id);
  if (!found || !canSeeWardrobe(caller, found.groupId)) throw notFound('wardrobe');
  return found;
}

/** Locks a wardrobe that the caller may change. Throws 403 and 404. */
export async function lockWardrobe(
  tx: Tx,
  caller: Scope,
  id: number,
  purpose: 'change' | 'deletion' = 'change',
): Promise<StoredRecord> {
  assertCanManageWardrobe(caller, (await assertWardrobeVisible(tx, caller, id)).groupId);
  await lockWardrobes(tx, caller);
  const wardrobe = await lockRecord(tx, caller, WARDROBE, id, purpose);
  // It may have been deleted, or have moved to another group, while this request waited.
  if (!wardrobe) throw notFound('wardrobe');
  assertCanManageWardrobe(caller, toId(wardrobe.columns.organisation_group_id));
  return wardrobe;
}

/** Checks the records that a change names. Throws 404, and 422 for a parent that would make a circle or too many levels. */
async function checkNamedRecords(tx: Tx, caller: Scope, id: number, changes: RecordColumns): Promise<void> {
  const { organisation_group_id: groupId, season_id: seasonId, parent_collection_id: parentId } = changes;
  if (typeof groupId === 'number' && !(await hasItem(tx, caller, 'group', groupId))) throw notFound('organisationGroup');
  if (typeof seasonId === 'number' && !(await hasItem(tx, caller, 'season', seasonId))) throw notFound('organisationSeason');
  if (typeof parentId !== 'number') return;
  await assertWardrobeVisible(tx, caller, parentId);
  const { above, below, isOwnDescendant } = await getWardrobeLevels(tx, caller, id, parentId);
  if (isOwnDescendant) throw invalid('parentCollectionId', 'A wardrobe cannot be a cut of itself or of one of its cuts.');
  if (above + below + 1 > MAX_LEVELS)
    throw invalid('parentCollectionId', `Wardrobes can be nested ${MAX_LEVELS} levels deep at most.`);
}

async function checkName(tx: Tx, caller: Scope, id: number, columns: RecordColumns): Promise<void> {
  const taken = await isWardrobeNameTaken(
    tx,
    caller,
    { name: String(columns.name), parentId: toId(columns.parent_collection_id), seasonId: toId(columns.season_id) },
    id,
  );
  if (taken) throw invalid('name', 'There is already a wardrobe with this name.');
}

/**
 * Adds a wardrobe and returns its id. Throws 403 for an administrator of groups who names none of theirs, 404 for unknown
 * records, 409 above the limit, 422.
 */
export async function addWardrobe(
  { tx, context, requestId }: CommandContext,
  input: BodyOf<'POST /api/organisation/wardrobes'>,
): Promise<number> {
  const { caller } = context;
  await lockWardrobes(tx, caller);
  await lockOrganisation(tx, caller);
  const { count, nextOrder } = await getWardrobeCount(tx, caller);
  const columns: RecordColumns = { display_order: nextOrder, ...toRecordColumns(WARDROBE, input) };
  assertCanManageWardrobe(caller, toId(columns.organisation_group_id));
  assertHasName(columns);
  await checkNamedRecords(tx, caller, 0, columns);
  await checkName(tx, caller, 0, columns);
  if (count >= MAX_WARDROBES) throw new HttpError(409, { wardrobe: [`You have reached the limit of ${MAX_WARDROBES}.`] });
  const id = await insertRecord(tx, caller, WARDROBE, columns);
  await recordAuditEvent(tx, context, {
    action: 'wardrobe.added',
    subjectId: String(id),
    after: toWireValues(WARDROBE, columns),
    requestId,
  });
  return id;
}

/**
 * Changes the fields of a wardrobe that the client sent. Throws 403, 404, 422, and 409 when someone else has changed the same
 * fields since the version that the client loaded. Answers whether its name has changed, which budgets are called by.
 */
export async function changeWardrobe(
  { tx, context, requestId }: CommandContext,
  id: number,
  input: BodyOf<'PUT /api/organisation/wardrobes/:id'>,
): Promise<boolean> {
  const { caller } = context;
  await lockWardrobes(tx, caller);
  await lockOrganisation(tx, caller);
  const wardrobe = await lockWardrobe(tx, caller, id);
  const changes = getChangedColumns(toRecordColumns(WARDROBE, input), wardrobe.columns);
  const changed = Object.keys(changes);
  if (changed.length === 0) return false;
  const after = { ...wardrobe.columns, ...changes };
  assertNotStale(
    'wardrobe',
    changed,
    wardrobe.fieldVersions,
    input.version,
    (column) => recordColumnLabel(WARDROBE, column),
    wardrobe.columns,
  );
  assertCanManageWardrobe(caller, toId(after.organisation_group_id));
  assertHasName(after);
  await checkNamedRecords(tx, caller, id, changes);
  if (changed.some((column) => ['name', 'parent_collection_id'].includes(column))) await checkName(tx, caller, id, after);
  await updateRecord(tx, caller, WARDROBE, id, changes);
  const before = Object.fromEntries(changed.map((column) => [column, wardrobe.columns[column] ?? null]));
  await recordAuditEvent(tx, context, {
    action: 'wardrobe.changed',
    subjectId: String(id),
    before: toWireValues(WARDROBE, before),
    after: toWireValues(WARDROBE, changes),
    requestId,
  });
  return changes.name !== undefined;
}

/** What uses a wardrobe. Throws 403 and 404. */
export async function getWardrobeUsage(
  tx: Tx,
  caller: Scope,
  id: number,
): Promise<ReplyOf<'GET /api/organisation/wardrobes/:id/usage'>> {
  assertCanManageWardrobe(caller, (await assertWardrobeVisible(tx, caller, id)).groupId);
  const uses = await countReferences(tx, caller, WARDROBE_REFERENCES, id);
  return { words: describeUsage(uses), uses, refusal: await findDeletionBlocker(tx, caller, id, uses), consequence: null };
}

/** Why a wardrobe cannot be deleted; null when it can. */
async function findDeletionBlocker(tx: Tx, caller: Scope, id: number, uses: readonly Usage[]): Promise<string | null> {
  if (uses.length > 0) return `This wardrobe is used by ${describeUsage(uses)}, so it cannot be deleted.`;
  return (await hasUsedEntitlement(tx, caller, { collectionId: id }))
    ? 'People have used entitlement from this wardrobe, so it can’t be deleted.'
    : null;
}

/** Deletes a wardrobe that nothing uses, with its groups and either/ors. Throws 403, 404, and 409 with what uses it. */
export async function removeWardrobe({ tx, context, requestId }: CommandContext, id: number): Promise<void> {
  const { caller } = context;
  const wardrobe = await lockWardrobe(tx, caller, id, 'deletion');
  const uses = await countReferences(tx, caller, WARDROBE_REFERENCES, id);
  const refusal = await findDeletionBlocker(tx, caller, id, uses);
  if (refusal) throw new HttpError(409, { wardrobe: [refusal] });
  await deleteUnusedEntitlement(tx, caller, { collectionId: id });
  await clearUnusedReferences(tx, caller, id);
  await deleteOrRefuse(WARDROBE, () => deleteWardrobe(tx, caller, id));
  await recordAuditEvent(tx, context, {
    action: 'wardrobe.removed',
    subjectId: String(id),
    before: toWireValues(WARDROBE, wardrobe.columns),
    requestId,
  });
}

async function readSeasonName(tx: Tx, caller: Scope, id: number): Promise<string> {
  const season = await lockRecord(tx, caller, ITEM_KINDS.season, id, 'change');
  if (!season) throw notFound('organisationSeason');
  return String(season.columns.name);
}

/**
 * Copies a wardrobe and its cuts to a season and returns the id of the wardrobe's copy. A cut that has been copied to the season
 * before, or that the caller may not change, is left out; the copy of a cut belongs to its parent's copy if there is one, else to the same parent. Throws 403, 404,
 * 409 when the wardrobe has been copied to the season before, and 422 for its own season.
 */
export async function copyWardrobeToSeason(
  { tx, context, requestId }: CommandContext,
  id: number,
  input: BodyOf<'POST /api/organisation/wardrobes/:id/copy'>,
): Promise<number> {
  const { caller } = context;
  await lockWardrobes(tx, caller);
  await lockOrganisation(tx, caller);
  const wardrobe = await lockWardrobe(tx, caller, id);
  const season = await readSeasonName(tx, caller, input.seasonId);
  if (wardrobe.columns.season_id === input.seasonId) throw invalid('seasonId', 'This is already the season of the wardrobe.');
  const [source, ...cuts] = (await lockCopySources(tx, caller, id, input.seasonId)).filter(({ groupId }) =>
    canManageWardrobe(caller, groupId),
  );
  if (!source) throw notFound('wardrobe');
  if (source.copyId !== null)
    throw new HttpError(409, {
      wardrobe: [`This wardrobe has already been copied to ${season}. Its copy is “${source.copyName}”.`],
    });
  const copies = new Map<number, number>();
  for (const original of [source, ...cuts]) {
    if (original.copyId !== null) {
      copies.set(original.id, original.copyId);
      continue;
    }
    const { parentId } = original;
    const name = (original === source && input.name?.trim()) || nameCopy(original.name, original.seasonName, season);
    const columns = {
      seasonId: input.seasonId,
      name,
      parentId: parentId && (copies.get(parentId) ?? (await findCopy(tx, caller, parentId, input.seasonId)) ?? parentId),
    };
    await checkName(tx, caller, 0, { name, parent_collection_id: columns.parentId, season_id: input.seasonId });
    const copy = await copyWardrobe(tx, caller, original.id, columns);
    copies.set(original.id, copy);
    await recordAuditEvent(tx, context, {
      action: 'wardrobe.copied',
      subjectId: String(original.id),
      after: { copy: name, seasonId: input.seasonId },
      requestId,
    });
    await recordAuditEvent(tx, context, {
      action: 'wardrobe.addedAsCopy',
      subjectId: String(copy),
      after: { name, seasonId: input.seasonId, copiedFrom: original.name },
      requestId,
    });
  }
  return copies.get(id) ?? 0;
}
