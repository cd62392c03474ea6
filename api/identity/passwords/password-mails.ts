import type { Tx } from '#api/platform/db/database.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { invitationMail, passwordChangedMail, passwordRecoveryMail } from './password-mail-templates.ts';
import { INVITATION_TTL_DAYS, RECOVERY_LINK_TTL_MINUTES } from './passwords.rules.ts';

/** What queueing the mail of a password link takes. */
export type PasswordMailDependencies = MailDependencies;

interface Recipient {
  organisationId: number;
  customerId: number;
  brandId: number;
  email: string;
  firstName: string;
}

const to = ({ organisationId, brandId, email }: Recipient) => ({ organisationId, brandId, recipient: email });

/** Queues the link to set a new password. Token and address stay sealed until the mail leaves. */
export const enqueueRecoveryMail = (tx: Tx, post: PasswordMailDependencies, person: Recipient, token: string): Promise<void> =>
  enqueueMail(tx, post, passwordRecoveryMail, {
    ...to(person),
    data: { firstName: person.firstName, validMinutes: RECOVERY_LINK_TTL_MINUTES },
    secrets: { token, email: person.email },
  });

/** Queues the link with which somebody who was invited chooses a password. */
export const enqueueInvitationMail = (
  tx: Tx,
  post: PasswordMailDependencies,
  person: Recipient & { organisationName: string },
  token: string,
  dedupeKey: string,
): Promise<void> =>
  enqueueMail(tx, post, invitationMail, {
    ...to(person),
    data: { firstName: person.firstName, organisationName: person.organisationName, validDays: INVITATION_TTL_DAYS },
    secrets: { token, email: person.email },
    dedupeKey,
  });

/** Tells somebody that their password is a new one now, in case it was not they who set it. */
export const enqueuePasswordChangedMail = (tx: Tx, post: PasswordMailDependencies, person: Recipient): Promise<void> =>
  enqueueMail(tx, post, passwordChangedMail, {
    ...to(person),
    data: { firstName: person.firstName, whenUtc: new Date().toISOString() },
  });
