import { ApiError } from '../api-error.ts';

/** Milliseconds between one try and the next while nobody knows whether the order went through. */
const waits = [1000, 2000, 3000, 5000, 8000, 13_000, 20_000];

/**
 * The answer was lost, never came or broke off: the order may have been placed. Only the server's own refusal is
 * certain; what is no `ApiError` comes from an answer that could not be read to its end, or took too long.
 */
export const isUncertain = (error: unknown) => !(error instanceof ApiError) || [0, 502, 503, 504].includes(error.status);

interface Surroundings {
  /** Called once, when the first answer was lost. */
  onUncertain: () => void;
  wait: (milliseconds: number) => Promise<void>;
}

/**
 * Asks until there is an answer. Each try must be the same request under the same key, so that the server places one
 * order and answers the first one again. Throws the refusal, or the last failure when no answer came for a minute.
 */
export async function askUntilAnswered<T>(ask: () => Promise<T>, { onUncertain, wait }: Surroundings): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      const pause = waits[attempt];
      if (!isUncertain(error) || pause === undefined) throw error;
      if (attempt === 0) onUncertain();
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
