import type { RateLimit } from '#api/platform/http/rate-limit.ts';

/** Requests that no connection accepts, of one network and minute: a buyer's system with a wrong secret sends a few, one that guesses many. */
export const REFUSED_REQUESTS: RateLimit = { name: 'punchout-refused', max: 60, windowSeconds: 60 };
