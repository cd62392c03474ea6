import type { Db } from '#api/platform/db/database.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import { OAuthError } from '#api/platform/http/errors.ts';
import { countAttempt, type RateLimit, refundAttempt } from '#api/platform/http/rate-limit.ts';
import { hashPassword, needsRehash, passwordMatches } from '../passwords/password-hashing.ts';
import { type Credentials, consumeLoginKey, findCredentials } from '../sessions/access.queries.ts';
import { hashToken, newToken, sha256Digest } from '../sessions/tokens.ts';
import { createSession, type LoginOrigin, type TokenPair } from './access.actions.ts';
import { allowCaptchaReuse, consumeCaptcha, isCaptchaReusable } from './captcha.queries.ts';
import { type CaptchaVerifier, captchaRefused } from './captcha.ts';
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
import { verifySecondFactorCode } from './second-factor.actions.ts';
import { findTotpSecret } from './second-factor.queries.ts';

/** Failures of one network a minute: one office's mistakes, not one machine's guesses. */
const PER_NETWORK: RateLimit = { name: 'login-network', max: 30, windowSeconds: 60 };

/** A new password forgets the guesses at the old one. */
const REMEDY = 'set a new password with “Forgot your password?”';

const wrong = () => new OAuthError(400, 'invalid_grant', 'The email or password is incorrect.');

/** What the log-in needs of the server. */
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
  /** By this the browser is known from now on. */
  deviceToken: string;
}

/**
 * Counts a log-in of a network before anything else is looked at, and takes it back when it was right, or when `isRight`
 * says so of what it throws. Throws 429 when too many were wrong.
 */
function countingNetwork<T>(
  { db, throttle }: LoginDependencies,
  network: string,
  work: () => Promise<T>,
  isRight: (error: unknown) => boolean = () => false,
): Promise<T> {
  return throttle.trackNetwork(network, async (others) => {
    // The others have been counted too, and not been found right or wrong yet; some come in while this one is counted.
    const before = others();
    const limit = {
      ...PER_NETWORK,
      get max() {
        return PER_NETWORK.max + Math.max(before, others());
      },
    };
    const wait = await throttle.cachedLimit(`network ${network}`, () => countAttempt(db, [{ limit, subject: network }]));
    if (wait > 0) throw tooManyAttempts(wait);
    const forgive = () => refundAttempt(db, PER_NETWORK, network);
    try {
      const done = await work();
      await forgive();
      return done;
    } catch (error) {
      if (isRight(error)) await forgive();
      throw error;
    }
  });
}

/**
 * Logs in by e-mail and password. Unknown address, wrong password and closed account get the same answer after the same
 * work. Everything is counted before it is looked at: the network's attempts, then the guesses at the account, which slow
 * the next one down. A browser in which somebody has logged in to the account before is counted by itself, so that
 * strangers who guess cannot keep the owner out.
 * Throws OAuth `invalid_grant`, `mfa_required`, or 429 when there were too many attempts.
 */
export async function logIn(entrance: LoginDependencies, origin: LoginOrigin, asked: LoginRequest): Promise<LoginResult> {
  const { db, throttle } = entrance;
  const { brand } = origin;
  const device = hashToken(origin.deviceToken);
  if (device && (await isKnownDevice(db, brand.id, asked.email, device))) {
    const guesses = getFailureKey('device', device.toString('hex'), brand.id, asked.email.toLowerCase());
    await checkCaptcha(entrance, origin, asked);
    const wait = await recordFailure(db, guesses);
    if (wait > 0) throw tooManyAttempts(wait, REMEDY);
    return finish(entrance, origin, asked, guesses);
  }
  const guesses = getAccountFailureKey(brand.id, asked.email);
  const enter = async () => {
    await checkCaptcha(entrance, origin, asked);
    return throttle.limitConcurrentLogins(async () => {
      const subject = `account ${brand.id} ${asked.email.toLowerCase()}`;
      const wait = await throttle.cachedLimit(subject, () => recordFailure(db, guesses));
      if (wait > 0) throw tooManyAttempts(wait, REMEDY);
      return finish(entrance, origin, asked, guesses);
    });
  };
  // Whoever is asked for a code has given the right password.
  const isHalfWay = (error: unknown) => error instanceof OAuthError && error.code === 'mfa_required' && !asked.code;
  return countingNetwork(entrance, origin.network, enter, isHalfWay);
}

/** The captcha of brands that ask for one: verified, and good for one log-in together with the codes that finish it. */
async function checkCaptcha(
  { db, captcha }: LoginDependencies,
  { brand, host }: LoginOrigin,
  asked: LoginRequest,
): Promise<void> {
  if (!brand.captchaEnabled) return;
  const { captchaAnswer, code, email } = asked;
  const hash = sha256Digest(captchaAnswer ?? '');
  if (captchaAnswer && code && (await isCaptchaReusable(db, hash, getAccountFailureKey(brand.id, email)))) return;
  await captcha.verify(brand, captchaAnswer, host);
  if (!(await consumeCaptcha(db, hash))) throw captchaRefused();
}

/** Password, second factor where there is one, session. `guesses` are those that a right password takes back. */
async function finish(
  entrance: LoginDependencies,
  origin: LoginOrigin,
  asked: LoginRequest,
  guesses: FailureKey,
): Promise<LoginResult> {
  const { db } = entrance;
  const { brand } = origin;
  const found = await findCredentials(db, brand.id, asked.email);
  const matches = await passwordMatches(found?.canLogIn ? found.passwordHash : null, asked.password);
  if (!found || !matches) throw wrong();
  await resetFailures(db, guesses);
  await checkSecondFactor(entrance, origin, asked, found);
  const rehashed = found.passwordHash && needsRehash(found.passwordHash) ? await hashPassword(asked.password) : null;
  const tokens = await createSession(db, origin, found, rehashed);
  const known = hashToken(origin.deviceToken);
  const deviceToken = known && origin.deviceToken ? origin.deviceToken : newToken().secret;
  await saveKnownDevice(db, { ...found, brandId: brand.id, hash: sha256Digest(deviceToken) });
  return { tokens, deviceToken };
}

/** Throws `mfa_required` where the person's second factor is wanted and was not given, or was not right. */
async function checkSecondFactor(
  { db, vault }: LoginDependencies,
  origin: LoginOrigin,
  asked: LoginRequest,
  found: Credentials,
): Promise<void> {
  const sealed = await findTotpSecret(db, found);
  if (!sealed) return;
  const ask = async (text: string) => {
    if (asked.captchaAnswer)
      await allowCaptchaReuse(db, sha256Digest(asked.captchaAnswer), getAccountFailureKey(origin.brand.id, asked.email));
    return new OAuthError(400, 'mfa_required', text);
  };
  if (!asked.code) throw await ask('Please enter the code that your authenticator app shows.');
  if (!(await verifySecondFactorCode(db, vault, found, sealed, asked.code)))
    throw await ask(
      'This code is not right, or it was used already. Please enter the one that your authenticator app shows now.',
    );
}

/**
 * Logs in by a one-time key of a login link. It is counted for the network as a password is. Throws `invalid_grant` when
 * the key is unknown, used or expired, or 429.
 */
export async function logInByKey(entrance: LoginDependencies, origin: LoginOrigin, key: string): Promise<TokenPair> {
  return countingNetwork(entrance, origin.network, async () => {
    const hash = hashToken(key);
    const customer = hash && (await consumeLoginKey(entrance.db, origin.brand.id, hash));
    if (!customer) throw new OAuthError(400, 'invalid_grant', 'This login link is not valid or has expired.');
    return createSession(entrance.db, origin, customer, null);
  });
}
