import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { isLikeAny, searchWords } from '#api/platform/db/search-words.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { Period } from './delegations.rules.ts';

/** An approver or delegate, as shown and mailed. */
export interface DelegationPerson {
  id: number;
  name: string;
  email: string;
  firstName: string;
  brandId: number;
  isActive: boolean;
}

/** A stored delegation. */
export interface Delegation extends Period {
  id: number;
  approver: DelegationPerson;
  delegate: DelegationPerson;
}

const personJson = (alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`json_build_object('id', ${column('id')}, 'name', trim(${column('first_name')} || ' ' || ${column('last_name')}), 'email', ${column('email')},
    'firstName', ${column('first_name')}, 'brandId', ${column('brand_id')}, 'isActive', ${column('active')} and ${column('deleted_at')} is null)`;
};

const listWhere = async (db: Db, condition: RawBuilder<unknown>, limit: number): Promise<Delegation[]> => {
  const { rows } = await sql<Delegation>`
    select d.id, d.starts_on as "startsOn", d.ends_on as "endsOn", ${personJson('a')} as approver, ${personJson('b')} as delegate
    from delegation d
    join customer a on a.organisation_id = d.organisation_id and a.id = d.approver_id
    join customer b on b.organisation_id = d.organisation_id and b.id = d.delegate_id
    where ${condition} order by d.starts_on, d.id limit ${limit}`.execute(db);
  return rows;
};

const MAX_DELEGATIONS = 200;

/** Delegations that have not ended: the person's own and those to them, or everyone's. At most 200, the earliest first. */
export const listDelegations = (db: Db, scope: Scope, today: string, ofEveryone: boolean): Promise<Delegation[]> =>
  listWhere(
    db,
    sql`d.organisation_id = ${scope.organisationId} and d.ends_on >= ${today}::date
      and (${ofEveryone} or ${scope.customerId} in (d.approver_id, d.delegate_id))`,
    MAX_DELEGATIONS,
  );

/** A delegation that has not ended and that `listDelegations` would return; undefined for any other id. */
export async function findDelegation(
  tx: Tx,
  scope: Scope,
  id: number,
  today: string,
  ofEveryone: boolean,
): Promise<Delegation | undefined> {
  const [found] = await listWhere(
    tx,
    sql`d.organisation_id = ${scope.organisationId} and d.id = ${id} and d.ends_on >= ${today}::date
      and (${ofEveryone} or ${scope.customerId} in (d.approver_id, d.delegate_id))`,
    1,
  );
  return found;
}

/**
 * People `p` of the organisation with the groups whose orders they see as approvers, Buyers or Admins: `whole` for the whole organisation,
 * else `groups`, empty for everyone else.
 */
const peopleWithScope = (scope: Scope) => sql`
  select c.id, c.search_text, c.allow_order_approval, c.first_name, c.last_name, c.email, c.brand_id, c.active, c.deleted_at,
    is_admin.yes and administered.ids = '{}' as whole,
    case when is_admin.yes then administered.ids
      when c.allow_order_approval or exists (
        select from customer_role r where r.organisation_id = c.organisation_id and r.customer_id = c.id and r.role_id = 35)
      then array(select g.organisation_group_id from customer_group g where g.organisation_id = c.organisation_id and g.customer_id = c.id)
      else '{}' end as groups
  from customer c
  cross join lateral (select exists (
    select from customer_role r where r.organisation_id = c.organisation_id and r.customer_id = c.id and r.role_id = 33) as yes) is_admin
  cross join lateral (select array(
    select g.organisation_group_id from customer_adminable_group g where g.organisation_id = c.organisation_id and g.customer_id = c.id) as ids) administered
  where c.organisation_id = ${scope.organisationId} and c.active and c.deleted_at is null`;

const MAX_PEOPLE = 50;

/** Whether names, employee number or email address of a person `p` contain every word. The search text lacks the domain of the address. */
const matches = (searchTerm: string | undefined) =>
  sql.join(
    [
      sql`true`,
      ...searchWords(searchTerm).map(
        (spellings) => sql`(${isLikeAny(sql`p.search_text`, spellings)} or ${isLikeAny(sql`lower(p.email)`, spellings)})`,
      ),
    ],
    sql` and `,
  );

/** The approvers of the organisation, by name, at most 50. */
export async function listApprovers(db: Db, scope: Scope, searchTerm: string | undefined): Promise<DelegationPerson[]> {
  const { rows } = await sql<{ person: DelegationPerson }>`
    with p as (${peopleWithScope(scope)} and c.allow_order_approval)
    select ${personJson('p')} as person from p where (p.whole or p.groups <> '{}') and ${matches(searchTerm)}
    order by p.first_name, p.last_name, p.id limit ${MAX_PEOPLE}`.execute(db);
  return rows.map(({ person }) => person);
}

/** Someone who approves orders; undefined for anyone else. */
export async function findApprover(db: Db, scope: Scope, id: number): Promise<DelegationPerson | undefined> {
  const { rows } = await sql<{ person: DelegationPerson }>`
    with p as (${peopleWithScope(scope)} and c.id = ${id} and c.allow_order_approval)
    select ${personJson('p')} as person from p where p.whole or p.groups <> '{}'`.execute(db);
  return rows[0]?.person;
}

/** Someone whom a search for a delegate finds. */
export interface DelegateCandidate extends DelegationPerson {
  /** Whether they see orders of others at all: as an approver, Buyer or Admin. */
  seesOrders: boolean;
  /** Names of the approver's groups whose orders they do not see; null where the approver sees the whole organisation and they do not. */
  missingGroups: string[] | null;
}

/**
 * People whom a search finds, by name, at most 50: first those who see every order of the approver, and with a search term those of the approver's groups
 * who do not. With `delegateId` that person, if they see every order.
 */
export async function listDelegates(
  db: Db,
  scope: Scope,
  {
    approverId,
    delegateId = null,
    searchTerm,
  }: { approverId: number; delegateId?: number | null; searchTerm?: string | undefined },
): Promise<DelegateCandidate[]> {
  const { rows } = await sql<{ person: DelegationPerson; seesOrders: boolean; missingGroups: string[] | null }>`
    with approver as (${peopleWithScope(scope)} and c.id = ${approverId}),
    p as (
      ${peopleWithScope(scope)} and c.id <> ${approverId} and (${delegateId}::bigint is null or c.id = ${delegateId})),
    found as (
      select p.*, seen.sees, seen.sees and (p.whole or not approver.whole and approver.groups <@ p.groups) as able,
        case when not approver.whole then approver.groups end as wanted
      from p, approver, lateral (select p.allow_order_approval or exists (
        select from customer_role r
        where r.organisation_id = ${scope.organisationId} and r.customer_id = p.id and r.role_id in (33, 35)) as sees) seen
      where ${matches(searchTerm)})
    select ${personJson('p')} as person, p.sees as "seesOrders",
      case when p.wanted is null and not p.able then null else array(
        select g.name from organisation_group g
        where g.organisation_id = ${scope.organisationId} and not p.able and g.id = any (p.wanted) and g.id <> all (p.groups) order by g.name) end as "missingGroups"
    from found p, approver
    where p.able or ${(searchTerm ?? '').trim() !== ''} and (approver.whole or exists (
      select from customer_group m
      where m.organisation_id = ${scope.organisationId} and m.customer_id = p.id and m.organisation_group_id = any (approver.groups)))
    order by p.able desc, p.first_name, p.last_name, p.id limit ${MAX_PEOPLE}`.execute(db);
  return rows.map(({ person, seesOrders, missingGroups }) => ({ ...person, seesOrders, missingGroups }));
}

/** A delegation of the approver that shares a day with the period; undefined when there is none. */
export async function findOverlap(tx: Tx, scope: Scope, approverId: number, period: Period): Promise<Delegation | undefined> {
  const [found] = await listWhere(
    tx,
    sql`d.organisation_id = ${scope.organisationId} and d.approver_id = ${approverId}
      and d.starts_on <= ${period.endsOn}::date and d.ends_on >= ${period.startsOn}::date`,
    1,
  );
  return found;
}

/** Whether the delegate's decisions are delegated, through any number of people, to the approver on a day of the period. */
export async function leadsBack(
  tx: Tx,
  scope: Scope,
  { approverId, delegateId }: { approverId: number; delegateId: number },
  { startsOn, endsOn }: Period,
): Promise<boolean> {
  const { rows } = await sql`
    with recursive chain as (
      select ${delegateId}::bigint as customer_id, ${startsOn}::date as starts_on, ${endsOn}::date as ends_on
      union
      select d.delegate_id, greatest(c.starts_on, d.starts_on), least(c.ends_on, d.ends_on)
      from chain c join delegation d on d.organisation_id = ${scope.organisationId} and d.approver_id = c.customer_id
        and d.starts_on <= c.ends_on and d.ends_on >= c.starts_on
      where c.customer_id <> ${approverId})
    select from chain where customer_id = ${approverId} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Adds a delegation; returns its id. */
export async function insertDelegation(
  tx: Tx,
  scope: Scope,
  { approverId, delegateId }: { approverId: number; delegateId: number },
  { startsOn, endsOn }: Period,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into delegation (organisation_id, approver_id, delegate_id, starts_on, ends_on)
    values (${scope.organisationId}, ${approverId}, ${delegateId}, ${startsOn}::date, ${endsOn}::date) returning id`.execute(tx);
  return rows[0]?.id as number;
}

/** Deletes a delegation. False when it no longer exists. */
export async function deleteDelegation(tx: Tx, scope: Scope, id: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from delegation where organisation_id = ${scope.organisationId} and id = ${id}`.execute(tx);
  return numAffectedRows > 0n;
}
