import { findActor } from '#api/identity/sessions/access.queries.ts';
import { recordAuditEvents } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import { parseSnapshotTime, STALE_SINCE_SNAPSHOT } from '#api/platform/http/optimistic-concurrency.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { grantScope, isAdmin, type Scope } from '#api/platform/http/scope.ts';
import { defineJob } from '#api/platform/jobs/job.ts';
import type { JobQueue } from '#api/platform/jobs/queue.ts';
import type { BodyOf, QueryOf } from '#contract/index.ts';
import { enqueueInvitations } from '../invitations/invitations.actions.ts';
import { SKIP_REASON_LABELS } from '../invitations/invitations.rules.ts';
import { listPeopleIds } from '../list/people-list.queries.ts';
import { checkOrganisationMemberships } from '../person/memberships.queries.ts';
import {
  checkOrganisationDepartments,
  checkOrganisationIds,
  lockPeople,
  readDepartments,
} from '../person/person-updates.queries.ts';
import { auditDiff } from '../person/planned-change.rules.ts';
import {
  claimPendingPersonItems,
  findPeopleBulkEdit,
  findRunningPeopleBulkEdit,
  finishPeopleBulkEdit,
  insertPeopleBulkEdit,
  insertPeopleBulkEditUndo,
  listRecentPeopleBulkEdits,
  lockPeopleBulkEdit,
  type PendingPersonItem,
  type PeopleBulkEdit,
  type PeopleSelection,
  type PersonItemResult,
  type RunningPeopleBulkEdit,
  rejectPendingPersonItems,
  savePersonItemResults,
} from './people-bulk-edit.queries.ts';
import {
  NO_LONGER_MANAGED,
  type PeopleEditOutcome,
  parsePeopleEditPayload,
  planPeopleEdit,
  planPeopleEditUndo,
  STALE_SINCE_SNAPSHOT_REASON,
} from './people-bulk-edit.rules.ts';
import { bulkUpdatePeople, readExistingReferences } from './people-bulk-update.queries.ts';

/** Up to so many people are changed while the caller waits, in one transaction; more by a job, so many in each of its transactions. */
export const PEOPLE_SYNC_LIMIT = 500;
const BATCH_SIZE = 250;

export const bulkEditPeopleJob = defineJob<{ organisationId: number; changeId: number }>({
  name: 'people.change',
  retryLimit: 20,
  maxBackoff: 120,
  expiry: 900,
  concurrency: 1,
});

type Sent = BodyOf<'POST /api/customers/changes'>;
type Filters = QueryOf<'POST /api/customers/changes'>;

interface Post {
  jobs: JobQueue;
}

/** Who is meant. Throws 422 when nobody is, 409 when the list is not the one that the sender saw. */
async function chosenPeople(tx: Tx, caller: Scope, filters: Filters, sent: Sent): Promise<PeopleSelection> {
  if (!sent.everybody) {
    const { customerIds = [], versions } = sent;
    if (customerIds.length === 0) throw invalid('customerIds', 'Please choose whom this is about.');
    if (versions && versions.length !== customerIds.length) throw invalid('versions', 'Versions must be one for each person.');
    const seen = new Map(customerIds.map((id, place) => [id, versions?.[place]]));
    return { ids: [...seen.keys()], versions: versions && [...seen.values()].map((version) => version ?? 0) };
  }
  const ids = await listPeopleIds(tx, caller, filters);
  if (sent.expected !== undefined && sent.expected !== ids.length)
    throw new HttpError(409, {
      customer: [
        `The list has changed: ${ids.length} people match now, not ${sent.expected}. Nothing was changed; please look at it again.`,
      ],
    });
  if (ids.length === 0) throw invalid('customerIds', 'Nobody matches these filters.');
  return { ids, snapshotTime: parseSnapshotTime(sent.seenOnUtc) };
}

/**
 * Changes many people as far as the caller may change each of them; up to `AT_ONCE` at once, more by a job. Throws 404 for
 * ids of nobody and nothing, 409 and 422.
 */
export async function bulkEditPeople(
  db: Db,
  { jobs }: Post,
  { caller }: Pick<RequestContext, 'caller'>,
  filters: Filters,
  sent: Sent,
  requestId: string,
): Promise<PeopleBulkEdit> {
  return runInTransaction(db, async (tx) => {
    const { organisationResortId, organisationBusinessAreaId } = sent;
    await checkOrganisationIds(tx, caller, {
      ...(organisationResortId ? { organisationResortId } : {}),
      ...(organisationBusinessAreaId ? { organisationBusinessAreaId } : {}),
    });
    await checkOrganisationDepartments(tx, caller, sent.departmentIds ?? []);
    await checkOrganisationMemberships(tx, caller, {
      organisationCollections: sent.organisationCollectionIds ?? [],
      organisationGroupIds: sent.organisationGroupIds ?? [],
    });
    const wanted = parsePeopleEditPayload(sent);
    const chosen = await chosenPeople(tx, caller, filters, sent);
    const changeId = await insertPeopleBulkEdit(tx, caller, { action: sent.action, payload: wanted, requestId }, chosen);
    return begin(tx, { jobs }, caller, changeId, chosen.ids.length, !sent.everybody);
  });
}

/** Takes a change back. Throws 404 for somebody else's, 409 when it still runs, was undone already or cannot be. */
export async function undoPeopleBulkEdit(
  db: Db,
  { jobs }: Post,
  { caller }: Pick<RequestContext, 'caller'>,
  changeId: number,
  requestId: string,
): Promise<PeopleBulkEdit> {
  return runInTransaction(db, async (tx) => {
    const change = await findPeopleBulkEdit(tx, caller, changeId);
    if (!change) throw notFound('peopleChange');
    const undoId = change.canBeUndone ? await insertPeopleBulkEditUndo(tx, caller, changeId, requestId) : undefined;
    if (undoId === undefined) throw new HttpError(409, { peopleChange: [whyNotUndone(change)] });
    return begin(tx, { jobs }, caller, undoId, change.changed, false);
  });
}

function whyNotUndone({ isFinished, action, changed }: PeopleBulkEdit): string {
  if (!isFinished) return 'This change is still being carried out. Please wait until it is finished.';
  if (action === 'invite') return 'Invitations that were sent cannot be taken back.';
  if (action === 'undo' || changed === 0) return 'There is nothing to undo.';
  return 'This was undone already.';
}

/** A change that the caller sees, and whether its job was given up. Throws 404. */
export async function getPeopleBulkEdit(db: Db, { jobs }: Post, caller: Scope, changeId: number): Promise<PeopleBulkEdit> {
  const change = await findPeopleBulkEdit(db, caller, changeId);
  if (!change) throw notFound('peopleChange');
  return withJob(jobs, caller, change);
}

/** The latest changes that the caller sees. */
export const listPeopleBulkEdits = async (db: Db, { jobs }: Post, caller: Scope): Promise<PeopleBulkEdit[]> =>
  Promise.all((await listRecentPeopleBulkEdits(db, caller)).map((change) => withJob(jobs, caller, change)));

/** A change says that it is not finished; whether somebody is still at it only the job knows. */
async function withJob(jobs: JobQueue, { organisationId }: Scope, change: PeopleBulkEdit): Promise<PeopleBulkEdit> {
  if (change.isFinished) return change;
  return { ...change, isStopped: !(await jobs.isPending(bulkEditPeopleJob, { organisationId, changeId: change.id })) };
}

/** Goes on with a change whose job was given up. Throws 404, and 409 while a job is at it or nothing is left. */
export async function continuePeopleBulkEdit(
  db: Db,
  post: Post,
  { caller }: Pick<RequestContext, 'caller'>,
  changeId: number,
): Promise<PeopleBulkEdit> {
  return runInTransaction(db, async (tx) => {
    const { organisationId } = caller;
    await lockPeopleBulkEdit(tx, caller, changeId);
    const { isStopped } = await getPeopleBulkEdit(tx, post, caller, changeId);
    if (!isStopped) throw new HttpError(409, { peopleChange: ['This change is not stopped.'] });
    await post.jobs.enqueue(tx, bulkEditPeopleJob, { organisationId, changeId });
    return { ...((await findPeopleBulkEdit(tx, caller, changeId)) as PeopleBulkEdit), isStopped: false };
  });
}

/** Carries out a change of few people, hands one of many to a job, and says how far it is. */
async function begin(
  tx: Tx,
  post: Post,
  caller: Scope,
  changeId: number,
  people: number,
  isNamed: boolean,
): Promise<PeopleBulkEdit> {
  const { organisationId } = caller;
  const change = (await findRunningPeopleBulkEdit(tx, organisationId, changeId)) as RunningPeopleBulkEdit;
  if (people <= PEOPLE_SYNC_LIMIT) {
    const settled = await changeNext(tx, post, caller, change, PEOPLE_SYNC_LIMIT);
    // People of another organisation are not even noted; those out of reach are not told apart from them.
    if (isNamed && settled.every(({ reason }) => reason === NO_LONGER_MANAGED)) throw notFound('customer');
    await finishPeopleBulkEdit(tx, change);
  } else {
    await post.jobs.enqueue(tx, bulkEditPeopleJob, { organisationId, changeId });
  }
  return (await findPeopleBulkEdit(tx, caller, changeId)) as PeopleBulkEdit;
}

/**
 * Carries out what is left of a change, some people in each transaction, in the name of whoever asked for it and with the
 * rights that they have by now. Begun again after it broke off it goes on where it was.
 */
export async function runPeopleBulkEdit(db: Db, post: Post, organisationId: number, changeId: number): Promise<void> {
  for (;;) {
    const change = await findRunningPeopleBulkEdit(db, organisationId, changeId);
    if (!change) return;
    const actor = await findActor(db, organisationId, change.changedById);
    const caller = actor && grantScope(actor);
    if (!caller || !isAdmin(caller))
      return rejectPendingPersonItems(db, change, 'Whoever asked for this does not administer people any more.');
    const done = await runInTransaction(db, (tx) => changeNext(tx, post, caller, change, BATCH_SIZE));
    if (done.length < BATCH_SIZE) await finishPeopleBulkEdit(db, change);
  }
}

/** Changes the next people of a change. */
async function changeNext(
  tx: Tx,
  post: Post,
  caller: Scope,
  change: RunningPeopleBulkEdit,
  most: number,
): Promise<PersonItemResult[]> {
  const waiting = await claimPendingPersonItems(tx, change, most);
  if (waiting.length === 0) return [];
  const overtaken = waiting.filter(({ expectedVersion }) => expectedVersion === STALE_SINCE_SNAPSHOT);
  const others = waiting.filter(({ expectedVersion }) => expectedVersion !== STALE_SINCE_SNAPSHOT);
  const settled = [
    ...overtaken.map(({ customerId }): PersonItemResult => {
      return { customerId, outcome: 'refused', reason: STALE_SINCE_SNAPSHOT_REASON, isConflict: true, before: null, after: null };
    }),
    ...(change.action === 'invite' ? await invite(tx, post, caller, change, others) : await write(tx, caller, change, others)),
  ];
  await savePersonItemResults(tx, change, settled);
  return settled;
}

async function write(
  tx: Tx,
  caller: Scope,
  change: RunningPeopleBulkEdit,
  waiting: readonly PendingPersonItem[],
): Promise<PersonItemResult[]> {
  const people = new Map(
    (
      await lockPeople(
        tx,
        caller,
        waiting.map(({ customerId }) => customerId),
      )
    ).map((person) => [person.actor.customerId, person]),
  );
  const departments = await readDepartments(tx, caller);
  const stillThere = change.action === 'undo' ? await readExistingReferences(tx, caller) : {};
  const outcomes = waiting.map(({ customerId, expectedVersion, undoSnapshot }) => {
    const person = people.get(customerId);
    const outcome: PeopleEditOutcome = undoSnapshot
      ? planPeopleEditUndo(caller, person, undoSnapshot, stillThere, departments)
      : planPeopleEdit(caller, person, change, expectedVersion, departments);
    const planned = outcome.outcome === 'changed' ? outcome.planned : undefined;
    const diff = person && planned ? auditDiff(person, planned) : { before: null, after: null };
    const isConflict = outcome.outcome !== 'changed' && outcome.isConflict;
    return { customerId, outcome: outcome.outcome, reason: outcome.reason, isConflict, planned, ...diff };
  });
  await bulkUpdatePeople(
    tx,
    caller,
    outcomes.flatMap(({ customerId, planned }) => (planned ? [{ customerId, planned }] : [])),
  );
  await recordAuditEvents(
    tx,
    { caller, effective: caller },
    outcomes.flatMap(({ customerId, before, after }) =>
      before && after
        ? [{ action: 'customer.changed', subjectId: String(customerId), before, after, requestId: change.requestId }]
        : [],
    ),
  );
  return outcomes;
}

async function invite(
  tx: Tx,
  post: Post,
  caller: Scope,
  change: RunningPeopleBulkEdit,
  waiting: readonly PendingPersonItem[],
): Promise<PersonItemResult[]> {
  const ids = waiting.map(({ customerId }) => customerId);
  const asked = await enqueueInvitations(tx, post, { caller, effective: caller }, { customerIds: ids }, change.requestId);
  const reasons = new Map(asked.map(({ id, reason }) => [id, reason]));
  return ids.map((customerId) => {
    const skipReason = reasons.get(customerId);
    const reason = skipReason === undefined ? NO_LONGER_MANAGED : skipReason && SKIP_REASON_LABELS[skipReason];
    return { customerId, outcome: skipReason === null ? 'changed' : 'refused', reason, before: null, after: null };
  });
}
