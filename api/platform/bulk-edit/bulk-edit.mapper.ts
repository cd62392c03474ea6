import type { ReplyOf } from '#contract/index.ts';
import type { BulkEditState } from '#contract/platform/bulk-edit.ts';
import type { BulkEditRow } from './bulk-edit.queries.ts';
import type { AnyBulkEditKind, BulkEditSubject } from './bulk-edit-kind.ts';
import { describeItemReasons } from './item-reasons.rules.ts';

export type BulkEdit = ReplyOf<'GET /api/bulkedits/:id'>['bulkEdit'];

/** Where an edit is; `hasJob` is whether the queue still holds a job for it. */
export function getBulkEditState({ finished_at, stopped_at }: BulkEditRow, hasJob: boolean): BulkEditState {
  if (finished_at) return 'finished';
  if (stopped_at) return 'stopped';
  return hasJob ? 'running' : 'interrupted';
}

/** Why an edit of any kind cannot be undone; undefined where nothing stands against it. */
export function findCommonUndoBlocker(
  { undo_of_id, undone_by_id, finished_at, changed }: BulkEditRow,
  { planUndo }: Pick<AnyBulkEditKind, 'planUndo'>,
): string | undefined {
  if (undone_by_id !== null) return 'This has already been undone.';
  if (undo_of_id !== null || (finished_at && changed === 0 && !planUndo)) return 'There is nothing to undo.';
  return undefined;
}

function describe(kind: AnyBulkEditKind, { action, original_action, total }: BulkEditRow): string {
  if (original_action === null) return kind.describe(action, total);
  const original = kind.describe(original_action, total);
  return `Undone: ${original.charAt(0).toLowerCase()}${original.slice(1)}`;
}

/** An edit as the wire shows it. Subjects that the caller cannot see are counted and not named. */
export function toBulkEdit(
  row: BulkEditRow,
  kind: AnyBulkEditKind,
  subjects: ReadonlyMap<number, BulkEditSubject>,
  { hasJob, undoBlocker }: { hasJob: boolean; undoBlocker: string | undefined },
): BulkEdit {
  const { total, changed, unchanged, refused, conflicts } = row;
  const state = getBulkEditState(row, hasJob);
  return {
    id: row.id,
    kind: row.kind,
    action: row.action,
    description: describe(kind, row),
    state,
    createdOnUtc: row.created_at.toISOString(),
    finishedOnUtc: row.finished_at?.toISOString() ?? null,
    by: row.by,
    total,
    changed,
    unchanged,
    refused,
    conflicts,
    progress: { done: changed + unchanged + refused + conflicts, total },
    canStop: state === 'running' || state === 'interrupted',
    canContinue: state === 'stopped' || state === 'interrupted',
    canUndo: undoBlocker === undefined,
    undoBlocker: undoBlocker ?? null,
    undoOfId: row.undo_of_id,
    undoneById: row.undone_by_id,
    refusals: row.refusals
      .map(({ outcome, reasons, count, subjectIds }) => ({
        outcome,
        reason: describeItemReasons(kind, reasons) ?? '',
        count,
        subjects: subjectIds.flatMap((id) => {
          const subject = subjects.get(id);
          return subject ? [{ id, name: subject.name }] : [];
        }),
      }))
      .toSorted((one, other) => other.count - one.count || one.reason.localeCompare(other.reason, 'en')),
    conflictItems: row.conflict_items.flatMap(({ subjectId, isStale }) => {
      const subject = subjects.get(subjectId);
      if (!subject) return [];
      return [
        {
          id: subjectId,
          version: subject.version,
          reason: isStale ? ('staleSinceSnapshot' as const) : ('changedSince' as const),
        },
      ];
    }),
  };
}
