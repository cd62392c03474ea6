import type { CommandContext } from '#api/organisation/structure/structure.actions.ts';
import { hasItem } from '#api/organisation/structure/structure.queries.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { BulkEdit } from '#api/platform/bulk-edit/bulk-edit.mapper.ts';
import type { BulkEdits } from '#api/platform/bulk-edit/bulk-edit-engine.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { conflict, invalid, notFound, partsNotFound } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { formatNearDay, getLocalTime } from '#api/platform/local-day.ts';
import type { BodyOf } from '#contract/index.ts';
import { applyContents, readContents } from '../versions/contents.queries.ts';
import type { WardrobeContents } from '../versions/contents.rules.ts';
import { publishChange } from '../versions/publish.actions.ts';
import { type RangeProduct, readRangeProducts } from '../wardrobe-detail.queries.ts';
import { assertWardrobeVisible, lockWardrobe } from '../wardrobes.actions.ts';
import { isWardrobeNameTaken } from '../wardrobes.queries.ts';
import { assertCanManageWardrobe } from '../wardrobes.rules.ts';
import { describeContentsChanges } from './contents-changes.rules.ts';
import {
  assertValidContents,
  assignIds,
  countNewParts,
  keepProducts,
  listKnownParts,
  toContents,
} from './draft-contents.rules.ts';
import { assertPreviewAsSeen, type DraftPreview, previewContents } from './draft-preview.actions.ts';
import { toWardrobeDraft, type WardrobeDraft } from './drafts.mapper.ts';
import {
  deleteDraft,
  findDraft,
  findWardrobeRow,
  insertWardrobeDraft,
  listKeptContents,
  readSeasonNames,
  type StoredDraft,
  takeIds,
  updateDraft,
  type WardrobeRow,
} from './drafts.queries.ts';

type SaveInput = BodyOf<'PUT /api/organisation/wardrobes/:id/draft'>;
type PublishInput = BodyOf<'POST /api/organisation/wardrobes/:id/draft/publish'>;

const listProductIds = (contents: readonly WardrobeContents[]): number[] => [
  ...new Set(contents.flatMap(({ groups }) => groups.flatMap(({ products }) => products.map(({ productId }) => productId)))),
];

/** What a wardrobe contains. Throws 404. */
async function getContents(tx: Db, caller: Scope, wardrobeId: number): Promise<WardrobeContents> {
  const contents = (await readContents(tx, caller, [wardrobeId])).get(wardrobeId);
  if (!contents) throw notFound('wardrobe');
  return contents;
}

/** Contents without what has left the range, the products of it and of the wardrobe, and the sentences of what they change in it. */
async function compareContents(
  tx: Db,
  caller: Scope,
  live: WardrobeContents,
  draft: WardrobeContents,
): Promise<{ contents: WardrobeContents; products: Map<number, RangeProduct>; changes: string[] }> {
  const products = await readRangeProducts(tx, caller, listProductIds([live, draft]));
  const contents = keepProducts(draft, products);
  const seasons = await readSeasonNames(
    tx,
    caller,
    [live, contents].flatMap(({ seasonId }) => seasonId ?? []),
  );
  const names = new Map([...products].map(([id, { name }]) => [id, name]));
  const changes = describeContentsChanges(live, contents, { products: names, seasons, currencyCode: caller.currencyCode });
  return { contents, products, changes };
}

/** The draft of a wardrobe as administrators see it; null when there is none. The caller of this function checks that the scope may see the wardrobe. */
export async function findWardrobeDraft(db: Db, caller: Scope, wardrobeId: number): Promise<WardrobeDraft | null> {
  const draft = await findDraft(db, caller, wardrobeId);
  return draft ? describeDraft(db, caller, wardrobeId, draft) : null;
}

async function describeDraft(tx: Db, caller: Scope, wardrobeId: number, draft: StoredDraft): Promise<WardrobeDraft> {
  const live = await getContents(tx, caller, wardrobeId);
  const { contents, products, changes } = await compareContents(tx, caller, live, draft.contents);
  return toWardrobeDraft(draft, contents, products, changes);
}

/** The refusal of a change of a draft that is no longer the one that was seen. */
function createDraftConflict({ timeZone }: Scope, draft: StoredDraft | undefined, outcome: string): Error {
  if (!draft) return conflict('draft', `Someone else has published or discarded this draft. ${outcome}`);
  const { day, time } = getLocalTime(draft.savedAt.getTime(), timeZone);
  const { day: today } = getLocalTime(Date.now(), timeZone);
  const when = day === today ? `at ${time}` : `on ${formatNearDay(day, today)} at ${time}`;
  return conflict('draft', `${draft.savedBy.name} saved this draft ${when}. ${outcome}`);
}

/** Checks contents that are saved or published. Throws 404 and 422. */
async function checkContents(
  tx: Tx,
  caller: Scope,
  wardrobeId: number,
  row: WardrobeRow,
  live: WardrobeContents,
  contents: WardrobeContents,
): Promise<void> {
  const kept = await listKeptContents(tx, caller, wardrobeId);
  assertValidContents(contents, listKnownParts([live, ...kept.map((version) => version.contents)]));
  const { seasonId } = contents;
  if (seasonId === live.seasonId) return;
  if (seasonId !== null && !(await hasItem(tx, caller, 'season', seasonId))) throw notFound('organisationSeason');
  if (await isWardrobeNameTaken(tx, caller, { ...row, seasonId }, wardrobeId))
    throw invalid('contents.seasonId', 'There is already a wardrobe with this name in this season.');
}

/** Throws 404 for products that are not in the range. */
function assertInRange({ groups }: WardrobeContents, products: ReadonlyMap<number, RangeProduct>): void {
  const missing = groups.flatMap((group, index) =>
    group.products.flatMap(({ productId }, place) =>
      products.has(productId) ? [] : [[`contents.collectionGroups[${index}].products[${place}].productId`, 'product']],
    ),
  );
  if (missing.length > 0) throw partsNotFound(Object.fromEntries(missing));
}

/** A wardrobe that the caller may change, without a lock: drafts change nothing of it. Throws 403 and 404. */
async function getOwnWardrobe(db: Db, caller: Scope, wardrobeId: number): Promise<WardrobeRow> {
  assertCanManageWardrobe(caller, (await assertWardrobeVisible(db, caller, wardrobeId)).groupId);
  const row = await findWardrobeRow(db, caller, wardrobeId);
  if (!row) throw notFound('wardrobe');
  return row;
}

/**
 * Saves the draft of a wardrobe, or begins it where no revision was seen. Throws 403, 404, 422, and 409 when someone else has saved, begun, published or
 * discarded it meanwhile.
 */
export async function saveDraft(
  { tx, context: { caller } }: CommandContext,
  wardrobeId: number,
  { revision, basedOn, contents: input }: SaveInput,
): Promise<WardrobeDraft> {
  const row = await getOwnWardrobe(tx, caller, wardrobeId);
  const live = await getContents(tx, caller, wardrobeId);
  const contents = toContents(input);
  await checkContents(tx, caller, wardrobeId, row, live, contents);
  const compared = await compareContents(tx, caller, live, contents);
  assertInRange(contents, compared.products);
  const isSaved =
    revision === null
      ? await insertWardrobeDraft(tx, caller, wardrobeId, basedOn ?? row.version, contents)
      : await updateDraft(tx, caller, wardrobeId, revision, contents);
  const draft = await findDraft(tx, caller, wardrobeId);
  if (!isSaved || !draft) {
    const { version = row.version } = (await findWardrobeRow(tx, caller, wardrobeId)) ?? {};
    if (!draft && revision === null)
      throw conflict('draft', `Version ${version} of the wardrobe has been published meanwhile. Your changes were not saved.`);
    throw createDraftConflict(caller, draft, 'Your changes were not saved.');
  }
  return toWardrobeDraft(draft, contents, compared.products, compared.changes);
}

/** Discards the draft of a wardrobe; nothing happens where there is none. Throws 403, 404, and 409 when someone else has saved it meanwhile. */
export async function discardDraft(
  { tx, context, requestId }: CommandContext,
  wardrobeId: number,
  revision: number,
): Promise<void> {
  const { caller } = context;
  await getOwnWardrobe(tx, caller, wardrobeId);
  const draft = await findDraft(tx, caller, wardrobeId, { lock: true });
  if (!draft) return;
  if (!(await deleteDraft(tx, caller, wardrobeId, revision))) throw createDraftConflict(caller, draft, 'Nothing was discarded.');
  const { changes } = await describeDraft(tx, caller, wardrobeId, draft);
  await recordAuditEvent(tx, context, {
    action: 'wardrobe.draftDiscarded',
    subjectId: String(wardrobeId),
    before: { changes: changes.join('. ') },
    requestId,
  });
}

/** What publishing the draft of a wardrobe would mean. Throws 403 and 404, also where there is no draft. */
export async function previewDraft(tx: Tx, caller: Scope, wardrobeId: number): Promise<DraftPreview> {
  const row = await getOwnWardrobe(tx, caller, wardrobeId);
  const draft = await findDraft(tx, caller, wardrobeId);
  if (!draft) throw notFound('draft');
  return previewStored(tx, caller, wardrobeId, row, draft);
}

async function previewStored(
  tx: Tx,
  caller: Scope,
  wardrobeId: number,
  row: WardrobeRow,
  draft: StoredDraft,
): Promise<DraftPreview> {
  const live = await getContents(tx, caller, wardrobeId);
  const { contents, products, changes } = await compareContents(tx, caller, live, draft.contents);
  const preview = await previewContents(tx, caller, { id: wardrobeId, ...row, live, contents, products });
  return { ...preview, revision: draft.revision, version: row.version, nextVersion: row.nextVersion, changes };
}

/**
 * Publishes the draft of a wardrobe: from then on it contains that, and its wearers follow in the bulk edit, which is null where nothing changed. The figures are compared
 * with those that were seen before wardrobes are locked, since counting takes longer than anyone may wait for that lock; under it the draft and the version in use must still be those.
 * Throws 403, 404, 422, and 409 when the figures, the draft or the version in use are no longer what was seen, or while the wearers still follow another change.
 */
export async function publishDraft(
  bulkEdits: Pick<BulkEdits, 'start'>,
  command: CommandContext,
  wardrobeId: number,
  { revision, seen }: PublishInput,
): Promise<BulkEdit | null> {
  const { tx, context, requestId } = command;
  const { caller } = context;
  const row = await getOwnWardrobe(tx, caller, wardrobeId);
  const seenDraft = await findDraft(tx, caller, wardrobeId);
  if (seenDraft?.revision !== revision) throw createDraftConflict(caller, seenDraft, 'Nothing was published.');
  const preview = await previewStored(tx, caller, wardrobeId, row, seenDraft);
  assertPreviewAsSeen(seen, preview);
  await lockWardrobe(tx, caller, wardrobeId);
  // Deleting a wardrobe locks it before its draft, and so does this.
  const draft = await findDraft(tx, caller, wardrobeId, { lock: true });
  if (draft?.revision !== revision) throw createDraftConflict(caller, draft, 'Nothing was published.');
  const locked = await getOwnWardrobe(tx, caller, wardrobeId);
  assertPreviewAsSeen(seen, { ...preview, version: locked.version });
  const live = await getContents(tx, caller, wardrobeId);
  const { contents, changes } = await compareContents(tx, caller, live, draft.contents);
  await checkContents(tx, caller, wardrobeId, locked, live, contents);
  const { bulkEdit } = await publishChange(bulkEdits, command, wardrobeId, async () =>
    applyContents(tx, caller, wardrobeId, assignIds(contents, await takeIds(tx, countNewParts(contents)))),
  );
  await deleteDraft(tx, caller, wardrobeId, revision);
  const { version = locked.version } = (await findWardrobeRow(tx, caller, wardrobeId)) ?? {};
  await recordAuditEvent(tx, context, {
    action: 'wardrobe.published',
    subjectId: String(wardrobeId),
    before: { version: locked.version },
    after: { version, changes: changes.join('. ') },
    requestId,
  });
  return bulkEdit;
}
