import { recordAuditEvents } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { compileCheck } from '#api/platform/http/validation.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { contract } from '#contract/index.ts';
import { enqueueInvitations } from '../invitations/invitations.actions.ts';
import { summariseInvitations } from '../invitations/invitations.rules.ts';
import { type FormattedFieldChange, formatFieldChanges } from '../person/history.rules.ts';
import { countActivePeople, type ImportRow, sqlNow, updateImport } from './imports.queries.ts';
import { matchRowsToPeople, readNameLookup } from './people.queries.ts';
import type { PersonPlan } from './plan.rules.ts';
import { type PendingImportRow, type RowDecision, type ValidationContext, validateRow } from './row.rules.ts';
import {
  addMissingPeople,
  countImportRows,
  findEarlierLines,
  type ImportRowResult,
  listCreatedPeople,
  prepareImportRows,
  readNextPlannedRows,
  readNextRows,
  saveRowResults,
} from './rows.queries.ts';
import { insertImportedPeople, saveMembershipsAndDepartments, updateImportedPeople } from './writes.queries.ts';

/** Rows of one transaction: few enough that nobody whose row is in it waits noticeably. */
export const IMPORT_BATCH_SIZE = 250;

const check = compileCheck(contract['POST /api/customers'].body, 422);

async function validateRows(tx: Tx, context: RequestContext, of: ImportRow, rows: readonly PendingImportRow[], lock: boolean) {
  const { caller } = context;
  const [book, found] = await Promise.all([readNameLookup(tx, caller), matchRowsToPeople(tx, caller, rows, { lock })]);
  const judging: ValidationContext = {
    caller,
    nameLookup: book,
    parseOptions: { fields: of.mapping, clearEmpty: of.clear_empty, monthFirst: of.month_first },
    deactivateMissing: of.missing_leave,
    matches: found,
    check,
  };
  return { book, verdicts: rows.map((row) => validateRow(row, judging)) };
}

/** Lines about somebody whom an earlier line found by another key. */
async function refuseSamePeople(
  tx: Tx,
  context: RequestContext,
  of: ImportRow,
  verdicts: readonly RowDecision[],
): Promise<RowDecision[]> {
  const lines = verdicts.filter(({ row, personId }) => row.line !== null && personId !== null);
  const people = lines.map(({ personId }) => personId as number);
  const first = await findEarlierLines(tx, context.caller, of.id, lines[0]?.row.row_no ?? 0, people);
  return verdicts.map((verdict) => {
    const { row, personId, outcome } = verdict;
    if (personId === null || row.line === null) return verdict;
    const line = first.get(personId);
    if (line === undefined) first.set(personId, row.line);
    if (line === undefined || outcome === 'refuse') return verdict;
    return { row, personId, person: verdict.person, outcome: 'refuse', reasons: [`Line ${line} is about the same person.`] };
  });
}

const inWords = (plan: PersonPlan | undefined, names: Parameters<typeof formatFieldChanges>[2]): FormattedFieldChange[] =>
  plan ? formatFieldChanges(plan.outcome === 'create' ? null : plan.before, plan.after, names) : [];

/** Works out the next rows of a preview; false when there are none left. */
export async function previewNextBatch(tx: Tx, context: RequestContext, of: ImportRow): Promise<boolean> {
  const { caller } = context;
  if (of.total === 0) {
    await prepareImportRows(tx, caller, of.id, of.mapping);
    await updateImport(tx, caller, of.id, { total: of.rows });
    return true;
  }
  const rows = await readNextRows(tx, caller, of.id, of.position, IMPORT_BATCH_SIZE);
  const last = rows.at(-1);
  if (last) {
    const judged = await validateRows(tx, context, of, rows, false);
    const verdicts = await refuseSamePeople(tx, context, of, judged.verdicts);
    const results = verdicts.map(
      ({ row, outcome, person, personId, reasons, plan }): ImportRowResult => ({
        row_no: row.row_no,
        customer_id: personId ?? row.customer_id,
        person,
        outcome,
        changes: inWords(plan, judged.book.names),
        reasons,
        before: null,
        after: null,
      }),
    );
    await saveRowResults(tx, caller, of.id, results, { done: false });
    await updateImport(tx, caller, of.id, { position: last.row_no, done: of.done + rows.length });
    return true;
  }
  if (of.missing_leave && !of.missing_added) {
    const added = await addMissingPeople(tx, caller, of.id, of.position);
    await updateImport(tx, caller, of.id, { missing_added: true, total: of.total + added });
    return true;
  }
  const { outcomes } = await countImportRows(tx, caller, of.id);
  await updateImport(tx, caller, of.id, {
    state: 'previewed',
    counts: JSON.stringify(outcomes),
    active_people: await countActivePeople(tx, caller),
    previewed_at: sqlNow,
  });
  return false;
}

/** Carries the next rows out, each as things stand now; false when there are none left. */
export async function runNextBatch(tx: Tx, post: MailDependencies, context: RequestContext, of: ImportRow): Promise<boolean> {
  const { caller } = context;
  const requestId = of.request_id ?? '';
  const rows = await readNextPlannedRows(tx, caller, of.id, of.position, IMPORT_BATCH_SIZE);
  const last = rows.at(-1);
  if (!last) {
    await finish(tx, post, context, of);
    return false;
  }
  const { book, verdicts } = await validateRows(tx, context, of, rows, true);
  const plansOf = (wanted: (verdict: RowDecision) => boolean) =>
    verdicts.filter(wanted).flatMap((verdict) => (verdict.plan ? [{ verdict, plan: verdict.plan }] : []));
  const newPeople = plansOf(({ outcome }) => outcome === 'create');
  const others = plansOf(({ outcome }) => ['change', 'move', 'leave'].includes(outcome));
  const made = newPeople.map(({ plan }) => plan);
  const changed = others.map(({ plan }) => plan);
  await updateImportedPeople(tx, caller, changed);
  await saveMembershipsAndDepartments(
    tx,
    caller,
    changed,
    changed.map(({ personId }) => personId ?? 0),
    { isNew: false },
  );
  const ids = await insertImportedPeople(tx, caller, made);
  await saveMembershipsAndDepartments(tx, caller, made, ids, { isNew: true });
  await recordAuditEvents(tx, context, [
    ...made.map(({ after }, place) => ({ action: 'customer.added', subjectId: String(ids[place]), after, requestId })),
    ...changed.map(({ personId, before, after }) => ({
      action: 'customer.changed',
      subjectId: String(personId),
      before,
      after,
      requestId,
    })),
  ]);
  const newIds = new Map(newPeople.map(({ verdict }, place) => [verdict, ids[place]]));
  const results = verdicts.map((verdict): ImportRowResult => {
    const { row, outcome, person, personId, reasons, plan } = verdict;
    const isWritten = outcome !== 'refuse' && outcome !== 'same';
    return {
      row_no: row.row_no,
      customer_id: newIds.get(verdict) ?? personId ?? row.customer_id,
      person,
      outcome,
      changes: inWords(plan, book.names),
      reasons,
      before: isWritten && plan ? plan.before : null,
      after: isWritten && plan ? plan.after : null,
    };
  });
  await saveRowResults(tx, caller, of.id, results, { done: true });
  await updateImport(tx, caller, of.id, { position: last.row_no, done: of.done + rows.length, attempts: 0 });
  return true;
}

async function finish(tx: Tx, post: MailDependencies, context: RequestContext, of: ImportRow): Promise<void> {
  const { caller } = context;
  const { outcomes } = await countImportRows(tx, caller, of.id);
  let invited: string | undefined;
  if (of.invite) {
    const customerIds = await listCreatedPeople(tx, caller, of.id);
    const told = summariseInvitations(await enqueueInvitations(tx, post, context, { customerIds }, of.request_id ?? ''));
    invited = JSON.stringify({ queued: told.queued, skipped: told.skipped.map(({ msg, count }) => ({ msg, count })) });
  }
  await recordAuditEvents(tx, context, [
    { action: 'people.imported', subjectId: String(of.id), after: { ...outcomes }, requestId: of.request_id ?? '' },
  ]);
  await updateImport(tx, caller, of.id, {
    state: 'done',
    counts: JSON.stringify(outcomes),
    finished_at: sqlNow,
    ...(invited === undefined ? {} : { invited }),
  });
}
