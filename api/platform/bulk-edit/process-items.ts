import type { Tx } from '../db/database.ts';
import { STALE_SINCE_SNAPSHOT } from '../http/optimistic-concurrency.ts';
import type { StoredReason } from '../reasons.ts';
import {
  type ClaimedItem,
  finishBulkEdit,
  listPendingItems,
  type RunningBulkEdit,
  saveItemResults,
} from './bulk-edit.queries.ts';
import type { AnyBulkEditKind, BulkEditContext, ItemResult, UndoItem } from './bulk-edit-kind.ts';
import type { CallerContext } from './bulk-edit-store.queries.ts';
import type { BulkEditReason } from './item-reasons.rules.ts';

const STALE: BulkEditReason = { kind: 'stale_since_list' };
const ERASED: BulkEditReason = { kind: 'values_erased' };
const NOT_PROCESSED: BulkEditReason = { kind: 'not_processed' };

/** In whose name items are processed: undefined where whoever made the edit has no account any more. */
interface BatchContext {
  tx: Tx;
  context: CallerContext | undefined;
  requestId: string;
}

const isAttended = (batch: BatchContext): batch is BulkEditContext<CallerContext> => batch.context !== undefined;

/** Marks an edit as finished; what has not been processed says so. */
export async function finishEdit(batch: BatchContext, kind: AnyBulkEditKind, edit: RunningBulkEdit): Promise<void> {
  await finishBulkEdit(batch.tx, edit, NOT_PROCESSED);
  if (isAttended(batch)) await kind.finish?.(batch, edit);
}

/** Refuses what has not been processed, and finishes the edit. */
export async function refuseRest(tx: Tx, kind: AnyBulkEditKind, edit: RunningBulkEdit, reason: StoredReason): Promise<void> {
  await finishBulkEdit(tx, edit, reason);
  await kind.refuseRest?.(tx, edit, reason);
}

/** Processes items of a claimed edit. Those that cannot be processed by any kind do not reach the handler. */
export async function processItems(
  batch: BatchContext,
  kind: AnyBulkEditKind,
  edit: RunningBulkEdit,
  items: readonly ClaimedItem[],
): Promise<ItemResult[]> {
  const isStale = ({ expectedVersion }: ClaimedItem) => edit.undoOfId === null && expectedVersion === STALE_SINCE_SNAPSHOT;
  const isUndone = edit.undoOfId !== null && kind.planUndo === undefined;
  const isLost = ({ before, wasErased }: ClaimedItem) => isUndone && (wasErased || !before);
  const rest = items.filter((item) => !isStale(item) && !isLost(item));
  const results: ItemResult[] = items.flatMap((item): ItemResult[] => {
    const { position } = item;
    if (isStale(item)) return [{ position, outcome: 'conflict', reasons: [STALE] }];
    return isLost(item) ? [{ position, outcome: 'refused', reasons: [ERASED] }] : [];
  });
  if (rest.length > 0) results.push(...(await applyItems(batch, kind, edit, rest, isUndone)));
  await saveItemResults(batch.tx, edit, results);
  return results;
}

async function applyItems(
  batch: BatchContext,
  kind: AnyBulkEditKind,
  edit: RunningBulkEdit,
  items: readonly ClaimedItem[],
  isUndone: boolean,
): Promise<readonly ItemResult[]> {
  if (isAttended(batch)) return isUndone ? kind.undo(batch, edit, items as readonly UndoItem[]) : kind.apply(batch, edit, items);
  if (!kind.unattended) throw new Error(`Edits of the kind ${kind.name} need someone in whose name they are made.`);
  return kind.unattended.apply(batch.tx, edit, items);
}

/** Processes the next items of a claimed edit; false when that finishes it. */
export async function processNext(batch: BatchContext, kind: AnyBulkEditKind, edit: RunningBulkEdit): Promise<boolean> {
  const pending = await listPendingItems(batch.tx, edit, kind.batchSize);
  const limit = kind.limitBatch && pending.length > 0 ? await kind.limitBatch(batch.tx, edit, pending) : pending.length;
  const items = pending.slice(0, Math.max(limit, 1));
  if (items.length > 0) await processItems(batch, kind, edit, items);
  const isLast = pending.length < kind.batchSize && items.length === pending.length;
  if (isLast) await finishEdit(batch, kind, edit);
  return !isLast;
}
