import type { SeasonHooks } from '#api/organisation/structure/item-removal.actions.ts';
import type { CommandContext } from '#api/organisation/structure/structure.actions.ts';
import type { BulkEdit } from '#api/platform/bulk-edit/bulk-edit.mapper.ts';
import type { BulkEdits } from '#api/platform/bulk-edit/bulk-edit-engine.ts';
import type { BulkEditContext } from '#api/platform/bulk-edit/bulk-edit-kind.ts';
import type { OperatorContext } from '#api/platform/bulk-edit/bulk-edit-store.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { syncEntitlement } from '../../entitlement.actions.ts';
import { keepWardrobes, lockWardrobes, type Tenant } from '../../entitlement.queries.ts';
import { assertSeasonEffectAsSeen } from './season-effect.actions.ts';
import type { SeasonRow } from './season-effect.rules.ts';
import { listSeasonRows } from './season-rows.queries.ts';
import { keepVersions, moveWardrobesToSeason, publishVersions, renewVersions } from './wardrobe-versions.queries.ts';
import { createWardrobesKind, startFollowing } from './wardrobes-kind.actions.ts';

type Starter = Pick<BulkEdits, 'start'>;

/**
 * Changes a wardrobe and publishes it, if what it contains is then another or `isNeeded` says so: its wearers follow in a bulk edit, which is null where nothing changed. Throws 409
 * while its wearers still follow another change.
 */
export async function publishChange<T>(
  bulkEdits: Starter,
  command: CommandContext,
  collectionId: number,
  change: () => Promise<T>,
  { isNeeded = () => false }: { isNeeded?: (result: T) => boolean } = {},
): Promise<{ result: T; bulkEdit: BulkEdit | null }> {
  const { tx, context } = command;
  const { caller } = context;
  await lockWardrobes(tx, caller);
  await keepVersions(tx, caller, [collectionId]);
  const result = await change();
  const versions = await publishVersions(tx, caller, { kind: 'customer', id: caller.customerId }, [collectionId], {
    always: isNeeded(result),
  });
  if (versions.length === 0) return { result, bulkEdit: null };
  const payload = { organisationId: caller.organisationId, versions };
  const bulkEdit = await startFollowing(bulkEdits, createWardrobesKind(), command, { action: 'wardrobe', payload });
  return { result, bulkEdit };
}

/**
 * Whether changed seasons decide what people are owed: by their days, by which of them is the current one, or because people who took part in one that is gone take
 * part in another. No one takes part yet in a new one.
 */
function decides({ before, after }: { before: readonly SeasonRow[]; after: readonly SeasonRow[] }): boolean {
  const facts = ({ startsOn, endsOn, isCurrent }: SeasonRow) => [startsOn, endsOn, isCurrent].join();
  const earlier = new Map(before.map((row) => [row.id, facts(row)]));
  return (
    after.some((row) => (earlier.has(row.id) ? earlier.get(row.id) !== facts(row) : row.isCurrent)) ||
    before.some(({ id }) => !after.some((row) => row.id === id))
  );
}

/**
 * Changes seasons: everyone who has a wardrobe follows in a bulk edit, which is null where nothing changed that decides what people are owed. Throws 409 while people still follow another change
 * of seasons, and when what it means for people is no longer what the preview of this fingerprint said.
 */
export async function followSeasons<T>(
  bulkEdits: Starter,
  command: CommandContext,
  change: () => Promise<T>,
  outcomeFingerprint?: string | null,
): Promise<{ result: T; bulkEdit: BulkEdit | null }> {
  const { tx, context } = command;
  const { caller } = context;
  await lockWardrobes(tx, caller);
  const before = await listSeasonRows(tx, caller);
  const result = await change();
  const after = await listSeasonRows(tx, caller);
  await assertSeasonEffectAsSeen(tx, caller, outcomeFingerprint, { before, after });
  const isSame = (one: object, others: readonly object[]) =>
    others.some((other) => JSON.stringify(other) === JSON.stringify(one));
  const seasons = { before: before.filter((row) => !isSame(row, after)), after: after.filter((row) => !isSame(row, before)) };
  // Wardrobes of a season that was deleted are now of the one that took its place.
  if (seasons.before.some(({ id }) => !seasons.after.some((row) => row.id === id))) await renewVersions(tx, caller);
  if (!decides(seasons)) return { result, bulkEdit: null };
  const payload = { organisationId: caller.organisationId, seasons };
  return { result, bulkEdit: await startFollowing(bulkEdits, createWardrobesKind(), command, { action: 'season', payload }) };
}

/** Locks the wardrobes of an organisation whose range is going to change, and keeps what they contain. */
export async function keepBeforeRangeEdit(tx: Tx, tenant: Tenant): Promise<void> {
  await lockWardrobes(tx, tenant);
  await keepVersions(tx, tenant, null);
}

/** Publishes the wardrobes from which a change of the range has taken products, or to which it has added them. Their wearers follow in a bulk edit. */
export async function publishAfterRangeEdit(
  bulkEdits: Starter,
  context: BulkEditContext,
  collectionIds: readonly number[],
): Promise<void> {
  const { caller } = context.context;
  const actor = { kind: 'customer', id: caller.customerId };
  const versions = await publishVersions(context.tx, caller, actor, collectionIds, { always: false });
  if (versions.length === 0) return;
  const payload = { organisationId: caller.organisationId, versions };
  await startFollowing(bulkEdits, createWardrobesKind(), context, { action: 'range', payload });
}

/** The same where an operator or an API key changes the range of a client. */
export async function publishAfterClientRangeEdit(
  bulkEdits: Pick<BulkEdits<OperatorContext>, 'start'>,
  context: BulkEditContext<OperatorContext>,
  tenant: Tenant,
  collectionIds: readonly number[],
): Promise<void> {
  const { kind, id } = context.context.caller;
  const versions = await publishVersions(context.tx, tenant, { kind, id }, collectionIds, { always: false });
  if (versions.length === 0) return;
  const payload = { organisationId: tenant.organisationId, versions };
  await startFollowing(bulkEdits, createWardrobesKind<OperatorContext>(), context, { action: 'range', payload });
}

/** Where people move from a season that is deleted, its wardrobes move first, and each person gets with their part of the move what they are owed from then on. */
export const seasonHooks: SeasonHooks = {
  keepWardrobes,
  syncPeople: syncEntitlement,
  moveWardrobes: async ({ tx, context: { caller } }, seasonId, toId) => {
    await lockWardrobes(tx, caller);
    await keepVersions(tx, caller, null);
    const collectionIds = await moveWardrobesToSeason(tx, caller, seasonId, toId);
    await publishVersions(tx, caller, { kind: 'customer', id: caller.customerId }, collectionIds, { always: false });
  },
};
