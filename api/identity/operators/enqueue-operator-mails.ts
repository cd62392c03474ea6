import type { Tx } from '#api/platform/db/database.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { getMailBrandId } from './operator-credentials.queries.ts';
import {
  type OperatorAccessChange,
  operatorAccessChangedMail,
  operatorFactorResetConfirmationMail,
  operatorInvitationMail,
  operatorPasskeyMail,
  type PasskeyChange,
} from './operator-mails.ts';

/** The operator that a mail goes to. */
interface Recipient {
  operatorId: number;
  email: string;
  name: string;
}

const to = async (tx: Tx, { operatorId, email }: Recipient) => ({
  organisationId: null,
  brandId: await getMailBrandId(tx, operatorId),
  recipient: email,
});

/** Tells an operator that their access was changed: `by` is the name of who did it, null for the operator. */
export async function enqueueAccessChangedMail(
  tx: Tx,
  dependencies: MailDependencies,
  recipient: Recipient,
  change: OperatorAccessChange,
  by: string | null = null,
): Promise<void> {
  await enqueueMail(tx, dependencies, operatorAccessChangedMail, {
    ...(await to(tx, recipient)),
    data: { name: recipient.name, change, by, whenUtc: new Date().toISOString() },
  });
}

/** Mails the link with which an operator sets a password. */
export async function enqueueOperatorInvitation(
  tx: Tx,
  dependencies: MailDependencies,
  recipient: Recipient,
  link: { token: string; validDays: number; isNew: boolean },
): Promise<void> {
  await enqueueMail(tx, dependencies, operatorInvitationMail, {
    ...(await to(tx, recipient)),
    data: { name: recipient.name, validDays: link.validDays, isNew: link.isNew },
    secrets: { token: link.token },
  });
}

/** Confirms to an operator that they reset the second factor of another one. */
export async function enqueueFactorResetConfirmation(
  tx: Tx,
  dependencies: MailDependencies,
  recipient: Recipient,
  colleague: string,
): Promise<void> {
  await enqueueMail(tx, dependencies, operatorFactorResetConfirmationMail, {
    ...(await to(tx, recipient)),
    data: { name: recipient.name, colleague, whenUtc: new Date().toISOString() },
  });
}

/** Tells an operator that a passkey was added to their account or removed from it. */
export async function enqueuePasskeyMail(
  tx: Tx,
  dependencies: MailDependencies,
  recipient: Recipient,
  change: PasskeyChange,
): Promise<void> {
  await enqueueMail(tx, dependencies, operatorPasskeyMail, {
    ...(await to(tx, recipient)),
    data: { name: recipient.name, ...change, whenUtc: new Date().toISOString() },
  });
}
