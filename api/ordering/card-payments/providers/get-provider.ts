import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import { findStoredProvider, type StoredProvider } from './payment-provider.queries.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { ProviderAccess, ProviderName } from './provider-access.ts';
import { createSimulatedProvider } from './simulated-provider.ts';

/** The provider of a brand, ready to be called. */
export interface BrandProvider {
  name: ProviderName;
  /** Whether new payments can be begun; those that exist are carried on either way. */
  isActive: boolean;
  provider: PaymentProvider;
}

/** The purposes for which the secrets of a brand are sealed, so that none can be opened from another row or as another one. */
export const getSecretPurposes = (brandId: number) => ({
  secretKey: `payment-provider:${brandId}:key`,
  webhookSecret: `payment-provider:${brandId}:webhook`,
});

/** An adapter of a provider, by its name. The library of Stripe is loaded where a brand uses it. */
async function createProvider(name: ProviderName, access: ProviderAccess): Promise<PaymentProvider> {
  if (name === 'simulated') return createSimulatedProvider(access);
  const { createStripeProvider } = await import('./stripe-provider.ts');
  return createStripeProvider(access);
}

/** Opens the secrets of a stored provider. `now` is the time by which signatures are judged; the system's unless given. */
async function openProvider(vault: Vault, stored: StoredProvider, now: () => Date = () => new Date()): Promise<BrandProvider> {
  const purposes = getSecretPurposes(stored.brandId);
  const sealed = [stored.sealedWebhookSecret, stored.sealedPreviousWebhookSecret].filter((secret) => secret !== null);
  const access: ProviderAccess = {
    secretKey: vault.open(purposes.secretKey, stored.sealedSecretKey),
    webhookSecrets: sealed.map((secret) => vault.open(purposes.webhookSecret, secret)),
    host: stored.host,
    now,
  };
  return { name: stored.provider, isActive: stored.isActive, provider: await createProvider(stored.provider, access) };
}

/** The provider of a brand; undefined when it has none. One that is not active is returned too. */
export async function getProvider(
  db: Db | Tx,
  vault: Vault,
  brandId: number,
  now?: () => Date,
): Promise<BrandProvider | undefined> {
  const stored = await findStoredProvider(db, brandId);
  return stored ? openProvider(vault, stored, now) : undefined;
}
