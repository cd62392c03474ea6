import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { grantOperatorScope, type OperatorActor, type OperatorScope } from '#api/platform/http/operator-scope.ts';

/** An operator's session ends when it has not been used for this long. */
export const OPERATOR_SESSION_IDLE_TTL_SECONDS = 3600;

interface FoundOperator extends OperatorActor {
  /** Whether the last use was recorded long enough ago to record this one. */
  isStale: boolean;
}

/** The operator whose live session has this token; undefined when there is none, or the operator has been disabled. */
export async function findOperatorBySession(db: Db, accessHash: Buffer): Promise<OperatorScope | undefined> {
  const { rows } = await sql<FoundOperator>`
    select 'operator' as kind, o.id, o.name, s.id as "sessionId", '{}'::text[] as "apiKeyScopes", o.rights,
      s.last_seen_at < now() - interval '1 minute' as "isStale",
      coalesce((select array_agg(b.brand_id order by b.brand_id) from operator_brand b where b.operator_id = o.id), '{}') as "brandIds"
    from operator_session s join operator o on o.id = s.operator_id
    where s.access_hash = ${accessHash} and s.revoked_at is null and s.ends_at > now() and o.disabled_at is null
      and s.last_seen_at > now() - make_interval(secs => ${OPERATOR_SESSION_IDLE_TTL_SECONDS})`.execute(db);
  const [found] = rows;
  if (!found) return undefined;
  const { isStale, ...actor } = found;
  if (isStale) await sql`update operator_session set last_seen_at = now() where id = ${actor.sessionId}`.execute(db);
  return grantOperatorScope(actor);
}

/** The API key that has this secret; undefined when there is none, or the key has been revoked or has expired. */
export async function findApiKey(db: Db, hash: Buffer): Promise<OperatorScope | undefined> {
  const { rows } = await sql<FoundOperator>`
    select 'api_key' as kind, k.id, k.name, null as "sessionId", k.scopes as "apiKeyScopes", '{}'::text[] as rights,
      k.last_used_at is null or k.last_used_at < now() - interval '1 minute' as "isStale",
      coalesce((select array_agg(b.brand_id order by b.brand_id) from api_key_brand b where b.api_key_id = k.id), '{}') as "brandIds"
    from api_key_secret s join api_key k on k.id = s.api_key_id
    where s.hash = ${hash} and (s.expires_at is null or s.expires_at > now()) and k.revoked_at is null and k.expires_at > now()`.execute(
    db,
  );
  const [found] = rows;
  if (!found) return undefined;
  const { isStale, ...actor } = found;
  if (isStale) await sql`update api_key set last_used_at = now() where id = ${actor.id}`.execute(db);
  return grantOperatorScope(actor);
}

/** An operator or API key with the rights that it has now, for a job; undefined when it has been disabled or revoked, or has expired. */
export async function findOperatorActor(db: Db, kind: string, id: number): Promise<OperatorActor | undefined> {
  const { rows } = await sql<OperatorActor>`
    select 'operator' as kind, o.id, o.name, null::bigint as "sessionId", '{}'::text[] as "apiKeyScopes", o.rights,
      coalesce((select array_agg(b.brand_id order by b.brand_id) from operator_brand b where b.operator_id = o.id), '{}') as "brandIds"
    from operator o where ${kind} = 'operator' and o.id = ${id} and o.disabled_at is null
    union all
    select 'api_key', k.id, k.name, null, k.scopes, '{}',
      coalesce((select array_agg(b.brand_id order by b.brand_id) from api_key_brand b where b.api_key_id = k.id), '{}')
    from api_key k where ${kind} = 'api_key' and k.id = ${id} and k.revoked_at is null and k.expires_at > now()`.execute(db);
  return rows[0];
}

/** The names of the brands of an operator or API key. */
export async function listOperatorBrands(
  db: Db,
  { brandIds }: Pick<OperatorScope, 'brandIds'>,
): Promise<{ id: number; name: string; companyName: string }[]> {
  const { rows } = await sql<{ id: number; name: string; companyName: string }>`
    select id, name, company_name as "companyName" from brand where id = any (${[...brandIds]}::bigint[]) order by id`.execute(
    db,
  );
  return rows;
}
