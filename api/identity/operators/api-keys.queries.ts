import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { ApiKeyScope } from '#contract/endpoint.ts';
import { type CallerAccess, isWithinBrands, type ListedBrand, selectBrands } from './operator-team.queries.ts';

/** An API key in the list. */
export interface ListedApiKey {
  id: number;
  name: string;
  scopes: ApiKeyScope[];
  brands: ListedBrand[];
  createdAt: Date;
  createdBy: string | null;
  createdByDisabled: boolean;
  expiresAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  /** Until when an earlier secret is accepted beside the current one. */
  previousSecretEndsAt: Date | null;
}

/** The API keys whose brands are all among the operator's own; those in use first. */
export async function listApiKeys(db: Db, operator: OperatorScope): Promise<ListedApiKey[]> {
  const { rows } = await sql<ListedApiKey>`
    select k.id, k.name, k.scopes, k.created_at as "createdAt", p.name as "createdBy",
      p.disabled_at is not null as "createdByDisabled", k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt",
      k.revoked_at as "revokedAt", ${selectBrands('api_key_brand', sql`k.id`)} as brands,
      (select max(s.expires_at) from api_key_secret s where s.api_key_id = k.id and s.expires_at > now()) as "previousSecretEndsAt"
    from api_key k left join operator p on p.id = k.created_by_id
    where ${isWithinBrands(operator, 'api_key_brand', sql`k.id`)}
    order by k.revoked_at is not null, lower(k.name), k.id`.execute(db);
  return rows;
}

/** Adds an API key with its first secret and returns its id and when it expires. */
export async function insertApiKey(
  tx: Tx,
  operator: OperatorScope,
  key: { name: string; scopes: readonly ApiKeyScope[]; brandIds: readonly number[]; validDays: number; hash: Buffer },
): Promise<{ id: number; expiresAt: Date }> {
  const { rows } = await sql<{ id: number; expiresAt: Date }>`
    insert into api_key (name, scopes, created_by_id, expires_at)
    values (${key.name}, ${[...key.scopes]}::text[], ${operator.id}, now() + make_interval(days => ${key.validDays}))
    returning id, expires_at as "expiresAt"`.execute(tx);
  const inserted = rows[0] as { id: number; expiresAt: Date };
  const { id } = inserted;
  await sql`
    insert into api_key_brand (api_key_id, brand_id) select ${id}::bigint, b from unnest(${[...key.brandIds]}::bigint[]) b`.execute(
    tx,
  );
  await insertApiKeySecret(tx, id, key.hash);
  return inserted;
}

/** Adds a secret to an API key. */
export async function insertApiKeySecret(tx: Tx, id: number, hash: Buffer): Promise<void> {
  await sql`insert into api_key_secret (hash, api_key_id) values (${hash}, ${id})`.execute(tx);
}

/** An API key that is going to be changed. */
export interface LockedApiKey {
  name: string;
  scopes: ApiKeyScope[];
  brandIds: number[];
  createdById: number | null;
  isRevoked: boolean;
}

/** Locks an API key whose brands are all among the caller's; undefined for every other id. */
export async function lockApiKey(tx: Tx, caller: CallerAccess, id: number): Promise<LockedApiKey | undefined> {
  const { rows } = await sql<LockedApiKey>`
    select k.name, k.scopes, k.created_by_id as "createdById", k.revoked_at is not null as "isRevoked",
      array(select brand_id from api_key_brand b where b.api_key_id = k.id order by brand_id) as "brandIds"
    from api_key k
    where k.id = ${id} and ${isWithinBrands(caller, 'api_key_brand', sql`k.id`)} for update of k`.execute(tx);
  return rows[0];
}

/** Lets an API key be accepted for some days from now, and returns until when. Warnings about the earlier expiry no longer count. */
export async function extendApiKeyRow(tx: Tx, id: number, days: number): Promise<Date> {
  const { rows } = await sql<{ expiresAt: Date }>`
    update api_key set expires_at = now() + make_interval(days => ${days}), expiry_warning = null
    where id = ${id} returning expires_at as "expiresAt"`.execute(tx);
  return rows[0]?.expiresAt as Date;
}

/** An API key about whose expiry a mail is due. */
export interface ExpiringApiKey {
  id: number;
  name: string;
  expiresAt: Date;
  brandIds: number[];
  createdById: number | null;
}

/**
 * Marks the API keys that expire within this many days as warned of that, and returns them. Those that were warned as late as this before, have been
 * revoked, or have expired are left out.
 */
export async function claimExpiringApiKeys(tx: Tx, days: 14 | 2): Promise<ExpiringApiKey[]> {
  const { rows } = await sql<ExpiringApiKey>`
    update api_key k set expiry_warning = ${days}::smallint
    where revoked_at is null and expires_at > now() and expires_at <= now() + make_interval(days => ${days}::int)
      and (expiry_warning is null or expiry_warning > ${days}::smallint)
    returning id, name, expires_at as "expiresAt", created_by_id as "createdById",
      array(select brand_id from api_key_brand b where b.api_key_id = k.id order by brand_id) as "brandIds"`.execute(tx);
  return rows;
}

/** Lets the present secrets of an API key expire after some hours, if they do not expire earlier, and returns when. */
export async function expireApiKeySecrets(tx: Tx, id: number, hours: number): Promise<Date> {
  const { rows } = await sql<{ expiresAt: Date }>`
    with expiry as (select now() + make_interval(hours => ${hours}) as at),
    expired as (
      update api_key_secret set expires_at = least(expires_at, (select at from expiry)) where api_key_id = ${id})
    select at as "expiresAt" from expiry`.execute(tx);
  return rows[0]?.expiresAt as Date;
}

/** Revokes an API key. */
export async function revokeApiKeyRow(tx: Tx, id: number): Promise<void> {
  await sql`update api_key set revoked_at = now() where id = ${id} and revoked_at is null`.execute(tx);
}
