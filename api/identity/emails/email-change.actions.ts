import { recordAuditEvents, recordOwnAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { HttpError } from '#api/platform/http/errors.ts';
import { formatPersonName } from '#api/platform/http/impersonation.ts';
import { countAttempt, findExhausted, type RateLimit } from '#api/platform/http/rate-limit.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Actor } from '#api/platform/http/scope.ts';
import { enqueueMail, enqueueMails, type MailDependencies, toQueuedMail } from '#api/platform/mail/outbox.queries.ts';
import { newToken } from '../sessions/tokens.ts';
import { maskEmail } from './email.rules.ts';
import { type ChangedEmail, consumeEmailLink, type OpenedEmailLink, savePendingEmails } from './email-change.queries.ts';
import { emailChangedMail, emailChangeRequestedMail, emailConfirmationMail } from './email-change-mails.ts';

const UNIQUE_VIOLATION = '23505';

/** How long a new address can be confirmed. */
const CONFIRMATION_TTL_DAYS = 7;

/** Each change mails two addresses, one of which may belong to someone who has nothing to do with the portal. */
const PER_PERSON: RateLimit = { name: 'email-change', max: 5, windowSeconds: 86_400 };

/** A new address of a person who has a password. */
interface EmailChangeRequest {
  person: Actor;
  email: string;
}

/**
 * Saves the new address of a person who has a password and mails the link that confirms it; the present address is told who
 * asked. The caller has checked the address and the right to change it. Throws 429 after five changes of the person in a day.
 */
export async function requestEmailChange(
  tx: Tx,
  dependencies: MailDependencies,
  context: RequestContext,
  person: Actor,
  email: string,
  requestId: string,
): Promise<void> {
  const wait = await countAttempt(tx, [{ limit: PER_PERSON, subject: toSubject(person) }]);
  if (wait > 0)
    throw new HttpError(
      429,
      { email: ['This email address has been changed too often today. Please try again tomorrow.'] },
      { 'retry-after': String(wait) },
    );
  await saveEmailChanges(tx, dependencies, context, [{ person, email }], requestId);
}

const toSubject = ({ organisationId, customerId }: Pick<Actor, 'organisationId' | 'customerId'>) =>
  `${organisationId}:${customerId}`;

/** Which of these people have had so many changes today that `requestEmailChanges` must not get them. */
export async function findChangedTooOften(tx: Tx, people: readonly Actor[]): Promise<ReadonlySet<number>> {
  const exhausted = await findExhausted(tx, PER_PERSON, people.map(toSubject));
  return new Set(people.filter((person) => exhausted.has(toSubject(person))).map(({ customerId }) => customerId));
}

/**
 * Saves new addresses of people who have a password and mails both addresses of each, as `requestEmailChange` does, with a number of statements that
 * does not depend on the number of people. The caller has left out those of `findChangedTooOften`.
 */
export async function requestEmailChanges(
  tx: Tx,
  dependencies: MailDependencies,
  context: RequestContext,
  changes: readonly EmailChangeRequest[],
  requestId: string,
): Promise<void> {
  if (changes.length === 0) return;
  await countAttempt(
    tx,
    changes.map(({ person }) => ({ limit: PER_PERSON, subject: toSubject(person) })),
  );
  await saveEmailChanges(tx, dependencies, context, changes, requestId);
}

async function saveEmailChanges(
  tx: Tx,
  dependencies: MailDependencies,
  context: RequestContext,
  changes: readonly EmailChangeRequest[],
  requestId: string,
): Promise<void> {
  const { caller } = context;
  const withTokens = changes.map((change) => ({ ...change, ...newToken() }));
  await savePendingEmails(
    tx,
    withTokens.map(({ person, email, hash }) => ({
      organisationId: person.organisationId,
      customerId: person.customerId,
      email,
      tokenHash: hash,
    })),
    { requestedById: caller.customerId, validDays: CONFIRMATION_TTL_DAYS },
  );
  const mails = withTokens.flatMap(({ person, email, secret }) => {
    const { organisationId, customerId, brandId, firstName } = person;
    return [
      toQueuedMail(emailConfirmationMail, {
        organisationId,
        brandId,
        recipient: email,
        data: { firstName, validDays: CONFIRMATION_TTL_DAYS },
        secrets: { token: secret },
      }),
      toQueuedMail(emailChangeRequestedMail, {
        organisationId,
        brandId,
        recipient: person.email,
        data: {
          firstName,
          newEmail: maskEmail(email),
          requestedBy: caller.customerId === customerId ? null : formatPersonName(caller),
        },
      }),
    ];
  });
  await enqueueMails(tx, dependencies, mails);
  await recordAuditEvents(
    tx,
    context,
    changes.map(({ person, email }) => ({
      action: 'customer.email-requested',
      subjectId: String(person.customerId),
      before: { email: person.email },
      after: { email },
      requestId,
    })),
  );
}

/** The result of confirming a new address, in a sentence to show when it has failed. */
export type EmailConfirmation = { changed: ChangedEmail; msg?: undefined } | { changed?: undefined; msg: string };

/**
 * Changes the address of the person to whom a confirmation link belongs. An unusable link, and an address that belongs to someone
 * else by now, are returned as results, not thrown.
 */
export async function confirmEmailChange(
  db: Db,
  dependencies: MailDependencies,
  link: OpenedEmailLink,
  requestId: string,
): Promise<EmailConfirmation> {
  try {
    return await runInTransaction(db, async (tx): Promise<EmailConfirmation> => {
      const changed = await consumeEmailLink(tx, link);
      if (!changed)
        return {
          msg: 'This link is not valid or has expired. If you have confirmed your new address already, log in with it. Otherwise request the change again.',
        };
      await recordOwnAuditEvent(tx, changed, {
        action: 'customer.email-confirmed',
        before: { email: changed.oldEmail },
        after: { email: changed.newEmail },
        requestId,
      });
      await enqueueMail(tx, dependencies, emailChangedMail, {
        organisationId: changed.organisationId,
        brandId: changed.brandId,
        recipient: changed.oldEmail,
        data: { firstName: changed.firstName, newEmail: maskEmail(changed.newEmail) },
      });
      return { changed };
    });
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    return { msg: 'Someone else uses this email address now. Your account keeps its current address.' };
  }
}
