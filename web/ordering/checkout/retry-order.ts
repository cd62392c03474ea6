import { ApiError } from '#web/app/api-error.ts';

/** Pauses between attempts while the outcome is unknown, in milliseconds. */
const RETRY_DELAYS_MS = [1000, 2000, 3000, 5000, 8000, 13_000, 20_000];

/**
 * Whether the order may have been placed despite the error, because the response was lost, cut off or timed out. Only a
 * refusal by the server is definite; any error other than an `ApiError` means the response could not be read in full.
 */
export const isIndeterminate = (error: unknown) => !(error instanceof ApiError) || [0, 502, 503, 504].includes(error.status);

interface RetryHooks {
  /** Called once, when the first response is lost. */
  onIndeterminate: () => void;
  wait: (milliseconds: number) => Promise<void>;
}

/**
 * Sends a request until there is a response. Each attempt must be the same request under the same idempotency key, so
 * that the server places one order and repeats its first response. Throws the refusal, or the last failure if there was
 * no response for about a minute.
 */
export async function retryUntilResponse<T>(send: () => Promise<T>, { onIndeterminate, wait }: RetryHooks): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      const delay = RETRY_DELAYS_MS[attempt];
      if (!isIndeterminate(error) || delay === undefined) throw error;
      if (attempt === 0) onIndeterminate();
      await wait(delay);
    }
  }
}

/** Waits this long, or until the network is back if that is sooner. */
export const waitForNetwork = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      removeEventListener('online', finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    addEventListener('online', finish);
  });
