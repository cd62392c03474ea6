import { syncEntitlement } from '#api/entitlement/entitlement.actions.ts';
import { keepWardrobes, lockAccounts } from '#api/entitlement/entitlement.queries.ts';
import { requestEmailChanges } from '#api/identity/emails/email-change.actions.ts';
import { recordAuditEvent, recordAuditEvents } from '#api/platform/audit/audit.queries.ts';
import type {
  BulkEditContext,
  BulkEditKind,
  BulkEditPlan,
  BulkEditRecord,
  ItemResult,
  PendingItem,
} from '#api/platform/bulk-edit/bulk-edit-kind.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { HttpError, notFound } from '#api/platform/http/errors.ts';
import type { JobQueue } from '#api/platform/jobs/queue.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { StoredReason } from '#api/platform/reasons.ts';
import { IMPORT_FINDINGS, type ImportFinding } from '#contract/people/import/finding-kinds.ts';
import type { ImportKind } from '#contract/people/import.ts';
import { listAffected } from '../bulk-edit/people-bulk-edit.actions.ts';
import { listBulkEditPeople, readPeopleVersions } from '../bulk-edit/people-bulk-edit.queries.ts';
import { bulkUpdatePeople } from '../bulk-edit/people-bulk-update.queries.ts';
import { enqueueInvitations } from '../invitations/invitations.actions.ts';
import { summariseInvitations } from '../invitations/invitations.rules.ts';
import { findPeopleAccessBlocker } from '../person/person-reasons.rules.ts';
import type { PendingImportRow } from './find-person.rules.ts';
import { IMPORT_WORDING, type ImportRowReason } from './import-reasons.rules.ts';
import { findImport, hasLaterImport, type ImportRecord, lockImport, sqlNow, updateImport } from './imports.queries.ts';
import { toDeactivation } from './people-import.mapper.ts';
import type { PersonPlan } from './plan.rules.ts';
import { planRows, toRowResult } from './plan-rows.actions.ts';
import type { RowDecision } from './row.rules.ts';
import {
  countImportRows,
  listCreatedPeople,
  listImportItems,
  listRowsByNumber,
  refuseUnprocessedRows,
  saveRowResults,
} from './rows.queries.ts';
import { REQUESTED_EMAIL, toEmailEvents, undoImport } from './undo-import.actions.ts';
import { insertImportedPeople, releaseAddresses } from './writes.queries.ts';

/**
 * A request to run a previewed import; `confirmClosing` is the number of accounts that the administrator confirmed to close, `confirmed` the number of
 * rows of each finding that they confirmed.
 */
export interface PeopleImportRequest {
  importId: number;
  confirmClosing: number | null | undefined;
  confirmed: Partial<Record<ImportFinding, number>>;
}

export type PeopleImportPayload = Pick<PeopleImportRequest, 'importId'>;

/** The findings that a request confirms: those with rows. */
export const listConfirmed = ({ confirmed }: PeopleImportRequest): ImportFinding[] =>
  IMPORT_FINDINGS.filter((finding) => (confirmed[finding] ?? 0) > 0);
export type PeopleImportKind = BulkEditKind<PeopleImportRequest, PeopleImportPayload>;
export type PeopleImportEdit = BulkEditRecord<PeopleImportPayload>;

const NOTHING_TO_IMPORT: Record<ImportKind, string> = {
  people: 'There is nothing to import: no row creates or changes anyone.',
  balances: 'There is nothing to import: no row changes a balance.',
  range: 'There is nothing to import: no row changes a product.',
};

/** Rows in one transaction: so few that changes of one of these people do not wait noticeably. */
const BATCH_SIZE = 250;
const ROW_ERASED: ImportRowReason = { kind: 'row_erased' };

const refuseRequest = (sentence: string) => new HttpError(409, { peopleImport: [sentence] });

/** Throws 409 where the import cannot be run, the number of accounts to close is not confirmed, or another number of findings is. */
function assertCanRun(
  peopleImport: ImportRecord,
  { confirmClosing, confirmed }: Pick<PeopleImportRequest, 'confirmClosing' | 'confirmed'>,
): void {
  if (peopleImport.state === 'started')
    throw refuseRequest('This file has already been imported. To import it again, please upload it again.');
  if (peopleImport.state !== 'previewed') throw refuseRequest('Please preview the file before you import it.');
  const { closing, activePeople, threshold, mustConfirm } = toDeactivation(peopleImport);
  if (mustConfirm && confirmClosing !== closing)
    throw new HttpError(409, {
      confirmClosing: [
        `${closing} of ${activePeople} active accounts would be closed, which is more than ${threshold}%. Please enter ${closing} to confirm.`,
      ],
    });
  const other = IMPORT_FINDINGS.find(
    (finding) => (confirmed[finding] ?? 0) > 0 && confirmed[finding] !== peopleImport.findings[finding],
  );
  if (other)
    throw new HttpError(409, {
      confirmed: [`The file has ${peopleImport.findings[other] ?? 0} rows of this kind (${other}). Please look at them again.`],
    });
}

async function plan(
  { tx, context, requestId }: BulkEditContext,
  { importId, ...request }: PeopleImportRequest,
): Promise<BulkEditPlan<PeopleImportPayload>> {
  const peopleImport = await lockImport(tx, context.caller, importId);
  if (!peopleImport) throw notFound('peopleImport');
  assertCanRun(peopleImport, request);
  const items = await listImportItems(tx, context.caller, importId);
  if (items.length === 0) throw refuseRequest(NOTHING_TO_IMPORT[peopleImport.kind]);
  await recordAuditEvent(tx, context, {
    action: 'people.importStarted',
    subjectId: String(importId),
    after: {
      kind: peopleImport.kind,
      ...peopleImport.counts,
      deactivateMissing: peopleImport.deactivate_missing,
      confirmed: request.confirmed,
    },
    requestId,
  });
  return { action: 'import', payload: { importId }, items };
}

/** What a batch writes: people, and the leavers whose addresses they take over. */
interface PlannedPeople {
  created: readonly PersonPlan[];
  changed: readonly PersonPlan[];
  predecessorIds: readonly number[];
}

/** Writes the plans of a batch, each table in one statement, and returns the ids of new people in the order of `created`. */
async function savePlans(
  { tx, context, requestId }: BulkEditContext,
  mails: MailDependencies,
  { created, changed, predecessorIds }: PlannedPeople,
): Promise<number[]> {
  const { caller } = context;
  const updates = changed.map(({ personId, changes, departmentIds, memberships }) => ({
    customerId: personId ?? 0,
    planned: { columns: changes, departmentIds, memberships },
  }));
  // Held already where people are changed, and not where all are new.
  await keepWardrobes(tx, caller);
  await lockAccounts(tx, caller, listAffected(updates));
  const released = await releaseAddresses(tx, caller, predecessorIds);
  await bulkUpdatePeople(tx, caller, updates);
  const createdIds = await insertImportedPeople(tx, caller, created);
  await syncEntitlement(tx, caller, [...createdIds, ...listAffected(updates)]);
  await requestEmailChanges(
    tx,
    mails,
    context,
    changed.flatMap(({ requestedEmail }) => requestedEmail ?? []),
    requestId,
  );
  await recordAuditEvents(tx, context, [
    ...toEmailEvents(released, requestId),
    ...created.map(({ after }, index) => ({
      action: 'customer.added',
      subjectId: String(createdIds[index]),
      after,
      requestId,
    })),
    // A new address that has to be confirmed has an event of its own.
    ...changed
      .filter(({ after }) => Object.keys(after).length > 0)
      .map(({ personId, before, after }) => ({
        action: 'customer.changed',
        subjectId: String(personId),
        before,
        after,
        requestId,
      })),
  ]);
  return createdIds;
}

function toItemResult({ row, outcome, reasons, plan: rowPlan }: RowDecision): ItemResult {
  const { row_no: position } = row;
  if (!rowPlan || outcome === 'refuse') return { position, outcome: 'refused', reasons };
  if (outcome === 'unchanged') return { position, outcome: 'unchanged', reasons };
  const { before, after, requestedEmail } = rowPlan;
  // So that undoing withdraws it.
  const [noRequest, request] = requestedEmail
    ? [{ [REQUESTED_EMAIL]: null }, { [REQUESTED_EMAIL]: requestedEmail.email }]
    : [{}, {}];
  return { position, outcome: 'changed', reasons, before: { ...before, ...noRequest }, after: { ...after, ...request } };
}

/** Writes rows of an import and saves what each did. Returns the results of their items. */
type ApplyRows = (
  bulkEditContext: BulkEditContext,
  peopleImport: ImportRecord,
  rows: readonly PendingImportRow[],
) => Promise<ItemResult[]>;

/** Applies a batch of an import of any kind. Rows that are gone are refused. */
export async function applyItems(
  bulkEditContext: BulkEditContext,
  { payload: { importId } }: PeopleImportEdit,
  items: readonly PendingItem[],
  applyRows: ApplyRows,
): Promise<ItemResult[]> {
  const {
    tx,
    context: { caller },
  } = bulkEditContext;
  const numbers = items.map(({ position }) => position);
  const refuseAll = (reason: ImportRowReason) =>
    numbers.map((position): ItemResult => ({ position, outcome: 'refused', reasons: [reason] }));
  const peopleImport = await findImport(tx, caller, importId);
  if (!peopleImport) return refuseAll({ kind: 'import_out_of_reach' });
  const rows = await listRowsByNumber(tx, caller, importId, numbers);
  if (rows.length === 0) return refuseAll(ROW_ERASED);
  const results = await applyRows(bulkEditContext, peopleImport, rows);
  const byPosition = new Map(results.map((result) => [result.position, result]));
  return numbers.map((position) => byPosition.get(position) ?? { position, outcome: 'refused', reasons: [ROW_ERASED] });
}

/** Plans rows again, writes the people, and saves what each row did. */
const createApplyPeople =
  (mails: MailDependencies): ApplyRows =>
  async (bulkEditContext, peopleImport, rows) => {
    const {
      tx,
      context: { caller },
    } = bulkEditContext;
    const { decisions, nameLookup } = await planRows(tx, caller, peopleImport, rows, { lock: true });
    const selectPlanned = (isSelected: (decision: RowDecision) => boolean) =>
      decisions.flatMap((decision) => (decision.plan && isSelected(decision) ? [{ decision, rowPlan: decision.plan }] : []));
    const created = selectPlanned(({ outcome }) => outcome === 'create');
    const changed = selectPlanned(({ outcome }) => outcome !== 'create' && outcome !== 'unchanged');
    const createdIds = await savePlans(bulkEditContext, mails, {
      created: created.map(({ rowPlan }) => rowPlan),
      changed: changed.map(({ rowPlan }) => rowPlan),
      predecessorIds: decisions.flatMap(({ predecessorId }) => predecessorId ?? []),
    });
    const newIds = new Map(created.map(({ decision }, index) => [decision, createdIds[index]]));
    const results = decisions.map((decision) => toRowResult(decision, nameLookup, newIds.get(decision)));
    await saveRowResults(tx, caller, peopleImport.id, results, { isProcessed: true });
    const versions = await readPeopleVersions(
      tx,
      caller,
      results.flatMap(({ customer_id }) => customer_id ?? []),
    );
    return decisions.map((decision, index) => {
      const subjectId = results[index]?.customer_id ?? null;
      return { ...toItemResult(decision), subjectId, version: versions.get(subjectId ?? 0) };
    });
  };

/** Saves the result of an import and invites its new people, or the result of an undo. */
async function finish(
  { tx, context, requestId }: BulkEditContext,
  jobs: JobQueue,
  { payload: { importId }, undoOfId, total }: PeopleImportEdit,
): Promise<void> {
  const { caller } = context;
  if (undoOfId !== null) {
    await recordAuditEvent(tx, context, {
      action: 'people.importUndone',
      subjectId: String(importId),
      after: { total },
      requestId,
    });
    return updateImport(tx, caller, importId, { undone_at: sqlNow });
  }
  const counts = await countImportRows(tx, caller, importId);
  const peopleImport = await findImport(tx, caller, importId);
  let invited: string | null = null;
  if (peopleImport?.invite) {
    const customerIds = await listCreatedPeople(tx, caller, importId);
    const results = await enqueueInvitations(tx, { jobs }, context, 'invitation', { customerIds }, requestId);
    const { queued, skipped } = summariseInvitations('invitation', results);
    invited = JSON.stringify({ queued, skipped: skipped.map(({ reason, count }) => ({ reason, count })) });
  }
  await recordAuditEvent(tx, context, {
    action: 'people.imported',
    subjectId: String(importId),
    after: { ...counts },
    requestId,
  });
  await updateImport(tx, caller, importId, { counts: JSON.stringify(counts), invited, finished_at: sqlNow });
}

/** Marks the rows that an import has not reached as refused, so that its counts say what happened. */
async function refuseRest(
  tx: Tx,
  { payload: { importId }, organisationId, undoOfId }: PeopleImportEdit,
  reason: StoredReason,
): Promise<void> {
  const organisation = { organisationId };
  if (undoOfId !== null) return updateImport(tx, organisation, importId, { undone_at: sqlNow });
  await refuseUnprocessedRows(tx, organisation, importId, reason);
  const counts = JSON.stringify(await countImportRows(tx, organisation, importId));
  await updateImport(tx, organisation, importId, { counts, finished_at: sqlNow });
}

/** The import of people as a bulk edit: one item for each row that writes something, at the position of its row. */
export const createPeopleImportKind = ({ jobs, vault }: MailDependencies): PeopleImportKind => ({
  name: 'people-import',
  subject: 'customer',
  // Always by a job: creating people is slower than changing them.
  syncLimit: 0,
  batchSize: BATCH_SIZE,
  // Two imports at once would each be planned without the other.
  exclusive: { message: 'Another import of people is running in your organisation. Please wait until it is finished.' },
  findAccessBlocker: findPeopleAccessBlocker,
  wording: IMPORT_WORDING,
  describe: (_action, total) => `Imported ${total.toLocaleString('en-GB')} ${total === 1 ? 'person' : 'people'}`,
  plan,
  apply: (context, edit, items) => applyItems(context, edit, items, createApplyPeople({ jobs, vault })),
  undo: undoImport,
  finish: (context, edit) => finish(context, jobs, edit),
  refuseRest,
  findBlocker: async (db, scope, { id }, step) => {
    if (!(await hasLaterImport(db, scope, id))) return undefined;
    return step === 'undo'
      ? 'Only the latest import can be undone.'
      : 'Another file has been imported since. Please upload this file again instead.';
  },
  listSubjects: listBulkEditPeople,
});
