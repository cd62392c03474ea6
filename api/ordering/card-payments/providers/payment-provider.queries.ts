import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';

export const PROVIDER_NAMES = ['stripe', 'simulated'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** The provider of a brand with its sealed secrets. */
export interface StoredProvider {
  brandId: number;
  provider: ProviderName;
  host: string | null;
  sealedSecretKey: Buffer;
  sealedWebhookSecret: Buffer;
  /** Null also when its time is over. */
  sealedPreviousWebhookSecret: Buffer | null;
  isActive: boolean;
  updatedAt: Date;
  version: number;
}

const COLUMNS = sql`brand_id as "brandId", provider, host, sealed_secret_key as "sealedSecretKey", sealed_webhook_secret as "sealedWebhookSecret",
  case when previous_secret_expires_at > now() then sealed_previous_webhook_secret end as "sealedPreviousWebhookSecret",
  active as "isActive", updated_at as "updatedAt", version`;

/** The provider of a brand, also one that is not active: what was paid by it is still told and refunded. Undefined when it has none. */
export async function findStoredProvider(db: Db | Tx, brandId: number): Promise<StoredProvider | undefined> {
  const { rows } = await sql<StoredProvider>`select ${COLUMNS} from payment_provider where brand_id = ${brandId}`.execute(db);
  return rows[0];
}
