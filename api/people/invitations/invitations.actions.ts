import { issuePasswordLink } from '#api/identity/passwords/links.queries.ts';
import { enqueueInvitationMail, type PasswordMailDependencies } from '#api/identity/passwords/password-mails.ts';
import { INVITATION_TTL_DAYS } from '#api/identity/passwords/passwords.rules.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { HttpError, notFound } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { defineJob } from '#api/platform/jobs/job.ts';
import {
  type InvitationTarget,
  insertInvitations,
  lockPendingInvitations,
  markInvitationsProcessed,
  type PendingInvitation,
} from './invitations.queries.ts';
import { type InvitationResult, SKIP_REASON_LABELS, summariseInvitations } from './invitations.rules.ts';

/** Invitations of one transaction: as many as are mailed between two looks at the list. */
const BATCH = 25;

/** Mails all invitations that are pending. */
export const sendInvitationsJob = defineJob({
  name: 'invitations.send',
  retryLimit: 20,
  maxBackoff: 120,
  expiry: 120,
  concurrency: 1,
});

async function mailAll(tx: Tx, post: PasswordMailDependencies, invitations: readonly PendingInvitation[]): Promise<void> {
  for (const person of invitations.filter(({ isDue }) => isDue)) {
    const token = await issuePasswordLink(tx, { ...person, purpose: 'invitation', minutes: INVITATION_TTL_DAYS * 24 * 60 });
    await enqueueInvitationMail(tx, post, person, token, `invitation:${person.id}`);
  }
  await markInvitationsProcessed(tx, invitations);
}

/**
 * Invites one person at once. Asked again within ten minutes it answers the same and mails nothing. Throws 404 for
 * somebody out of scope and 409 for somebody who has a password or whose account is switched off.
 */
export async function invitePerson(
  db: Db,
  post: PasswordMailDependencies,
  context: RequestContext,
  customerId: number,
  requestId: string,
): Promise<{ success: boolean; msg: string | null }> {
  const { caller } = context;
  return runInTransaction(db, async (tx) => {
    const [asked] = await insertInvitations(tx, caller, { customerIds: [customerId] });
    if (!asked) throw notFound('customer');
    const { reason } = asked;
    if (reason === 'AlreadyActive' || reason === 'SwitchedOff')
      throw new HttpError(409, { customer: [SKIP_REASON_LABELS[reason]] });
    if (reason === 'OftenToday' || reason === 'OrganisationLimit') return { success: false, msg: SKIP_REASON_LABELS[reason] };
    if (reason === null) {
      const person = { organisationId: caller.organisationId, customerId };
      await mailAll(tx, post, await lockPendingInvitations(tx, 1, person));
      await recordAuditEvent(tx, context, { action: 'invitation.sent', subjectId: String(customerId), requestId });
    }
    return { success: true, msg: null };
  });
}

/** Queues invitations of many people within a transaction, and says of each in scope why they get none. */
export async function enqueueInvitations(
  tx: Tx,
  { jobs }: Pick<PasswordMailDependencies, 'jobs'>,
  context: Pick<RequestContext, 'caller' | 'effective'>,
  whom: InvitationTarget,
  requestId: string,
): Promise<InvitationResult[]> {
  const asked = await insertInvitations(tx, context.caller, whom);
  const queued = asked.filter(({ reason }) => reason === null).map(({ id }) => id);
  if (queued.length > 0) {
    await recordAuditEvent(tx, context, { action: 'invitations.queued', after: { customerIds: queued }, requestId });
    await jobs.enqueue(tx, sendInvitationsJob, {});
  }
  return asked;
}

/** Queues invitations of many people. Throws 404 when none of the people who were named is in scope. */
export async function invitePeople(
  db: Db,
  post: PasswordMailDependencies,
  context: RequestContext,
  whom: InvitationTarget,
  requestId: string,
) {
  return runInTransaction(db, async (tx) => {
    const asked = await enqueueInvitations(tx, post, context, whom, requestId);
    if (asked.length === 0 && 'customerIds' in whom) throw notFound('customer');
    return summariseInvitations(asked);
  });
}

/** Mails every invitation that waits, a few at a time, so that whoever looks at the list sees how far it is. */
export async function sendPendingInvitations(db: Db, post: PasswordMailDependencies): Promise<void> {
  for (;;) {
    const done = await runInTransaction(db, async (tx) => {
      const invitations = await lockPendingInvitations(tx, BATCH);
      if (invitations.length > 0) await mailAll(tx, post, invitations);
      return invitations.length;
    });
    if (done < BATCH) return;
  }
}
