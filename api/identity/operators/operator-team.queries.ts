import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { OperatorRight } from '#contract/identity/operators/operator-rights.ts';

/** A brand as operators see it in lists. */
export interface ListedBrand {
  id: number;
  name: string;
  companyName: string;
}

/** The brands of an operator or API key `owner`, as a JSON list. */
export const selectBrands = (table: 'operator_brand' | 'api_key_brand', owner: RawBuilder<unknown>) => sql<ListedBrand[]>`
  coalesce((
    select jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'companyName', b.company_name) order by b.id)
    from ${sql.table(table)} o join brand b on b.id = o.brand_id
    where o.${sql.ref(table === 'operator_brand' ? 'operator_id' : 'api_key_id')} = ${owner}), '[]')`;

/** Whether all brands of an operator or API key are among those of the operator who makes the request. */
export const isWithinBrands = (
  { brandIds }: Pick<OperatorScope, 'brandIds'>,
  table: 'operator_brand' | 'api_key_brand',
  owner: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`
  not exists (
    select from ${sql.table(table)} o
    where o.${sql.ref(table === 'operator_brand' ? 'operator_id' : 'api_key_id')} = ${owner} and not (o.brand_id = any (${[...brandIds]}::bigint[])))`;

/** An operator in the list of the team. */
export interface ListedOperator {
  id: number;
  email: string;
  name: string;
  brands: ListedBrand[];
  rights: OperatorRight[];
  disabled: boolean;
  hasPassword: boolean;
  hasSecondFactor: boolean;
  lastSeenAt: Date | null;
}

const listed = sql`
  p.id, p.email, p.name, p.rights, p.disabled_at is not null as disabled, p.password_hash is not null as "hasPassword",
  exists (select from operator_second_factor f where f.operator_id = p.id) as "hasSecondFactor",
  (select max(s.last_seen_at) from operator_session s where s.operator_id = p.id) as "lastSeenAt",
  ${selectBrands('operator_brand', sql`p.id`)} as brands`;

/** An operator in the list, with the API keys that they created and that are still accepted, if all their brands are among the caller's own. */
export interface ListedTeamMember extends ListedOperator {
  apiKeys: { id: number; name: string }[];
}

/** The operators whose brands are all among the caller's own. */
export async function listTeam(db: Db, operator: OperatorScope): Promise<ListedTeamMember[]> {
  const { rows } = await sql<ListedTeamMember>`
    select ${listed}, coalesce((
      select jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name) order by lower(k.name), k.id) from api_key k
      where k.created_by_id = p.id and k.revoked_at is null and k.expires_at > now()
        and ${isWithinBrands(operator, 'api_key_brand', sql`k.id`)}), '[]') as "apiKeys"
    from operator p where ${isWithinBrands(operator, 'operator_brand', sql`p.id`)}
    order by p.disabled_at is not null, lower(p.name), p.id`.execute(db);
  return rows;
}

/** What the operator who makes a request may give access to, as of now. */
export interface CallerAccess {
  brandIds: number[];
  rights: OperatorRight[];
}

async function findCaller(tx: Tx, { id, sessionId }: OperatorScope): Promise<CallerAccess | undefined> {
  const { rows } = await sql<CallerAccess>`
    select o.rights, array(select brand_id from operator_brand b where b.operator_id = o.id order by brand_id) as "brandIds"
    from operator o join operator_session s on s.operator_id = o.id
    where o.id = ${id} and o.disabled_at is null and s.id = ${sessionId} and s.revoked_at is null`.execute(tx);
  return rows[0];
}

/**
 * Locks the operator who makes a request until the transaction ends, so that they are neither disabled nor changed meanwhile. Returns their brands
 * and rights as of now; undefined when they have been disabled, or their session has ended, since the request began.
 */
export async function lockCaller(tx: Tx, operator: OperatorScope): Promise<CallerAccess | undefined> {
  await sql`select from operator where id = ${operator.id} for share`.execute(tx);
  return findCaller(tx, operator);
}

/**
 * As `lockCaller`, but locks all operators, so that two who change each other come one after the other, and the second one counts for what the first
 * has left of it.
 */
export async function lockTeam(tx: Tx, operator: OperatorScope): Promise<CallerAccess | undefined> {
  await sql`select from operator order by id for update`.execute(tx);
  return findCaller(tx, operator);
}

/** The operator with this id; undefined when not all of their brands are among the caller's. */
export async function findTeamMember(tx: Tx, caller: CallerAccess, id: number): Promise<ListedOperator | undefined> {
  const { rows } = await sql<ListedOperator>`
    select ${listed} from operator p where p.id = ${id} and ${isWithinBrands(caller, 'operator_brand', sql`p.id`)}`.execute(tx);
  return rows[0];
}

/** An operator to whom mails go. */
export interface OperatorRecipient {
  operatorId: number;
  email: string;
  name: string;
}

/** The operators with the right administrator whose brands cover all of these, and who can log in. */
export const listAdministrators = (tx: Tx, brandIds: readonly number[]): Promise<OperatorRecipient[]> =>
  listOperatorsWithRight(tx, 'administrator', brandIds);

/** The operators with a right whose brands cover all of these, and who can log in. */
export async function listOperatorsWithRight(
  tx: Tx,
  right: OperatorRight,
  brandIds: readonly number[],
): Promise<OperatorRecipient[]> {
  const { rows } = await sql<OperatorRecipient>`
    select o.id as "operatorId", o.email, o.name from operator o
    where o.disabled_at is null and o.password_hash is not null and ${right} = any (o.rights)
      and not exists (select from unnest(${[...brandIds]}::bigint[]) covered where not exists (
        select from operator_brand b where b.operator_id = o.id and b.brand_id = covered))
    order by o.id`.execute(tx);
  return rows;
}

/** Adds an operator without a password; undefined when the address is taken. */
export async function insertOperator(
  tx: Tx,
  { email, name, rights }: { email: string; name: string; rights: readonly OperatorRight[] },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into operator (email, name, rights) values (${email}, ${name}, ${[...rights]}::text[]) on conflict ((lower(email))) do nothing returning id`.execute(
    tx,
  );
  return rows[0]?.id;
}

/** An operator who is not disabled. */
export interface ActiveOperator extends OperatorRecipient {
  hasPassword: boolean;
  brandIds: number[];
  rights: OperatorRight[];
}

/** Operators who are not disabled, with the ids of their brands, in the order in which they were added. */
export async function listActiveOperators(tx: Tx): Promise<ActiveOperator[]> {
  const { rows } = await sql<ActiveOperator>`
    select o.id as "operatorId", o.email, o.name, o.password_hash is not null as "hasPassword", o.rights,
      array(select brand_id from operator_brand b where b.operator_id = o.id order by brand_id) as "brandIds"
    from operator o where o.disabled_at is null order by o.id`.execute(tx);
  return rows;
}

/** The ids of an operator's brands. */
export async function listBrandIds(tx: Tx, operatorId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select brand_id as id from operator_brand where operator_id = ${operatorId} order by brand_id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Replaces the brands of an operator. */
export async function replaceOperatorBrands(tx: Tx, operatorId: number, brandIds: readonly number[]): Promise<void> {
  await sql`
    delete from operator_brand where operator_id = ${operatorId} and not (brand_id = any (${[...brandIds]}::bigint[]))`.execute(
    tx,
  );
  await sql`
    insert into operator_brand (operator_id, brand_id)
    select ${operatorId}::bigint, id from unnest(${[...brandIds]}::bigint[]) id on conflict do nothing`.execute(tx);
}

/** Changes the name and the rights of an operator, and whether they can log in. */
export async function updateOperator(
  tx: Tx,
  id: number,
  { name, rights, disabled }: { name: string; rights: readonly OperatorRight[]; disabled: boolean },
): Promise<void> {
  await sql`
    update operator set name = ${name}, rights = ${[...rights]}::text[], disabled_at = case when ${disabled}::boolean then coalesce(disabled_at, now()) end
    where id = ${id}`.execute(tx);
}

/** The brands with these keywords, or all of them. */
export async function listBrandsByName(
  db: Db,
  names: readonly string[] | undefined,
): Promise<{ id: number; name: string; origin: string }[]> {
  const { rows } = await sql<{ id: number; name: string; origin: string }>`
    select id, name, canonical_origin as origin from brand
    where ${names === undefined}::boolean or name = any (${[...(names ?? [])]}::text[]) order by id`.execute(db);
  return rows;
}
