import type { CommandContext } from '#api/organisation/structure/structure.actions.ts';
import { lockOrganisation } from '#api/organisation/structure/structure.queries.ts';
import { assertCanManageStructure } from '#api/organisation/structure/structure.rules.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { BulkEdits } from '#api/platform/bulk-edit/bulk-edit-engine.ts';
import type { BulkEditContext } from '#api/platform/bulk-edit/bulk-edit-kind.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { JobQueue } from '#api/platform/jobs/queue.ts';
import { normaliseHeading } from '#api/platform/workbook/cell-names.ts';
import type { BodyOf } from '#contract/index.ts';
import type { ColumnField } from '#contract/people/import.ts';
import { findMappingProblem } from './columns.rules.ts';
import { isReadingConfirmed } from './import-reading.rules.ts';
import {
  deleteImport,
  expireFileNow,
  findImport,
  type ImportRecord,
  lockImport,
  readDeactivationThreshold,
  saveColumnMapping,
  saveDeactivationThreshold,
  sqlNow,
  updateImport,
} from './imports.queries.ts';
import { interpretFile } from './interpret-file.actions.ts';
import { listConfirmed, type PeopleImportKind, type PeopleImportRequest } from './people-import-kind.actions.ts';
import { previewImportJob } from './preview.actions.ts';

/** Why a file that was run is neither read nor previewed again. */
export const ALREADY_IMPORTED = 'This file has already been imported. To import it again, please upload it again.';
const describeDoubt = ({ reading }: ImportRecord) =>
  `The letters of this file could be read in several ways (now ${reading?.encoding?.name}). Please check its names, and confirm how it is read or change it.`;
const conflict = (sentence: string) => new HttpError(409, { peopleImport: [sentence] });

/** One import that the administrator can see. Throws 404. */
export async function getImport(db: Db, scope: Scope, id: number): Promise<ImportRecord> {
  const found = await findImport(db, scope, id);
  if (!found) throw notFound('peopleImport');
  return found;
}

/** The same, locked until the transaction ends. Throws 404. */
export async function getLockedImport(tx: Tx, scope: Scope, id: number): Promise<ImportRecord> {
  const found = await lockImport(tx, scope, id);
  if (!found) throw notFound('peopleImport');
  return found;
}

/** Saves what the columns mean and how their values are read, and queues the preview. Throws 404, 409, and 422 also for open questions. */
export async function requestPreview(
  tx: Tx,
  jobs: Pick<JobQueue, 'enqueue'>,
  caller: Scope,
  id: number,
  input: BodyOf<'POST /api/peopleimports/:id/preview'>,
): Promise<void> {
  const peopleImport = await getLockedImport(tx, caller, id);
  const { kind, state, columns, row_count } = peopleImport;
  if (state === 'started') throw conflict(ALREADY_IMPORTED);
  if (!isReadingConfirmed(peopleImport)) throw conflict(describeDoubt(peopleImport));
  const problem = findMappingProblem(kind, input.fields, columns.length);
  if (problem) throw invalid('fields', problem);
  const fields = input.fields as (ColumnField | null)[];
  const isOfPeople = kind === 'people';
  const interpreted = isOfPeople ? await interpretFile(tx, caller, peopleImport, fields, input) : undefined;
  await saveColumnMapping(
    tx,
    caller,
    kind,
    columns.map(({ header }, index) => ({
      header: normaliseHeading(header),
      field: fields[index] ?? null,
      order: interpreted?.answeredOrders[index] ?? null,
    })),
  );
  await updateImport(tx, caller, id, {
    state: 'previewing',
    mapping: JSON.stringify(fields),
    deactivate_missing: isOfPeople && (input.deactivateMissing ?? false),
    clear_empty: isOfPeople && (input.clearEmpty ?? false),
    invite: isOfPeople && (input.invite ?? false),
    month_first: input.monthFirst ?? false,
    interpretation: interpreted ? JSON.stringify(interpreted.interpretation) : null,
    leaving_unread: 0,
    previewed_by_id: caller.customerId,
    preview_position: 0,
    preview_total: row_count,
    counts: '{}',
    findings: '{}',
  });
  await jobs.enqueue(tx, previewImportJob, { organisationId: caller.organisationId, importId: id });
}

/**
 * Starts the bulk edit that runs a previewed import. Throws 404, and 409 where it cannot be run, the number of accounts to close is not
 * confirmed, another number of findings is, or another import is running.
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
    confirmed_findings: listConfirmed(request),
    // The file is not needed any more.
    file_expires_at: expireFileNow,
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

/** Deletes an import that has not been run; returns the key of its file, if that is kept. Throws 404 and 409. */
export async function discardImport(tx: Tx, scope: Scope, id: number): Promise<string | undefined> {
  const { state } = await getLockedImport(tx, scope, id);
  if (state === 'started') throw conflict('This file has already been imported, so it stays in the list.');
  return deleteImport(tx, scope, id);
}
