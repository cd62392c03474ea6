import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { HttpError } from '#api/platform/http/errors.ts';
import { countCharacters, MAX_PASSWORD_LENGTH } from './passwords.rules.ts';

// OWASP's minimum for argon2id. One at a time and process: the second core is for everybody else's requests.
const ARGON2ID = 2 as Algorithm;
const COST = { algorithm: ARGON2ID, memoryCost: 19456, timeCost: 2, parallelism: 1 };
const MAX_QUEUED_HASHES = 50;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MAX_QUEUED_HASHES) {
    // At the token endpoint it takes the OAuth form like every other refusal.
    throw new HttpError(
      429,
      { request: ['Too many people are logging in right now. Please try again in a moment.'] },
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

// Composed and decomposed forms of one text are one password, and a text can shrink when it is composed.
const MAX_INPUT_LENGTH = MAX_PASSWORD_LENGTH * 8;

export const hashPassword = (password: string): Promise<string> => oneAtATime(() => hash(password.normalize('NFC'), COST));

// The hash of nobody's password, so that an unknown address takes as long as a known one.
let decoy: Promise<string> | undefined;

/**
 * Whether the password belongs to the hash. Without a hash it does the same work against a decoy and says no.
 * Throws 429 when too many are waiting for their turn.
 */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  const candidate = password.slice(0, MAX_INPUT_LENGTH).normalize('NFC');
  const fits = password.length <= MAX_INPUT_LENGTH && countCharacters(candidate) <= MAX_PASSWORD_LENGTH;
  decoy ??= hash('nobody’s password', COST);
  const against = stored ?? (await decoy);
  const matches = await oneAtATime(() => verify(against, candidate.slice(0, MAX_PASSWORD_LENGTH * 2)));
  return matches && stored !== null && stored !== undefined && fits;
}

/** True when the stored hash was made with less work than is asked for today. */
export const needsRehash = (stored: string) =>
  !stored.startsWith(`$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`);
