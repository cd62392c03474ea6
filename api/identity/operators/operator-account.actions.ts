import { recordOwnOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import { invalid, notFound, tooManyRequests } from '#api/platform/http/errors.ts';
import { listOwnScopes, type OperatorScope } from '#api/platform/http/operator-scope.ts';
import { countAttempt, type RateLimit } from '#api/platform/http/rate-limit.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { ReplyOf } from '#contract/index.ts';
import { confirmIdentity, confirmPassword, type IdentityProof } from '../login/confirm-identity.actions.ts';
import { findSecondFactorState } from '../login/second-factor.queries.ts';
import { hashPassword } from '../passwords/password-hashing.ts';
import type { PasswordRule } from '../passwords/passwords.rules.ts';
import { validatePassword } from '../passwords/validate-password.actions.ts';
import { formatDevice } from '../sessions/devices.rules.ts';
import { listOperatorBrands } from '../sessions/operator-access.queries.ts';
import { enqueueAccessChangedMail } from './enqueue-operator-mails.ts';
import {
  consumeOperatorLink,
  findFactorVersion,
  findOperatorByLink,
  getOperator,
  replaceOperatorPassword,
} from './operator-credentials.queries.ts';
import { checkFirstCode, createFactorSetup, renewRecoveryCodes, saveFactor } from './operator-factor.actions.ts';
import { findSingleKeyShortcuts } from './operator-preferences.queries.ts';
import { listOperatorSessions, revokeOperatorSession, revokeOperatorSessions } from './operator-sessions.queries.ts';

/** What the calls about an operator's own account need. */
export type OperatorAccountDependencies = Pick<ServerDependencies, 'db' | 'jobs' | 'vault'>;

/** The minimum length of operators' passwords in characters: more than for customers, since an operator reaches many organisations. */
export const OPERATOR_PASSWORD_MIN_LENGTH = 12;
const RULE: PasswordRule = { minLength: OPERATOR_PASSWORD_MIN_LENGTH, custom: false, regex: null, message: null };

/** Passwords that may be tried with one link or by one operator. */
const PER_HOLDER: RateLimit = { name: 'operator-password', max: 60, windowSeconds: 900 };

/** Throws 422 at the field when the password is too short, too common, or made of what is known about the operator. */
async function checkNewPassword(
  password: string,
  { email, name }: { email: string; name: string },
  field: string,
): Promise<void> {
  const context = { email, firstName: name, lastName: '', organisationName: '', brandName: '', companyName: '' };
  const problem = await validatePassword(password, RULE, context);
  if (problem) throw invalid(field, problem);
}

/** Who makes a request: an operator or API key, with its brands and what it may do. */
export async function describeOperator(db: Db, operator: OperatorScope): Promise<ReplyOf<'GET /api/operator/me'>> {
  const { kind, id, name, rights } = operator;
  const [brands, singleKeyShortcuts] = await Promise.all([
    listOperatorBrands(db, operator),
    findSingleKeyShortcuts(db, operator),
  ]);
  return {
    operator: { kind, id, name, scopes: listOwnScopes(operator), rights: [...rights], brands, singleKeyShortcuts },
  };
}

/** The operator's address, second factor and sessions. */
export async function getOperatorAccount({ db }: OperatorAccountDependencies, operator: OperatorScope) {
  const [{ email, name }, factor, sessions] = await Promise.all([
    getOperator(db, operator.id),
    findSecondFactorState(db, { operatorId: operator.id }),
    listOperatorSessions(db, operator.id),
  ]);
  return {
    email,
    name,
    secondFactorSinceUtc: (factor.onSince as Date).toISOString(),
    recoveryCodesLeft: factor.recoveryCodesLeft,
    minLen: OPERATOR_PASSWORD_MIN_LENGTH,
    sessions: sessions.map(({ id, userAgent, startedAt, lastSeenAt }) => ({
      id,
      device: formatDevice(userAgent),
      startedUtc: startedAt.toISOString(),
      lastSeenUtc: lastSeenAt.toISOString(),
      current: id === operator.sessionId,
    })),
  };
}

/** Ends one of the operator's own sessions. Throws 404 when there is no such session. */
export async function endOperatorSession(
  { db }: OperatorAccountDependencies,
  operator: OperatorScope,
  sessionId: number,
  requestId: string,
): Promise<void> {
  const isOwn = sessionId === operator.sessionId;
  await runInTransaction(db, async (tx) => {
    if (!(await revokeOperatorSession(tx, operator.id, sessionId, isOwn ? 'logged_out' : 'ended_by_operator')))
      throw notFound('session');
    await recordOwnOperatorAuditEvent(tx, operator.id, {
      action: isOwn ? 'operator.logged_out' : 'operator.session_ended',
      requestId,
    });
  });
}

/** Changes the operator's own password and ends the other sessions. Throws 422 with the field that is not accepted, and 429. */
export async function changeOperatorPassword(
  dependencies: OperatorAccountDependencies,
  { id: operatorId, sessionId }: OperatorScope,
  input: { currentPassword: string; newPassword: string },
  requestId: string,
): Promise<void> {
  const { db } = dependencies;
  await confirmPassword(db, { operatorId }, input.currentPassword, 'currentPassword');
  const operator = await getOperator(db, operatorId);
  await checkNewPassword(input.newPassword, operator, 'newPassword');
  if (input.newPassword.normalize('NFC') === input.currentPassword.normalize('NFC'))
    throw invalid('newPassword', 'This is your current password. Please choose another one.');
  const newHash = await hashPassword(input.newPassword);
  await runInTransaction(db, async (tx) => {
    if (!(await replaceOperatorPassword(tx, operatorId, newHash, operator.passwordHash ?? '')))
      throw invalid('currentPassword', 'The password is not correct.');
    await revokeOperatorSessions(tx, operatorId, 'password_changed', sessionId);
    await recordOwnOperatorAuditEvent(tx, operatorId, { action: 'operator.password_changed', requestId });
    await enqueueAccessChangedMail(tx, dependencies, operator, 'password');
  });
}

/** The operator of a link for setting a password; undefined when it cannot be used. */
export const findLinkOwner = ({ db }: OperatorAccountDependencies, hash: Buffer) => findOperatorByLink(db, hash);

/**
 * Sets the password of the operator who got a link, and ends all sessions. False when the link cannot be used. Throws 422 when the
 * password is not accepted, and 429 after too many attempts.
 */
export async function setOperatorPasswordByLink(
  dependencies: OperatorAccountDependencies,
  hash: Buffer,
  password: string,
  requestId: string,
): Promise<boolean> {
  const { db } = dependencies;
  const operator = await findOperatorByLink(db, hash);
  if (!operator) return false;
  const { operatorId } = operator;
  const wait = await countAttempt(db, [{ limit: PER_HOLDER, subject: hash.toString('base64') }]);
  if (wait > 0) throw tooManyRequests(wait);
  await checkNewPassword(password, operator, 'password');
  const passwordHash = await hashPassword(password);
  return runInTransaction(db, async (tx) => {
    if (!(await consumeOperatorLink(tx, hash))) return false;
    await replaceOperatorPassword(tx, operatorId, passwordHash);
    await revokeOperatorSessions(tx, operatorId, 'password_set');
    await recordOwnOperatorAuditEvent(tx, operatorId, { action: 'operator.password_set', requestId });
    await enqueueAccessChangedMail(tx, dependencies, operator, 'password');
    return true;
  });
}

/** Replaces the operator's recovery codes and returns the new ones, this once. Throws 422 and 429. */
export async function replaceRecoveryCodes(
  dependencies: OperatorAccountDependencies,
  { id: operatorId }: OperatorScope,
  proof: IdentityProof,
  requestId: string,
): Promise<string[]> {
  const { db } = dependencies;
  await confirmIdentity(dependencies, { operatorId }, proof);
  const operator = await getOperator(db, operatorId);
  return runInTransaction(db, async (tx) => {
    const codes = await renewRecoveryCodes(tx, operatorId);
    await recordOwnOperatorAuditEvent(tx, operatorId, { action: 'operator.recovery_codes_replaced', requestId });
    await enqueueAccessChangedMail(tx, dependencies, operator, 'recovery-codes');
    return codes;
  });
}

/** Creates the secret of another authenticator app, which takes effect with its first code. Throws 422 and 429. */
export async function startFactorReplacement(
  dependencies: OperatorAccountDependencies,
  { id: operatorId }: OperatorScope,
  proof: IdentityProof,
) {
  const { db, vault } = dependencies;
  await confirmIdentity(dependencies, { operatorId }, proof);
  return createFactorSetup(vault, await getOperator(db, operatorId), await findFactorVersion(db, operatorId));
}

/** Replaces the operator's authenticator app and recovery codes, and ends the other sessions. Throws 409, 422 and 429. */
export async function confirmFactorReplacement(
  dependencies: OperatorAccountDependencies,
  { id: operatorId, sessionId }: OperatorScope,
  input: { setup: string; otp: string },
  requestId: string,
): Promise<string[]> {
  const { db, vault } = dependencies;
  const setup = await checkFirstCode(dependencies, operatorId, input);
  const operator = await getOperator(db, operatorId);
  return runInTransaction(db, async (tx) => {
    const codes = await saveFactor(tx, vault, operatorId, setup);
    await revokeOperatorSessions(tx, operatorId, 'second_factor_replaced', sessionId);
    await recordOwnOperatorAuditEvent(tx, operatorId, { action: 'operator.second_factor_set', requestId });
    await enqueueAccessChangedMail(tx, dependencies, operator, 'second-factor-set');
    return codes;
  });
}
