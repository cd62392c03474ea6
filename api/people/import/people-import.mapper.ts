import { describeReason, describeReasons } from '#api/platform/reasons.ts';
import type { ReplyOf } from '#contract/index.ts';
import { IMPORT_FINDINGS, type ImportFinding } from '#contract/people/import/finding-kinds.ts';
import { IMPORT_OUTCOMES, type ImportOutcome, type ImportState } from '#contract/people/import.ts';
import { describeSkipReason } from '../invitations/invitations.rules.ts';
import { isReadingConfirmed } from './import-reading.rules.ts';
import { IMPORT_WORDING } from './import-reasons.rules.ts';
import type { ImportRecord } from './imports.queries.ts';
import { describeRowChange } from './row-changes.rules.ts';
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

/** How many invitations an import has queued, and why others were not; from before the reasons were stored as kinds, as sentences. */
const toInvitations = ({ invited, invitations }: Pick<ImportRecord, 'invited' | 'invitations'>): PeopleImport['invitations'] =>
  invited === null
    ? invitations
    : {
        queued: invited.queued,
        skipped: invited.skipped.map(({ reason, count }) => ({ msg: describeSkipReason('invitation', reason), count })),
      };

/** An import as the wire shows it. */
export const toPeopleImport = (peopleImport: ImportRecord, isPreviewInterrupted: boolean): PeopleImport => ({
  id: peopleImport.id,
  kind: peopleImport.kind,
  fileName: peopleImport.file_name,
  createdOnUtc: peopleImport.created_at.toISOString(),
  createdBy: peopleImport.created_by,
  state: getState(peopleImport),
  rows: peopleImport.row_count,
  isReadingConfirmed: isReadingConfirmed(peopleImport),
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
  findings: Object.fromEntries(IMPORT_FINDINGS.map((finding) => [finding, peopleImport.findings[finding] ?? 0])) as Record<
    ImportFinding,
    number
  >,
  confirmedFindings: peopleImport.confirmed_findings,
  leavingUnread: peopleImport.leaving_unread,
  deactivation: toDeactivation(peopleImport),
  invitations: toInvitations(peopleImport),
  bulkEditId: peopleImport.visible_bulk_edit_id,
  previewedOnUtc: toIso(peopleImport.previewed_at),
  startedOnUtc: toIso(peopleImport.started_at),
  finishedOnUtc: toIso(peopleImport.finished_at),
  undoneOnUtc: toIso(peopleImport.undone_at),
});

/** What undoing did to a row: all of it, a part of it, or nothing; null where it was not undone. */
export function getUndoResult({
  undo_outcome,
  undo_reasons,
}: Pick<ImportRowView, 'undo_outcome' | 'undo_reasons'>): PeopleImportRow['undo'] {
  if (undo_outcome === null) return null;
  if (undo_outcome === 'refused') return 'kept';
  return undo_reasons === null ? 'restored' : 'partly';
}

/** What a row changes, as texts. */
export const listRowChanges = ({ changes, earlier_changes }: ImportRowView): PeopleImportRow['changes'] => [
  ...earlier_changes,
  ...changes.flatMap(describeRowChange),
];

/** Why a row is not imported, or not completely, each as a sentence. */
export const listRowReasons = ({ reasons }: ImportRowView): string[] =>
  reasons.map((reason) => describeReason(IMPORT_WORDING, reason));

/** Why a row was not undone, or not completely; null where nothing stood against it. */
export const describeUndo = ({ undo_reasons }: ImportRowView): string | null =>
  describeReasons(IMPORT_WORDING, undo_reasons ?? []);

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
  changes: listRowChanges(row),
  reasons: listRowReasons(row),
  findings: [...(row.findings ?? [])],
  undo: getUndoResult(row),
  undoReason: describeUndo(row),
});
