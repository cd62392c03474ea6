import type { ReplyOf } from '#contract/index.ts';
import { IMPORT_OUTCOMES, type ImportOutcome } from '#contract/people/people-import.ts';
import type { ImportRow } from './imports.queries.ts';
import type { ImportRowView } from './rows.queries.ts';

type PeopleImport = ReplyOf<'GET /api/peopleimports/:id'>['peopleImport'];
type WireRow = ReplyOf<'GET /api/peopleimports/:id/rows'>['rows'][number];

const iso = (date: Date | null) => date?.toISOString() ?? null;

/** Accounts that would be closed, of how many active people, and whether that is so many that the number must be confirmed. */
export function toDeactivationThreshold(
  of: Pick<ImportRow, 'counts' | 'active_people' | 'brake_percent'>,
): PeopleImport['brake'] {
  const closing = of.counts.leave ?? 0;
  return {
    closing,
    activePeople: of.active_people,
    percent: of.brake_percent,
    mustConfirm: closing > 0 && closing * 100 > of.active_people * of.brake_percent,
  };
}

/** Why a carried-out import cannot be taken back; undefined where it can. */
export function findUndoBlocker(of: ImportRow): string | undefined {
  if (of.rows_forgotten_at) return 'The values from before are not kept any more.';
  if (of.undone_at) return 'It has been taken back already.';
  return of.is_last ? undefined : 'Only the last import can be taken back.';
}

const isCarriedOut = ({ state, started_at }: ImportRow) => state === 'done' || (state === 'failed' && started_at !== null);

/** Whether it can be taken back now. */
export const canUndoImport = (of: ImportRow) => isCarriedOut(of) && findUndoBlocker(of) === undefined;

/** Whether a job is at it, as far as the import knows. */
export const isImportInProgress = ({ state }: ImportRow) => state === 'previewing' || state === 'running' || state === 'undoing';

/** Whether it broke off in the middle of what can be gone on with. */
export const isImportInterrupted = (of: ImportRow) =>
  of.state === 'failed' &&
  (of.broke_off_in === 'running' || of.broke_off_in === 'undoing') &&
  of.is_last &&
  !of.rows_forgotten_at;

/** An import in the wire's words; `isGivenUp` where no job is at it any more that should be. */
export function toPeopleImport(of: ImportRow, isGivenUp: boolean): PeopleImport {
  const obstacle = findUndoBlocker(of);
  return {
    id: of.id,
    fileName: of.file_name,
    createdOnUtc: of.created_at.toISOString(),
    createdBy: of.created_by,
    state: of.state,
    rows: of.rows,
    columns: of.columns.map(({ header, samples }, place) => ({ header, samples, field: of.mapping[place] ?? null })),
    missingLeave: of.missing_leave,
    clearEmpty: of.clear_empty,
    invite: of.invite,
    monthFirst: of.month_first,
    progress: { done: of.done, total: of.total },
    counts: Object.fromEntries(IMPORT_OUTCOMES.map((outcome) => [outcome, of.counts[outcome] ?? 0])) as Record<
      ImportOutcome,
      number
    >,
    brake: toDeactivationThreshold(of),
    invitations: of.invited,
    undoCounts: of.undo_counts,
    isStopped: isGivenUp || isImportInterrupted(of),
    failure: of.failure,
    previewedOnUtc: iso(of.previewed_at),
    startedOnUtc: iso(of.started_at),
    finishedOnUtc: iso(of.finished_at),
    undoneOnUtc: iso(of.undone_at),
    undoAllowed: canUndoImport(of),
    undoObstacle: isCarriedOut(of) ? (obstacle ?? null) : null,
  };
}

/** A row in the wire's words; who is new, or unknown, has what the file says. */
export const toPeopleImportRow = (row: ImportRowView, mapping: ImportRow['mapping']): WireRow => ({
  row: row.row_no,
  line: row.line,
  customerId: row.customer_id,
  person: row.person,
  email: row.email ?? (row.cells[mapping.indexOf('email')] || null),
  employeeNumber: row.employee_number ?? (row.cells[mapping.indexOf('employeeNumber')] || null),
  outcome: row.outcome,
  isDone: row.done_at !== null,
  changes: row.changes,
  reasons: row.reasons,
  undo: row.undo,
  undoReasons: row.undo_reasons,
});
