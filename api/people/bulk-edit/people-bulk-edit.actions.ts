import { syncEntitlement } from '#api/entitlement/entitlement.actions.ts';
import { lockAccounts } from '#api/entitlement/entitlement.queries.ts';
import { recordAuditEvents } from '#api/platform/audit/audit.queries.ts';
import type { BulkEdit } from '#api/platform/bulk-edit/bulk-edit.mapper.ts';
import type { BulkEdits } from '#api/platform/bulk-edit/bulk-edit-engine.ts';
import type {
  BulkEditContext,
  BulkEditKind,
  BulkEditPlan,
  ItemResult,
  PendingItem,
  UndoItem,
} from '#api/platform/bulk-edit/bulk-edit-kind.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import { parseSnapshotTime } from '#api/platform/http/optimistic-concurrency.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { JobQueue } from '#api/platform/jobs/queue.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { describeReasons, joinWordings, type StoredReason } from '#api/platform/reasons.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/index.ts';
import { adjustPeople, checkAdjustmentTarget, previewAdjustment } from '../adjustments/adjust-people.actions.ts';
import { ADJUST_PERSON_WORDING, type AdjustPersonReason } from '../adjustments/adjustable-people.rules.ts';
import { parseGroupAdjustment } from '../adjustments/group-adjustment.rules.ts';
import { toUndoValues, undoAdjustments } from '../adjustments/save-adjustments.actions.ts';
import { enqueueInvitations, previewInvitations } from '../invitations/invitations.actions.ts';
import { INVITATION_WORDING, type InvitationKind, type InvitationReason } from '../invitations/invitations.rules.ts';
import { listPeopleIds } from '../list/people-list.queries.ts';
import { checkCostCentreOpen } from '../person/cost-centres.queries.ts';
import { readCorrections } from '../person/cut-correction.actions.ts';
import { type EntitlementPreview, previewPlannedChanges } from '../person/entitlement-preview.actions.ts';
import { checkOrganisationMemberships } from '../person/memberships.queries.ts';
import { completeOptOutChanges } from '../person/opt-out-change.actions.ts';
import type { AuditValues } from '../person/person-fields.rules.ts';
import {
  findPeopleAccessBlocker,
  PEOPLE_ACCESS_WORDING,
  PERSON_CHANGE_WORDING,
  type PersonReason,
} from '../person/person-reasons.rules.ts';
import {
  checkOrganisationDepartments,
  checkOrganisationIds,
  lockPeople,
  readChangeReferences,
  readPeople,
} from '../person/person-updates.queries.ts';
import { affectsEntitlement, auditDiff, type ChangeReferences, type LockedPerson } from '../person/planned-change.rules.ts';
import { keepAnAdministrator } from '../person/remaining-administrators.actions.ts';
import {
  listBulkEditPeople,
  listPeopleItems,
  listWardrobeCopies,
  type PeopleSelection,
  readPeopleVersions,
} from './people-bulk-edit.queries.ts';
import {
  describePeopleBulkEdit,
  type PeopleEditAction,
  type PeopleEditOutcome,
  type PeopleEditPayload,
  parsePeopleEditPayload,
  planPeopleEdit,
  planPeopleEditUndo,
} from './people-bulk-edit.rules.ts';
import { bulkUpdatePeople, type PersonUpdate, readExistingReferences } from './people-bulk-update.queries.ts';

/** Up to this many people are changed within the request; more by a job. */
export const PEOPLE_SYNC_LIMIT = 500;
const BATCH_SIZE = 250;

/** The input of the call: the list's filters from the query, and the body. */
export interface PeopleEditRequest {
  filters: QueryOf<'POST /api/customers/bulkedits'>;
  input: BodyOf<'POST /api/customers/bulkedits'>;
}

export type PeopleEditKind = BulkEditKind<PeopleEditRequest, PeopleEditPayload>;

/** The selected people. Throws 422 when there are none, and 409 when the number of matches is not the one that the caller saw. */
async function selectPeople(
  tx: Tx,
  caller: Scope,
  { filters, input }: { filters: PeopleEditRequest['filters']; input: Omit<PeopleEditRequest['input'], 'action'> },
): Promise<PeopleSelection> {
  if (!input.allMatching) {
    const { customerIds = [], versions } = input;
    if (customerIds.length === 0) throw invalid('customerIds', 'Please select at least one person.');
    if (versions && versions.length !== customerIds.length) throw invalid('versions', 'Versions must be one for each person.');
    const selected = new Map(customerIds.map((id, index) => [id, versions?.[index]]));
    return { ids: [...selected.keys()], versions: versions && [...selected.values()].map((version) => version ?? 0) };
  }
  const ids = await listPeopleIds(tx, caller, filters);
  if (input.expected !== undefined && input.expected !== ids.length)
    throw new HttpError(409, {
      customer: [
        `The list has changed: ${ids.length} people match now, not ${input.expected}. Nothing was changed; please check the list again.`,
      ],
    });
  if (ids.length === 0) throw invalid('customerIds', 'No one matches these filters.');
  return { ids, snapshotTime: parseSnapshotTime(input.seenOnUtc) };
}

async function plan(
  { tx, context: { caller } }: BulkEditContext,
  request: PeopleEditRequest,
): Promise<BulkEditPlan<PeopleEditPayload>> {
  const { input } = request;
  const { organisationResortId, organisationBusinessAreaId, costCentreId } = input;
  await checkOrganisationIds(tx, caller, {
    ...(organisationResortId ? { organisationResortId } : {}),
    ...(organisationBusinessAreaId ? { organisationBusinessAreaId } : {}),
    ...(costCentreId ? { costCentreId } : {}),
  });
  if (costCentreId) await checkCostCentreOpen(tx, caller, costCentreId);
  await checkOrganisationDepartments(tx, caller, input.departmentIds ?? []);
  await checkOrganisationMemberships(tx, caller, {
    organisationCollections: input.organisationCollectionIds ?? [],
    organisationGroupIds: input.organisationGroupIds ?? [],
    organisationSeasons: input.organisationSeasonIds ?? [],
  });
  const parsed = parsePeopleEditPayload(input);
  const payload =
    input.action === 'seasons' && parsed.way !== 'remove'
      ? { ...parsed, wardrobeCopies: await listWardrobeCopies(tx, caller, parsed.organisationSeasonIds ?? []) }
      : parsed;
  if (payload.adjustment) await checkAdjustmentTarget(tx, caller, payload.adjustment);
  const items = await listPeopleItems(tx, caller, await selectPeople(tx, caller, request));
  return { action: input.action, payload, items };
}

/** The people of whom changes decide what they are owed. */
export const listAffected = (updates: readonly PersonUpdate[]): number[] =>
  updates.filter(({ planned }) => affectsEntitlement(planned)).map(({ customerId }) => customerId);

/**
 * Locks the people of the items, decides what to write for each, writes it and records the audit events. `complete` does in the same
 * transaction what the written changes entail.
 */
export async function updatePeople<Item extends PendingItem>(
  { tx, context: { caller }, requestId }: BulkEditContext,
  items: readonly Item[],
  decide: (item: Item, person: LockedPerson | undefined, references: ChangeReferences) => PeopleEditOutcome,
  complete?: (changed: readonly PersonUpdate[]) => Promise<void>,
  { moveOrdered = false }: { moveOrdered?: boolean | undefined } = {},
): Promise<ItemResult[]> {
  const ids = items.map(({ subjectId }) => subjectId ?? 0);
  const people = new Map((await lockPeople(tx, caller, ids)).map((person) => [person.actor.customerId, person]));
  const references = await readChangeReferences(tx, caller);
  const findAdministratorBlocker = await keepAnAdministrator(tx, caller, [...people.values()], { lock: true });
  const decided = items.map((item) => {
    const customerId = item.subjectId ?? 0;
    const person = people.get(customerId);
    const decision = decide(item, person, references);
    const blocker = person && decision.outcome === 'changed' && findAdministratorBlocker(person, decision.planned);
    const outcome: PeopleEditOutcome = blocker ? { outcome: 'refused', reasons: [blocker] } : decision;
    const planned = outcome.outcome === 'changed' ? outcome.planned : undefined;
    const diff = person && planned ? auditDiff(person, planned) : { before: null, after: null };
    return { position: item.position, customerId, outcome, planned, ...diff };
  });
  const changed = decided.flatMap(({ customerId, planned }) => (planned ? [{ customerId, planned }] : []));
  await lockAccounts(tx, caller, listAffected(changed));
  await bulkUpdatePeople(tx, caller, changed);
  await complete?.(changed);
  const corrected = changed.flatMap(({ customerId, planned }) => {
    const person = people.get(customerId);
    return moveOrdered && person ? [{ person, planned }] : [];
  });
  await syncEntitlement(tx, caller, listAffected(changed), {
    corrections: await readCorrections(tx, caller, corrected, moveOrdered),
  });
  await recordAuditEvents(
    tx,
    { caller, effective: caller },
    decided.flatMap(({ customerId, before, after }) =>
      before && after ? [{ action: 'customer.changed', subjectId: String(customerId), before, after, requestId }] : [],
    ),
  );
  const versions = await readPeopleVersions(
    tx,
    caller,
    changed.map(({ customerId }) => customerId),
  );
  return decided.map(({ position, customerId, outcome: { outcome, reasons }, before, after }) => ({
    position,
    outcome,
    reasons,
    before,
    after,
    version: versions.get(customerId),
  }));
}

const NO_LONGER_MANAGED = { kind: 'no_longer_managed' } satisfies PersonReason & AdjustPersonReason;
const ADJUSTMENT_ERASED: AdjustPersonReason = { kind: 'adjustment_erased' };

/** Adjusts the balance of each person that the payload names, and stores what undoing that needs. */
async function adjust(
  context: BulkEditContext,
  { adjustment }: PeopleEditPayload,
  items: readonly PendingItem[],
): Promise<ItemResult[]> {
  // Where its reason mentioned a person whose data were erased.
  if (!adjustment) return items.map(({ position }) => ({ position, outcome: 'refused', reasons: [ADJUSTMENT_ERASED] }));
  const ids = items.map(({ subjectId }) => subjectId ?? 0);
  const results = await adjustPeople(context, ids, adjustment);
  return items.map(({ position, subjectId }) => {
    const result = results.get(subjectId ?? 0);
    return result && 'adjustmentId' in result
      ? { position, outcome: 'changed', before: toUndoValues(result.adjustmentId) }
      : { position, outcome: 'refused', reasons: [result?.refusal ?? NO_LONGER_MANAGED] };
  });
}

async function invite(
  { tx, context: { caller }, requestId }: BulkEditContext,
  jobs: JobQueue,
  kind: InvitationKind,
  items: readonly PendingItem[],
): Promise<ItemResult[]> {
  const customerIds = items.map(({ subjectId }) => subjectId ?? 0);
  const invited = await enqueueInvitations(tx, { jobs }, { caller, effective: caller }, kind, { customerIds }, requestId);
  const skipReasons = new Map(invited.map(({ id, reason }) => [id, reason]));
  return items.map(({ position, subjectId }) => {
    const skipReason = skipReasons.get(subjectId ?? 0);
    if (skipReason === null) return { position, outcome: 'changed' };
    const skipped: InvitationReason | undefined = skipReason && { kind: 'not_invited', mail: kind, why: skipReason };
    return { position, outcome: 'refused', reasons: [skipped ?? NO_LONGER_MANAGED] };
  });
}

async function undo(
  context: BulkEditContext,
  mailDependencies: MailDependencies,
  items: readonly UndoItem[],
  payload: PeopleEditPayload,
): Promise<ItemResult[]> {
  const {
    tx,
    context: { caller },
  } = context;
  const existing = await readExistingReferences(tx, caller);
  return updatePeople(
    context,
    items,
    ({ before, appliedVersion }, person, references) =>
      planPeopleEditUndo(caller, person, { before: before as AuditValues, version: appliedVersion ?? 0 }, existing, references),
    (changed) => completeOptOutChanges(tx, mailDependencies, caller, changed),
    // What the edit has moved to the other cut goes back with it.
    payload,
  );
}

/** The actions that send emails, and which emails they send. */
const INVITATION_ACTIONS: Partial<Record<string, InvitationKind>> = {
  invite: 'invitation',
  remind: 'reminder',
  sendOptOutLink: 'opt-out-link',
};

/** The wording of everything for which a bulk edit of people leaves someone alone. */
const PEOPLE_EDIT_WORDING = joinWordings(PEOPLE_ACCESS_WORDING, PERSON_CHANGE_WORDING, ADJUST_PERSON_WORDING, INVITATION_WORDING);
const describeOutcome = (reasons: readonly StoredReason[]) => describeReasons(PEOPLE_EDIT_WORDING, reasons) ?? '';
const isUnmanaged = ({ reasons = [] }: Pick<ItemResult, 'reasons'>) => reasons.some(({ kind }) => kind === 'no_longer_managed');

/** The bulk edit of people: wardrobes, groups, destinations, accounts, opt-outs, adjustments, and emails such as invitations. */
export const createPeopleEditKind = (mailDependencies: MailDependencies): PeopleEditKind => ({
  name: 'people',
  subject: 'customer',
  syncLimit: PEOPLE_SYNC_LIMIT,
  batchSize: BATCH_SIZE,
  findAccessBlocker: findPeopleAccessBlocker,
  wording: PEOPLE_EDIT_WORDING,
  describe: (action, total) => describePeopleBulkEdit(action as PeopleEditAction, total),
  plan,
  apply: (context, edit, items) => {
    const invitationKind = INVITATION_ACTIONS[edit.action];
    if (invitationKind) return invite(context, mailDependencies.jobs, invitationKind, items);
    if (edit.action === 'adjust') return adjust(context, edit.payload, items);
    const {
      tx,
      context: { caller },
    } = context;
    const action = edit.action as PeopleEditAction;
    return updatePeople(
      context,
      items,
      ({ expectedVersion }, person, references) =>
        planPeopleEdit(caller, person, { action, payload: edit.payload }, expectedVersion, references),
      (changed) => completeOptOutChanges(tx, mailDependencies, caller, changed),
      edit.payload,
    );
  },
  undo: (context, { action, payload }, items) =>
    action === 'adjust' ? undoAdjustments(context, items) : undo(context, mailDependencies, items, payload),
  findBlocker: async (_db, _scope, { action }, step) =>
    INVITATION_ACTIONS[action] && step === 'undo' ? 'Sent emails can’t be recalled.' : undefined,
  listSubjects: listBulkEditPeople,
});

/** What an action that sends emails, or adjusts balances, would do for a selection. Throws 404 and 422 as starting it does. */
export async function previewPeopleEdit(
  db: Db,
  context: RequestContext,
  filters: QueryOf<'POST /api/customers/bulkedits/preview'>,
  input: BodyOf<'POST /api/customers/bulkedits/preview'>,
): Promise<ReplyOf<'POST /api/customers/bulkedits/preview'>> {
  return runInTransaction(db, async (tx) => {
    const { ids } = await selectPeople(tx, context.caller, { filters, input });
    if (input.action === 'adjust') return previewAdjustment(tx, context.caller, ids, parseGroupAdjustment(input.adjustment));
    return previewInvitations(tx, context, INVITATION_ACTIONS[input.action] ?? 'invitation', { customerIds: ids });
  });
}

/** How many people a preview of entitlement takes into account; it is computed within the request. */
const MAX_PREVIEWED = 5000;

/**
 * What an action that changes wardrobes, the allocation type or opt-outs, or reopens accounts, would make of people's entitlement, and who would be refused. Throws 404 and
 * 422 as starting it does.
 */
export async function previewPeopleEntitlement(
  tx: Tx,
  caller: Scope,
  filters: QueryOf<'POST /api/customers/bulkedits/entitlementpreview'>,
  input: BodyOf<'POST /api/customers/bulkedits/entitlementpreview'>,
): Promise<EntitlementPreview> {
  await checkOrganisationMemberships(tx, caller, { organisationCollections: input.organisationCollectionIds ?? [] });
  const payload = parsePeopleEditPayload(input);
  const { ids } = await selectPeople(tx, caller, { filters, input });
  const previewedIds = ids.slice(0, MAX_PREVIEWED);
  const people = new Map((await readPeople(tx, caller, previewedIds)).map((person) => [person.actor.customerId, person]));
  const references = await readChangeReferences(tx, caller);
  const outcomes = previewedIds.map((id) => {
    const person = people.get(id);
    return { person, ...planPeopleEdit(caller, person, { action: input.action, payload }, null, references) };
  });
  // The reply must not reveal whether these people exist in another organisation or are out of reach.
  if (!input.allMatching && outcomes.every(isUnmanaged)) throw notFound('customer');
  const refusals = Map.groupBy(
    outcomes.filter(({ outcome }) => outcome === 'refused'),
    ({ reasons }) => describeOutcome(reasons),
  );
  const changed = outcomes.flatMap((decided) =>
    decided.outcome === 'changed' && decided.person ? [{ person: decided.person, planned: decided.planned }] : [],
  );
  return {
    people: ids.length,
    previewed: previewedIds.length,
    ...(await previewPlannedChanges(tx, caller, changed, payload.moveOrdered)),
    refusals: [...refusals].map(([reason, { length: count }]) => ({ reason, count })),
  };
}

/**
 * Starts a bulk edit. It changes each person as far as the caller may change them. Throws 404 when people are given by id and the
 * caller manages none of them, 409 when the list has changed, and 422.
 */
export async function bulkEditPeople(
  bulkEdits: BulkEdits,
  kind: PeopleEditKind,
  context: BulkEditContext,
  request: PeopleEditRequest,
): Promise<BulkEdit> {
  const { bulkEdit, results } = await bulkEdits.start(kind, context, request);
  // The reply must not reveal whether these people exist in another organisation or are out of reach.
  if (!request.input.allMatching && results.every(isUnmanaged)) throw notFound('customer');
  return bulkEdit;
}
