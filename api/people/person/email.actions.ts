import { parseEmail } from '#api/identity/emails/email.rules.ts';
import { requestEmailChange } from '#api/identity/emails/email-change.actions.ts';
import { deletePendingEmail, findPendingEmail } from '#api/identity/emails/email-change.queries.ts';
import { confirmIdentity, type IdentityProof } from '#api/identity/login/confirm-identity.actions.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { forbidden, invalid, notFound } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { type Actor, isAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { ReplyOf } from '#contract/index.ts';
import { canSetAccess } from './memberships.rules.ts';
import { isEmailTaken } from './person.queries.ts';
import { canSee } from './person-fields.rules.ts';
import { lockPerson, readPeople, updatePerson } from './person-updates.queries.ts';
import type { LockedPerson } from './planned-change.rules.ts';

type EmailState = ReplyOf<'GET /api/customers/:id/email'>;

/** Parses an email address for storage. Throws 422 when it is invalid or another person of the brand uses it. */
export async function parseAvailableEmail(
  tx: Tx,
  brandId: number,
  input: string | null | undefined,
  customerId = 0,
): Promise<string> {
  const email = parseEmail(input);
  if (await isEmailTaken(tx, brandId, email, customerId)) throw invalid('email', 'This email address is already in use.');
  return email;
}

/** Whether a change of the person's address takes the caller's own password and code. */
const needsPassword = (caller: Scope, person: Actor) => person.customerId === caller.customerId || isAdmin(person);

/** Throws 403 or 404 unless the address is the caller's own or that of a person whose access the caller may change. */
function assertMayChangeEmail(caller: Scope, person: LockedPerson | undefined): asserts person is LockedPerson {
  if (!person) throw notFound('customer');
  if (person.actor.customerId === caller.customerId || canSetAccess(caller, person.actor)) return;
  throw canSee(caller, person.actor) ? forbidden('You may not change this person’s email address.') : notFound('customer');
}

/** A person's address and a change of it that waits for confirmation. Throws 403 and 404. */
export async function getEmailState(db: Db, { caller }: RequestContext, customerId: number): Promise<EmailState> {
  const [person] = await readPeople(db, caller, [customerId]);
  assertMayChangeEmail(caller, person);
  const pending = await findPendingEmail(db, person.actor);
  return {
    email: person.columns.email,
    pendingEmail: pending
      ? {
          email: pending.email,
          requestedOnUtc: pending.requestedAt.toISOString(),
          expiresOnUtc: pending.expiresAt.toISOString(),
          requestedBy: pending.requestedBy,
        }
      : null,
    confirmationRequired: person.hasPassword,
    passwordRequired: needsPassword(caller, person.actor),
  };
}

/**
 * Changes a person's address: at once while they have no password, because it then only receives their invitation; otherwise when
 * the new address confirms. A change of one's own address and of an administrator's takes the caller's password and code, so that a
 * stolen session is not enough to take over such an account. Throws 403, 404, 422 and 429.
 */
export async function changeEmail(
  db: Db,
  dependencies: MailDependencies,
  context: RequestContext,
  customerId: number,
  input: { email: string } & IdentityProof,
  requestId: string,
): Promise<void> {
  const { caller } = context;
  const [found] = await readPeople(db, caller, [customerId]);
  assertMayChangeEmail(caller, found);
  const isConfirmed = needsPassword(caller, found.actor);
  if (isConfirmed) await confirmIdentity({ db, vault: dependencies.vault }, caller, input);
  await runInTransaction(db, async (tx) => {
    const person = await lockPerson(tx, caller, customerId);
    assertMayChangeEmail(caller, person);
    // The person may have become an administrator in the meantime.
    if (needsPassword(caller, person.actor) && !isConfirmed) throw invalid('password', 'Please enter your own password.');
    const email = await parseAvailableEmail(tx, caller.brandId, input.email, customerId);
    const before = person.columns.email;
    if (email === before) throw invalid('email', 'This is already the email address.');
    if (person.hasPassword) return requestEmailChange(tx, dependencies, context, person.actor, email, requestId);
    await updatePerson(tx, caller, customerId, { email });
    await recordAuditEvent(tx, context, {
      action: 'customer.changed',
      subjectId: String(customerId),
      before: { email: before },
      after: { email },
      requestId,
    });
  });
}

/** Withdraws a change that waits for confirmation. Throws 403, and 404 when there is none. */
export async function withdrawEmailChange(db: Db, context: RequestContext, customerId: number, requestId: string): Promise<void> {
  const { caller } = context;
  await runInTransaction(db, async (tx) => {
    const person = await lockPerson(tx, caller, customerId);
    assertMayChangeEmail(caller, person);
    const email = await deletePendingEmail(tx, person.actor);
    if (email === undefined) throw notFound('pendingEmail');
    await recordAuditEvent(tx, context, {
      action: 'customer.email-withdrawn',
      subjectId: String(customerId),
      before: { email },
      requestId,
    });
  });
}
