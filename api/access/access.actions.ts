import { randomBytes } from 'node:crypto';
import { type Db, inTransaction } from '../db/database.ts';
import { OAuthError } from '../http/errors.ts';
import type { Brand } from '../http/hosts.ts';
import { countAttempt, forgiveAttempt, type Limit } from '../http/rate-limit.ts';
import {
  findCredentials,
  lockSessionForRenewal,
  revokeSession,
  revokeSessionOfSpentToken,
  rotateSession,
  startSession,
  useLoginKey,
} from './access.queries.ts';
import { hashPassword, needsRehash, passwordMatches } from './passwords.ts';
import { ACCESS_SECONDS, LIFE_SECONDS } from './sessions.ts';
import { hashOf, newToken, successorOf } from './tokens.ts';

const PER_ACCOUNT: Limit = { name: 'login-account', most: 10, windowSeconds: 900 };
const PER_NETWORK: Limit = { name: 'login-network', most: 300, windowSeconds: 900 };
/** How long a client that lost the answer to a renewal may ask again with the token it used. */
const RENEWAL_GRACE_SECONDS = 10;

const wrong = () => new OAuthError(400, 'invalid_grant', 'The email or password is incorrect.');

export interface TokenPair {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  refresh_token: string;
}

/** From where a log-in comes: shown in the list of sessions, counted against guessing. */
export interface Origin {
  brand: Brand;
  network: string;
  userAgent: string | undefined;
}

async function begin(
  db: Db,
  origin: Origin,
  customer: { customerId: number; organisationId: number },
  rehashed: string | null,
): Promise<TokenPair> {
  const access = newToken();
  const refresh = newToken();
  await startSession(db, {
    ...customer,
    brandId: origin.brand.id,
    accessHash: access.hash,
    refreshHash: refresh.hash,
    accessSeconds: ACCESS_SECONDS,
    lifeSeconds: LIFE_SECONDS,
    userAgent: origin.userAgent?.slice(0, 300) ?? null,
    rehashed,
  });
  return { access_token: access.secret, token_type: 'bearer', expires_in: ACCESS_SECONDS, refresh_token: refresh.secret };
}

/**
 * Logs in by e-mail and password. Unknown address, wrong password and closed account get the same answer after the same
 * work. Attempts are counted before the password is looked at, and taken back when it was right.
 * Throws OAuth `invalid_grant`, or 429 when there were too many attempts.
 */
export async function logIn(db: Db, origin: Origin, email: string, password: string): Promise<TokenPair> {
  const account = `${origin.brand.id}:${email.trim().toLowerCase()}`;
  const wait = await countAttempt(db, [
    { limit: PER_ACCOUNT, subject: account },
    { limit: PER_NETWORK, subject: origin.network },
  ]);
  if (wait > 0) {
    const minutes = Math.ceil(wait / 60);
    const text = `Too many attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`;
    throw new OAuthError(429, 'temporarily_unavailable', text, { 'retry-after': String(wait) });
  }
  const found = await findCredentials(db, origin.brand.id, email.trim());
  const matches = await passwordMatches(found?.mayLogIn ? found.passwordHash : null, password);
  if (!found || !matches) throw wrong();
  const rehashed = found.passwordHash && needsRehash(found.passwordHash) ? await hashPassword(password) : null;
  const tokens = await begin(db, origin, found, rehashed);
  await Promise.all([forgiveAttempt(db, PER_ACCOUNT, account), forgiveAttempt(db, PER_NETWORK, origin.network)]);
  return tokens;
}

/** Logs in by a one-time key of a login link. Throws `invalid_grant` when the key is unknown, used or expired. */
export async function logInByKey(db: Db, origin: Origin, key: string): Promise<TokenPair> {
  const hash = hashOf(key);
  const customer = hash && (await useLoginKey(db, origin.brand.id, hash));
  if (!customer) throw new OAuthError(400, 'invalid_grant', 'This login link is not valid or has expired.');
  return begin(db, origin, customer, null);
}

/**
 * Renews both tokens of a session. The refresh token used is spent: presenting it again within ten seconds gets the
 * same successor (the answer was lost), later it ends the session (somebody kept a copy). Throws `invalid_grant`.
 */
export async function renew(db: Db, origin: Origin, refreshToken: string): Promise<TokenPair> {
  const usedHash = hashOf(refreshToken);
  const refused = () => new OAuthError(400, 'invalid_grant', 'Your session has ended. Please log in again.');
  if (!usedHash) throw refused();
  const renewed = await inTransaction(db, async (tx): Promise<TokenPair | undefined> => {
    const session = await lockSessionForRenewal(tx, origin.brand.id, usedHash);
    if (!session) {
      await revokeSessionOfSpentToken(tx, usedHash);
      return undefined;
    }
    if (session.isOver) return undefined;
    const pair = (nonce: Buffer) => ({
      access: successorOf(refreshToken, nonce, 'access'),
      refresh: successorOf(refreshToken, nonce, 'refresh'),
    });
    const answer = ({ access, refresh }: ReturnType<typeof pair>): TokenPair => ({
      access_token: access.secret,
      token_type: 'bearer',
      expires_in: ACCESS_SECONDS,
      refresh_token: refresh.secret,
    });
    if (!session.isCurrent) {
      if (session.rotationNonce && (session.secondsSinceRotation ?? Infinity) <= RENEWAL_GRACE_SECONDS)
        return answer(pair(session.rotationNonce));
      await revokeSession(tx, session.id, 'a spent refresh token was presented');
      return undefined;
    }
    const nonce = randomBytes(16);
    const next = pair(nonce);
    await rotateSession(tx, session.id, {
      accessHash: next.access.hash,
      refreshHash: next.refresh.hash,
      usedHash,
      nonce,
      accessSeconds: ACCESS_SECONDS,
    });
    return answer(next);
  });
  if (!renewed) throw refused();
  return renewed;
}
