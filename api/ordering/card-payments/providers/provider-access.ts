import type { FetchLimits } from './bounded-fetch.ts';

/** What an adapter of a provider needs to work for a brand. */
export interface ProviderAccess {
  secretKey: string;
  /** The secrets with which webhooks may be signed: the current one, and the previous one while it is valid. */
  webhookSecrets: readonly string[];
  /** Base address, without a path; null for the usual one. */
  host: string | null;
  now: () => Date;
  limits?: FetchLimits;
}
