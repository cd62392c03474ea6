import { unavailable } from '#api/platform/http/errors.ts';
import { isThreadLimit, openThread } from '#api/platform/worker-thread.ts';

/** What an estimate needs. `words` are known about the person, and so cheap to guess. */
export interface EstimateRequest {
  password: string;
  words: readonly string[];
}

/** How many guesses a password takes, and the library's name of the reason why they are few; null for no particular reason. */
export interface Estimate {
  guesses: number;
  warning: string | null;
}

/** Loading and one estimate take 0.3 s of the processor. A machine with ten times as much work as it can do was seen to need 20 s for them. */
const MAX_DURATION_MS = 30_000;
const MAX_PENDING = 50;
const BUSY = 'Too many passwords are being checked at the moment. Nothing was saved; please try again in a few seconds.';

/** Passwords that are being estimated or waiting for it. */
let pending = 0;
/** The dictionaries take 70 MB and a quarter of a second to load. */
const runInThread = openThread<EstimateRequest, Estimate>(new URL('./guess-password-worker.ts', import.meta.url));

/**
 * Estimates how many guesses a password takes, in a worker thread that ends when it is idle: neither its time nor its memory is the server's.
 * Throws 503 when too many passwords are waiting.
 */
export async function guessPassword(request: EstimateRequest): Promise<Estimate> {
  if (pending >= MAX_PENDING) throw unavailable(BUSY);
  pending += 1;
  try {
    return await runInThread(request, MAX_DURATION_MS);
  } catch (error) {
    throw isThreadLimit(error) ? unavailable(BUSY) : error;
  } finally {
    pending -= 1;
  }
}
