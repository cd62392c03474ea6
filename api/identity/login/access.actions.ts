import { randomBytes } from 'node:crypto';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import { OAuthError } from '#api/platform/http/errors.ts';
import type { Brand } from '#api/platform/http/hosts.ts';
import { countAttempt, type RateLimit, refundAttempt } from '#api/platform/http/rate-limit.ts';
import {
  insertSession,
  lockSessionForRenewal,
  revokeSession,
  revokeSessionOfUsedToken,
  rotateSession,
} from '../sessions/access.queries.ts';
import { ACCESS_TOKEN_TTL_SECONDS, SESSION_TTL_SECONDS } from '../sessions/sessions.ts';
import { deriveSuccessorToken, hashToken, newToken } from '../sessions/tokens.ts';
import { tooManyAttempts } from './login-throttle.ts';

/** Renewals that are refused: a network has as many sessions as people, and each renews once an hour. */
const RENEWALS_PER_NETWORK: RateLimit = { name: 'renewal-network', max: 120, windowSeconds: 60 };
/** How long a client that lost the answer to a renewal may ask again with the token it used. */
const RENEWAL_GRACE_SECONDS = 10;

export interface TokenPair {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  refresh_token: string;
}

/** From where a log-in comes: shown in the list of sessions, counted against guessing. */
export interface LoginOrigin {
  brand: Brand;
  /** The host that was asked, one of the brand's. */
  host: string;
  network: string;
  userAgent: string | undefined;
  /** What the browser was given at an earlier log-in. */
  deviceToken: string | undefined;
}

/** Starts a session for somebody whose right to it has been verified. */
export async function createSession(
  db: Db,
  origin: LoginOrigin,
  customer: { customerId: number; organisationId: number },
  rehashed: string | null,
): Promise<TokenPair> {
  const access = newToken();
  const refresh = newToken();
  await insertSession(db, {
    ...customer,
    brandId: origin.brand.id,
    accessHash: access.hash,
    refreshHash: refresh.hash,
    accessSeconds: ACCESS_TOKEN_TTL_SECONDS,
    lifeSeconds: SESSION_TTL_SECONDS,
    userAgent: origin.userAgent?.slice(0, 300) ?? null,
    rehashedPassword: rehashed,
  });
  return {
    access_token: access.secret,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_TTL_SECONDS,
    refresh_token: refresh.secret,
  };
}

/**
 * Renews both tokens of a session. The refresh token used is spent: presenting it again within ten seconds gets the
 * same successor (the answer was lost), later it ends the session (somebody kept a copy). Throws `invalid_grant`, or 429
 * when too many of the network's were refused.
 */
export async function renewSession(db: Db, origin: LoginOrigin, refreshToken: string): Promise<TokenPair> {
  const usedHash = hashToken(refreshToken);
  const refused = () => new OAuthError(400, 'invalid_grant', 'Your session has ended. Please log in again.');
  const wait = await countAttempt(db, [{ limit: RENEWALS_PER_NETWORK, subject: origin.network }]);
  if (wait > 0) throw tooManyAttempts(wait);
  if (!usedHash) throw refused();
  const renewed = await runInTransaction(db, async (tx): Promise<TokenPair | undefined> => {
    const session = await lockSessionForRenewal(tx, origin.brand.id, usedHash);
    if (!session) {
      await revokeSessionOfUsedToken(tx, usedHash);
      return undefined;
    }
    if (session.hasEnded) return undefined;
    const pair = (nonce: Buffer) => ({
      access: deriveSuccessorToken(refreshToken, nonce, 'access'),
      refresh: deriveSuccessorToken(refreshToken, nonce, 'refresh'),
    });
    const answer = ({ access, refresh }: ReturnType<typeof pair>): TokenPair => ({
      access_token: access.secret,
      token_type: 'bearer',
      expires_in: ACCESS_TOKEN_TTL_SECONDS,
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
      accessSeconds: ACCESS_TOKEN_TTL_SECONDS,
    });
    return answer(next);
  });
  if (!renewed) throw refused();
  await refundAttempt(db, RENEWALS_PER_NETWORK, origin.network);
  return renewed;
}
