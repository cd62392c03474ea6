import { type AuditEvent, recordAuditEvents } from '#api/platform/audit/audit.queries.ts';
import type { BulkEditContext, BulkEditRecord, ItemResult, UndoItem } from '#api/platform/bulk-edit/bulk-edit-kind.ts';
import { updatePeople } from '../bulk-edit/people-bulk-edit.actions.ts';
import { planPeopleEditUndo } from '../bulk-edit/people-bulk-edit.rules.ts';
import { readExistingReferences } from '../bulk-edit/people-bulk-update.queries.ts';
import { canSetAccess } from '../person/memberships.rules.ts';
import type { AuditValues } from '../person/person-fields.rules.ts';
import type { PersonReason } from '../person/person-reasons.rules.ts';
import { lockPeople } from '../person/person-updates.queries.ts';
import type { ImportRowReason } from './import-reasons.rules.ts';
import { findEmailOwners, findPeopleWithOrders } from './people.queries.ts';
import { listPredecessors, removeImportedPeople, restoreAddresses, withdrawRequestedEmails } from './writes.queries.ts';

/** The name under which an item keeps a new address that has to be confirmed. */
export const REQUESTED_EMAIL = 'pendingEmail';

/** Restores people like a bulk edit of people, unless someone else has their previous email address. */
async function restorePeople(context: BulkEditContext, items: readonly UndoItem[]): Promise<ItemResult[]> {
  const {
    tx,
    context: { caller },
  } = context;
  const emails = items.flatMap(({ before }) => (typeof before.email === 'string' ? [before.email] : []));
  const emailOwners = await findEmailOwners(tx, caller, emails);
  const existing = await readExistingReferences(tx, caller);
  return updatePeople(context, items, ({ before, appliedVersion }, person, references) => {
    const snapshot = { before: before as AuditValues, version: appliedVersion ?? 0 };
    const outcome = planPeopleEditUndo(caller, person, snapshot, existing, references);
    const email = outcome.outcome === 'changed' ? outcome.planned.columns.email : undefined;
    const owner = email === undefined ? undefined : emailOwners.get(email.toLowerCase());
    return owner === undefined || owner === person?.actor.customerId
      ? outcome
      : { outcome: 'refused', reasons: [{ kind: 'earlier_email_taken' } satisfies ImportRowReason] };
  });
}

/** Removes people whom the import created, unless something was ordered for them. */
async function removePeople({ tx, context, requestId }: BulkEditContext, items: readonly UndoItem[]): Promise<ItemResult[]> {
  const { caller } = context;
  const ids = items.map(({ subjectId }) => subjectId ?? 0);
  const people = new Map((await lockPeople(tx, caller, ids)).map(({ actor }) => [actor.customerId, actor]));
  const withOrders = await findPeopleWithOrders(tx, caller, ids);
  const findBlocker = (id: number): ImportRowReason | PersonReason | undefined => {
    const person = people.get(id);
    if (!person) return { kind: 'no_longer_managed' };
    if (!canSetAccess(caller, person)) return { kind: 'not_removable' };
    return withOrders.has(id) ? { kind: 'has_orders' } : undefined;
  };
  const removedIds = ids.filter((id) => findBlocker(id) === undefined);
  await removeImportedPeople(tx, caller, removedIds);
  await recordAuditEvents(
    tx,
    context,
    removedIds.map((id) => ({ action: 'customer.removed', subjectId: String(id), requestId })),
  );
  return items.map(({ position, subjectId }) => {
    const reason = findBlocker(subjectId ?? 0);
    return reason === undefined ? { position, outcome: 'changed' } : { position, outcome: 'refused', reasons: [reason] };
  });
}

/**
 * Restores the values of people whom an import changed, except where someone has changed them since, and removes the people whom it
 * created unless something was ordered for them.
 */
export async function undoImport(
  context: BulkEditContext,
  { payload: { importId } }: BulkEditRecord<{ importId: number }>,
  items: readonly UndoItem[],
): Promise<ItemResult[]> {
  const hasCreated = ({ before }: UndoItem) => Object.keys(before).length === 0;
  const created = items.filter(hasCreated);
  const requesting = items.filter(({ before }) => REQUESTED_EMAIL in before);
  const changed = items.filter((item) => !hasCreated(item)).map((item) => ({ ...item, before: withoutRequest(item.before) }));
  const { tx } = context;
  const { caller } = context.context;
  // All people at once, in the order of their ids, as everyone locks them.
  const predecessors = await listPredecessors(
    tx,
    caller,
    importId,
    items.map(({ position }) => position),
  );
  await lockPeople(tx, caller, [...items.flatMap(({ subjectId }) => subjectId ?? []), ...predecessors]);
  const withdrawn = await withdrawEmails(context, importId, requesting);
  const restored = changed.filter(({ before }) => Object.keys(before).length > 0);
  const results = [
    ...(restored.length > 0 ? await restorePeople(context, restored) : []),
    ...(created.length > 0 ? await removePeople(context, created) : []),
    // Those of whom nothing else was changed.
    ...changed
      .filter(({ before }) => Object.keys(before).length === 0)
      .map(({ position, subjectId }): ItemResult => {
        const reason: ImportRowReason = { kind: 'email_answered' };
        return withdrawn.has(subjectId ?? 0)
          ? { position, outcome: 'changed' }
          : { position, outcome: 'refused', reasons: [reason] };
      }),
  ];
  await giveAddressesBack(
    context,
    importId,
    results.flatMap(({ position, outcome }) => (outcome === 'changed' ? position : [])),
  );
  return results;
}

const withoutRequest = ({ [REQUESTED_EMAIL]: _, ...before }: UndoItem['before']): UndoItem['before'] => before;

/** Gives leavers the addresses back that the undone rows had taken over. */
async function giveAddressesBack(
  { tx, context, requestId }: BulkEditContext,
  importId: number,
  rowNumbers: readonly number[],
): Promise<void> {
  if (rowNumbers.length === 0) return;
  const restored = await restoreAddresses(tx, context.caller, importId, rowNumbers);
  await recordAuditEvents(tx, context, toEmailEvents(restored, requestId));
}

/** Withdraws the new addresses that rows have asked people to confirm, where they still wait. Returns the ids of these people. */
async function withdrawEmails(
  { tx, context, requestId }: BulkEditContext,
  importId: number,
  items: readonly UndoItem[],
): Promise<ReadonlySet<number>> {
  if (items.length === 0) return new Set();
  const rowNumbers = items.map(({ position }) => position);
  const withdrawn = await withdrawRequestedEmails(tx, context.caller, importId, rowNumbers);
  await recordAuditEvents(
    tx,
    context,
    withdrawn.map(({ id, email }) => ({
      action: 'customer.email-withdrawn',
      subjectId: String(id),
      before: { email },
      requestId,
    })),
  );
  return new Set(withdrawn.map(({ id }) => id));
}

/** Changed addresses as the history of people shows them. */
export const toEmailEvents = (
  changes: readonly { id: number; before: string; after: string }[],
  requestId: string,
): AuditEvent[] =>
  changes.map(({ id, before, after }) => ({
    action: 'customer.changed',
    subjectId: String(id),
    before: { email: before },
    after: { email: after },
    requestId,
  }));
