import { ProviderUnavailableError } from './payment-provider.ts';

/** For the whole exchange. */
const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** How much of a provider's time and answers is taken; tests shorten it. */
export interface FetchLimits {
  timeoutMs?: number;
  maxBytes?: number;
}

async function readBounded(response: Response, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new ProviderUnavailableError('The payment provider answered with more than is accepted.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * `fetch` for payment providers: within a time and a size, and without following redirects, which would take the secret key elsewhere. Throws
 * `ProviderUnavailableError` when there is no answer.
 */
export const createBoundedFetch =
  ({ timeoutMs = TIMEOUT_MS, maxBytes = MAX_RESPONSE_BYTES }: FetchLimits = {}): typeof fetch =>
  async (input, init = {}) => {
    try {
      const response = await fetch(input, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
      if (response.status >= 300 && response.status < 400)
        throw new ProviderUnavailableError('The payment provider redirects to another address.');
      const { status, headers } = response;
      return new Response(await readBounded(response, maxBytes), { status, headers: new Headers(headers) });
    } catch (error) {
      if (error instanceof ProviderUnavailableError) throw error;
      throw new ProviderUnavailableError('The payment provider could not be reached.', { cause: error });
    }
  };
