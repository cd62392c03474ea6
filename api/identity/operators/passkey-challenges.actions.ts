import { randomBytes } from 'node:crypto';
import { HttpError } from '#api/platform/http/errors.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { sha256Digest } from '../sessions/tokens.ts';
import { consumePasskeyChallenge } from './passkeys.queries.ts';

/** How long a challenge can be answered. */
export const CHALLENGE_TTL_MS = 5 * 60_000;

/** A challenge. The client holds it, sealed, so that a start that is not continued leaves nothing behind. */
interface PasskeyChallenge {
  challenge: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

const expired = () => new HttpError(409, { passkey: ['This took too long, or was done twice. Please start again.'] });

/** A new challenge, and the same sealed for `purpose`: what it is for, on which host, and in whose session. */
export function createPasskeyChallenge(
  { clock, vault }: Pick<ServerDependencies, 'clock' | 'vault'>,
  purpose: string,
): { challenge: string; setup: string } {
  const challenge = randomBytes(32).toString('base64url');
  const sealed: PasskeyChallenge = { challenge, expiresAt: clock.now() + CHALLENGE_TTL_MS };
  return { challenge, setup: vault.seal(purpose, JSON.stringify(sealed)).toString('base64url') };
}

/**
 * The challenge that was sealed for this purpose. It is used up, whatever the answer to it is worth. Throws 409 when it is of another purpose,
 * expired or used up.
 */
export async function takePasskeyChallenge(
  { clock, db, vault }: Pick<ServerDependencies, 'clock' | 'db' | 'vault'>,
  purpose: string,
  setup: string,
): Promise<string> {
  const open = (): PasskeyChallenge => {
    try {
      return JSON.parse(vault.open(purpose, Buffer.from(setup, 'base64url'))) as PasskeyChallenge;
    } catch {
      throw expired();
    }
  };
  const { challenge, expiresAt } = open();
  if (clock.now() > expiresAt || !(await consumePasskeyChallenge(db, sha256Digest(challenge)))) throw expired();
  return challenge;
}
