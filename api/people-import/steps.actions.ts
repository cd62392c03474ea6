import { contract } from '#contract/index.ts';
import { recordDeeds } from '../audit/audit.queries.ts';
import { type ChangeInWords, changesInWords } from '../customers/history.rules.ts';
import type { Tx } from '../db/database.ts';
import type { Visit } from '../http/endpoint.ts';
import { compileCheck } from '../http/validation.ts';
import { queueForPeople } from '../passwords/invitations.actions.ts';
import { tellQueued } from '../passwords/invitations.rules.ts';
import type { PasswordMail } from '../passwords/password-mails.ts';
import { countActivePeople, type ImportRow, now, updateImport } from './imports.queries.ts';
import { findPeople, readBook } from './people.queries.ts';
import type { Plan } from './plan.rules.ts';
import { type Judging, judge, type Verdict, type WaitingRow } from './row.rules.ts';
import {
  addMissingPeople,
  countRows,
  findLinesAbout,
  listCreated,
  noteRows,
  prepareRows,
  type RowResult,
  takePlannedRows,
  takeRows,
} from './rows.queries.ts';
import { insertPeople, updatePeople, writeBelongings } from './writes.queries.ts';

/** Rows of one transaction: few enough that nobody whose row is in it waits noticeably. */
export const ROWS_AT_ONCE = 250;

const check = compileCheck(contract['POST /api/customers'].body, 422);

async function judgeAll(tx: Tx, visit: Visit, of: ImportRow, rows: readonly WaitingRow[], lock: boolean) {
  const { caller } = visit;
  const [book, found] = await Promise.all([readBook(tx, caller), findPeople(tx, caller, rows, { lock })]);
  const judging: Judging = {
    caller,
    book,
    reading: { fields: of.mapping, clearEmpty: of.clear_empty, monthFirst: of.month_first },
    missingLeave: of.missing_leave,
    found,
    check,
  };
  return { book, verdicts: rows.map((row) => judge(row, judging)) };
}

/** Lines about somebody whom an earlier line found by another key. */
async function refuseSamePeople(tx: Tx, visit: Visit, of: ImportRow, verdicts: readonly Verdict[]): Promise<Verdict[]> {
  const lines = verdicts.filter(({ row, personId }) => row.line !== null && personId !== null);
  const people = lines.map(({ personId }) => personId as number);
  const first = await findLinesAbout(tx, visit.caller, of.id, lines[0]?.row.row_no ?? 0, people);
  return verdicts.map((verdict) => {
    const { row, personId, outcome } = verdict;
    if (personId === null || row.line === null) return verdict;
    const line = first.get(personId);
    if (line === undefined) first.set(personId, row.line);
    if (line === undefined || outcome === 'refuse') return verdict;
    return { row, personId, person: verdict.person, outcome: 'refuse', reasons: [`Line ${line} is about the same person.`] };
  });
}

const inWords = (plan: Plan | undefined, names: Parameters<typeof changesInWords>[2]): ChangeInWords[] =>
  plan ? changesInWords(plan.outcome === 'create' ? null : plan.before, plan.after, names) : [];

/** Works out the next rows of a preview; false when there are none left. */
export async function previewMore(tx: Tx, visit: Visit, of: ImportRow): Promise<boolean> {
  const { caller } = visit;
  if (of.total === 0) {
    await prepareRows(tx, caller, of.id, of.mapping);
    await updateImport(tx, caller, of.id, { total: of.rows });
    return true;
  }
  const rows = await takeRows(tx, caller, of.id, of.position, ROWS_AT_ONCE);
  const last = rows.at(-1);
  if (last) {
    const judged = await judgeAll(tx, visit, of, rows, false);
    const verdicts = await refuseSamePeople(tx, visit, of, judged.verdicts);
    const results = verdicts.map(
      ({ row, outcome, person, personId, reasons, plan }): RowResult => ({
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
    await noteRows(tx, caller, of.id, results, { done: false });
    await updateImport(tx, caller, of.id, { position: last.row_no, done: of.done + rows.length });
    return true;
  }
  if (of.missing_leave && !of.missing_added) {
    const added = await addMissingPeople(tx, caller, of.id, of.position);
    await updateImport(tx, caller, of.id, { missing_added: true, total: of.total + added });
    return true;
  }
  const { outcomes } = await countRows(tx, caller, of.id);
  await updateImport(tx, caller, of.id, {
    state: 'previewed',
    counts: JSON.stringify(outcomes),
    active_people: await countActivePeople(tx, caller),
    previewed_at: now,
  });
  return false;
}

/** Carries the next rows out, each as things stand now; false when there are none left. */
export async function runMore(tx: Tx, post: PasswordMail, visit: Visit, of: ImportRow): Promise<boolean> {
  const { caller } = visit;
  const requestId = of.request_id ?? '';
  const rows = await takePlannedRows(tx, caller, of.id, of.position, ROWS_AT_ONCE);
  const last = rows.at(-1);
  if (!last) {
    await finish(tx, post, visit, of);
    return false;
  }
  const { book, verdicts } = await judgeAll(tx, visit, of, rows, true);
  const plansOf = (wanted: (verdict: Verdict) => boolean) =>
    verdicts.filter(wanted).flatMap((verdict) => (verdict.plan ? [{ verdict, plan: verdict.plan }] : []));
  const newcomers = plansOf(({ outcome }) => outcome === 'create');
  const others = plansOf(({ outcome }) => ['change', 'move', 'leave'].includes(outcome));
  const made = newcomers.map(({ plan }) => plan);
  const changed = others.map(({ plan }) => plan);
  await updatePeople(tx, caller, changed);
  await writeBelongings(
    tx,
    caller,
    changed,
    changed.map(({ personId }) => personId ?? 0),
    { isNew: false },
  );
  const ids = await insertPeople(tx, caller, made);
  await writeBelongings(tx, caller, made, ids, { isNew: true });
  await recordDeeds(tx, visit, [
    ...made.map(({ after }, place) => ({ action: 'customer.added', subjectId: String(ids[place]), after, requestId })),
    ...changed.map(({ personId, before, after }) => ({
      action: 'customer.changed',
      subjectId: String(personId),
      before,
      after,
      requestId,
    })),
  ]);
  const newIds = new Map(newcomers.map(({ verdict }, place) => [verdict, ids[place]]));
  const results = verdicts.map((verdict): RowResult => {
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
  await noteRows(tx, caller, of.id, results, { done: true });
  await updateImport(tx, caller, of.id, { position: last.row_no, done: of.done + rows.length, attempts: 0 });
  return true;
}

async function finish(tx: Tx, post: PasswordMail, visit: Visit, of: ImportRow): Promise<void> {
  const { caller } = visit;
  const { outcomes } = await countRows(tx, caller, of.id);
  let invited: string | undefined;
  if (of.invite) {
    const customerIds = await listCreated(tx, caller, of.id);
    const told = tellQueued(await queueForPeople(tx, post, visit, { customerIds }, of.request_id ?? ''));
    invited = JSON.stringify({ queued: told.queued, skipped: told.skipped.map(({ msg, count }) => ({ msg, count })) });
  }
  await recordDeeds(tx, visit, [
    { action: 'people.imported', subjectId: String(of.id), after: { ...outcomes }, requestId: of.request_id ?? '' },
  ]);
  await updateImport(tx, caller, of.id, {
    state: 'done',
    counts: JSON.stringify(outcomes),
    finished_at: now,
    ...(invited === undefined ? {} : { invited }),
  });
}
