import type { ReplyOf } from '#contract/index.ts';
import { IMPORT_OUTCOMES, type ImportOutcome, type ImportState } from '#contract/people/import.ts';
import type { ImportRecord } from './imports.queries.ts';
import type { ImportRowView } from './rows.queries.ts';

type PeopleImport = ReplyOf<'GET /api/peopleimports/:id'>['peopleImport'];
type PeopleImportRow = ReplyOf<'GET /api/peopleimports/:id/rows'>['rows'][number];

const toIso = (date: Date | null) => date?.toISOString() ?? null;

/** How many accounts an import would close, and whether that is so many that the number must be confirmed. */
export function toDeactivation({
  counts,
  active_people,
  deactivation_threshold,
}: Pick<ImportRecord, 'counts' | 'active_people' | 'deactivation_threshold'>): PeopleImport['deactivation'] {
  const closing = counts.close ?? 0;
  return {
    closing,
    activePeople: active_people,
    threshold: deactivation_threshold,
    mustConfirm: closing > 0 && closing * 100 > active_people * deactivation_threshold,
  };
}

function getState({ state, is_stopped, finished_at, undone_at }: ImportRecord): ImportState {
  if (state !== 'started') return state;
  if (undone_at) return 'undone';
  if (finished_at) return 'finished';
  return is_stopped ? 'stopped' : 'running';
}

/** An import as the wire shows it. */
export const toPeopleImport = (peopleImport: ImportRecord, isPreviewInterrupted: boolean): PeopleImport => ({
  id: peopleImport.id,
  kind: peopleImport.kind,
  fileName: peopleImport.file_name,
  createdOnUtc: peopleImport.created_at.toISOString(),
  createdBy: peopleImport.created_by,
  state: getState(peopleImport),
  rows: peopleImport.row_count,
  columns: peopleImport.columns.map(({ header, samples }, index) => ({
    header,
    samples,
    field: peopleImport.mapping[index] ?? null,
  })),
  deactivateMissing: peopleImport.deactivate_missing,
  clearEmpty: peopleImport.clear_empty,
  invite: peopleImport.invite,
  monthFirst: peopleImport.month_first,
  previewProgress: { done: peopleImport.preview_position, total: peopleImport.preview_total },
  isPreviewInterrupted,
  counts: Object.fromEntries(IMPORT_OUTCOMES.map((outcome) => [outcome, peopleImport.counts[outcome] ?? 0])) as Record<
    ImportOutcome,
    number
  >,
  deactivation: toDeactivation(peopleImport),
  invitations: peopleImport.invitations,
  bulkEditId: peopleImport.visible_bulk_edit_id,
  previewedOnUtc: toIso(peopleImport.previewed_at),
  startedOnUtc: toIso(peopleImport.started_at),
  finishedOnUtc: toIso(peopleImport.finished_at),
  undoneOnUtc: toIso(peopleImport.undone_at),
});

/** What undoing did to a row: all of it, a part of it, or nothing; null where it was not undone. */
export function getUndoResult({
  undo_outcome,
  undo_reason,
}: Pick<ImportRowView, 'undo_outcome' | 'undo_reason'>): PeopleImportRow['undo'] {
  if (undo_outcome === null) return null;
  if (undo_outcome === 'refused') return 'kept';
  return undo_reason === null ? 'restored' : 'partly';
}

/** A row as the wire shows it. New and unknown people have the email address and employee number of the file. */
export const toPeopleImportRow = (row: ImportRowView, mapping: ImportRecord['mapping']): PeopleImportRow => ({
  row: row.row_no,
  line: row.line,
  customerId: row.customer_id,
  productOrganisationId: row.product_organisation_id ?? null,
  person: row.person,
  sku: row.cells[mapping.indexOf('sku')] || null,
  email: row.email ?? (row.cells[mapping.indexOf('email')] || null),
  employeeNumber: row.employee_number ?? (row.cells[mapping.indexOf('employeeNumber')] || null),
  outcome: row.outcome,
  isProcessed: row.processed_at !== null,
  changes: [...row.changes],
  reasons: [...row.reasons],
  undo: getUndoResult(row),
  undoReason: row.undo_reason,
});
