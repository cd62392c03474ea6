import { type Clock, systemClock } from '#api/platform/clock.ts';
import { OAuthError } from '#api/platform/http/errors.ts';

/** How many browsers without a known device may be logging in at once; the rest of the queue for hashing is for the known. */
const MAX_CONCURRENT_UNKNOWN_LOGINS = 40;
/** A refusal is believed for so long without asking the database again: a flood costs it one statement a second. */
const CACHE_TTL_MS = 1000;
const MAX_CACHED_REFUSALS = 10_000;

const inWords = (seconds: number) => {
  if (seconds <= 5) return 'a few seconds';
  if (seconds < 60) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes >= 120) return `${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
};

/** Says how long to wait, and what else can be done where that is long and `remedy` names something. */
export function tooManyAttempts(seconds: number, remedy = ''): OAuthError {
  const text = `Too many attempts. Please wait ${inWords(seconds)}${remedy && seconds > 120 ? `, or ${remedy}` : ' and try again'}.`;
  return new OAuthError(429, 'temporarily_unavailable', text, { 'retry-after': String(seconds) });
}

/** What one process can refuse by itself, before a flood costs the database or the processor anything. */
export interface LoginThrottle {
  /** Lets a stranger log in, unless too many are at it already: then throws 429. */
  limitConcurrentLogins<T>(work: () => Promise<T>): Promise<T>;
  /** Does the work for a network; it can ask how many others of that network are at it, at most as many as are let in. */
  trackNetwork<T>(network: string, work: (others: () => number) => Promise<T>): Promise<T>;
  /** The result of `count` in seconds to wait; a refusal is remembered for a moment. */
  cachedLimit(subject: string, count: () => Promise<number>): Promise<number>;
}

export function createLoginThrottle(clock: Clock = systemClock): LoginThrottle {
  let strangers = 0;
  const atWork = new Map<string, number>();
  const refusals = new Map<string, { until: number; believedUntil: number }>();

  return {
    limitConcurrentLogins: async (work) => {
      if (strangers >= MAX_CONCURRENT_UNKNOWN_LOGINS) {
        const text = 'Too many people are logging in right now. Please try again in a moment.';
        throw new OAuthError(429, 'temporarily_unavailable', text, { 'retry-after': '2' });
      }
      strangers += 1;
      try {
        return await work();
      } finally {
        strangers -= 1;
      }
    },
    trackNetwork: async (network, work) => {
      atWork.set(network, (atWork.get(network) ?? 0) + 1);
      try {
        return await work(() => Math.min((atWork.get(network) ?? 1) - 1, MAX_CONCURRENT_UNKNOWN_LOGINS));
      } finally {
        const left = (atWork.get(network) ?? 1) - 1;
        if (left > 0) atWork.set(network, left);
        else atWork.delete(network);
      }
    },
    cachedLimit: async (subject, count) => {
      const now = clock.now();
      const known = refusals.get(subject);
      if (known && now < known.believedUntil) return Math.max(Math.ceil((known.until - now) / 1000), 1);
      refusals.delete(subject);
      const wait = await count();
      if (wait > 0) {
        if (refusals.size >= MAX_CACHED_REFUSALS) refusals.delete(refusals.keys().next().value as string);
        refusals.set(subject, { until: now + wait * 1000, believedUntil: now + Math.min(wait * 1000, CACHE_TTL_MS) });
      }
      return wait;
    },
  };
}
