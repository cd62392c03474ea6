import { newToken, sha256Digest, type Token } from './tokens.ts';

/** What the secret of an API key begins with, so that people and secret scanners recognise it. */
const PREFIX = 'livery_key_';

const SECRET_SHAPE = /^livery_key_[A-Za-z0-9_-]{43}$/;

/** A new secret of an API key, and its hash for the database. */
export function newApiKeySecret(): Token {
  const secret = `${PREFIX}${newToken().secret}`;
  return { secret, hash: sha256Digest(secret) };
}

/** The stored form of the secret of an API key; undefined when the token cannot be one. */
export const hashApiKeySecret = (token: string): Buffer | undefined =>
  SECRET_SHAPE.test(token) ? sha256Digest(token) : undefined;
