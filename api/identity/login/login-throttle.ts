import { type Clock, systemClock } from '#api/platform/clock.ts';
import { OAuthError } from '#api/platform/http/errors.ts';

/** How many browsers without a known device may log in at once; the rest of the hashing queue is reserved for known devices. */
const MAX_CONCURRENT_UNKNOWN_LOGINS = 40;
/** How long a refusal is cached: even a flood of requests then costs the database one statement a second. */
const CACHE_TTL_MS = 1000;
const MAX_CACHED_REFUSALS = 10_000;

const formatWait = (seconds: number) => {
  if (seconds <= 5) return 'a few seconds';
  if (seconds < 60) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes >= 120) return `${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
};

/** The 429 response with the time to wait and, for waits over two minutes, the alternative that `remedy` names. */
export function tooManyAttempts(seconds: number, remedy = ''): OAuthError {
  const text = `Too many attempts. Please wait ${formatWait(seconds)}${remedy && seconds > 120 ? `, or ${remedy}` : ' and try again'}.`;
  return new OAuthError(429, 'temporarily_unavailable', text, { 'retry-after': String(seconds) });
}

/** What one process can refuse without using the database or much of the processor. */
export interface LoginThrottle {
  /** Runs the login of an unknown device. Throws 429 when too many are in progress. */
  limitConcurrentLogins<T>(work: () => Promise<T>): Promise<T>;
  /** Runs the login and tells it how many other logins of the network are in progress, up to the limit for unknown devices. */
  trackNetwork<T>(network: string, work: (others: () => number) => Promise<T>): Promise<T>;
  /** The result of `count`, in seconds to wait; a refusal is cached briefly. */
  cachedLimit(subject: string, count: () => Promise<number>): Promise<number>;
}

/** A throttle for one process. */
export function createLoginThrottle(clock: Clock = systemClock): LoginThrottle {
  let concurrentUnknownLogins = 0;
  const inProgress = new Map<string, number>();
  const refusals = new Map<string, { until: number; cachedUntil: number }>();

  return {
    limitConcurrentLogins: async (work) => {
      if (concurrentUnknownLogins >= MAX_CONCURRENT_UNKNOWN_LOGINS) {
        const text = 'Too many people are logging in right now. Please try again in a moment.';
        throw new OAuthError(429, 'temporarily_unavailable', text, { 'retry-after': '2' });
      }
      concurrentUnknownLogins += 1;
      try {
        return await work();
      } finally {
        concurrentUnknownLogins -= 1;
      }
    },
    trackNetwork: async (network, work) => {
      inProgress.set(network, (inProgress.get(network) ?? 0) + 1);
      try {
        return await work(() => Math.min((inProgress.get(network) ?? 1) - 1, MAX_CONCURRENT_UNKNOWN_LOGINS));
      } finally {
        const left = (inProgress.get(network) ?? 1) - 1;
        if (left > 0) inProgress.set(network, left);
        else inProgress.delete(network);
      }
    },
    cachedLimit: async (subject, count) => {
      const now = clock.now();
      const cached = refusals.get(subject);
      if (cached && now < cached.cachedUntil) return Math.max(Math.ceil((cached.until - now) / 1000), 1);
      refusals.delete(subject);
      const wait = await count();
      if (wait > 0) {
        if (refusals.size >= MAX_CACHED_REFUSALS) refusals.delete(refusals.keys().next().value as string);
        refusals.set(subject, { until: now + wait * 1000, cachedUntil: now + Math.min(wait * 1000, CACHE_TTL_MS) });
      }
      return wait;
    },
  };
}
