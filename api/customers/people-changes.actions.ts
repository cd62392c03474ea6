import type { BodyOf, QueryOf } from '#contract/index.ts';
import { findActor } from '../access/access.queries.ts';
import { recordDeeds } from '../audit/audit.queries.ts';
import { type Db, inTransaction, type Tx } from '../db/database.ts';
import type { Visit } from '../http/endpoint.ts';
import { HttpError, invalid, notFound } from '../http/errors.ts';
import { grantScope, isAdmin, type Scope } from '../http/scope.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { queueForPeople } from '../passwords/invitations.actions.ts';
import { SKIPPED } from '../passwords/invitations.rules.ts';
import { checkOwnMemberships } from './memberships.queries.ts';
import {
  type ChangeAtWork,
  findChange,
  findChangeAtWork,
  finishChange,
  insertChange,
  insertUndo,
  type PeopleChange,
  refuseWaiting,
  type Settled,
  settlePeople,
  takeWaiting,
} from './people-changes.queries.ts';
import { GONE, type Outcome, planAction, planUndo, readWanted } from './people-changes.rules.ts';
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
async function chosenPeople(tx: Tx, caller: Scope, filters: Filters, sent: Sent): Promise<number[]> {
  if (!sent.everybody) {
    const named = [...new Set(sent.customerIds ?? [])];
    if (named.length === 0) throw invalid('customerIds', 'Please choose whom this is about.');
    return named;
  }
  const ids = await listPeopleIds(tx, caller, filters);
  if (sent.expected !== undefined && sent.expected !== ids.length)
    throw new HttpError(409, {
      customer: [
        `The list has changed: ${ids.length} people match now, not ${sent.expected}. Nothing was changed; please look at it again.`,
      ],
    });
  if (ids.length === 0) throw invalid('customerIds', 'Nobody matches these filters.');
  return ids;
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
    const ids = await chosenPeople(tx, caller, filters, sent);
    const changeId = await insertChange(tx, caller, { action: sent.action, wanted, requestId }, ids);
    return begin(tx, { jobs }, caller, changeId, ids.length, !sent.everybody);
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
  const ids = waiting.map(({ customerId }) => customerId);
  const settled =
    change.action === 'invite' ? await invite(tx, post, caller, change, ids) : await write(tx, caller, change, waiting);
  await settlePeople(tx, change, settled);
  return settled;
}

type Waiting = Awaited<ReturnType<typeof takeWaiting>>;

async function write(tx: Tx, caller: Scope, change: ChangeAtWork, waiting: Waiting): Promise<Settled[]> {
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
  const outcomes = waiting.map(({ customerId, undoable }) => {
    const person = people.get(customerId);
    const outcome: Outcome = undoable
      ? planUndo(caller, person, undoable, stillThere, departments)
      : planAction(caller, person, change.action, change.wanted, departments);
    const planned = outcome.outcome === 'changed' ? outcome.planned : undefined;
    const told = person && planned ? toldChange(person, planned) : { before: null, after: null };
    return { customerId, outcome: outcome.outcome, said: outcome.said, planned, ...told };
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

async function invite(tx: Tx, post: Post, caller: Scope, change: ChangeAtWork, ids: readonly number[]): Promise<Settled[]> {
  const asked = await queueForPeople(tx, post, { caller, scope: caller }, { customerIds: ids }, change.requestId);
  const reasons = new Map(asked.map(({ id, reason }) => [id, reason]));
  return ids.map((customerId) => {
    const reason = reasons.get(customerId);
    const said = reason === undefined ? GONE : reason && SKIPPED[reason];
    return { customerId, outcome: reason === null ? 'changed' : 'refused', said, before: null, after: null };
  });
}
