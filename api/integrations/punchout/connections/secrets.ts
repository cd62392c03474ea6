import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { hashPassword, passwordMatches } from '#api/identity/passwords/password-hashing.ts';
import { createBoundedCache } from '#api/platform/cache/bounded-cache.ts';
import { FairQueue } from '#api/platform/fair-queue.ts';

/** So many secrets of a connection are valid at once: the newest, and the one before it while the buyer changes. */
export const MAX_VALID_SECRETS = 2;

const PROVEN_TTL_MS = 5 * 60_000;
const MAX_PROVEN_BYTES = 1_000_000;
const MAX_WAITING = 50;
/** Hashes of secrets of self-tests begin with it. */
export const TEST_SECRET_PREFIX = 'sha256:';

/** Hashes a secret as passwords are hashed: buyers choose secrets themselves, so they may be weak. Throws 429 when the queue of passwords is full. */
export const hashSecret = (secret: string): Promise<string> => hashPassword(secret);

/** A new random secret, of letters and digits that are not mistaken for each other. */
export function createSecret(): string {
  const alphabet = '23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
  let secret = '';
  // Bytes above the largest multiple of the alphabet are left out: every character is as probable.
  while (secret.length < 40)
    for (const byte of randomBytes(64))
      if (byte < 256 - (256 % alphabet.length) && secret.length < 40) secret += alphabet[byte % alphabet.length];
  return secret;
}

/** Hashes the random secret of a self-test, which is compared without the work of a password. */
export const hashTestSecret = (secret: string): string =>
  TEST_SECRET_PREFIX + createHash('sha256').update(secret).digest('base64');

// Neither the texts nor their plain hashes stay in memory: the key is gone when the process ends.
const memoryKey = randomBytes(32);
const toMemoryKey = (hashes: readonly string[], secret: string) =>
  createHmac('sha256', memoryKey)
    .update(JSON.stringify([hashes, secret]))
    .digest('base64');

const proven = createBoundedCache<number>(MAX_PROVEN_BYTES);
const running = new Map<string, Promise<boolean>>();
const queue = new FairQueue('Too many secrets are being checked. Please try again in a moment.', { maxWaiting: MAX_WAITING });

/** Always as many comparisons of passwords, however many secrets there are, so that the time tells nothing. */
async function verifyAll(hashes: readonly string[], secret: string): Promise<boolean> {
  let matches = false;
  for (let place = 0; place < MAX_VALID_SECRETS; place += 1)
    if (await passwordMatches(hashes[place] ?? null, secret)) matches = true;
  return matches;
}

function matchesTestSecret(hashes: readonly string[], secret: string): boolean {
  const candidate = Buffer.from(hashTestSecret(secret));
  return hashes
    .map((hash) => Buffer.from(hash))
    .some((hash) => hash.length === candidate.length && timingSafeEqual(hash, candidate));
}

/**
 * Whether a secret is one of those whose hashes are given, the newest first; pass none for an unknown connection, which takes as long. `owner` is who asks, such
 * as the address of the network: many requests of one do not hold up those of others. A secret that was right is remembered for five minutes. Throws 503
 * and 429 when too many are being checked.
 */
export async function matchesSecret(hashes: readonly string[], secret: string, owner = ''): Promise<boolean> {
  const passwords = hashes.filter((hash) => !hash.startsWith(TEST_SECRET_PREFIX)).slice(0, MAX_VALID_SECRETS);
  if (matchesTestSecret(hashes, secret)) return true;
  const key = toMemoryKey(passwords, secret);
  if ((proven.get(key) ?? 0) > Date.now()) return true;
  // The same secret that comes many times at once is checked once.
  const started = running.get(key);
  if (started) return started;
  const check = queue
    .run(owner, () => verifyAll(passwords, secret))
    .then((matches) => {
      if (matches) proven.set(key, Date.now() + PROVEN_TTL_MS, 0);
      return matches;
    })
    .finally(() => running.delete(key));
  running.set(key, check);
  return check;
}
