import { recordAuditEvents } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { JsonObject, JsonValue } from '#api/platform/db/types.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';

import { canSetAccess, MEMBERSHIPS, type Membership } from '../person/memberships.rules.ts';
import { type CustomerInput, PERSON_COLUMNS, type PersonColumns } from '../person/person-fields.rules.ts';
import { type ImportRow, sqlNow, updateImport } from './imports.queries.ts';
import { findEmailOwners, findPeopleWithOrders, readExistingPeople, readNameLookup } from './people.queries.ts';
import { type ExistingPerson, type PersonPlan, planUpdate, toRefusalReasons } from './plan.rules.ts';
import { countImportRows, type DoneRow, type ImportRowUndoResult, readNextDoneRows, saveUndoResults } from './rows.queries.ts';
import { IMPORT_BATCH_SIZE } from './steps.actions.ts';
import { removeImportedPeople, saveMembershipsAndDepartments, updateImportedPeople } from './writes.queries.ts';

/** What a field of a person is now, as the trail would say it. */
function valueNow(person: ExistingPerson, field: string): unknown {
  if (field === 'departments') return person.departmentIds;
  if (field in MEMBERSHIPS) return person.memberships[field as Membership];
  return person.columns[PERSON_COLUMNS[field as keyof typeof PERSON_COLUMNS] as keyof PersonColumns];
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What of a row is still as the import left it, and which fields somebody has changed since. */
function stillAsLeft(person: ExistingPerson, { before, after }: DoneRow): { sent: CustomerInput; lost: string[] } {
  const sent: JsonObject = {};
  const lost: string[] = [];
  for (const [field, value] of Object.entries(before)) {
    if (isSame(valueNow(person, field), after[field])) sent[field] = value as JsonValue;
    else lost.push(field);
  }
  return { sent: sent as CustomerInput, lost };
}

type Step = ImportRowUndoResult & { plan?: PersonPlan; removed?: number };

const kept = (row: DoneRow, ...reasons: string[]): Step => ({ row_no: row.row_no, undo: 'kept', undo_reasons: reasons });

/** Takes the next rows back as far as that can be done; false when there are none left. */
export async function undoNextBatch(tx: Tx, context: RequestContext, of: ImportRow): Promise<boolean> {
  const { caller } = context;
  const rows = await readNextDoneRows(tx, caller, of.id, of.position, IMPORT_BATCH_SIZE);
  const last = rows.at(-1);
  if (!last) {
    const { undone } = await countImportRows(tx, caller, of.id);
    const { undone: whole = 0, partly = 0, kept: left = 0 } = undone;
    await recordAuditEvents(tx, context, [
      { action: 'people.importUndone', subjectId: String(of.id), after: { ...undone }, requestId: of.request_id ?? '' },
    ]);
    await updateImport(tx, caller, of.id, {
      state: 'undone',
      undone_at: sqlNow,
      undo_counts: JSON.stringify({ undone: whole, partly, kept: left }),
    });
    return false;
  }
  const ids = rows.map(({ customer_id }) => customer_id);
  const emails = rows.flatMap(({ before }) => (typeof before.email === 'string' ? [before.email] : []));
  const book = await readNameLookup(tx, caller);
  const people = await readExistingPeople(tx, caller, ids, { lock: true });
  const ordered = await findPeopleWithOrders(tx, caller, ids);
  const holders = await findEmailOwners(tx, caller, emails);

  const remove = (row: DoneRow, person: ExistingPerson): Step => {
    if (!canSetAccess(caller, person.actor)) return kept(row, 'You may not remove this person’s account.');
    if (ordered.has(person.id)) return kept(row, 'The person stays, because something has been ordered since.');
    return { row_no: row.row_no, undo: 'undone', undo_reasons: [], removed: person.id };
  };
  const restore = (row: DoneRow, person: ExistingPerson): Step => {
    const { sent, lost } = stillAsLeft(person, row);
    const reasons = lost.length > 0 ? ['Somebody has changed this person since; what they changed stays.'] : [];
    if (Object.keys(sent).length === 0) return kept(row, ...reasons);
    const holder = sent.email ? holders.get(sent.email.toLowerCase()) : undefined;
    if (holder !== undefined && holder !== person.id) return kept(row, 'Somebody else has the earlier e-mail address by now.');
    try {
      const plan = planUpdate(caller, person, sent, book);
      return { row_no: row.row_no, undo: lost.length > 0 ? 'partly' : 'undone', undo_reasons: reasons, plan };
    } catch (error) {
      return kept(row, ...toRefusalReasons(error));
    }
  };
  const steps = rows.map((row) => {
    const person = people.get(row.customer_id);
    if (!person) return kept(row, 'The person was removed since.');
    return row.outcome === 'create' ? remove(row, person) : restore(row, person);
  });
  const plans = steps.flatMap(({ plan }) => (plan && plan.outcome !== 'same' ? [plan] : []));
  const removed = steps.flatMap(({ removed: id }) => id ?? []);
  await updateImportedPeople(tx, caller, plans);
  const changed = plans.map(({ personId }) => personId ?? 0);
  await saveMembershipsAndDepartments(tx, caller, plans, changed, { isNew: false });
  await removeImportedPeople(tx, caller, removed);
  const requestId = of.request_id ?? '';
  await recordAuditEvents(tx, context, [
    ...plans.map(({ personId, before, after }) => ({
      action: 'customer.changed',
      subjectId: String(personId),
      before,
      after,
      requestId,
    })),
    ...removed.map((id) => ({ action: 'customer.removed', subjectId: String(id), requestId })),
  ]);
  await saveUndoResults(
    tx,
    caller,
    of.id,
    steps.map(({ row_no, undo, undo_reasons }) => ({ row_no, undo, undo_reasons })),
  );
  await updateImport(tx, caller, of.id, { position: last.row_no, done: of.done + rows.length, attempts: 0 });
  return true;
}
