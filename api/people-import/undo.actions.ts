import { recordDeeds } from '../audit/audit.queries.ts';
import { COLUMNS, type PersonColumns, type SentCustomer } from '../customers/customers.rules.ts';
import { MEMBERSHIPS, type Membership, maySetAccess } from '../customers/memberships.rules.ts';
import type { Tx } from '../db/database.ts';
import type { JsonObject, JsonValue } from '../db/types.ts';
import type { Visit } from '../http/endpoint.ts';
import { type ImportRow, now, updateImport } from './imports.queries.ts';
import { findHolders, findWhoOrdered, readBook, readStandings } from './people.queries.ts';
import { type Plan, planChange, reasonsOf, type Standing } from './plan.rules.ts';
import { countRows, type DoneRow, noteUndone, takeDoneRows, type UndoResult } from './rows.queries.ts';
import { ROWS_AT_ONCE } from './steps.actions.ts';
import { removePeople, updatePeople, writeBelongings } from './writes.queries.ts';

/** What a field of a person is now, as the trail would say it. */
function valueNow(person: Standing, field: string): unknown {
  if (field === 'departments') return person.departmentIds;
  if (field in MEMBERSHIPS) return person.memberships[field as Membership];
  return person.columns[COLUMNS[field as keyof typeof COLUMNS] as keyof PersonColumns];
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What of a row is still as the import left it, and which fields somebody has changed since. */
function stillAsLeft(person: Standing, { before, after }: DoneRow): { sent: SentCustomer; lost: string[] } {
  const sent: JsonObject = {};
  const lost: string[] = [];
  for (const [field, value] of Object.entries(before)) {
    if (isSame(valueNow(person, field), after[field])) sent[field] = value as JsonValue;
    else lost.push(field);
  }
  return { sent: sent as SentCustomer, lost };
}

type Step = UndoResult & { plan?: Plan; removed?: number };

const kept = (row: DoneRow, ...reasons: string[]): Step => ({ row_no: row.row_no, undo: 'kept', undo_reasons: reasons });

/** Takes the next rows back as far as that can be done; false when there are none left. */
export async function undoMore(tx: Tx, visit: Visit, of: ImportRow): Promise<boolean> {
  const { caller } = visit;
  const rows = await takeDoneRows(tx, caller, of.id, of.position, ROWS_AT_ONCE);
  const last = rows.at(-1);
  if (!last) {
    const { undone } = await countRows(tx, caller, of.id);
    const { undone: whole = 0, partly = 0, kept: left = 0 } = undone;
    await recordDeeds(tx, visit, [
      { action: 'people.importUndone', subjectId: String(of.id), after: { ...undone }, requestId: of.request_id ?? '' },
    ]);
    await updateImport(tx, caller, of.id, {
      state: 'undone',
      undone_at: now,
      undo_counts: JSON.stringify({ undone: whole, partly, kept: left }),
    });
    return false;
  }
  const ids = rows.map(({ customer_id }) => customer_id);
  const emails = rows.flatMap(({ before }) => (typeof before.email === 'string' ? [before.email] : []));
  const book = await readBook(tx, caller);
  const people = await readStandings(tx, caller, ids, { lock: true });
  const ordered = await findWhoOrdered(tx, caller, ids);
  const holders = await findHolders(tx, caller, emails);

  const remove = (row: DoneRow, person: Standing): Step => {
    if (!maySetAccess(caller, person.actor)) return kept(row, 'You may not remove this person’s account.');
    if (ordered.has(person.id)) return kept(row, 'The person stays, because something has been ordered since.');
    return { row_no: row.row_no, undo: 'undone', undo_reasons: [], removed: person.id };
  };
  const restore = (row: DoneRow, person: Standing): Step => {
    const { sent, lost } = stillAsLeft(person, row);
    const reasons = lost.length > 0 ? ['Somebody has changed this person since; what they changed stays.'] : [];
    if (Object.keys(sent).length === 0) return kept(row, ...reasons);
    const holder = sent.email ? holders.get(sent.email.toLowerCase()) : undefined;
    if (holder !== undefined && holder !== person.id) return kept(row, 'Somebody else has the earlier e-mail address by now.');
    try {
      const plan = planChange(caller, person, sent, book);
      return { row_no: row.row_no, undo: lost.length > 0 ? 'partly' : 'undone', undo_reasons: reasons, plan };
    } catch (error) {
      return kept(row, ...reasonsOf(error));
    }
  };
  const steps = rows.map((row) => {
    const person = people.get(row.customer_id);
    if (!person) return kept(row, 'The person was removed since.');
    return row.outcome === 'create' ? remove(row, person) : restore(row, person);
  });
  const plans = steps.flatMap(({ plan }) => (plan && plan.outcome !== 'same' ? [plan] : []));
  const removed = steps.flatMap(({ removed: id }) => id ?? []);
  await updatePeople(tx, caller, plans);
  const changed = plans.map(({ personId }) => personId ?? 0);
  await writeBelongings(tx, caller, plans, changed, { isNew: false });
  await removePeople(tx, caller, removed);
  const requestId = of.request_id ?? '';
  await recordDeeds(tx, visit, [
    ...plans.map(({ personId, before, after }) => ({
      action: 'customer.changed',
      subjectId: String(personId),
      before,
      after,
      requestId,
    })),
    ...removed.map((id) => ({ action: 'customer.removed', subjectId: String(id), requestId })),
  ]);
  await noteUndone(
    tx,
    caller,
    of.id,
    steps.map(({ row_no, undo, undo_reasons }) => ({ row_no, undo, undo_reasons })),
  );
  await updateImport(tx, caller, of.id, { position: last.row_no, done: of.done + rows.length, attempts: 0 });
  return true;
}
