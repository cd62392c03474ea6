import { ApiError } from '#web/app/api-error.ts';

/** Milliseconds between one try and the next while nobody knows whether the order went through. */
const waits = [1000, 2000, 3000, 5000, 8000, 13_000, 20_000];

/**
 * The answer was lost, never came or broke off: the order may have been placed. Only the server's own refusal is
 * certain; what is no `ApiError` comes from an answer that could not be read to its end, or took too long.
 */
export const isIndeterminate = (error: unknown) => !(error instanceof ApiError) || [0, 502, 503, 504].includes(error.status);

interface RetryHooks {
  /** Called once, when the first answer was lost. */
  onIndeterminate: () => void;
  wait: (milliseconds: number) => Promise<void>;
}

/**
 * Asks until there is an answer. Each try must be the same request under the same key, so that the server places one
 * order and answers the first one again. Throws the refusal, or the last failure when no answer came for a minute.
 */
export async function retryUntilResponse<T>(ask: () => Promise<T>, { onIndeterminate, wait }: RetryHooks): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      const pause = waits[attempt];
      if (!isIndeterminate(error) || pause === undefined) throw error;
      if (attempt === 0) onIndeterminate();
      await wait(pause);
    }
  }
}

/** Waits, but no longer than until the network is back. */
export const waitForNetwork = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, milliseconds);
    addEventListener('online', go);
  });
