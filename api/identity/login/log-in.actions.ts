import type { Db } from '#api/platform/db/database.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import { OAuthError } from '#api/platform/http/errors.ts';
import { hashPassword, needsRehash, passwordMatches } from '../passwords/password-hashing.ts';
import { type Credentials, consumeLoginKey, findCredentials } from '../sessions/access.queries.ts';
import { hashLinkToken, hashToken, newToken, sha256Digest } from '../sessions/tokens.ts';
import { createSession, type LoginOrigin, type TokenPair } from './access.actions.ts';
import { allowCaptchaReuse, consumeCaptcha, isCaptchaReusable } from './captcha.queries.ts';
import { type CaptchaVerifier, captchaRefused } from './captcha.ts';
import { verifySecondFactorCode } from './confirm-identity.actions.ts';
import {
  type FailureKey,
  getAccountFailureKey,
  getFailureKey,
  isKnownDevice,
  recordFailure,
  resetFailures,
  saveKnownDevice,
} from './failed-logins.queries.ts';
import { type LoginThrottle, tooManyAttempts } from './login-throttle.ts';
import { withNetworkLimit } from './network-limit.actions.ts';
import { findTotpSecret } from './second-factor.queries.ts';

/** A new password resets the failures that were counted for the old one. */
const REMEDY = 'set a new password with “Forgot your password?”';

const wrongCredentials = () => new OAuthError(400, 'invalid_grant', 'The email or password is incorrect.');

/** What logging in needs from the server. */
export interface LoginDependencies {
  db: Db;
  vault: Vault;
  throttle: LoginThrottle;
  captcha: CaptchaVerifier;
}

interface LoginRequest {
  email: string;
  password: string;
  captchaAnswer: string | undefined;
  /** Six digits or a recovery code. */
  code: string | undefined;
}

export interface LoginResult {
  tokens: TokenPair;
  /** Identifies the browser as a known device from now on. */
  deviceToken: string;
}

/**
 * Logs in with email and password. An unknown address, a wrong password and a closed account get the same response after the
 * same work. Attempts are counted before they are checked: those of the network, then those of the account, whose failures
 * delay the next attempt. A browser that has logged in to the account before is counted separately, so that an attacker
 * cannot lock the owner out.
 * Throws OAuth `invalid_grant`, `mfa_required`, or 429 after too many attempts.
 */
export async function logIn(dependencies: LoginDependencies, origin: LoginOrigin, request: LoginRequest): Promise<LoginResult> {
  const { db, throttle } = dependencies;
  const { brand } = origin;
  const device = hashToken(origin.deviceToken);
  if (device && (await isKnownDevice(db, brand.id, request.email, device))) {
    const failureKey = getFailureKey('device', device.toString('hex'), brand.id, request.email.toLowerCase());
    await checkCaptcha(dependencies, origin, request);
    const wait = await recordFailure(db, failureKey);
    if (wait > 0) throw tooManyAttempts(wait, REMEDY);
    return completeLogin(dependencies, origin, request, failureKey);
  }
  const failureKey = getAccountFailureKey(brand.id, request.email);
  const attempt = async () => {
    await checkCaptcha(dependencies, origin, request);
    return throttle.limitConcurrentLogins(async () => {
      const subject = `account ${brand.id} ${request.email.toLowerCase()}`;
      const wait = await throttle.cachedLimit(subject, () => recordFailure(db, failureKey));
      if (wait > 0) throw tooManyAttempts(wait, REMEDY);
      return completeLogin(dependencies, origin, request, failureKey);
    });
  };
  // A request for a code means that the password was right.
  const needsCode = (error: unknown) => error instanceof OAuthError && error.code === 'mfa_required' && !request.code;
  return withNetworkLimit(dependencies, { audience: 'customers', network: origin.network }, attempt, needsCode);
}

/** Verifies the captcha of brands that require one; each response is valid for one login, including the codes that complete it. */
async function checkCaptcha(
  { db, captcha }: LoginDependencies,
  { brand, host }: LoginOrigin,
  request: LoginRequest,
): Promise<void> {
  if (!brand.captchaEnabled) return;
  const { captchaAnswer, code, email } = request;
  const hash = sha256Digest(captchaAnswer ?? '');
  if (captchaAnswer && code && (await isCaptchaReusable(db, hash, getAccountFailureKey(brand.id, email)))) return;
  await captcha.verify(brand, captchaAnswer, host);
  if (!(await consumeCaptcha(db, hash))) throw captchaRefused();
}

/** Checks the password and any second factor, then starts the session. `failureKey` is reset when the password is right. */
async function completeLogin(
  dependencies: LoginDependencies,
  origin: LoginOrigin,
  request: LoginRequest,
  failureKey: FailureKey,
): Promise<LoginResult> {
  const { db } = dependencies;
  const { brand } = origin;
  const found = await findCredentials(db, brand.id, request.email);
  const matches = await passwordMatches(found?.canLogIn ? found.passwordHash : null, request.password);
  if (!found || !matches) throw wrongCredentials();
  await resetFailures(db, failureKey);
  await checkSecondFactor(dependencies, origin, request, found);
  const rehashed = found.passwordHash && needsRehash(found.passwordHash) ? await hashPassword(request.password) : null;
  const tokens = await createSession(db, origin, found, rehashed);
  if (!tokens) throw wrongCredentials();
  const known = hashToken(origin.deviceToken);
  const deviceToken = known && origin.deviceToken ? origin.deviceToken : newToken().secret;
  await saveKnownDevice(db, { ...found, brandId: brand.id, hash: sha256Digest(deviceToken) });
  return { tokens, deviceToken };
}

/** Throws `mfa_required` when the person has a second factor and its code is missing or wrong. */
async function checkSecondFactor(
  { db, vault }: LoginDependencies,
  origin: LoginOrigin,
  request: LoginRequest,
  found: Credentials,
): Promise<void> {
  const sealed = await findTotpSecret(db, found);
  if (!sealed) return;
  const codeRequired = async (text: string) => {
    if (request.captchaAnswer)
      await allowCaptchaReuse(db, sha256Digest(request.captchaAnswer), getAccountFailureKey(origin.brand.id, request.email));
    return new OAuthError(400, 'mfa_required', text);
  };
  if (!request.code) throw await codeRequired('Please enter the code that your authenticator app shows.');
  if (!(await verifySecondFactorCode(db, vault, found, sealed, request.code)))
    throw await codeRequired(
      'This code is wrong or has already been used. Please enter the code that your authenticator app shows now, or an unused recovery code.',
    );
}

/**
 * Logs in with the one-time key of a login link; counts against the network's limit like a password. Throws `invalid_grant`
 * when the key is unknown, used or expired, or 429.
 */
export async function logInByKey(dependencies: LoginDependencies, origin: LoginOrigin, key: string): Promise<TokenPair> {
  return withNetworkLimit(dependencies, { audience: 'customers', network: origin.network }, async () => {
    const hash = hashLinkToken(key);
    const customer = hash && (await consumeLoginKey(dependencies.db, origin.brand.id, hash));
    const tokens = customer && (await createSession(dependencies.db, origin, customer, null));
    if (!tokens) throw new OAuthError(400, 'invalid_grant', 'This login link is not valid or has expired.');
    return tokens;
  });
}
