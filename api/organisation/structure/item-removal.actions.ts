import type { BulkEdit } from '#api/platform/bulk-edit/bulk-edit.mapper.ts';
import { findRunningExclusive } from '#api/platform/bulk-edit/bulk-edit.queries.ts';
import type { BulkEdits } from '#api/platform/bulk-edit/bulk-edit-engine.ts';
import type { BulkEditKind } from '#api/platform/bulk-edit/bulk-edit-kind.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { conflict, HttpError } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { type CommandContext, lockForRemoval, removeLockedItem } from './structure.actions.ts';
import { hasItem, lockOrganisation } from './structure.queries.ts';
import { ITEM_KINDS, type StructureItemKind, type Usage } from './structure.rules.ts';
import {
  clearDepartments,
  deleteUnusedEntitlement,
  hasUsedEntitlement,
  listPeopleWhoUse,
  lockPeopleOf,
  moveUsage,
} from './usage.queries.ts';

/** What areas above derive from seasons, where people move from one that is deleted. */
export interface SeasonHooks {
  /** Moves the wardrobes of a season to another; their wearers follow with the people of the season. */
  moveWardrobes: (command: CommandContext, seasonId: number, toId: number) => Promise<void>;
  /** Keeps wardrobes and seasons as they are until the transaction ends. */
  keepWardrobes: (tx: Tx, scope: Scope) => Promise<unknown>;
  /** Writes what people are owed by their seasons and wardrobes. */
  syncPeople: (tx: Tx, scope: Scope, people: readonly number[]) => Promise<unknown>;
}

interface RemovalRequest {
  kind: StructureItemKind;
  id: number;
  toId: number;
  people: readonly number[];
  /** What uses the item when it is decided. */
  moved: readonly Pick<Usage, 'kind' | 'count'>[];
}

type RemovalPayload = Omit<RemovalRequest, 'people'>;

export type RemovalKind = BulkEditKind<RemovalRequest, RemovalPayload>;

/** Up to this many people move within the request. */
export const REMOVAL_SYNC_LIMIT = 200;
const BATCH_SIZE = 50;

const IS_MOVING = 'People are being moved from it already. Nothing was changed. Wait until it is done.';
const keyOf = ({ kind, id }: Pick<RemovalPayload, 'kind' | 'id'>) => `${kind}:${id}`;

const isStructureKind = (action: string): action is StructureItemKind => Object.hasOwn(ITEM_KINDS, action);

/** The bulk edit by which people move from an item of the structure to another, and the item is deleted when all have moved. */
export const createRemovalKind = ({ keepWardrobes, syncPeople }: Omit<SeasonHooks, 'moveWardrobes'>): RemovalKind => ({
  name: 'structure',
  subject: 'customer',
  syncLimit: 0,
  batchSize: BATCH_SIZE,
  exclusive: { message: IS_MOVING },
  findAccessBlocker: ({ adminableGroupIds }) => (adminableGroupIds.length > 0 ? { kind: 'not_whole_organisation' } : undefined),
  wording: { not_whole_organisation: () => 'Only an administrator of the whole organisation may do this.' },
  lock: async (tx, caller) => {
    await keepWardrobes(tx, caller);
    await lockOrganisation(tx, caller);
  },
  describe: (action, total) =>
    `Moved ${total.toLocaleString('en-GB')} ${total === 1 ? 'person' : 'people'} from a deleted ${isStructureKind(action) ? ITEM_KINDS[action].one : 'item'}`,
  plan: async (_context, { people, ...payload }) => ({
    action: payload.kind,
    payload,
    items: people.map((subjectId) => ({ subjectId })),
    exclusiveKey: keyOf(payload),
  }),
  apply: async ({ tx, context: { caller } }, { payload }, items) => {
    const { kind, id, toId } = payload;
    // Someone else may have deleted it, or the one to which people move, or have ordered in the season.
    const mayMove = (await hasItem(tx, caller, kind, id)) && (await hasItem(tx, caller, kind, toId));
    if (!mayMove || (kind === 'season' && (await hasUsedEntitlement(tx, caller, { seasonId: id }))))
      return items.map(({ position }) => ({ position, outcome: 'unchanged' }));
    const people = items.map(({ subjectId }) => subjectId ?? 0);
    await lockPeopleOf(tx, caller, people);
    if (kind === 'resort') await clearDepartments(tx, caller, id, people);
    if (kind === 'season') await deleteUnusedEntitlement(tx, caller, { seasonId: id }, people);
    await moveUsage(tx, caller, kind, id, toId, people);
    if (kind === 'season') await syncPeople(tx, caller, people);
    return items.map(({ position }) => ({ position, outcome: 'changed' }));
  },
  finish: async ({ tx, context, requestId }, { payload }) => {
    const { kind, id, toId, moved } = payload;
    try {
      await removeLockedItem({ tx, context, requestId }, kind, await lockForRemoval(tx, context.caller, kind, id, toId), moved);
    } catch (error) {
      // It is gone, or must stay by now: everyone has moved all the same.
      if (!(error instanceof HttpError)) throw error;
    }
  },
  undo: async () => [],
  findBlocker: async (_db, _scope, _edit, step) => (step === 'undo' ? 'A deletion can’t be undone.' : undefined),
  listSubjects: async () => [],
});

/**
 * Deletes an item and moves what uses it to `moveToId`; without a target, an item in use stays. Where many people move, they do in a bulk edit, and the item is deleted
 * after them; null where everything is done. Throws 403, 404, and 409 with a description of what uses it.
 */
export async function removeItem(
  bulkEdits: Pick<BulkEdits, 'start'>,
  hooks: SeasonHooks,
  command: CommandContext,
  kind: StructureItemKind,
  id: number,
  moveToId: number | undefined,
): Promise<BulkEdit | null> {
  const { tx, context } = command;
  const removal = await lockForRemoval(tx, context.caller, kind, id, moveToId);
  if ((await findRunningExclusive(tx, context.caller.organisationId, 'structure', keyOf({ kind, id }))) !== undefined)
    throw conflict(ITEM_KINDS[kind].entity, IS_MOVING);
  const { toId, usages } = removal;
  const people = toId === null ? [] : await listPeopleWhoUse(tx, context.caller, kind, id);
  if (toId === null || people.length <= REMOVAL_SYNC_LIMIT) {
    await removeLockedItem(command, kind, removal);
    return null;
  }
  if (kind === 'season') await hooks.moveWardrobes(command, id, toId);
  const moved = usages.map(({ kind: what, count }) => ({ kind: what, count }));
  return (await bulkEdits.start(createRemovalKind(hooks), command, { kind, id, toId, people, moved })).bulkEdit;
}
