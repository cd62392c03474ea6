import type { PAYMENT_PROVIDER_NAMES } from '#contract/ordering/card-payments/payment-providers.ts';
import type { FetchLimits } from './bounded-fetch.ts';

/** By which a provider is known. */
export type ProviderName = (typeof PAYMENT_PROVIDER_NAMES)[number];

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
