import { lockOrganisation } from '#api/organisation/structure/structure.queries.ts';
import { recordAuditEvents } from '#api/platform/audit/audit.queries.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { forbidden, invalid, notFound } from '#api/platform/http/errors.ts';
import { formatPersonName } from '#api/platform/http/impersonation.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { approvalDelegatedMail, delegationEndedMail } from './delegation-mails.ts';
import {
  type Delegation,
  type DelegationPerson,
  deleteDelegation,
  findApprover,
  findDelegation,
  findOverlap,
  insertDelegation,
  leadsBack,
  listApprovers,
  listDelegates,
  listDelegations,
} from './delegations.queries.ts';
import {
  canDelegateForOthers,
  delegationConflict,
  describePeriod,
  explainLack,
  type Period,
  parsePeriod,
} from './delegations.rules.ts';

/** What changing a delegation takes. */
export interface DelegationCommand extends MailDependencies {
  clock: Clock;
  requestId: string;
}

type WireDelegation = ReplyOf<'POST /api/approvals/delegations'>['delegation'];

const getToday = (clock: Clock, { timeZone }: Scope) => getLocalDay(clock.now(), timeZone);

const toWirePerson = ({ id, name, email }: DelegationPerson) => ({ id, name, email });

const toWireDelegation = (delegation: Delegation, caller: Scope, today: string): WireDelegation => ({
  id: delegation.id,
  approver: toWirePerson(delegation.approver),
  delegate: toWirePerson(delegation.delegate),
  startsOn: delegation.startsOn,
  endsOn: delegation.endsOn,
  isRunning: delegation.startsOn <= today,
  canEnd: canDelegateForOthers(caller) || delegation.approver.id === caller.customerId,
});

/** The delegations that concern the caller, and whether they may add one. */
export async function getDelegations(db: Db, clock: Clock, caller: Scope): Promise<ReplyOf<'GET /api/approvals/delegations'>> {
  const today = getToday(clock, caller);
  const [delegations, own] = await Promise.all([
    listDelegations(db, caller, today, canDelegateForOthers(caller)),
    findApprover(db, caller, caller.customerId),
  ]);
  return {
    delegations: delegations.map((delegation) => toWireDelegation(delegation, caller, today)),
    canDelegate: own !== undefined,
    canDelegateForOthers: canDelegateForOthers(caller),
  };
}

/** Approvers for whom the caller may delegate. Throws 403 for anyone but administrators of the whole organisation. */
export async function findApprovers(db: Db, caller: Scope, searchTerm: string | undefined) {
  if (!canDelegateForOthers(caller)) throw forbidden('Only an administrator of the whole organisation may do this.');
  return { people: (await listApprovers(db, caller, searchTerm)).map(toWirePerson) };
}

/** The approver for whom the caller delegates. Throws 403 for someone else's decisions, and 404 for someone who does not approve orders. */
async function getApprover(db: Db, caller: Scope, approverId: number | undefined): Promise<DelegationPerson> {
  const id = approverId || caller.customerId;
  const isOwn = id === caller.customerId;
  // An id of someone else is not found rather than forbidden, so that it does not reveal whether the person exists.
  if (!isOwn && !canDelegateForOthers(caller)) throw notFound('customer');
  const approver = await findApprover(db, caller, id);
  if (!approver) throw isOwn ? forbidden('You do not approve orders, so there is nothing to delegate.') : notFound('customer');
  return approver;
}

/** People who can decide in the approver's place, and those who lack a right for it. Throws 403 and 404 as `addDelegation` does. */
export async function findDelegates(
  db: Db,
  caller: Scope,
  { approverId, searchTerm }: { approverId?: number; searchTerm?: string },
) {
  const approver = await getApprover(db, caller, approverId);
  const people = await listDelegates(db, caller, { approverId: approver.id, searchTerm });
  return { people: people.map((person) => ({ ...toWirePerson(person), blocker: explainLack(person) })) };
}

const AUDIT_ACTIONS = {
  added: { approver: 'customer.approval-delegated', delegate: 'customer.approval-delegated-to' },
  ended: { approver: 'customer.delegation-ended', delegate: 'customer.delegation-ended' },
};

/** Records what happened to a delegation for both people, and mails those of them who can use the portal. */
async function announce(
  tx: Tx,
  context: RequestContext,
  { id, approver, delegate, startsOn, endsOn }: Delegation,
  what: 'added' | 'ended',
  command: DelegationCommand,
): Promise<void> {
  const { caller } = context;
  const values = { approverId: approver.id, delegateId: delegate.id, delegatedFrom: startsOn, delegatedUntil: endsOn };
  await recordAuditEvents(
    tx,
    context,
    [approver, delegate].map((person) => ({
      action: AUDIT_ACTIONS[what][person === approver ? 'approver' : 'delegate'],
      subjectId: String(person.id),
      ...(what === 'added' ? { after: values } : { before: values }),
      requestId: command.requestId,
    })),
  );
  const mail = what === 'added' ? approvalDelegatedMail : delegationEndedMail;
  for (const person of [approver, delegate].filter(({ isActive }) => isActive))
    await enqueueMail(tx, command, mail, {
      organisationId: caller.organisationId,
      brandId: person.brandId,
      recipient: person.email,
      data: {
        firstName: person.firstName,
        isDelegate: person === delegate,
        approverName: approver.name,
        delegateName: delegate.name,
        period: describePeriod({ startsOn, endsOn }),
        by: caller.customerId === approver.id ? null : formatPersonName(caller),
      },
      dedupeKey: `delegation-${what}:${id}:${person.id}`,
    });
}

/** Throws 409 when the approver has a delegate on one of the days, or when their decisions would come back to them. */
async function assertNoConflict(
  tx: Tx,
  caller: Scope,
  approver: DelegationPerson,
  delegate: DelegationPerson,
  period: Period,
): Promise<void> {
  const overlap = await findOverlap(tx, caller, approver.id, period);
  if (overlap)
    throw delegationConflict(
      `${overlap.delegate.name} already decides ${describePeriod(overlap)}. End that first, or choose other days.`,
    );
  if (await leadsBack(tx, caller, { approverId: approver.id, delegateId: delegate.id }, period))
    throw delegationConflict(
      `The decisions of ${delegate.name} are delegated to ${approver.name} on some of these days, directly or through others. Choose someone else or other days.`,
    );
}

/**
 * Delegates an approver's decisions. Throws 403, 404 for an approver for whom the caller cannot delegate, 422 for invalid days and for a delegate who
 * does not see every order of the approver, and 409 when it contradicts another delegation.
 */
export async function addDelegation(
  tx: Tx,
  context: RequestContext,
  { approverId, delegateId, ...days }: BodyOf<'POST /api/approvals/delegations'>,
  command: DelegationCommand,
): Promise<WireDelegation> {
  const { caller } = context;
  const today = getToday(command.clock, caller);
  const approver = await getApprover(tx, caller, approverId);
  if (delegateId === approver.id) throw invalid('delegateId', 'Choose someone other than the approver.');
  const period = parsePeriod(days, today);
  // Delegations of an organisation are added one at a time, so that two cannot make a circle.
  await lockOrganisation(tx, caller);
  const [delegate] = await listDelegates(tx, caller, { approverId: approver.id, delegateId });
  if (!delegate)
    throw invalid('delegateId', 'Choose someone who can see all orders of the groups for which the approver decides.');
  await assertNoConflict(tx, caller, approver, delegate, period);
  const id = await insertDelegation(tx, caller, { approverId: approver.id, delegateId }, period);
  const delegation = { id, approver, delegate, ...period };
  await announce(tx, context, delegation, 'added', command);
  return toWireDelegation(delegation, caller, today);
}

/**
 * Ends a delegation. Throws 403 for the delegate, and 404 when the caller does not see it or it has ended.
 */
export async function endDelegation(tx: Tx, context: RequestContext, id: number, command: DelegationCommand): Promise<void> {
  const { caller } = context;
  const everyone = canDelegateForOthers(caller);
  const delegation = await findDelegation(tx, caller, id, getToday(command.clock, caller), everyone);
  if (!delegation) throw notFound('delegation');
  if (!everyone && delegation.approver.id !== caller.customerId)
    throw forbidden(`Only ${delegation.approver.name} or an administrator of the whole organisation may end this.`);
  if (!(await deleteDelegation(tx, caller, id))) throw notFound('delegation');
  await announce(tx, context, delegation, 'ended', command);
}
