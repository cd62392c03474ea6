import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import { HttpError, invalid } from '#api/platform/http/errors.ts';
import { countAttempt, type RateLimit, refundAttempt } from '#api/platform/http/rate-limit.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import {
  ACTIVATION_PURPOSES,
  consumePasswordLink,
  findPasswordRuleByLink,
  getOwnPasswordRule,
  type OpenedPasswordLink,
  RECOVERY_PURPOSES,
} from './links.queries.ts';
import { hashPassword, passwordMatches } from './password-hashing.ts';
import { enqueuePasswordChangedMail, type PasswordMailDependencies } from './password-mails.ts';
import { recordOwnAuditEvent, replacePassword } from './passwords.queries.ts';
import { validatePassword } from './passwords.rules.ts';
import { matchesWithTimeout } from './timed-regex.ts';

/** Wrong current passwords that one person may try in a while; whoever holds a stolen session is a guesser too. */
const PER_PERSON: RateLimit = { name: 'password-change', max: 5, windowSeconds: 900 };

/** Passwords that may be tried with one link, or by one person, in a while: judging one can take a quarter of a second. */
const PER_HOLDER: RateLimit = { name: 'password-attempt', max: 60, windowSeconds: 900 };

/** What the screens read: 1 may log in now, 3 still waits for an administrator. */
const MAY_LOG_IN = 1;
const AWAITS_APPROVAL = 3;

/** One text for every link that cannot be used, whatever the reason. */
const BAD_LINK = 'This link is not valid or has expired. Please ask for a new one.';

export interface SetPasswordResult {
  success: boolean;
  msg: string | null;
  userRegistrationType: number | null;
}

const refusal = (msg: string): SetPasswordResult => ({ success: false, msg, userRegistrationType: null });

/** Counts an attempt; throws 429 above a limit. */
async function checkRateLimit(db: Db, ...attempts: { limit: RateLimit; subject: string }[]): Promise<void> {
  const wait = await countAttempt(db, attempts);
  if (wait === 0) return;
  const minutes = Math.ceil(wait / 60);
  const text = `Too many attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`;
  throw new HttpError(429, { request: [text] }, { 'retry-after': String(wait) });
}

/**
 * Sets the password of whoever a link was mailed to, and uses the link up. A link that cannot be used and a password
 * that breaks the rule are answers, not errors; only what is taken uses the link up. Throws 429 after too many attempts.
 */
export async function setPasswordByLink(
  db: Db,
  post: PasswordMailDependencies,
  link: OpenedPasswordLink,
  sent: { password: string; organisationId: number },
  requestId: string,
): Promise<SetPasswordResult & { customerId?: number }> {
  const found = await findPasswordRuleByLink(db, link, [...RECOVERY_PURPOSES, ...ACTIVATION_PURPOSES]);
  if (!found || found.organisationId !== sent.organisationId) return refusal(BAD_LINK);
  await checkRateLimit(db, { limit: PER_HOLDER, subject: link.hash.toString('base64') });
  const fault = validatePassword(sent.password, found.rule, found.context, matchesWithTimeout);
  if (fault) return refusal(fault);
  const passwordHash = await hashPassword(sent.password);
  return runInTransaction(db, async (tx) => {
    const owner = await consumePasswordLink(tx, link, sent.organisationId, passwordHash);
    if (!owner) return refusal(BAD_LINK);
    await recordOwnAuditEvent(tx, owner, { action: 'password.set', by: owner.purpose, requestId });
    await enqueuePasswordChangedMail(tx, post, owner);
    const userRegistrationType = owner.active ? MAY_LOG_IN : AWAITS_APPROVAL;
    return { success: true, msg: null, userRegistrationType, customerId: owner.customerId };
  });
}

/**
 * Changes the caller's own password. Throws 422 with the field that is wrong, and 429 after
 * too many wrong current passwords; a right one is not counted.
 */
export async function changePassword(
  db: Db,
  post: PasswordMailDependencies,
  context: RequestContext,
  sent: { currentPassword: string; newPassword: string },
  requestId: string,
): Promise<void> {
  const { caller, sessionId } = context;
  const subject = String(caller.customerId);
  await checkRateLimit(db, { limit: PER_PERSON, subject }, { limit: PER_HOLDER, subject });
  const { rule, context: passwordContext, passwordHash } = await getOwnPasswordRule(db, caller);
  const wrong = () => invalid('currentPassword', 'This is not your current password.');
  if (!(await passwordMatches(passwordHash, sent.currentPassword)) || passwordHash === null) throw wrong();
  await refundAttempt(db, PER_PERSON, subject);
  const fault = validatePassword(sent.newPassword, rule, passwordContext, matchesWithTimeout);
  if (fault) throw invalid('newPassword', fault);
  if (sent.newPassword.normalize('NFC') === sent.currentPassword.normalize('NFC'))
    throw invalid('newPassword', 'This is the password that you have now. Please choose another one.');
  const newHash = await hashPassword(sent.newPassword);
  await runInTransaction(db, async (tx) => {
    if (!(await replacePassword(tx, caller, { checkedHash: passwordHash, newHash, sessionId }))) throw wrong();
    await recordAuditEvent(tx, context, { action: 'password.changed', subjectId: subject, requestId });
    await enqueuePasswordChangedMail(tx, post, caller);
  });
}
