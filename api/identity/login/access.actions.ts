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

/** Refused renewals: one network has as many sessions as people, and each renews once an hour. */
const RENEWALS_PER_NETWORK: RateLimit = { name: 'renewal-network', max: 120, windowSeconds: 60 };
/** How long a client that did not receive the response to a renewal may retry with the token it used. */
const RENEWAL_GRACE_SECONDS = 10;

export interface TokenPair {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  refresh_token: string;
}

/** Where a login comes from: shown in the list of sessions, and used to count failed logins. */
export interface LoginOrigin {
  brand: Brand;
  /** The requested host, one of the brand's. */
  host: string;
  network: string;
  userAgent: string | undefined;
  /** The token that the browser received at an earlier login. */
  deviceToken: string | undefined;
}

/**
 * Starts a session for a person whose credentials have been verified. `rehashed` replaces the stored password hash. Undefined when
 * the account has been closed in the meantime.
 */
export async function createSession(
  db: Db,
  origin: LoginOrigin,
  customer: { customerId: number; organisationId: number; tripId?: string | null },
  rehashed: string | null,
): Promise<TokenPair | undefined> {
  const access = newToken();
  const refresh = newToken();
  const isStarted = await insertSession(db, {
    ...customer,
    tripId: customer.tripId ?? null,
    brandId: origin.brand.id,
    accessHash: access.hash,
    refreshHash: refresh.hash,
    accessSeconds: ACCESS_TOKEN_TTL_SECONDS,
    lifeSeconds: SESSION_TTL_SECONDS,
    userAgent: origin.userAgent?.slice(0, 300) ?? null,
    rehashedPassword: rehashed,
  });
  if (!isStarted) return undefined;
  return {
    access_token: access.secret,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_TTL_SECONDS,
    refresh_token: refresh.secret,
  };
}

/**
 * Renews both tokens of a session. Each refresh token works once: presented again within ten seconds it returns the same
 * successor (the response was lost), later it ends the session (someone has a copy). Throws `invalid_grant`, or 429 when too
 * many renewals of this network were refused.
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
    const derivePair = (nonce: Buffer) => ({
      access: deriveSuccessorToken(refreshToken, nonce, 'access'),
      refresh: deriveSuccessorToken(refreshToken, nonce, 'refresh'),
    });
    const toTokenPair = ({ access, refresh }: ReturnType<typeof derivePair>): TokenPair => ({
      access_token: access.secret,
      token_type: 'bearer',
      expires_in: ACCESS_TOKEN_TTL_SECONDS,
      refresh_token: refresh.secret,
    });
    if (!session.isCurrent) {
      if (session.rotationNonce && (session.secondsSinceRotation ?? Infinity) <= RENEWAL_GRACE_SECONDS)
        return toTokenPair(derivePair(session.rotationNonce));
      await revokeSession(tx, session.id, 'used_token');
      return undefined;
    }
    const nonce = randomBytes(16);
    const next = derivePair(nonce);
    await rotateSession(tx, session.id, {
      accessHash: next.access.hash,
      refreshHash: next.refresh.hash,
      usedHash,
      nonce,
      accessSeconds: ACCESS_TOKEN_TTL_SECONDS,
    });
    return toTokenPair(next);
  });
  if (!renewed) throw refused();
  await refundAttempt(db, RENEWALS_PER_NETWORK, origin.network);
  return renewed;
}
