import { recordAuditEvents } from '#api/platform/audit/audit.queries.ts';
import type { BulkEditContext, BulkEditRecord, ItemResult, UndoItem } from '#api/platform/bulk-edit/bulk-edit-kind.ts';
import type { JsonObject, JsonValue } from '#api/platform/db/types.ts';
import { canSetAccess, MEMBERSHIPS, type Membership } from '../person/memberships.rules.ts';
import { type CustomerInput, PERSON_COLUMNS, type PersonColumns } from '../person/person-fields.rules.ts';
import { findEmailOwners, findPeopleWithOrders, readExistingPeople, readNameLookup } from './people.queries.ts';
import { type ExistingPerson, type PersonPlan, planUpdate, toRefusalReasons } from './plan.rules.ts';
import { removeImportedPeople, saveMembershipsAndDepartments, updateImportedPeople } from './writes.queries.ts';

const CHANGED_SINCE = 'Someone has changed this person since; those changes were kept.';

/** The present value of a field, as the audit log stores it. */
function readField(person: ExistingPerson, field: string): unknown {
  if (field === 'departments') return person.departmentIds;
  if (field in MEMBERSHIPS) return person.memberships[field as Membership];
  return person.columns[PERSON_COLUMNS[field as keyof typeof PERSON_COLUMNS] as keyof PersonColumns];
}

/** The previous values of the fields that still have the imported value, and whether someone has changed others since. */
function selectRestorable(person: ExistingPerson, { before, after }: UndoItem): { input: CustomerInput; hasConflict: boolean } {
  const isUntouched = (field: string) => JSON.stringify(readField(person, field)) === JSON.stringify(after?.[field]);
  const fields = Object.keys(before);
  const untouched = fields.filter(isUntouched);
  const input: JsonObject = Object.fromEntries(untouched.map((field) => [field, before[field] as JsonValue]));
  return { input: input as CustomerInput, hasConflict: untouched.length < fields.length };
}

interface UndoStep {
  result: ItemResult;
  plan?: PersonPlan;
  removedId?: number;
}

/**
 * Restores the values of people whom an import changed, except where someone has changed them since, and removes the people whom it
 * created unless something was ordered for them.
 */
export async function undoImport(
  { tx, context, requestId }: BulkEditContext,
  _edit: BulkEditRecord<unknown>,
  items: readonly UndoItem[],
): Promise<ItemResult[]> {
  const { caller } = context;
  const ids = items.map(({ subjectId }) => subjectId ?? 0);
  const emails = items.flatMap(({ before }) => (typeof before.email === 'string' ? [before.email] : []));
  const nameLookup = await readNameLookup(tx, caller);
  const people = await readExistingPeople(tx, caller, ids, { lock: true });
  const withOrders = await findPeopleWithOrders(tx, caller, ids);
  const emailOwners = await findEmailOwners(tx, caller, emails);

  const refuse = ({ position }: UndoItem, ...reasons: string[]): UndoStep => ({
    result: { position, outcome: 'refused', reason: reasons.join(' ') },
  });
  const remove = (item: UndoItem, person: ExistingPerson): UndoStep => {
    if (!canSetAccess(caller, person.actor)) return refuse(item, 'You can’t remove this person’s account.');
    if (withOrders.has(person.id)) return refuse(item, 'This person has orders and was not removed.');
    return { result: { position: item.position, outcome: 'changed' }, removedId: person.id };
  };
  const restore = (item: UndoItem, person: ExistingPerson): UndoStep => {
    const { input, hasConflict } = selectRestorable(person, item);
    if (Object.keys(input).length === 0) return refuse(item, CHANGED_SINCE);
    const emailOwner = input.email ? emailOwners.get(input.email.toLowerCase()) : undefined;
    if (emailOwner !== undefined && emailOwner !== person.id)
      return refuse(item, 'Someone else has the previous email address now.');
    try {
      const plan = planUpdate(caller, person, input, nameLookup);
      const reason = [...(hasConflict ? [CHANGED_SINCE] : []), ...plan.notes].join(' ') || null;
      return { result: { position: item.position, outcome: 'changed', reason }, plan };
    } catch (error) {
      return refuse(item, ...toRefusalReasons(error));
    }
  };
  const steps = items.map((item) => {
    const person = people.get(item.subjectId ?? 0);
    if (!person) return refuse(item, 'The person has been removed since.');
    // An item without previous values created its person.
    return Object.keys(item.before).length === 0 ? remove(item, person) : restore(item, person);
  });

  const plans = steps.flatMap(({ plan }) => (plan && plan.outcome !== 'unchanged' ? [plan] : []));
  const removedIds = steps.flatMap(({ removedId }) => removedId ?? []);
  await updateImportedPeople(tx, caller, plans);
  const restoredIds = plans.map(({ personId }) => personId ?? 0);
  await saveMembershipsAndDepartments(tx, caller, plans, restoredIds, { isNew: false });
  await removeImportedPeople(tx, caller, removedIds);
  await recordAuditEvents(tx, context, [
    ...plans.map(({ personId, before, after }) => ({
      action: 'customer.changed',
      subjectId: String(personId),
      before,
      after,
      requestId,
    })),
    ...removedIds.map((id) => ({ action: 'customer.removed', subjectId: String(id), requestId })),
  ]);
  return steps.map(({ result }) => result);
}
