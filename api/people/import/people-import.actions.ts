import type { CommandContext } from '#api/organisation/structure/structure.actions.ts';
import { lockOrganisation } from '#api/organisation/structure/structure.queries.ts';
import { assertCanManageStructure } from '#api/organisation/structure/structure.rules.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { defineJob } from '#api/platform/jobs/job.ts';
import type { JobQueue } from '#api/platform/jobs/queue.ts';
import type { BodyOf } from '#contract/index.ts';
import type { ImportField } from '#contract/people/people-import.ts';
import { findMappingProblem, guessImportFields, normaliseHeading } from './columns.rules.ts';
import {
  deleteImport,
  findImport,
  type ImportRow,
  insertImport,
  lockImport,
  readDeactivationThreshold,
  readSavedColumnMapping,
  saveColumnMapping,
  saveDeactivationThreshold,
  sqlNow,
  updateImport,
} from './imports.queries.ts';
import {
  canUndoImport,
  findUndoBlocker,
  isImportInProgress,
  isImportInterrupted,
  toDeactivationThreshold,
} from './people-import.mapper.ts';
import { readImportFile } from './sheet-file.ts';

const conflict = (sentence: string) => new HttpError(409, { peopleImport: [sentence] });

/** Works for 20 seconds and then queues its successor; the job of a process that was killed is taken over after a minute. */
export const importPeopleJob = defineJob<{ organisationId: number; importId: number }>({
  name: 'people.import',
  retryLimit: 20,
  maxBackoff: 60,
  expiry: 60,
  concurrency: 1,
});

/** One import that the administrator sees. Throws 404. */
export async function getImport(db: Db, scope: Scope, id: number): Promise<ImportRow> {
  const found = await findImport(db, scope, id);
  if (!found) throw notFound('peopleImport');
  return found;
}

async function getLocked(tx: Tx, scope: Scope, id: number): Promise<ImportRow> {
  const found = await lockImport(tx, scope, id);
  if (!found) throw notFound('peopleImport');
  return found;
}

/** Reads a file and guesses what its columns are; answers the id. Throws 422 with a sentence where it cannot be read. */
export async function createImportFromFile(db: Db, scope: Scope, fileName: string, bytes: unknown): Promise<number> {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0)
    throw invalid('file', 'Please choose a file: CSV, TSV or an Excel workbook (.xlsx).');
  const { columns, rows, batches } = await readImportFile(bytes);
  return runInTransaction(db, async (tx) => {
    const fields = guessImportFields(
      columns.map(({ header }) => header),
      await readSavedColumnMapping(tx, scope),
    );
    return insertImport(tx, scope, { name: fileName, columns, fields, rows, batches });
  });
}

const isBusy = ({ state }: ImportRow) => state === 'running' || state === 'undoing';
const UNDER_WAY = 'This import is under way. Please wait until it is done.';

/** Keeps what the columns mean and queues the preview. Throws 404, 409, 422. */
export async function queueImportPreview(
  tx: Tx,
  jobs: JobQueue,
  context: RequestContext,
  id: number,
  sent: BodyOf<'POST /api/peopleimports/:id/preview'>,
  requestId: string,
): Promise<void> {
  const { caller } = context;
  const of = await getLocked(tx, caller, id);
  if (isBusy(of)) throw conflict(UNDER_WAY);
  if (of.started_at) throw conflict('This file has been carried out. Please choose it once more to import it again.');
  const problem = findMappingProblem(sent.fields, of.columns.length);
  if (problem) throw invalid('fields', problem);
  const fields = sent.fields as (ImportField | null)[];
  await saveColumnMapping(
    tx,
    caller,
    of.columns.map(({ header }, place) => ({ header: normaliseHeading(header), field: fields[place] ?? null })),
  );
  await updateImport(tx, caller, id, {
    state: 'previewing',
    mapping: JSON.stringify(fields),
    missing_leave: sent.missingLeave ?? false,
    clear_empty: sent.clearEmpty ?? false,
    invite: sent.invite ?? false,
    month_first: sent.monthFirst ?? false,
    total: 0,
    done: 0,
    position: 0,
    attempts: 0,
    missing_added: false,
    counts: '{}',
    failure: null,
    request_id: requestId,
    worked_for_id: caller.customerId,
  });
  await jobs.enqueue(tx, importPeopleJob, { organisationId: caller.organisationId, importId: id });
}

const UNIQUE = '23505';
const FROM_THE_START = { position: 0, done: 0 };

/** Begins a step that only one import of an organisation may be at. Throws 409 where another one is. */
async function beginAlone(tx: Tx, scope: Scope, id: number, columns: Parameters<typeof updateImport>[3]): Promise<void> {
  try {
    await updateImport(tx, scope, id, { ...columns, attempts: 0, failure: null, broke_off_in: null });
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE) throw error;
    throw conflict('Another import of people of your organisation is under way. Please wait until it is done.');
  }
}

/** Queues that a previewed import is carried out. Throws 404, and 409 where it may not be or the number is not confirmed. */
export async function queueImportRun(
  tx: Tx,
  jobs: JobQueue,
  context: RequestContext,
  id: number,
  confirmClosing: number | null | undefined,
  requestId: string,
): Promise<void> {
  const { caller } = context;
  const of = await getLocked(tx, caller, id);
  if (of.state !== 'previewed')
    throw conflict(isBusy(of) ? UNDER_WAY : 'Only what has been looked at can be carried out. Please look at the preview first.');
  const { closing, activePeople, percent, mustConfirm } = toDeactivationThreshold(of);
  if (mustConfirm && confirmClosing !== closing)
    throw new HttpError(409, {
      confirmClosing: [
        `${closing} of ${activePeople} active people would lose their account, which is more than ${percent} %. Please type the number ${closing} to confirm it.`,
      ],
    });
  const { create = 0, change = 0, move = 0, leave = 0 } = of.counts;
  if (create + change + move + leave === 0) throw conflict('There is nothing to do: nobody would be created or changed.');
  await beginAlone(tx, caller, id, {
    ...FROM_THE_START,
    state: 'running',
    total: create + change + move + leave,
    started_at: sqlNow,
    request_id: requestId,
    worked_for_id: caller.customerId,
  });
  await recordAuditEvent(tx, context, {
    action: 'people.importStarted',
    subjectId: String(id),
    after: { ...of.counts, missingLeave: of.missing_leave },
    requestId,
  });
  await jobs.enqueue(tx, importPeopleJob, { organisationId: caller.organisationId, importId: id });
}

/** Queues that the last import is taken back. Throws 404, and 409 where that cannot be. */
export async function queueImportUndo(
  tx: Tx,
  jobs: JobQueue,
  context: RequestContext,
  id: number,
  requestId: string,
): Promise<void> {
  const { caller } = context;
  const of = await getLocked(tx, caller, id);
  if (!canUndoImport(of))
    throw conflict(
      of.started_at ? (findUndoBlocker(of) ?? UNDER_WAY) : 'This file was not carried out, so there is nothing to take back.',
    );
  const { create = 0, change = 0, move = 0, leave = 0 } = of.counts;
  await beginAlone(tx, caller, id, {
    ...FROM_THE_START,
    state: 'undoing',
    total: of.state === 'failed' ? of.done : create + change + move + leave,
    request_id: requestId,
    worked_for_id: caller.customerId,
  });
  await jobs.enqueue(tx, importPeopleJob, { organisationId: caller.organisationId, importId: id });
}

/** Whether a job should be at it, and none is any more: the queue gave it up. */
export const isImportAbandoned = async (jobs: JobQueue, of: ImportRow): Promise<boolean> =>
  isImportInProgress(of) && !(await jobs.isPending(importPeopleJob, { organisationId: of.organisation_id, importId: of.id }));

/** Queues the rest of an import that broke off, or of taking one back. Throws 404, and 409 where nothing has stopped. */
export async function queueImportContinuation(
  tx: Tx,
  jobs: JobQueue,
  context: RequestContext,
  id: number,
  requestId: string,
): Promise<void> {
  const { caller } = context;
  const of = await getLocked(tx, caller, id);
  const state = isImportInterrupted(of) ? of.broke_off_in : (await isImportAbandoned(jobs, of)) ? of.state : null;
  if (!state) throw conflict('This import has not stopped.');
  await beginAlone(tx, caller, id, { state, request_id: requestId, worked_for_id: caller.customerId });
  await jobs.enqueue(tx, importPeopleJob, { organisationId: caller.organisationId, importId: id });
}

/**
 * Sets from which share of closed accounts on an import must be confirmed. The brake is the whole organisation's. Throws 403
 * for administrators of some groups, 409 when somebody else has set it since the sender looked.
 */
export async function setDeactivationThreshold(
  { tx, context, requestId }: CommandContext,
  { brakePercent, seenPercent }: BodyOf<'PUT /api/peopleimports/settings'>,
): Promise<void> {
  const { caller } = context;
  assertCanManageStructure(caller);
  await lockOrganisation(tx, caller);
  const before = await readDeactivationThreshold(tx, caller);
  if (before === brakePercent) return;
  if (seenPercent != null && seenPercent !== before)
    throw new HttpError(409, {
      brakePercent: [`Somebody else has set it to ${before} % meanwhile. Nothing was saved; please look at it and save again.`],
    });
  await saveDeactivationThreshold(tx, caller, brakePercent);
  await recordAuditEvent(tx, context, {
    action: 'people.importBrakeSet',
    before: { brakePercent: before },
    after: { brakePercent },
    requestId,
  });
}

/** Throws a file away that was not carried out. Throws 404 and 409. */
export async function discardImport(tx: Tx, scope: Scope, id: number): Promise<void> {
  const of = await getLocked(tx, scope, id);
  if (of.started_at) throw conflict('This file has been carried out, so it stays in the list.');
  await deleteImport(tx, scope, id);
}
