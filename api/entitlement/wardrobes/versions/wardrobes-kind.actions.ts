import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { findRunningExclusive } from '#api/platform/bulk-edit/bulk-edit.queries.ts';
import type { BulkEdits } from '#api/platform/bulk-edit/bulk-edit-engine.ts';
import type {
  BulkEditContext,
  BulkEditKind,
  BulkEditPlan,
  BulkEditRecord,
  ItemResult,
  PendingItem,
  PlannedItem,
} from '#api/platform/bulk-edit/bulk-edit-kind.ts';
import type { CallerContext } from '#api/platform/bulk-edit/bulk-edit-store.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { conflict } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { syncEntitlement } from '../../entitlement.actions.ts';
import { keepWardrobes, listAllWearers, listWearersOf, lockWardrobes, type Tenant } from '../../entitlement.queries.ts';
import { applyContents } from './contents.queries.ts';
import type { SeasonRow } from './season-effect.rules.ts';
import { restoreSeasons, seasonsAre } from './season-rows.queries.ts';
import {
  findVersionContents,
  hasEarlierContents,
  noteBulkEdit,
  type PublishedVersion,
  readPublishedVersions,
  restoreVersion,
} from './wardrobe-versions.queries.ts';

/** What people follow: published versions of wardrobes, or seasons as they were before and are after. */
export interface WardrobesPayload {
  organisationId: number;
  versions?: readonly PublishedVersion[];
  seasons?: { before: readonly SeasonRow[]; after: readonly SeasonRow[] };
}

/** Why wardrobes change; edits that follow a change of the range are undone with it. */
export type WardrobesAction = 'wardrobe' | 'season' | 'range';

export interface WardrobesRequest {
  action: WardrobesAction;
  payload: WardrobesPayload;
}

export type WardrobesKind<C extends CallerContext = RequestContext> = BulkEditKind<WardrobesRequest, WardrobesPayload, C>;

/** Up to this many people follow within the request. */
export const WARDROBES_SYNC_LIMIT = 200;
/** People who follow in one transaction: few, because whoever of them orders waits for it. */
export const WARDROBES_BATCH_SIZE = 50;

const people = (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'person' : 'people'}`;

const CHANGED_SINCE: Record<WardrobesAction, string> = {
  wardrobe: 'The wardrobe has been changed since.',
  season: 'The seasons have been changed since.',
  range: 'The wardrobes have been changed since.',
};

const IS_DELETED = 'What is needed to undo it has been deleted.';

/** Of what one edit runs at a time; null for edits that follow changes of the range, which run beside others. */
const exclusiveKeyOf = ({ action, payload: { versions = [] } }: WardrobesRequest): string | null => {
  if (action === 'range') return null;
  return action === 'season' ? 'seasons' : `wardrobe:${versions.map(({ collectionId }) => collectionId).join()}`;
};

const toItems = (ids: readonly number[]): PlannedItem[] => ids.map((subjectId) => ({ subjectId }));

async function plan<C extends CallerContext>(
  { tx }: BulkEditContext<C>,
  request: WardrobesRequest,
): Promise<BulkEditPlan<WardrobesPayload>> {
  const { action, payload } = request;
  const exclusiveKey = exclusiveKeyOf(request);
  const running =
    exclusiveKey === null ? undefined : await findRunningExclusive(tx, payload.organisationId, 'wardrobes', exclusiveKey);
  if (running !== undefined)
    throw conflict(
      'wardrobe',
      action === 'season'
        ? `A change of the seasons is being applied to ${people(running)}. Nothing was changed. Wait until it is done, or stop it first.`
        : `This wardrobe is being changed for ${people(running)}. Nothing was changed. Wait until it is done, or stop it first.`,
    );
  const ids = payload.versions
    ? await listWearersOf(
        tx,
        payload,
        payload.versions.map(({ collectionId }) => collectionId),
      )
    : await listAllWearers(tx, payload);
  return { action, payload, items: toItems(ids), exclusiveKey };
}

/** Whether what was published is still in use, and the seasons are as the edit left them. */
async function isCurrent(db: Db, { organisationId, versions = [], seasons }: WardrobesPayload): Promise<boolean> {
  const tenant = { organisationId };
  if (seasons && !(await seasonsAre(db, tenant, seasons.after))) return false;
  const published = await readPublishedVersions(
    db,
    tenant,
    versions.map(({ collectionId }) => collectionId),
  );
  return versions.every(({ collectionId, after }) => published.get(collectionId) === after);
}

/** Restores what an edit changed once, and answers everyone who has followed it. Throws 409 when what a wardrobe contained before is no longer kept. */
async function revert(tx: Tx, { versions = [], seasons, ...tenant }: WardrobesPayload): Promise<number[]> {
  const followed = new Set<number>();
  for (const version of versions) {
    const contents = await findVersionContents(tx, tenant, version.collectionId, version.before);
    if (!contents) throw conflict('bulkEdit', IS_DELETED);
    await applyContents(tx, tenant, version.collectionId, contents);
    for (const id of await restoreVersion(tx, tenant, version)) followed.add(id);
  }
  if (!seasons) return [...followed].toSorted((a, b) => a - b);
  await restoreSeasons(tx, tenant, seasons.before);
  return listAllWearers(tx, tenant);
}

type FollowedEdit = Pick<BulkEditRecord<WardrobesPayload, number | null>, 'organisationId' | 'payload'>;

/** The organisation of an edit, also of one that an operator made. */
const tenantOf = ({ organisationId, payload }: FollowedEdit): Tenant => ({
  organisationId: organisationId ?? payload.organisationId,
});

/** Writes what people are owed by the versions in use. */
async function follow(tx: Tx, edit: FollowedEdit, items: readonly PendingItem[]): Promise<ItemResult[]> {
  await keepWardrobes(tx, tenantOf(edit));
  const people = items.map(({ subjectId }) => subjectId ?? 0);
  const changed = await syncEntitlement(tx, tenantOf(edit), people);
  return items.map(({ position, subjectId }) => ({ position, outcome: changed.has(subjectId ?? 0) ? 'changed' : 'unchanged' }));
}

/**
 * The edit by which people follow wardrobes and seasons that have changed: the change itself is made at once, and what each person is owed follows with their
 * batch. Undo is the change back, which those follow who had followed it.
 */
export const createWardrobesKind = <C extends CallerContext = RequestContext>(): WardrobesKind<C> => ({
  name: 'wardrobes',
  subject: 'customer',
  syncLimit: WARDROBES_SYNC_LIMIT,
  batchSize: WARDROBES_BATCH_SIZE,
  exclusive: { message: 'Another change of this kind is being applied. Nothing was changed. Wait until it is done.' },
  // Who changed it was allowed to; that people follow decides nothing.
  findAccessBlocker: () => undefined,
  wording: {},
  lock: async (tx, caller, step) => {
    if (!('customerId' in caller)) return;
    await (step === 'undo' ? lockWardrobes(tx, caller) : keepWardrobes(tx, caller));
  },
  describe: (action, total) => (action === 'season' ? `Seasons, for ${people(total)}` : `Wardrobe of ${people(total)}`),
  plan,
  apply: ({ tx }, edit, items) => follow(tx, edit, items),
  // The change has been made, and everyone is to be owed the same by it.
  unattended: { lock: (tx, edit) => keepWardrobes(tx, tenantOf(edit)), apply: follow },
  planUndo: async ({ tx, context, requestId }, { payload }) => {
    const ids = await revert(tx, payload);
    if ('effective' in context)
      for (const { collectionId } of payload.versions ?? [])
        await recordAuditEvent(tx, context, { action: 'wardrobe.undone', subjectId: String(collectionId), requestId });
    return toItems(ids);
  },
  undo: async () => [],
  findBlocker: async (db, _scope, { action, payload }, step) => {
    if (step === 'undo' && action === 'range') return 'It follows a change of the range. Undo that change.';
    if (payload.organisationId === undefined) return step === 'undo' ? IS_DELETED : undefined;
    if (step === 'undo' && payload.seasons && payload.seasons.before.length !== payload.seasons.after.length)
      return 'A season that was added or deleted can’t be undone.';
    if (action === 'range') return undefined;
    if (!(await isCurrent(db, payload))) return CHANGED_SINCE[action as WardrobesAction];
    return step === 'undo' && !(await hasEarlierContents(db, payload, payload.versions ?? [])) ? IS_DELETED : undefined;
  },
  listSubjects: async () => [],
});

/** Starts the edit by which people follow, and notes it with the versions. */
export async function startFollowing<C extends CallerContext>(
  bulkEdits: Pick<BulkEdits<C>, 'start'>,
  kind: WardrobesKind<C>,
  context: BulkEditContext<C>,
  request: WardrobesRequest,
): Promise<Awaited<ReturnType<BulkEdits<C>['start']>>['bulkEdit']> {
  const { bulkEdit } = await bulkEdits.start(kind, context, request);
  const { versions, ...tenant } = request.payload;
  // Of an edit of the supplier, the organisation sees nothing.
  if (versions && 'customerId' in context.context.caller) await noteBulkEdit(context.tx, tenant, versions, bulkEdit.id);
  return bulkEdit;
}
