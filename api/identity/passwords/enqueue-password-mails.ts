import type { Tx } from '#api/platform/db/database.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { accountReadyMail, passwordChangedMail, passwordRecoveryMail } from './password-mails.ts';
import { RECOVERY_LINK_TTL_MINUTES } from './passwords.rules.ts';

interface Recipient {
  organisationId: number;
  customerId: number;
  brandId: number;
  email: string;
  firstName: string;
}

const to = ({ organisationId, brandId, email }: Recipient) => ({ organisationId, brandId, recipient: email });

/** Queues the link to set a new password. The token and the address stay sealed until the mail has been sent. */
export const enqueueRecoveryMail = (tx: Tx, dependencies: MailDependencies, person: Recipient, token: string): Promise<void> =>
  enqueueMail(tx, dependencies, passwordRecoveryMail, {
    ...to(person),
    data: { firstName: person.firstName, validMinutes: RECOVERY_LINK_TTL_MINUTES },
    secrets: { token, email: person.email },
  });

/** Tells a person who has set their first password that they can log in. */
export const enqueueAccountReadyMail = (tx: Tx, dependencies: MailDependencies, person: Recipient): Promise<void> =>
  enqueueMail(tx, dependencies, accountReadyMail, { ...to(person), data: { firstName: person.firstName } });

/** Tells a person that their password was changed, in case they did not change it. */
export const enqueuePasswordChangedMail = (tx: Tx, dependencies: MailDependencies, person: Recipient): Promise<void> =>
  enqueueMail(tx, dependencies, passwordChangedMail, {
    ...to(person),
    data: { firstName: person.firstName, whenUtc: new Date().toISOString() },
  });
