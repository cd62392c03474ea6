import type { BodyOf, QueryOf } from '#contract/index.ts';
import { findActor } from '../access/access.queries.ts';
import { recordDeeds } from '../audit/audit.queries.ts';
import { type Db, inTransaction, type Tx } from '../db/database.ts';
import type { Visit } from '../http/endpoint.ts';
import { HttpError, invalid, notFound } from '../http/errors.ts';
import { grantScope, isAdmin, type Scope } from '../http/scope.ts';
import { readSeenOn, SINCE_THE_LIST } from '../http/two-editors.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { queueForPeople } from '../passwords/invitations.actions.ts';
import { SKIPPED } from '../passwords/invitations.rules.ts';
import { checkOwnMemberships } from './memberships.queries.ts';
import {
  type ChangeAtWork,
  type Chosen,
  findChange,
  findChangeAtWork,
  finishChange,
  insertChange,
  insertUndo,
  listChanges,
  lockChange,
  type PeopleChange,
  refuseWaiting,
  type Settled,
  settlePeople,
  takeWaiting,
  type Waiting,
} from './people-changes.queries.ts';
import { GONE, type Outcome, OVERTAKEN, planAction, planUndo, readWanted } from './people-changes.rules.ts';
import { listPeopleIds } from './people-list.queries.ts';
import { readStillThere, writePeople } from './people-writing.queries.ts';
import { checkOwnDepartments, checkOwnIds, lockPeople, readDepartments } from './person-changes.queries.ts';
import { toldChange } from './planned-change.rules.ts';

/** Up to so many people are changed while the caller waits, in one transaction; more by a job, so many in each of its transactions. */
export const AT_ONCE = 500;
const IN_A_CHUNK = 250;

type Sent = BodyOf<'POST /api/customers/changes'>;
type Filters = QueryOf<'POST /api/customers/changes'>;

interface Post {
  jobs: JobQueue;
}

/** Who is meant. Throws 422 when nobody is, 409 when the list is not the one that the sender saw. */
async function chosenPeople(tx: Tx, caller: Scope, filters: Filters, sent: Sent): Promise<Chosen> {
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
  return { ids, seenOn: readSeenOn(sent.seenOnUtc) };
}

/**
 * Changes many people as far as the caller may change each of them; up to `AT_ONCE` at once, more by a job. Throws 404 for
 * ids of nobody and nothing, 409 and 422.
 */
export async function changePeople(
  db: Db,
  { jobs }: Post,
  { caller }: Pick<Visit, 'caller'>,
  filters: Filters,
  sent: Sent,
  requestId: string,
): Promise<PeopleChange> {
  return inTransaction(db, async (tx) => {
    const { organisationResortId, organisationBusinessAreaId } = sent;
    await checkOwnIds(tx, caller, {
      ...(organisationResortId ? { organisationResortId } : {}),
      ...(organisationBusinessAreaId ? { organisationBusinessAreaId } : {}),
    });
    await checkOwnDepartments(tx, caller, sent.departmentIds ?? []);
    await checkOwnMemberships(tx, caller, {
      organisationCollections: sent.organisationCollectionIds ?? [],
      organisationGroupIds: sent.organisationGroupIds ?? [],
    });
    const wanted = readWanted(sent);
    const chosen = await chosenPeople(tx, caller, filters, sent);
    const changeId = await insertChange(tx, caller, { action: sent.action, wanted, requestId }, chosen);
    return begin(tx, { jobs }, caller, changeId, chosen.ids.length, !sent.everybody);
  });
}

/** Takes a change back. Throws 404 for somebody else's, 409 when it still runs, was undone already or cannot be. */
export async function undoChange(
  db: Db,
  { jobs }: Post,
  { caller }: Pick<Visit, 'caller'>,
  changeId: number,
  requestId: string,
): Promise<PeopleChange> {
  return inTransaction(db, async (tx) => {
    const change = await findChange(tx, caller, changeId);
    if (!change) throw notFound('peopleChange');
    const undoId = change.canBeUndone ? await insertUndo(tx, caller, changeId, requestId) : undefined;
    if (undoId === undefined) throw new HttpError(409, { peopleChange: [whyNotUndone(change)] });
    return begin(tx, { jobs }, caller, undoId, change.changed, false);
  });
}

function whyNotUndone({ isFinished, action, changed }: PeopleChange): string {
  if (!isFinished) return 'This change is still being carried out. Please wait until it is finished.';
  if (action === 'invite') return 'Invitations that were sent cannot be taken back.';
  if (action === 'undo' || changed === 0) return 'There is nothing to undo.';
  return 'This was undone already.';
}

/** A change that the caller sees, and whether its job was given up. Throws 404. */
export async function getChange(db: Db, { jobs }: Post, caller: Scope, changeId: number): Promise<PeopleChange> {
  const change = await findChange(db, caller, changeId);
  if (!change) throw notFound('peopleChange');
  return withJob(jobs, caller, change);
}

/** The latest changes that the caller sees. */
export const getChanges = async (db: Db, { jobs }: Post, caller: Scope): Promise<PeopleChange[]> =>
  Promise.all((await listChanges(db, caller)).map((change) => withJob(jobs, caller, change)));

/** A change says that it is not finished; whether somebody is still at it only the job knows. */
async function withJob(jobs: JobQueue, { organisationId }: Scope, change: PeopleChange): Promise<PeopleChange> {
  if (change.isFinished) return change;
  return { ...change, isStopped: !(await jobs.isWanted('people.change', { organisationId, changeId: change.id })) };
}

/** Goes on with a change whose job was given up. Throws 404, and 409 while a job is at it or nothing is left. */
export async function continueChange(
  db: Db,
  post: Post,
  { caller }: Pick<Visit, 'caller'>,
  changeId: number,
): Promise<PeopleChange> {
  return inTransaction(db, async (tx) => {
    const { organisationId } = caller;
    await lockChange(tx, caller, changeId);
    const { isStopped } = await getChange(tx, post, caller, changeId);
    if (!isStopped) throw new HttpError(409, { peopleChange: ['This change is not stopped.'] });
    await post.jobs.enqueue(tx, 'people.change', { organisationId, changeId });
    return { ...((await findChange(tx, caller, changeId)) as PeopleChange), isStopped: false };
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
): Promise<PeopleChange> {
  const { organisationId } = caller;
  const change = (await findChangeAtWork(tx, organisationId, changeId)) as ChangeAtWork;
  if (people <= AT_ONCE) {
    const settled = await changeNext(tx, post, caller, change, AT_ONCE);
    // People of another organisation are not even noted; those out of reach are not told apart from them.
    if (isNamed && settled.every(({ said }) => said === GONE)) throw notFound('customer');
    await finishChange(tx, change);
  } else {
    await post.jobs.enqueue(tx, 'people.change', { organisationId, changeId });
  }
  return (await findChange(tx, caller, changeId)) as PeopleChange;
}

/**
 * Carries out what is left of a change, some people in each transaction, in the name of whoever asked for it and with the
 * rights that they have by now. Begun again after it broke off it goes on where it was.
 */
export async function carryOutChange(db: Db, post: Post, organisationId: number, changeId: number): Promise<void> {
  for (;;) {
    const change = await findChangeAtWork(db, organisationId, changeId);
    if (!change) return;
    const actor = await findActor(db, organisationId, change.changedById);
    const caller = actor && grantScope(actor);
    if (!caller || !isAdmin(caller))
      return refuseWaiting(db, change, 'Whoever asked for this does not administer people any more.');
    const done = await inTransaction(db, (tx) => changeNext(tx, post, caller, change, IN_A_CHUNK));
    if (done.length < IN_A_CHUNK) await finishChange(db, change);
  }
}

/** Changes the next people of a change. */
async function changeNext(tx: Tx, post: Post, caller: Scope, change: ChangeAtWork, most: number): Promise<Settled[]> {
  const waiting = await takeWaiting(tx, change, most);
  if (waiting.length === 0) return [];
  const overtaken = waiting.filter(({ seen }) => seen === SINCE_THE_LIST);
  const others = waiting.filter(({ seen }) => seen !== SINCE_THE_LIST);
  const settled = [
    ...overtaken.map(({ customerId }): Settled => {
      return { customerId, outcome: 'refused', said: OVERTAKEN, overtaken: true, before: null, after: null };
    }),
    ...(change.action === 'invite' ? await invite(tx, post, caller, change, others) : await write(tx, caller, change, others)),
  ];
  await settlePeople(tx, change, settled);
  return settled;
}

async function write(tx: Tx, caller: Scope, change: ChangeAtWork, waiting: readonly Waiting[]): Promise<Settled[]> {
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
  const stillThere = change.action === 'undo' ? await readStillThere(tx, caller) : {};
  const outcomes = waiting.map(({ customerId, seen, undoable }) => {
    const person = people.get(customerId);
    const outcome: Outcome = undoable
      ? planUndo(caller, person, undoable, stillThere, departments)
      : planAction(caller, person, change, seen, departments);
    const planned = outcome.outcome === 'changed' ? outcome.planned : undefined;
    const told = person && planned ? toldChange(person, planned) : { before: null, after: null };
    const overtaken = outcome.outcome !== 'changed' && outcome.overtaken;
    return { customerId, outcome: outcome.outcome, said: outcome.said, overtaken, planned, ...told };
  });
  await writePeople(
    tx,
    caller,
    outcomes.flatMap(({ customerId, planned }) => (planned ? [{ customerId, planned }] : [])),
  );
  await recordDeeds(
    tx,
    { caller, scope: caller },
    outcomes.flatMap(({ customerId, before, after }) =>
      before && after
        ? [{ action: 'customer.changed', subjectId: String(customerId), before, after, requestId: change.requestId }]
        : [],
    ),
  );
  return outcomes;
}

async function invite(tx: Tx, post: Post, caller: Scope, change: ChangeAtWork, waiting: readonly Waiting[]): Promise<Settled[]> {
  const ids = waiting.map(({ customerId }) => customerId);
  const asked = await queueForPeople(tx, post, { caller, scope: caller }, { customerIds: ids }, change.requestId);
  const reasons = new Map(asked.map(({ id, reason }) => [id, reason]));
  return ids.map((customerId) => {
    const reason = reasons.get(customerId);
    const said = reason === undefined ? GONE : reason && SKIPPED[reason];
    return { customerId, outcome: reason === null ? 'changed' : 'refused', said, before: null, after: null };
  });
}
