import type { CommandContext } from '#api/organisation/structure/structure.actions.ts';
import { lockOrganisation } from '#api/organisation/structure/structure.queries.ts';
import { assertCanManageStructure } from '#api/organisation/structure/structure.rules.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { BulkEdits } from '#api/platform/bulk-edit/bulk-edit-engine.ts';
import type { BulkEditContext } from '#api/platform/bulk-edit/bulk-edit-kind.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { JobQueue } from '#api/platform/jobs/queue.ts';
import type { SheetFileReader } from '#api/platform/sheet-file/sheet-file-reader.ts';
import { normaliseHeading } from '#api/platform/workbook/cell-names.ts';
import type { BodyOf } from '#contract/index.ts';
import type { ColumnField, ImportKind } from '#contract/people/import.ts';
import { findMappingProblem, suggestImportFields } from './columns.rules.ts';
import {
  deleteImport,
  findImport,
  type ImportRecord,
  insertImport,
  lockImport,
  readDeactivationThreshold,
  readSavedColumnMapping,
  saveColumnMapping,
  saveDeactivationThreshold,
  sqlNow,
  updateImport,
} from './imports.queries.ts';
import type { PeopleImportKind, PeopleImportRequest } from './people-import-kind.actions.ts';
import { previewImportJob } from './preview.actions.ts';

const conflict = (sentence: string) => new HttpError(409, { peopleImport: [sentence] });

/** One import that the administrator can see. Throws 404. */
export async function getImport(db: Db, scope: Scope, id: number): Promise<ImportRecord> {
  const found = await findImport(db, scope, id);
  if (!found) throw notFound('peopleImport');
  return found;
}

async function getLockedImport(tx: Tx, scope: Scope, id: number): Promise<ImportRecord> {
  const found = await lockImport(tx, scope, id);
  if (!found) throw notFound('peopleImport');
  return found;
}

/**
 * Reads an accepted file, suggests what its columns mean, and returns the id of the new import. Throws 422 where it cannot be read, and
 * 503 where too many others are read; 403 for the range, which belongs to administrators of the whole organisation.
 */
export async function createImportFromFile(
  db: Db,
  reader: SheetFileReader,
  scope: Scope,
  { kind, fileName }: { kind: ImportKind; fileName: string },
  bytes: unknown,
): Promise<number> {
  if (kind === 'range') assertCanManageStructure(scope);
  // A request without content has no body.
  if (bytes == null) throw invalid('file', 'The file is empty.');
  if (!Buffer.isBuffer(bytes)) throw invalid('file', 'Please choose a file: CSV, TSV or an Excel workbook (.xlsx).');
  const { rows, batches, ...content } = await reader.read(bytes, fileName);
  const columns = content.columns.map(({ header, samples }, index) => ({ header: header || `Column ${index + 1}`, samples }));
  return runInTransaction(db, async (tx) => {
    const fields = suggestImportFields(
      kind,
      columns.map(({ header }) => header),
      await readSavedColumnMapping(tx, scope, kind),
    );
    return insertImport(tx, scope, { kind, name: fileName, columns, fields, rows, batches });
  });
}

/** Saves what the columns mean and queues the preview. Throws 404, 409 and 422. */
export async function requestPreview(
  tx: Tx,
  jobs: Pick<JobQueue, 'enqueue'>,
  caller: Scope,
  id: number,
  input: BodyOf<'POST /api/peopleimports/:id/preview'>,
): Promise<void> {
  const { kind, state, columns, row_count } = await getLockedImport(tx, caller, id);
  if (state === 'started') throw conflict('This file has already been imported. To import it again, please upload it again.');
  const problem = findMappingProblem(kind, input.fields, columns.length);
  if (problem) throw invalid('fields', problem);
  const fields = input.fields as (ColumnField | null)[];
  await saveColumnMapping(
    tx,
    caller,
    kind,
    columns.map(({ header }, index) => ({ header: normaliseHeading(header), field: fields[index] ?? null })),
  );
  const isOfPeople = kind === 'people';
  await updateImport(tx, caller, id, {
    state: 'previewing',
    mapping: JSON.stringify(fields),
    deactivate_missing: isOfPeople && (input.deactivateMissing ?? false),
    clear_empty: isOfPeople && (input.clearEmpty ?? false),
    invite: isOfPeople && (input.invite ?? false),
    month_first: input.monthFirst ?? false,
    previewed_by_id: caller.customerId,
    preview_position: 0,
    preview_total: row_count,
    counts: '{}',
  });
  await jobs.enqueue(tx, previewImportJob, { organisationId: caller.organisationId, importId: id });
}

/**
 * Starts the bulk edit that runs a previewed import. Throws 404, and 409 where it cannot be run, the number of accounts to close is not
 * confirmed, or another import is running.
 */
export async function runImport(
  bulkEdits: BulkEdits,
  kind: PeopleImportKind,
  context: BulkEditContext,
  request: PeopleImportRequest,
): Promise<void> {
  const { bulkEdit } = await bulkEdits.start(kind, context, request);
  await updateImport(context.tx, context.context.caller, request.importId, {
    state: 'started',
    started_at: sqlNow,
    bulk_edit_id: bulkEdit.id,
  });
}

/**
 * Sets the deactivation threshold of the organisation. Throws 403 for administrators of some groups, and 409 when someone else has
 * changed it since the caller loaded it.
 */
export async function setDeactivationThreshold(
  { tx, context, requestId }: CommandContext,
  { deactivationThreshold, expectedThreshold }: BodyOf<'PUT /api/peopleimports/settings'>,
): Promise<void> {
  const { caller } = context;
  assertCanManageStructure(caller);
  await lockOrganisation(tx, caller);
  const before = await readDeactivationThreshold(tx, caller);
  if (before === deactivationThreshold) return;
  if (expectedThreshold != null && expectedThreshold !== before)
    throw new HttpError(409, {
      deactivationThreshold: [`Someone else has set it to ${before}%. Nothing was saved; please check it and save again.`],
    });
  await saveDeactivationThreshold(tx, caller, deactivationThreshold);
  await recordAuditEvent(tx, context, {
    action: 'people.importThresholdSet',
    before: { deactivationThreshold: before },
    after: { deactivationThreshold },
    requestId,
  });
}

/** Deletes a file that has not been imported. Throws 404 and 409. */
export async function discardImport(tx: Tx, scope: Scope, id: number): Promise<void> {
  const { state } = await getLockedImport(tx, scope, id);
  if (state === 'started') throw conflict('This file has already been imported, so it stays in the list.');
  await deleteImport(tx, scope, id);
}
