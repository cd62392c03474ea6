import { enqueueInvitationMail } from '#api/identity/passwords/enqueue-password-mails.ts';
import { issuePasswordLink } from '#api/identity/passwords/links.queries.ts';
import { INVITATION_TTL_DAYS } from '#api/identity/passwords/passwords.rules.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { HttpError, notFound } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { defineJob } from '#api/platform/jobs/job.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import {
  type InvitationTarget,
  insertInvitations,
  lockPendingInvitations,
  markInvitationsProcessed,
  type PendingInvitation,
} from './invitations.queries.ts';
import { type InvitationResult, SKIP_REASON_LABELS, summariseInvitations } from './invitations.rules.ts';

/** Invitations mailed in one transaction. The list of invitations shows the progress after each batch. */
const BATCH_SIZE = 25;

/** Mails all pending invitations. */
export const sendInvitationsJob = defineJob({
  name: 'invitations.send',
  retryLimit: 20,
  maxBackoff: 120,
  expiry: 120,
  concurrency: 1,
});

async function sendInvitations(
  tx: Tx,
  mailDependencies: MailDependencies,
  invitations: readonly PendingInvitation[],
): Promise<void> {
  for (const person of invitations.filter(({ isDue }) => isDue)) {
    const token = await issuePasswordLink(tx, { ...person, purpose: 'invitation', minutes: INVITATION_TTL_DAYS * 24 * 60 });
    await enqueueInvitationMail(tx, mailDependencies, person, token, `invitation:${person.id}`);
  }
  await markInvitationsProcessed(tx, invitations);
}

/**
 * Invites one person immediately. Within ten minutes a repeated request gets the same reply and sends no mail. Throws 404 for
 * people out of scope, and 409 for people who have a password or whose account is switched off.
 */
export async function invitePerson(
  db: Db,
  mailDependencies: MailDependencies,
  context: RequestContext,
  customerId: number,
  requestId: string,
): Promise<{ success: boolean; msg: string | null }> {
  const { caller } = context;
  return runInTransaction(db, async (tx) => {
    const [result] = await insertInvitations(tx, caller, { customerIds: [customerId] });
    if (!result) throw notFound('customer');
    const { reason } = result;
    if (reason === 'AlreadyActive' || reason === 'SwitchedOff')
      throw new HttpError(409, { customer: [SKIP_REASON_LABELS[reason]] });
    if (reason === 'OftenToday' || reason === 'OrganisationLimit') return { success: false, msg: SKIP_REASON_LABELS[reason] };
    if (reason === null) {
      const person = { organisationId: caller.organisationId, customerId };
      await sendInvitations(tx, mailDependencies, await lockPendingInvitations(tx, 1, person));
      await recordAuditEvent(tx, context, { action: 'invitation.sent', subjectId: String(customerId), requestId });
    }
    return { success: true, msg: null };
  });
}

/** Queues invitations of many people within a transaction. Returns one result for each person in scope. */
export async function enqueueInvitations(
  tx: Tx,
  { jobs }: Pick<MailDependencies, 'jobs'>,
  context: Pick<RequestContext, 'caller' | 'effective'>,
  target: InvitationTarget,
  requestId: string,
): Promise<InvitationResult[]> {
  const results = await insertInvitations(tx, context.caller, target);
  const queued = results.filter(({ reason }) => reason === null).map(({ id }) => id);
  if (queued.length > 0) {
    await recordAuditEvent(tx, context, { action: 'invitations.queued', after: { customerIds: queued }, requestId });
    await jobs.enqueue(tx, sendInvitationsJob, {});
  }
  return results;
}

/** Queues invitations of many people. Throws 404 when people are given by id and none of them is in scope. */
export async function invitePeople(
  db: Db,
  mailDependencies: MailDependencies,
  context: RequestContext,
  target: InvitationTarget,
  requestId: string,
) {
  return runInTransaction(db, async (tx) => {
    const results = await enqueueInvitations(tx, mailDependencies, context, target, requestId);
    if (results.length === 0 && 'customerIds' in target) throw notFound('customer');
    return summariseInvitations(results);
  });
}

/**
 * Mails all pending invitations in batches, each in its own transaction, so that the list of invitations shows the progress.
 */
export async function sendPendingInvitations(db: Db, mailDependencies: MailDependencies): Promise<void> {
  for (;;) {
    const count = await runInTransaction(db, async (tx) => {
      const invitations = await lockPendingInvitations(tx, BATCH_SIZE);
      if (invitations.length > 0) await sendInvitations(tx, mailDependencies, invitations);
      return invitations.length;
    });
    if (count < BATCH_SIZE) return;
  }
}
