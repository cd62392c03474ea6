import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { HttpError } from '#api/platform/http/errors.ts';
import { countCharacters, MAX_PASSWORD_LENGTH } from './passwords.rules.ts';

// OWASP's minimum for argon2id. Each process hashes one password at a time, which leaves the second core to other requests.
const ARGON2ID = 2 as Algorithm;
const COST = { algorithm: ARGON2ID, memoryCost: 19456, timeCost: 2, parallelism: 1 };
const MAX_QUEUED_HASHES = 50;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MAX_QUEUED_HASHES) {
    // The token endpoint converts this to its OAuth form, like every other error.
    throw new HttpError(
      429,
      { request: ['Too many people are logging in right now. Please try again in a moment.'] },
      { 'retry-after': '2' },
    );
  }
  waiting += 1;
  const result = last.then(work, work).finally(() => {
    waiting -= 1;
  });
  last = result.catch(() => {});
  return result;
}

// Composed and decomposed forms of a text are one password, and composing a text can shorten it.
const MAX_INPUT_LENGTH = MAX_PASSWORD_LENGTH * 8;

export const hashPassword = (password: string): Promise<string> => oneAtATime(() => hash(password.normalize('NFC'), COST));

// A hash that no password matches, so that an unknown address takes as long as a known one.
let decoy: Promise<string> | undefined;

/**
 * Whether the password belongs to the hash. Without a hash it verifies against a decoy, in the same time, and returns false.
 * Throws 429 when the queue is full.
 */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  const candidate = password.slice(0, MAX_INPUT_LENGTH).normalize('NFC');
  const fits = password.length <= MAX_INPUT_LENGTH && countCharacters(candidate) <= MAX_PASSWORD_LENGTH;
  decoy ??= hash('no one’s password', COST);
  const expected = stored ?? (await decoy);
  const matches = await oneAtATime(() => verify(expected, candidate.slice(0, MAX_PASSWORD_LENGTH * 2)));
  return matches && stored !== null && stored !== undefined && fits;
}

/** Whether the stored hash was made with lower cost parameters than today's. */
export const needsRehash = (stored: string) =>
  !stored.startsWith(`$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`);
