import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { QueryOf, ReplyOf } from '#contract/index.ts';
import {
  type InvitationResult,
  MAX_INVITATIONS_PER_ORGANISATION_PER_DAY,
  MAX_INVITATIONS_PER_PERSON_PER_DAY,
  MIN_REINVITE_INTERVAL_MINUTES,
} from './invitations.rules.ts';

type InvitationList = ReplyOf<'GET /api/invitations'>;
type Invited = InvitationList['invitations'][number];
type Matching = Pick<QueryOf<'GET /api/invitations'>, 'query' | 'state'>;

/** Whom an administrator may invite: people of the groups that he administers, everybody when none are named. */
function inScope(scope: Scope): RawBuilder<unknown> {
  const inOrganisation = sql`c.deleted_at is null and c.organisation_id = ${scope.organisationId}`;
  if (scope.adminableGroupIds.length === 0) return inOrganisation;
  return sql`${inOrganisation} and exists (
    select from customer_group g where g.organisation_id = c.organisation_id and g.customer_id = c.id
      and g.organisation_group_id = any (${[...scope.adminableGroupIds]}::bigint[]))`;
}

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** Every word of the search stands in a name, the address or the employee number. */
function matches(query: string | undefined): RawBuilder<unknown> {
  const words = (query ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10);
  const conditions = words.map(
    (word) => sql`lower(c.first_name || ' ' || c.last_name || ' ' || c.email || ' ' || coalesce(c.employee_number, ''))
      like ${`%${escapeLike(word)}%`}`,
  );
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** Every person who has no password and could have one, with how far their invitation is. */
const peopleWithoutPassword = (scope: Scope, query: string | undefined) => sql`
  select c.id, c.organisation_id, c.first_name, c.last_name, c.email, c.employee_number, sent.times, sent.last_at, sent.waiting, link.expires_at,
    case when sent.waiting or link.expires_at is not null then 'Invited' when sent.times > 0 then 'Expired' else 'NotInvited' end as state
  from customer c
  left join lateral (
    select count(i.sent_at)::int as times, max(i.sent_at) as last_at, coalesce(bool_or(i.sent_at is null and i.skipped_at is null), false) as waiting
    from invitation i where i.organisation_id = c.organisation_id and i.customer_id = c.id) sent on true
  left join lateral (
    select max(t.expires_at) as expires_at from password_token t
    where t.organisation_id = c.organisation_id and t.customer_id = c.id and t.purpose in ('invitation', 'activation')
      and t.used_at is null and t.cancelled_at is null and t.expires_at > now()) link on true
  where ${inScope(scope)} and c.password_hash is null and c.active and ${matches(query)}`;

interface InvitedRow {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  employee_number: string | null;
  groups: string[];
  state: string;
  waiting: boolean;
  times: number;
  last_at: Date | null;
  expires_at: Date | null;
}

const toInvited = (row: InvitedRow): Invited => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  employeeNumber: row.employee_number,
  organisationGroups: row.groups,
  state: row.state,
  waiting: row.waiting,
  timesSent: row.times,
  lastSentOnUtc: row.last_at?.toISOString() ?? null,
  expiresOnUtc: row.expires_at?.toISOString() ?? null,
});

/** A page of the people who have no password, by name, and how many there are in each state. */
export async function listInvitations(db: Db, scope: Scope, query: QueryOf<'GET /api/invitations'>): Promise<InvitationList> {
  const { offset, limit } = toOffsetAndLimit(query);
  const inState = query.state ? sql`p.state = ${query.state}` : sql`true`;
  const [rows, sums] = await Promise.all([
    sql<InvitedRow>`
      select p.*, array(
        select g.name from customer_group cg join organisation_group g on g.organisation_id = cg.organisation_id and g.id = cg.organisation_group_id
        where cg.organisation_id = p.organisation_id and cg.customer_id = p.id order by g.display_order, g.name) as groups
      from (${peopleWithoutPassword(scope, query.query)}) p where ${inState}
      order by p.last_name, p.first_name, p.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ NotInvited: number; Invited: number; Expired: number; total: number; waiting: number }>`
      select count(*) filter (where p.state = 'NotInvited')::int as "NotInvited", count(*) filter (where p.state = 'Invited')::int as "Invited",
        count(*) filter (where p.state = 'Expired')::int as "Expired", count(*) filter (where ${inState})::int as total,
        count(*) filter (where p.waiting)::int as waiting
      from (${peopleWithoutPassword(scope, query.query)}) p`.execute(db),
  ]);
  const { total = 0, waiting = 0, NotInvited = 0, Invited = 0, Expired = 0 } = sums.rows[0] ?? {};
  return { invitations: rows.rows.map(toInvited), totalCount: total, counts: { NotInvited, Invited, Expired }, waiting };
}

/** Who is to be invited: people by id, or everybody without a password who matches. */
export type InvitationTarget = { customerIds: readonly number[] } | { everybody: Matching };

/**
 * Puts invitations of people in scope into the queue, as far as the limits of the day allow, and says of each person who
 * was asked for why they get none. People out of scope are not in the answer. One administrator of an organisation at a
 * time: the limits are counted under a lock.
 */
export async function insertInvitations(tx: Tx, scope: Scope, whom: InvitationTarget): Promise<InvitationResult[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('invitations', ${scope.organisationId}::bigint))`.execute(tx);
  const chosen =
    'everybody' in whom
      ? sql`c.id in (select p.id from (${peopleWithoutPassword(scope, whom.everybody.query)}) p
          where ${whom.everybody.state ? sql`p.state = ${whom.everybody.state}` : sql`true`})`
      : sql`c.id = any (${[...whom.customerIds]}::bigint[])`;
  const asked = await sql<InvitationResult>`
    with person as materialized (
      select c.id, c.first_name, c.last_name, case
        when c.password_hash is not null then 'AlreadyActive'
        when not c.active then 'SwitchedOff'
        when recent.waiting then 'Waiting'
        when recent.last_at > now() - make_interval(mins => ${MIN_REINVITE_INTERVAL_MINUTES}) then 'JustInvited'
        when recent.today >= ${MAX_INVITATIONS_PER_PERSON_PER_DAY} then 'OftenToday' end as reason
      from customer c
      left join lateral (
        select coalesce(bool_or(i.sent_at is null), false) as waiting, max(i.requested_at) as last_at,
          count(*) filter (where i.requested_at > now() - interval '24 hours') as today
        from invitation i where i.organisation_id = c.organisation_id and i.customer_id = c.id and i.skipped_at is null) recent on true
      where ${inScope(scope)} and ${chosen}),
    turn as (
      select *, row_number() over (partition by reason is null order by last_name, first_name, id) as place from person),
    today as (
      select count(*) as sent from invitation i
      where i.skipped_at is null and i.requested_at > now() - interval '24 hours' and i.organisation_id = ${scope.organisationId}),
    queued as (
      insert into invitation (organisation_id, customer_id, invited_by_id)
      select ${scope.organisationId}, id, ${scope.customerId} from turn, today
      where reason is null and place <= ${MAX_INVITATIONS_PER_ORGANISATION_PER_DAY} - sent
      returning customer_id)
    select t.id, trim(t.first_name || ' ' || t.last_name) as name,
      case when t.reason is null and q.customer_id is null then 'OrganisationLimit' else t.reason end as reason
    from turn t left join queued q on q.customer_id = t.id order by t.last_name, t.first_name, t.id`.execute(tx);
  return asked.rows;
}

/** An invitation whose turn has come. */
export interface PendingInvitation {
  id: number;
  organisationId: number;
  customerId: number;
  brandId: number;
  email: string;
  firstName: string;
  organisationName: string;
  /** False when the person has got a password, or was switched off or deleted, since it was asked for. */
  isDue: boolean;
}

/**
 * The next invitations of the queue, of all organisations, locked; those that another process is at are left out.
 * With a person, only theirs.
 */
export async function lockPendingInvitations(
  tx: Tx,
  most: number,
  of?: { organisationId: number; customerId: number },
): Promise<PendingInvitation[]> {
  const whose = of ? sql`i.organisation_id = ${of.organisationId} and i.customer_id = ${of.customerId}` : sql`true`;
  const found = await sql<{
    id: number;
    organisation_id: number;
    customer_id: number;
    brand_id: number;
    email: string;
    first_name: string;
    organisation_name: string;
    is_due: boolean;
  }>`
    select i.id, i.organisation_id, i.customer_id, c.brand_id, c.email, c.first_name, o.name as organisation_name,
      c.password_hash is null and c.active and c.deleted_at is null as is_due
    from invitation i
    join customer c on c.organisation_id = i.organisation_id and c.id = i.customer_id
    join organisation o on o.id = i.organisation_id
    where i.sent_at is null and i.skipped_at is null and ${whose}
    order by i.id limit ${most} for update of i skip locked`.execute(tx);
  return found.rows.map((row) => ({
    id: row.id,
    organisationId: row.organisation_id,
    customerId: row.customer_id,
    brandId: row.brand_id,
    email: row.email,
    firstName: row.first_name,
    organisationName: row.organisation_name,
    isDue: row.is_due,
  }));
}

/** Notes of each invitation that it was mailed, or that nobody is there any more to get it. */
export async function markInvitationsProcessed(tx: Tx, invitations: readonly PendingInvitation[]): Promise<void> {
  const ids = (isDue: boolean) => invitations.filter((one) => one.isDue === isDue).map(({ id }) => id);
  await sql`
    update invitation set sent_at = case when id = any (${ids(true)}::bigint[]) then now() end,
      skipped_at = case when id = any (${ids(false)}::bigint[]) then now() end
    where id = any (${invitations.map(({ id }) => id)}::bigint[])`.execute(tx);
}
