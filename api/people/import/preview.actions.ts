import { findActor } from '#api/identity/sessions/access.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { grantScope, isAdmin, type Scope } from '#api/platform/http/scope.ts';
import { checkInterrupted } from '#api/platform/jobs/check-interrupted.ts';
import { defineJob } from '#api/platform/jobs/job.ts';
import type { JobQueue } from '#api/platform/jobs/queue.ts';
import { refuseDuplicates } from './duplicates.actions.ts';
import type { PendingImportRow } from './find-person.rules.ts';
import {
  countActivePeople,
  findImport,
  findPreviewer,
  type ImportRecord,
  type ImportRef,
  lockImport,
  sqlNow,
  updateImport,
} from './imports.queries.ts';
import { planBalanceRows, toBalanceRowResult } from './plan-balances.actions.ts';
import { planRangeImportRows, toRangeRowResult } from './plan-range.actions.ts';
import { planRows, toRowResult } from './plan-rows.actions.ts';
import { prepareImportRows } from './prepare-rows.actions.ts';
import {
  addMissingPeople,
  countFindings,
  countImportRows,
  countLeavingUnread,
  type ImportRowResult,
  listNextRows,
  saveRowResults,
} from './rows.queries.ts';

/** Rows that are planned in one transaction. */
const BATCH_SIZE = 250;
/** How long one job works before it queues its successor, so that another process takes over soon after this one was killed. */
const JOB_SLICE_MS = 20_000;

/** Plans the rows of a file. After the last attempt the preview counts as interrupted, and an administrator can request it again. */
export const previewImportJob = defineJob<ImportRef>({
  name: 'people.import-preview',
  retryLimit: 5,
  maxBackoff: 60,
  expiry: 60,
  concurrency: 1,
});

/** An import with whether its preview should have a job and has none: the queue has given it up. */
export const checkPreview = (
  db: Db,
  jobs: Pick<JobQueue, 'isPending'>,
  scope: Scope,
  peopleImport: ImportRecord,
): Promise<{ row: ImportRecord; isInterrupted: boolean }> =>
  checkInterrupted(peopleImport, {
    awaitsJob: ({ state }) => state === 'previewing',
    hasJob: ({ organisation_id: organisationId, id }) => jobs.isPending(previewImportJob, { organisationId, importId: id }),
    readAgain: ({ id }) => findImport(db, scope, id),
  });

/** What rows would do, as it is stored with them. */
async function previewRows(
  tx: Tx,
  caller: Scope,
  peopleImport: ImportRecord,
  rows: readonly PendingImportRow[],
): Promise<ImportRowResult[]> {
  if (peopleImport.kind === 'balances')
    return (await planBalanceRows(tx, caller, peopleImport, rows, { lock: false })).map(toBalanceRowResult);
  if (peopleImport.kind === 'range')
    return (await planRangeImportRows(tx, caller, peopleImport, rows, { lock: false })).map(toRangeRowResult);
  const { decisions, nameLookup } = await planRows(tx, caller, peopleImport, rows, { lock: false });
  // Rows may match the person of an earlier one by another key.
  const unique = await refuseDuplicates(
    tx,
    caller,
    { importId: peopleImport.id, column: 'customer_id' },
    decisions,
    ({ personId }) => personId,
  );
  return unique.map((decision) => toRowResult(decision, nameLookup));
}

/** Plans the next rows of a locked import; false when every row has been planned. */
async function planNextRows(tx: Tx, caller: Scope, peopleImport: ImportRecord): Promise<boolean> {
  const { id, preview_position: position, preview_total: total } = peopleImport;
  if (position === 0) await prepareImportRows(tx, caller, peopleImport);
  const rows = await listNextRows(tx, caller, id, position, BATCH_SIZE);
  const last = rows.at(-1);
  if (last) {
    await saveRowResults(tx, caller, id, await previewRows(tx, caller, peopleImport, rows), { isProcessed: false });
    await updateImport(tx, caller, id, { preview_position: last.row_no });
    return true;
  }
  const added = peopleImport.deactivate_missing ? await addMissingPeople(tx, caller, id, position) : 0;
  if (added > 0) {
    await updateImport(tx, caller, id, { preview_total: total + added });
    return true;
  }
  await updateImport(tx, caller, id, {
    state: 'previewed',
    counts: JSON.stringify(await countImportRows(tx, caller, id)),
    findings: JSON.stringify(await countFindings(tx, caller, id)),
    leaving_unread: await countLeavingUnread(tx, caller, id),
    active_people: await countActivePeople(tx, caller),
    previewed_at: sqlNow,
  });
  return false;
}

/**
 * Plans the next batch of a preview with the rights that its requester has by now, in one transaction that also saves the position.
 * Returns false when nothing is left to do.
 */
export async function previewNextBatch(db: Db, ref: ImportRef): Promise<boolean> {
  const previewerId = await findPreviewer(db, ref);
  const actor = previewerId === undefined ? undefined : await findActor(db, ref.organisationId, previewerId);
  // A verified session of this person requested the preview.
  const caller = actor && grantScope(actor);
  if (!caller || !isAdmin(caller)) return false;
  return runInTransaction(db, async (tx) => {
    const peopleImport = await lockImport(tx, caller, ref.importId);
    return peopleImport?.state === 'previewing' && planNextRows(tx, caller, peopleImport);
  });
}

/** Previews an import batch by batch; run again after a failure it continues where it was. Queues a new job after a while. */
export async function previewImport(db: Db, jobs: Pick<JobQueue, 'enqueue'>, ref: ImportRef): Promise<void> {
  const ends = performance.now() + JOB_SLICE_MS;
  while (await previewNextBatch(db, ref)) {
    if (performance.now() < ends) continue;
    await runInTransaction(db, (tx) => jobs.enqueue(tx, previewImportJob, ref));
    return;
  }
}
