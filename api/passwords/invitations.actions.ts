import { recordDeed } from '../audit/audit.queries.ts';
import { type Db, inTransaction, type Tx } from '../db/database.ts';
import type { Visit } from '../http/endpoint.ts';
import { HttpError, notFound } from '../http/errors.ts';
import {
  lockWaitingInvitations,
  queueInvitations,
  settleInvitations,
  type WaitingInvitation,
  type Whom,
} from './invitations.queries.ts';
import { type Asked, SKIPPED, tellQueued } from './invitations.rules.ts';
import { issueLink } from './links.queries.ts';
import { mailInvitation, type PasswordMail } from './password-mails.ts';
import { INVITATION_DAYS } from './passwords.rules.ts';

/** Invitations of one transaction: as many as are mailed between two looks at the list. */
const BATCH = 25;

async function mailAll(tx: Tx, post: PasswordMail, invitations: readonly WaitingInvitation[]): Promise<void> {
  for (const person of invitations.filter(({ isDue }) => isDue)) {
    const token = await issueLink(tx, { ...person, purpose: 'invitation', minutes: INVITATION_DAYS * 24 * 60 });
    await mailInvitation(tx, post, person, token, `invitation:${person.id}`);
  }
  await settleInvitations(tx, invitations);
}

/**
 * Invites one person at once. Asked again within ten minutes it answers the same and mails nothing. Throws 404 for
 * somebody out of scope and 409 for somebody who has a password or whose account is switched off.
 */
export async function inviteOne(
  db: Db,
  post: PasswordMail,
  visit: Visit,
  customerId: number,
  requestId: string,
): Promise<{ success: boolean; msg: string | null }> {
  const { caller } = visit;
  return inTransaction(db, async (tx) => {
    const [asked] = await queueInvitations(tx, caller, { customerIds: [customerId] });
    if (!asked) throw notFound('customer');
    const { reason } = asked;
    if (reason === 'AlreadyActive' || reason === 'SwitchedOff') throw new HttpError(409, { customer: [SKIPPED[reason]] });
    if (reason === 'OftenToday' || reason === 'OrganisationLimit') return { success: false, msg: SKIPPED[reason] };
    if (reason === null) {
      const person = { organisationId: caller.organisationId, customerId };
      await mailAll(tx, post, await lockWaitingInvitations(tx, 1, person));
      await recordDeed(tx, visit, { action: 'invitation.sent', subjectId: String(customerId), requestId });
    }
    return { success: true, msg: null };
  });
}

/** Queues invitations of many people within a transaction, and says of each in scope why they get none. */
export async function queueForPeople(
  tx: Tx,
  { jobs }: Pick<PasswordMail, 'jobs'>,
  visit: Pick<Visit, 'caller' | 'scope'>,
  whom: Whom,
  requestId: string,
): Promise<Asked[]> {
  const asked = await queueInvitations(tx, visit.caller, whom);
  const queued = asked.filter(({ reason }) => reason === null).map(({ id }) => id);
  if (queued.length > 0) {
    await recordDeed(tx, visit, { action: 'invitations.queued', after: { customerIds: queued }, requestId });
    await jobs.enqueue(tx, 'invitations.send', {});
  }
  return asked;
}

/** Queues invitations of many people. Throws 404 when none of the people who were named is in scope. */
export async function inviteMany(db: Db, post: PasswordMail, visit: Visit, whom: Whom, requestId: string) {
  return inTransaction(db, async (tx) => {
    const asked = await queueForPeople(tx, post, visit, whom, requestId);
    if (asked.length === 0 && 'customerIds' in whom) throw notFound('customer');
    return tellQueued(asked);
  });
}

/** Mails every invitation that waits, a few at a time, so that whoever looks at the list sees how far it is. */
export async function sendWaitingInvitations(db: Db, post: PasswordMail): Promise<void> {
  for (;;) {
    const done = await inTransaction(db, async (tx) => {
      const invitations = await lockWaitingInvitations(tx, BATCH);
      if (invitations.length > 0) await mailAll(tx, post, invitations);
      return invitations.length;
    });
    if (done < BATCH) return;
  }
}
