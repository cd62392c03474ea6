import { createHash, createHmac, randomBytes } from 'node:crypto';
import { dropInvisible } from '#api/platform/invisible-characters.ts';

/** An opaque token: 32 random bytes for the client, their SHA-256 for the database. */
export interface Token {
  secret: string;
  hash: Buffer;
}

const TOKEN_SHAPE = /^[A-Za-z0-9_-]{43}$/;

export const newToken = (): Token => tokenOf(randomBytes(32).toString('base64url'));

/** The stored form of a token that a client sent; undefined when it cannot be one. */
export function hashToken(secret: string | undefined): Buffer | undefined {
  return secret !== undefined && TOKEN_SHAPE.test(secret) ? tokenOf(secret).hash : undefined;
}

/** The stored form of the token of a mailed link, which people copy; undefined when it cannot be one. */
export const hashLinkToken = (secret: string | undefined): Buffer | undefined => hashToken(dropInvisible(secret ?? '').trim());

/**
 * The token that follows another one. It is derived from the old secret, which only the client has, and a nonce, which only
 * the database has: a client that lost the response to a renewal gets the same successor again, and neither a database dump
 * nor an old token alone is enough to derive it.
 */
export function deriveSuccessorToken(secret: string, nonce: Buffer, use: 'access' | 'refresh'): Token {
  return tokenOf(createHmac('sha256', secret).update(use).update(nonce).digest('base64url'));
}

/** The stored form of a secret. */
export const sha256Digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();

function tokenOf(secret: string): Token {
  return { secret, hash: sha256Digest(secret) };
}
