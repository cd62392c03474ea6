import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { OAuthError } from '../http/errors.ts';

// OWASP's minimum for argon2id. One at a time and process: the second core is for everybody else's requests.
const ARGON2ID = 2 as Algorithm;
const COST = { algorithm: ARGON2ID, memoryCost: 19456, timeCost: 2, parallelism: 1 };
const MOST_WAITING = 50;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MOST_WAITING) {
    throw new OAuthError(
      429,
      'temporarily_unavailable',
      'Too many people are logging in right now. Please try again in a moment.',
      { 'retry-after': '2' },
    );
  }
  waiting += 1;
  const turn = last.then(work, work).finally(() => {
    waiting -= 1;
  });
  last = turn.catch(() => {});
  return turn;
}

/** Longest password that is hashed; more would only cost time. */
export const LONGEST_PASSWORD = 128;

export const hashPassword = (password: string): Promise<string> => oneAtATime(() => hash(password.normalize('NFC'), COST));

// The hash of nobody's password, so that an unknown address takes as long as a known one.
let decoy: Promise<string> | undefined;

/**
 * Whether the password belongs to the hash. Without a hash it does the same work against a decoy and says no.
 * Throws an OAuth 429 when too many are waiting for their turn.
 */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  const candidate = password.slice(0, LONGEST_PASSWORD + 1).normalize('NFC');
  decoy ??= hash('nobody’s password', COST);
  const against = stored ?? (await decoy);
  const matches = await oneAtATime(() => verify(against, candidate));
  return matches && stored !== null && stored !== undefined && password.length <= LONGEST_PASSWORD;
}

/** True when the stored hash was made with less work than is asked for today. */
export const needsRehash = (stored: string) =>
  !stored.startsWith(`$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`);
