import type { Tx } from '#api/platform/db/database.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { listOperatorBrands } from '../sessions/operator-access.queries.ts';
import { getMailBrandId, getOperator } from './operator-credentials.queries.ts';
import {
  type OperatorAccessChange,
  operatorAccessChangedMail,
  operatorInvitationMail,
  operatorPasskeyMail,
  type PasskeyChange,
} from './operator-mails.ts';
import { type AccessNotice, apiKeyExpiryMail, type GivenAccess, operatorAccessNoticeMail } from './operator-notice-mails.ts';
import { listAdministrators, type OperatorRecipient } from './operator-team.queries.ts';

const to = async (tx: Tx, { operatorId, email }: OperatorRecipient) => ({
  organisationId: null,
  brandId: await getMailBrandId(tx, operatorId),
  recipient: email,
});

/** Tells an operator that their access was changed: `by` is the name of who did it, null for the operator. */
export async function enqueueAccessChangedMail(
  tx: Tx,
  dependencies: MailDependencies,
  recipient: OperatorRecipient,
  change: OperatorAccessChange,
  by: string | null = null,
  access?: GivenAccess,
): Promise<void> {
  await enqueueMail(tx, dependencies, operatorAccessChangedMail, {
    ...(await to(tx, recipient)),
    data: { name: recipient.name, change, by, whenUtc: new Date().toISOString(), ...(access && { access }) },
  });
}

/** The administrators whose brands cover all of these, with the owner of what is concerned, if that is an operator who can log in. */
async function listConcerned(tx: Tx, brandIds: readonly number[], ownerId: number | null): Promise<OperatorRecipient[]> {
  const administrators = await listAdministrators(tx, brandIds);
  if (ownerId === null || administrators.some(({ operatorId }) => operatorId === ownerId)) return administrators;
  const owner = await getOperator(tx, ownerId);
  return owner.canLogIn ? [...administrators, owner] : administrators;
}

/** Whom a notice is about, and who caused it. */
export interface NoticeContext {
  brandIds: readonly number[];
  /** Who did it, as the mail says. */
  by: string;
  /** The operator who is told too, whatever their rights: the creator of a key. */
  ownerId?: number | null;
  /** The operator who gets a mail of their own about the same. */
  exceptId?: number;
}

/** Tells the administrators of these brands, among them the one who did it, about access that outlives a session. */
export async function enqueueAccessNotice(
  tx: Tx,
  dependencies: MailDependencies,
  { brandIds, by, ownerId = null, exceptId }: NoticeContext,
  notice: AccessNotice,
): Promise<void> {
  for (const recipient of await listConcerned(tx, brandIds, ownerId)) {
    if (recipient.operatorId === exceptId) continue;
    await enqueueMail(tx, dependencies, operatorAccessNoticeMail, {
      ...(await to(tx, recipient)),
      data: { name: recipient.name, notice, by, whenUtc: new Date().toISOString() },
    });
  }
}

/** Warns the administrators of the brands of an API key, and its creator, that it expires. */
export async function enqueueExpiryWarning(
  tx: Tx,
  dependencies: MailDependencies,
  key: { name: string; expiresAt: Date; brandIds: readonly number[]; createdById: number | null },
): Promise<void> {
  for (const recipient of await listConcerned(tx, key.brandIds, key.createdById))
    await enqueueMail(tx, dependencies, apiKeyExpiryMail, {
      ...(await to(tx, recipient)),
      data: { name: recipient.name, apiKey: key.name, expiresUtc: key.expiresAt.toISOString() },
    });
}

/** The names of brands, as customers see them, for a mail. */
export const listCompanyNames = async (tx: Tx, brandIds: readonly number[]): Promise<string[]> =>
  (await listOperatorBrands(tx, { brandIds })).map(({ companyName }) => companyName);

/** Mails the link with which an operator sets a password. */
export async function enqueueOperatorInvitation(
  tx: Tx,
  dependencies: MailDependencies,
  recipient: OperatorRecipient,
  link: { token: string; validDays: number; isNew: boolean },
): Promise<void> {
  await enqueueMail(tx, dependencies, operatorInvitationMail, {
    ...(await to(tx, recipient)),
    data: { name: recipient.name, validDays: link.validDays, isNew: link.isNew },
    secrets: { token: link.token },
  });
}

/** Tells an operator that a passkey was added to their account or removed from it. */
export async function enqueuePasskeyMail(
  tx: Tx,
  dependencies: MailDependencies,
  recipient: OperatorRecipient,
  change: PasskeyChange,
): Promise<void> {
  await enqueueMail(tx, dependencies, operatorPasskeyMail, {
    ...(await to(tx, recipient)),
    data: { name: recipient.name, ...change, whenUtc: new Date().toISOString() },
  });
}
