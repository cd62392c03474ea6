import { recordAuditEvent, recordOwnAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import { HttpError, invalid } from '#api/platform/http/errors.ts';
import { countAttempt, type RateLimit, refundAttempt } from '#api/platform/http/rate-limit.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { enqueueAccountReadyMail, enqueuePasswordChangedMail } from './enqueue-password-mails.ts';
import {
  ACTIVATION_PURPOSES,
  consumePasswordLink,
  findPasswordRuleByLink,
  getOwnPasswordRule,
  type OpenedPasswordLink,
  RECOVERY_PURPOSES,
} from './links.queries.ts';
import { hashPassword, passwordMatches } from './password-hashing.ts';
import { replacePassword } from './passwords.queries.ts';
import { AWAITS_APPROVAL, CAN_LOG_IN } from './passwords.rules.ts';
import { validatePassword } from './validate-password.actions.ts';

/** Wrong current passwords per person: the holder of a stolen session must not be able to guess the password. */
const PER_PERSON: RateLimit = { name: 'password-change', max: 5, windowSeconds: 900 };

/** Passwords that may be tried with one link, or by one person: checking one takes time that others wait for. */
const PER_HOLDER: RateLimit = { name: 'password-attempt', max: 60, windowSeconds: 900 };

/** One message for every link that cannot be used, whatever the reason. */
const BAD_LINK = 'This link is not valid or has expired. Please ask for a new one.';

export interface SetPasswordResult {
  success: boolean;
  msg: string | null;
  userRegistrationType: number | null;
  /** Address of the organisation's logo, for whoever has proven the link; null when there is none, or the link was refused. */
  logoUrl: string | null;
}

const refusal = (msg: string): SetPasswordResult => ({ success: false, msg, userRegistrationType: null, logoUrl: null });

/** Counts an attempt; throws 429 above a limit. */
async function checkRateLimit(db: Db, ...attempts: { limit: RateLimit; subject: string }[]): Promise<void> {
  const wait = await countAttempt(db, attempts);
  if (wait === 0) return;
  const minutes = Math.ceil(wait / 60);
  const text = `Too many attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`;
  throw new HttpError(429, { request: [text] }, { 'retry-after': String(wait) });
}

/**
 * Sets the password of the person that a link was mailed to. An unusable link and a password that breaks the rule are
 * returned as results, not thrown; only an accepted password uses up the link. Throws 429 after too many attempts.
 */
export async function setPasswordByLink(
  db: Db,
  dependencies: MailDependencies,
  link: OpenedPasswordLink,
  input: { password: string; organisationId: number },
  requestId: string,
): Promise<SetPasswordResult & { customerId?: number }> {
  const found = await findPasswordRuleByLink(db, link, [...RECOVERY_PURPOSES, ...ACTIVATION_PURPOSES]);
  if (!found || found.organisationId !== input.organisationId) return refusal(BAD_LINK);
  await checkRateLimit(db, { limit: PER_HOLDER, subject: link.hash.toString('base64') });
  const problem = await validatePassword(input.password, found.rule, found.context);
  if (problem) return refusal(problem);
  const passwordHash = await hashPassword(input.password);
  return runInTransaction(db, async (tx) => {
    const owner = await consumePasswordLink(tx, link, input.organisationId, passwordHash);
    if (!owner) return refusal(BAD_LINK);
    await recordOwnAuditEvent(tx, owner, { action: 'password.set', after: { by: owner.purpose }, requestId });
    if (owner.hadPassword) await enqueuePasswordChangedMail(tx, dependencies, owner);
    // Someone who awaits approval gets a mail with the decision.
    else if (owner.active) await enqueueAccountReadyMail(tx, dependencies, owner);
    const userRegistrationType = owner.active ? CAN_LOG_IN : AWAITS_APPROVAL;
    return { success: true, msg: null, userRegistrationType, logoUrl: owner.logoUrl, customerId: owner.customerId };
  });
}

/**
 * Changes the caller's own password. Throws 422 with the invalid field, and 429 after too many wrong current passwords;
 * attempts with the right one are not counted.
 */
export async function changePassword(
  db: Db,
  dependencies: MailDependencies,
  context: RequestContext,
  input: { currentPassword: string; newPassword: string },
  requestId: string,
): Promise<void> {
  const { caller, sessionId } = context;
  const subject = String(caller.customerId);
  await checkRateLimit(db, { limit: PER_PERSON, subject }, { limit: PER_HOLDER, subject });
  const { rule, context: passwordContext, passwordHash } = await getOwnPasswordRule(db, caller);
  const wrong = () => invalid('currentPassword', 'This is not your current password.');
  if (!(await passwordMatches(passwordHash, input.currentPassword)) || passwordHash === null) throw wrong();
  await refundAttempt(db, PER_PERSON, subject);
  const problem = await validatePassword(input.newPassword, rule, passwordContext);
  if (problem) throw invalid('newPassword', problem);
  if (input.newPassword.normalize('NFC') === input.currentPassword.normalize('NFC'))
    throw invalid('newPassword', 'This is your current password. Please choose another one.');
  const newHash = await hashPassword(input.newPassword);
  await runInTransaction(db, async (tx) => {
    if (!(await replacePassword(tx, caller, { checkedHash: passwordHash, newHash, sessionId }))) throw wrong();
    await recordAuditEvent(tx, context, { action: 'password.changed', subjectId: subject, requestId });
    await enqueuePasswordChangedMail(tx, dependencies, caller);
  });
}
