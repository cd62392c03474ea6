import type { Tx } from '../db/database.ts';
import { queueMail } from '../mail/mail.queries.ts';
import type { Portal } from '../portal.ts';
import { INVITATION_DAYS, RECOVERY_MINUTES } from './passwords.rules.ts';

/** What mailing a link needs of the portal. */
export type PasswordMail = Pick<Portal, 'jobs' | 'vault'>;

interface Recipient {
  organisationId: number;
  customerId: number;
  brandId: number;
  email: string;
  firstName: string;
}

const to = ({ organisationId, brandId, email }: Recipient) => ({ organisationId, brandId, recipient: email });

/** Queues the link to set a new password. Token and address stay sealed until the mail leaves. */
export const mailRecoveryLink = (tx: Tx, post: PasswordMail, person: Recipient, token: string): Promise<void> =>
  queueMail(tx, post, {
    ...to(person),
    template: 'password-recovery',
    data: { firstName: person.firstName, validMinutes: RECOVERY_MINUTES },
    secrets: { token, email: person.email },
  });

/** Queues the link with which somebody who was invited chooses a password. */
export const mailInvitation = (
  tx: Tx,
  post: PasswordMail,
  person: Recipient & { organisationName: string },
  token: string,
  dedupeKey: string,
): Promise<void> =>
  queueMail(tx, post, {
    ...to(person),
    template: 'invitation',
    data: { firstName: person.firstName, organisationName: person.organisationName, validDays: INVITATION_DAYS },
    secrets: { token, email: person.email },
    dedupeKey,
  });

/** Tells somebody that their password is a new one now, in case it was not they who set it. */
export const mailPasswordChanged = (tx: Tx, post: PasswordMail, person: Recipient): Promise<void> =>
  queueMail(tx, post, {
    ...to(person),
    template: 'password-changed',
    data: { firstName: person.firstName, whenUtc: new Date().toISOString() },
  });
