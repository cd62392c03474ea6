import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { ApiKeyScope } from '#contract/endpoint.ts';
import { isWithinBrands, type ListedBrand, selectBrands } from './operator-team.queries.ts';

/** An API key in the list. */
export interface ListedApiKey {
  id: number;
  name: string;
  scopes: ApiKeyScope[];
  brands: ListedBrand[];
  createdAt: Date;
  createdBy: string | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  /** Until when an earlier secret is accepted beside the current one. */
  previousSecretEndsAt: Date | null;
}

/** The API keys whose brands are all among the operator's own; those in use first. */
export async function listApiKeys(db: Db, operator: OperatorScope): Promise<ListedApiKey[]> {
  const { rows } = await sql<ListedApiKey>`
    select k.id, k.name, k.scopes, k.created_at as "createdAt", p.name as "createdBy", k.last_used_at as "lastUsedAt",
      k.revoked_at as "revokedAt", ${selectBrands('api_key_brand', sql`k.id`)} as brands,
      (select max(s.expires_at) from api_key_secret s where s.api_key_id = k.id and s.expires_at > now()) as "previousSecretEndsAt"
    from api_key k left join operator p on p.id = k.created_by_id
    where ${isWithinBrands(operator, 'api_key_brand', sql`k.id`)}
    order by k.revoked_at is not null, lower(k.name), k.id`.execute(db);
  return rows;
}

/** Adds an API key with its first secret and returns its id. */
export async function insertApiKey(
  tx: Tx,
  operator: OperatorScope,
  key: { name: string; scopes: readonly ApiKeyScope[]; brandIds: readonly number[]; hash: Buffer },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into api_key (name, scopes, created_by_id) values (${key.name}, ${[...key.scopes]}::text[], ${operator.id}) returning id`.execute(
    tx,
  );
  const id = rows[0]?.id as number;
  await sql`
    insert into api_key_brand (api_key_id, brand_id) select ${id}::bigint, b from unnest(${[...key.brandIds]}::bigint[]) b`.execute(
    tx,
  );
  await insertApiKeySecret(tx, id, key.hash);
  return id;
}

/** Adds a secret to an API key. */
export async function insertApiKeySecret(tx: Tx, id: number, hash: Buffer): Promise<void> {
  await sql`insert into api_key_secret (hash, api_key_id) values (${hash}, ${id})`.execute(tx);
}

/** Locks an API key whose brands are all among the operator's own; undefined for every other id. */
export async function lockApiKey(
  tx: Tx,
  operator: OperatorScope,
  id: number,
): Promise<{ name: string; isRevoked: boolean } | undefined> {
  const { rows } = await sql<{ name: string; isRevoked: boolean }>`
    select k.name, k.revoked_at is not null as "isRevoked" from api_key k
    where k.id = ${id} and ${isWithinBrands(operator, 'api_key_brand', sql`k.id`)} for update of k`.execute(tx);
  return rows[0];
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
