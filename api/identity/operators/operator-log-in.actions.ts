import { recordOwnOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { HttpError, OAuthError } from '#api/platform/http/errors.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { verifySecondFactorCode } from '../login/confirm-identity.actions.ts';
import { getFailureKey, recordFailure, resetFailures } from '../login/failed-logins.queries.ts';
import { type LoginThrottle, tooManyAttempts } from '../login/login-throttle.ts';
import { withNetworkLimit } from '../login/network-limit.actions.ts';
import { findTotpSecret } from '../login/second-factor.queries.ts';
import { passwordMatches } from '../passwords/password-hashing.ts';
import { newToken, sha256Digest } from '../sessions/tokens.ts';
import { enqueueAccessChangedMail } from './enqueue-operator-mails.ts';
import { findOperatorByEmail, type OperatorCredentials } from './operator-credentials.queries.ts';
import { checkFirstCode, createFactorSetup, saveFactor } from './operator-factor.actions.ts';
import { insertOperatorSession, OPERATOR_SESSION_TTL_SECONDS } from './operator-sessions.queries.ts';

/** What logging in needs from the server. */
export type OperatorLogInDependencies = Pick<ServerDependencies, 'db' | 'jobs' | 'vault'> & { throttle: LoginThrottle };

/** Where a log-in comes from. */
export interface OperatorLogInOrigin {
  network: string;
  userAgent: string | undefined;
  requestId: string;
  /** What the browser received at an earlier log-in. */
  deviceToken: string | undefined;
}

interface PasswordProof {
  email: string;
  password: string;
}

/** The session of a log-in, and what identifies the browser as a known device from now on. */
export interface StartedOperatorSession {
  tokens: { access_token: string; token_type: 'bearer'; expires_in: number };
  deviceToken: string;
}

/** An operator whose password has just been verified. */
type VerifiedOperator = OperatorCredentials & { passwordHash: string };

const wrongCredentials = () => new OAuthError(400, 'invalid_grant', 'The email or password is incorrect.');

const DEVICE_PURPOSE = 'operator-device';

/** A browser that an operator has logged in with is known until the password changes. The token is sealed and nothing is stored. */
const describeDevice = ({ operatorId, passwordHash }: OperatorCredentials) =>
  `${operatorId}:${sha256Digest(passwordHash ?? '').toString('base64url')}`;

function isKnownDevice({ vault }: OperatorLogInDependencies, token: string | undefined, operator: OperatorCredentials): boolean {
  try {
    return token !== undefined && vault.open(DEVICE_PURPOSE, Buffer.from(token, 'base64url')) === describeDevice(operator);
  } catch {
    return false;
  }
}

/**
 * Verifies email and password. An unknown address, a wrong password, an operator without a password and a disabled one get the same
 * error after the same work. Attempts are counted before they are checked. A browser that the operator has logged in with is counted
 * separately, so that an attacker cannot lock the operator out.
 */
async function verifyPassword(
  dependencies: OperatorLogInDependencies,
  { deviceToken }: OperatorLogInOrigin,
  { email, password }: PasswordProof,
): Promise<VerifiedOperator> {
  const { db, throttle } = dependencies;
  return throttle.limitConcurrentLogins(async () => {
    const found = await findOperatorByEmail(db, email);
    const isKnown = found !== undefined && isKnownDevice(dependencies, deviceToken, found);
    const subject = email.toLowerCase();
    const failureKey = isKnown ? getFailureKey('device', 'operator', subject) : getFailureKey('operator', subject);
    const wait = isKnown
      ? await recordFailure(db, failureKey)
      : await throttle.cachedLimit(`operator ${subject}`, () => recordFailure(db, failureKey));
    if (wait > 0) throw tooManyAttempts(wait);
    const matches = await passwordMatches(found?.canLogIn ? found.passwordHash : null, password);
    if (!found || !matches || found.passwordHash === null) throw wrongCredentials();
    await resetFailures(db, failureKey);
    return { ...found, passwordHash: found.passwordHash };
  });
}

/**
 * Starts a session of an operator whose password and second factor, or passkey, have been verified, in the transaction that used up the
 * proof. `passkey` is recorded with the log-in.
 */
export async function startVerifiedSession(
  tx: Tx,
  { vault }: OperatorLogInDependencies,
  origin: OperatorLogInOrigin,
  operator: VerifiedOperator,
  passkey?: { passkey: string; host: string },
): Promise<StartedOperatorSession> {
  const { secret, hash } = newToken();
  const { operatorId, passwordHash } = operator;
  if (!(await insertOperatorSession(tx, { operatorId, passwordHash, accessHash: hash, userAgent: origin.userAgent })))
    throw wrongCredentials();
  await recordOwnOperatorAuditEvent(tx, operatorId, {
    action: 'operator.logged_in',
    ...(passkey && { after: passkey }),
    requestId: origin.requestId,
  });
  return {
    tokens: { access_token: secret, token_type: 'bearer', expires_in: OPERATOR_SESSION_TTL_SECONDS },
    deviceToken: vault.seal(DEVICE_PURPOSE, describeDevice(operator)).toString('base64url'),
  };
}

/** A right password that only needs a code, or a second factor to be set up, is no failed attempt of the network. */
const isRequestForCode = (code: string | undefined) => (error: unknown) =>
  error instanceof OAuthError && (error.code === 'enrolment_required' || (error.code === 'mfa_required' && !code));

/**
 * Logs in with password and code. Throws OAuth `invalid_grant`, `mfa_required` for a missing or wrong code, `enrolment_required` when the
 * operator has no second factor, or 429 after too many attempts.
 */
export function logInOperator(
  dependencies: OperatorLogInDependencies,
  origin: OperatorLogInOrigin,
  request: PasswordProof & { code: string | undefined },
): Promise<StartedOperatorSession> {
  const { db, vault } = dependencies;
  const attempt = async () => {
    const operator = await verifyPassword(dependencies, origin, request);
    const sealed = await findTotpSecret(db, operator);
    if (!sealed) throw new OAuthError(400, 'enrolment_required', 'Please set up your second factor.');
    if (!request.code) throw new OAuthError(400, 'mfa_required', 'Please enter the code that your authenticator app shows.');
    if (!(await verifySecondFactorCode(db, vault, { operatorId: operator.operatorId }, sealed, request.code)))
      throw new OAuthError(
        400,
        'mfa_required',
        'This code is wrong or has already been used. Please enter the code that your authenticator app shows now, or an unused recovery code.',
      );
    return runInTransaction(db, (tx) => startVerifiedSession(tx, dependencies, origin, operator));
  };
  return withNetworkLimit(
    dependencies,
    { audience: 'operators', network: origin.network },
    attempt,
    isRequestForCode(request.code),
  );
}

/** The same error in the form of all other calls: only the token endpoint answers in the OAuth form. */
export function toStandardLogInError(error: unknown): never {
  if (!(error instanceof OAuthError)) throw error;
  const status = error.code === 'invalid_grant' ? 403 : error.status;
  throw new HttpError(status, { [status === 403 ? 'authorization' : 'request']: [error.message] }, error.headers);
}

const alreadySetUp = () =>
  new HttpError(409, { secondFactor: ['Your second factor is already set up. Please log in with a code.'] });

/** Creates the secret of an operator's first authenticator app. Takes the password. Throws 403, 409 when there is one already, and 429. */
export function startEnrolment(dependencies: OperatorLogInDependencies, origin: OperatorLogInOrigin, proof: PasswordProof) {
  return withNetworkLimit(dependencies, { audience: 'operators', network: origin.network }, async () => {
    const operator = await verifyPassword(dependencies, origin, proof);
    if (await findTotpSecret(dependencies.db, operator)) throw alreadySetUp();
    return createFactorSetup(dependencies.vault, operator, null);
  }).catch(toStandardLogInError);
}

/**
 * Sets up an operator's first authenticator app with its first code, and starts the session. Returns the recovery codes, this once.
 * Throws 403, 409, 422 for a wrong code, and 429.
 */
export function confirmEnrolment(
  dependencies: OperatorLogInDependencies,
  origin: OperatorLogInOrigin,
  input: PasswordProof & { setup: string; otp: string },
): Promise<StartedOperatorSession & { recoveryCodes: string[] }> {
  const { db, vault } = dependencies;
  return withNetworkLimit(dependencies, { audience: 'operators', network: origin.network }, async () => {
    const operator = await verifyPassword(dependencies, origin, input);
    const { operatorId } = operator;
    if (await findTotpSecret(db, operator)) throw alreadySetUp();
    const setup = await checkFirstCode(dependencies, operatorId, input);
    return runInTransaction(db, async (tx) => {
      const recoveryCodes = await saveFactor(tx, vault, operatorId, setup);
      await recordOwnOperatorAuditEvent(tx, operatorId, { action: 'operator.second_factor_set', requestId: origin.requestId });
      await enqueueAccessChangedMail(tx, dependencies, operator, 'second-factor-set');
      return { ...(await startVerifiedSession(tx, dependencies, origin, operator)), recoveryCodes };
    });
  }).catch(toStandardLogInError);
}
