import { getSecretPurposes } from '#api/ordering/card-payments/providers/get-provider.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import type { Row } from '../insert.ts';

/** The brand of the demonstration that takes cards, and its keys at the simulated provider. They are published, and open nothing else. */
export const demoMerchant = {
  brandId: 3,
  name: 'Brackwell Workwear',
  secretKey: 'sk_demonstration_brackwell',
  webhookSecret: 'whsec_demonstration_brackwell',
} as const;

/** Where the provider of the demonstration is, unless it is started at another port. */
const DEMO_PROVIDER_URL = 'http://localhost:3002';

/** The row of the brand that takes cards. */
export function paymentProviderRows(vault: Vault): [table: string, rows: Row[]][] {
  const { brandId, secretKey, webhookSecret } = demoMerchant;
  const purposes = getSecretPurposes(brandId);
  const seal = (purpose: string, text: string) => `\\x${vault.seal(purpose, text).toString('hex')}`;
  const row = {
    brand_id: brandId,
    provider: 'simulated',
    host: DEMO_PROVIDER_URL,
    sealed_secret_key: seal(purposes.secretKey, secretKey),
    sealed_webhook_secret: seal(purposes.webhookSecret, webhookSecret),
  };
  return [['payment_provider', [row]]];
}
