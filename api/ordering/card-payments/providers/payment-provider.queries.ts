import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { ProviderName } from './provider-access.ts';

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

/** A brand and what its operators see of its provider. Without a provider all but the brand is null. */
export interface BrandProviderRow {
  brandId: number;
  brandName: string;
  origin: string;
  provider: ProviderName | null;
  host: string | null;
  isActive: boolean | null;
  updatedAt: Date | null;
  previousSecretExpiresAt: Date | null;
  version: number | null;
}

/** The providers of these brands, by the names of the brands. */
export async function listBrandProviders(db: Db | Tx, brandIds: readonly number[]): Promise<BrandProviderRow[]> {
  const { rows } = await sql<BrandProviderRow>`
    select b.id as "brandId", b.company_name as "brandName", b.canonical_origin as origin, p.provider, p.host, p.active as "isActive",
      p.updated_at as "updatedAt", p.version,
      case when p.previous_secret_expires_at > now() then p.previous_secret_expires_at end as "previousSecretExpiresAt"
    from brand b left join payment_provider p on p.brand_id = b.id
    where b.id = any (${[...brandIds]}::bigint[]) order by b.company_name, b.id`.execute(db);
  return rows;
}

/** The provider of a brand, locked until the transaction ends. */
export async function lockStoredProvider(tx: Tx, brandId: number): Promise<StoredProvider | undefined> {
  const { rows } =
    await sql<StoredProvider>`select ${COLUMNS} from payment_provider where brand_id = ${brandId} for update`.execute(tx);
  return rows[0];
}

/** Whether payments or refunds of a brand are not settled at a provider. */
export async function hasOpenPayments(tx: Tx, brandId: number, provider: ProviderName): Promise<boolean> {
  const { rows } = await sql<{ answer: boolean }>`
    select exists (select from card_payment where brand_id = ${brandId} and provider = ${provider} and state in ('created', 'open', 'held'))
      or exists (
        select from card_refund r join card_payment p on p.organisation_id = r.organisation_id and p.id = r.payment_id
        where p.brand_id = ${brandId} and p.provider = ${provider} and r.state in ('due', 'sent')
      ) as answer`.execute(tx);
  return rows[0]?.answer ?? false;
}

/** What is saved of a provider. */
export type ProviderToSave = Pick<
  StoredProvider,
  'brandId' | 'provider' | 'host' | 'sealedSecretKey' | 'sealedWebhookSecret' | 'isActive'
> & {
  /** The secret that was replaced: accepted for a day. Undefined when it was not, null when none is accepted besides the new one. */
  sealedPreviousWebhookSecret: Buffer | null | undefined;
};

/** Saves the provider of a brand. */
export async function saveStoredProvider(tx: Tx, saved: ProviderToSave): Promise<void> {
  const isRotated = saved.sealedPreviousWebhookSecret !== undefined;
  const previous = saved.sealedPreviousWebhookSecret ?? null;
  await sql`
    insert into payment_provider (brand_id, provider, host, sealed_secret_key, sealed_webhook_secret, active)
    values (${saved.brandId}, ${saved.provider}, ${saved.host}, ${saved.sealedSecretKey}, ${saved.sealedWebhookSecret}, ${saved.isActive})
    on conflict (brand_id) do update set provider = excluded.provider, host = excluded.host, sealed_secret_key = excluded.sealed_secret_key,
      sealed_webhook_secret = excluded.sealed_webhook_secret, active = excluded.active, updated_at = now(), version = payment_provider.version + 1,
      sealed_previous_webhook_secret = case when ${isRotated} then ${previous}::bytea else payment_provider.sealed_previous_webhook_secret end,
      previous_secret_expires_at = case when not ${isRotated} then payment_provider.previous_secret_expires_at
        when ${previous}::bytea is null then null else now() + interval '1 day' end`.execute(tx);
}
