import { issuePasswordLink } from '#api/identity/passwords/links.queries.ts';
import { INVITATION_TTL_DAYS } from '#api/identity/passwords/passwords.rules.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { HttpError, notFound } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { defineJob } from '#api/platform/jobs/job.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { invitationMail, optOutLinkMail, orderReminderMail } from './invitation-mails.ts';
import {
  type InvitationTarget,
  insertInvitations,
  lockPendingInvitations,
  markInvitationsProcessed,
  type PendingInvitation,
  planInvitations,
} from './invitations.queries.ts';
import {
  describeSkipReason,
  describeUnsent,
  type InvitationKind,
  type InvitationResult,
  summariseInvitations,
} from './invitations.rules.ts';

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

const AUDIT_ACTIONS: Record<InvitationKind, { one: string; many: string }> = {
  invitation: { one: 'invitation.sent', many: 'invitations.queued' },
  reminder: { one: 'invitation.reminder-sent', many: 'invitations.reminders-queued' },
  'opt-out-link': { one: 'invitation.opt-out-link-sent', many: 'invitations.opt-out-links-queued' },
};

/** Queues the mail of one invitation. Tokens and GUIDs stay sealed until the mail has been sent. */
async function enqueueInvitationMail(tx: Tx, mailDependencies: MailDependencies, invitation: PendingInvitation): Promise<void> {
  const { kind, organisationId, brandId, email, firstName, organisationName, optOutGuid } = invitation;
  const mail = { organisationId, brandId, recipient: email, dedupeKey: `${kind}:${invitation.id}` };
  const data = { firstName, organisationName };
  const optOutSecret: { optOutGuid?: string } = optOutGuid === null ? {} : { optOutGuid };
  if (kind === 'reminder') return enqueueMail(tx, mailDependencies, orderReminderMail, { ...mail, data, secrets: optOutSecret });
  if (kind === 'opt-out-link') {
    if (optOutGuid !== null) await enqueueMail(tx, mailDependencies, optOutLinkMail, { ...mail, data, secrets: { optOutGuid } });
    return;
  }
  const token = await issuePasswordLink(tx, { ...invitation, purpose: 'invitation', minutes: INVITATION_TTL_DAYS * 24 * 60 });
  await enqueueMail(tx, mailDependencies, invitationMail, {
    ...mail,
    data: { ...data, validDays: INVITATION_TTL_DAYS },
    secrets: { token, email, ...optOutSecret },
  });
}

async function sendInvitations(
  tx: Tx,
  mailDependencies: MailDependencies,
  invitations: readonly PendingInvitation[],
): Promise<void> {
  for (const invitation of invitations) if (invitation.isDue) await enqueueInvitationMail(tx, mailDependencies, invitation);
  await markInvitationsProcessed(tx, invitations);
}

/**
 * Sends one person an email of a kind immediately. A request that repeats a recent one sends no mail, and the message says when the
 * first was sent. Throws 404 for people out of scope, and 409 for people whom the email does not concern.
 */
export async function invitePerson(
  db: Db,
  mailDependencies: MailDependencies,
  context: RequestContext,
  kind: InvitationKind,
  customerId: number,
  requestId: string,
): Promise<{ success: boolean; msg: string | null }> {
  const { caller } = context;
  return runInTransaction(db, async (tx) => {
    const [result] = await insertInvitations(tx, caller, kind, { customerIds: [customerId] });
    if (!result) throw notFound('customer');
    if (result.reason !== null) {
      const unsent = describeUnsent(kind, result.reason, result.lastRequestedAt);
      if (unsent.kind === 'error') throw new HttpError(409, { customer: [unsent.message] });
      return { success: unsent.kind === 'repeated', msg: unsent.message };
    }
    const person = { organisationId: caller.organisationId, customerId, kind };
    await sendInvitations(tx, mailDependencies, await lockPendingInvitations(tx, 1, person));
    await recordAuditEvent(tx, context, { action: AUDIT_ACTIONS[kind].one, subjectId: String(customerId), requestId });
    return { success: true, msg: null };
  });
}

/** Why each kind of email cannot be sent to a person now, as a sentence; null where it can. Throws 404 for people out of scope. */
export async function readInvitationBlockers(db: Db, { caller }: RequestContext, customerId: number) {
  const findBlocker = async (kind: InvitationKind) => {
    const [result] = await planInvitations(db, caller, kind, { customerIds: [customerId] });
    if (!result) throw notFound('customer');
    return result.reason && describeSkipReason(kind, result.reason);
  };
  const [invitation, reminder, optOutLink] = await Promise.all(
    (['invitation', 'reminder', 'opt-out-link'] as const).map(findBlocker),
  );
  return { invitation: invitation ?? null, reminder: reminder ?? null, optOutLink: optOutLink ?? null };
}

/** Queues emails of a kind to many people within a transaction. Returns one result for each person in scope. */
export async function enqueueInvitations(
  tx: Tx,
  { jobs }: Pick<MailDependencies, 'jobs'>,
  context: Pick<RequestContext, 'caller' | 'effective'>,
  kind: InvitationKind,
  target: InvitationTarget,
  requestId: string,
): Promise<InvitationResult[]> {
  const results = await insertInvitations(tx, context.caller, kind, target);
  const queued = results.filter(({ reason }) => reason === null).map(({ id }) => id);
  if (queued.length > 0) {
    await recordAuditEvent(tx, context, { action: AUDIT_ACTIONS[kind].many, after: { customerIds: queued }, requestId });
    await jobs.enqueue(tx, sendInvitationsJob, {});
  }
  return results;
}

const summarise = (kind: InvitationKind, target: InvitationTarget, results: readonly InvitationResult[]) => {
  if (results.length === 0 && 'customerIds' in target) throw notFound('customer');
  return summariseInvitations(kind, results);
};

/** Queues invitations of many people. Throws 404 when people are given by id and none of them is in scope. */
export async function invitePeople(
  db: Db,
  mailDependencies: MailDependencies,
  context: RequestContext,
  target: InvitationTarget,
  requestId: string,
) {
  return runInTransaction(db, async (tx) =>
    summarise('invitation', target, await enqueueInvitations(tx, mailDependencies, context, 'invitation', target, requestId)),
  );
}

/** The summary that sending emails of a kind would return now. Sends nothing. Throws 404 as sending does. */
export const previewInvitations = async (db: Db, { caller }: RequestContext, kind: InvitationKind, target: InvitationTarget) =>
  summarise(kind, target, await planInvitations(db, caller, kind, target));

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
