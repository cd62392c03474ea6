import { sql } from 'kysely';
import { orderingWindowsOfPerson } from '#api/entitlement/ordering-eligibility.queries.ts';
import { uniformStatusJoin } from '#api/entitlement/uniform-status.queries.ts';
import { administeredPeople } from '#api/organisation/structure/administered-people.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { QueryOf, ReplyOf } from '#contract/index.ts';
import { searchConditions } from '../list/people-search.queries.ts';
import {
  decideInvitations,
  type InvitationKind,
  type InvitationResult,
  type Invitee,
  MIN_REINVITE_INTERVAL_MINUTES,
} from './invitations.rules.ts';

type InvitationList = ReplyOf<'GET /api/invitations'>;
type Invitation = InvitationList['invitations'][number];
type InvitationFilter = Pick<QueryOf<'GET /api/invitations'>, 'query' | 'state'>;

/** The condition that each word of the search occurs in a name, a number or the email address, as in the list of people. */
const searchCondition = (query: string | undefined) =>
  sql.join([sql`true`, ...searchConditions(query === undefined ? {} : { query })], sql` and `);

/** Everyone with an active account and no password, with the state of their invitation. */
const peopleWithoutPassword = (scope: Scope, query: string | undefined) => sql`
  select c.id, c.organisation_id, c.first_name, c.last_name, c.email, c.employee_number, sent.times_sent, sent.last_sent_at, sent.is_pending, link.expires_at,
    case when sent.is_pending or link.expires_at is not null then 'Invited' when sent.times_sent > 0 then 'Expired' else 'NotInvited' end as state
  from customer c
  left join lateral (
    select count(i.sent_at)::int as times_sent, max(i.sent_at) as last_sent_at,
      coalesce(bool_or(i.sent_at is null and i.skipped_at is null), false) as is_pending
    from invitation i where i.organisation_id = c.organisation_id and i.customer_id = c.id and i.kind = 'invitation') sent on true
  left join lateral (
    select max(t.expires_at) as expires_at from password_token t
    where t.organisation_id = c.organisation_id and t.customer_id = c.id and t.purpose in ('invitation', 'activation')
      and t.used_at is null and t.cancelled_at is null and t.expires_at > now()) link on true
  where ${administeredPeople(scope)} and c.password_hash is null and c.active and ${searchCondition(query)}`;

interface InvitationRow {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  employee_number: string | null;
  groups: string[];
  state: Invitation['state'];
  is_pending: boolean;
  times_sent: number;
  last_sent_at: Date | null;
  expires_at: Date | null;
}

const toInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  employeeNumber: row.employee_number,
  organisationGroups: row.groups,
  state: row.state,
  waiting: row.is_pending,
  timesSent: row.times_sent,
  lastSentOnUtc: row.last_sent_at?.toISOString() ?? null,
  expiresOnUtc: row.expires_at?.toISOString() ?? null,
});

/** A page of the people who have no password, sorted by name, and how many there are in each state. */
export async function listInvitations(db: Db, scope: Scope, query: QueryOf<'GET /api/invitations'>): Promise<InvitationList> {
  const { offset, limit } = toOffsetAndLimit(query);
  const hasState = query.state ? sql`p.state = ${query.state}` : sql`true`;
  // The counts first: when they say that nothing is waiting, the rows, which are read later, do not show anyone as waiting either.
  const counts = await sql<{ NotInvited: number; Invited: number; Expired: number; total: number; waiting: number }>`
    select count(*) filter (where p.state = 'NotInvited')::int as "NotInvited", count(*) filter (where p.state = 'Invited')::int as "Invited",
      count(*) filter (where p.state = 'Expired')::int as "Expired", count(*) filter (where ${hasState})::int as total,
      count(*) filter (where p.is_pending)::int as waiting
    from (${peopleWithoutPassword(scope, query.query)}) p`.execute(db);
  const rows = await sql<InvitationRow>`
    select p.id, p.first_name, p.last_name, p.email, p.employee_number, p.times_sent, p.last_sent_at, p.is_pending, p.expires_at, p.state, array(
      select g.name from customer_group cg join organisation_group g on g.organisation_id = cg.organisation_id and g.id = cg.organisation_group_id
      where cg.organisation_id = p.organisation_id and cg.customer_id = p.id order by g.display_order, g.name) as groups
    from (${peopleWithoutPassword(scope, query.query)}) p where ${hasState}
    order by p.last_name, p.first_name, p.id limit ${limit} offset ${offset}`.execute(db);
  const { total = 0, waiting = 0, NotInvited = 0, Invited = 0, Expired = 0 } = counts.rows[0] ?? {};
  return { invitations: rows.rows.map(toInvitation), totalCount: total, counts: { NotInvited, Invited, Expired }, waiting };
}

/** The people to mail: by id, or all people without a password who match the filter. */
export type InvitationTarget = { customerIds: readonly number[] } | { allMatching: InvitationFilter };

interface InviteeRow {
  id: number;
  name: string;
  has_password: boolean;
  active: boolean;
  has_left: boolean;
  has_opted_out: boolean;
  allow_opt_out: boolean;
  has_wardrobe: boolean;
  is_complete: boolean;
  is_ordering_closed: boolean;
  is_pending: boolean;
  last_requested_at: string | null;
  was_just_requested: boolean;
  was_requested_today: boolean;
  requests_today: number;
  sent_today: number;
}

/**
 * What would become of the request to send emails of a kind now: one result for each requested person in scope, sorted by name.
 * People out of scope are not in the results.
 */
export async function planInvitations(
  db: Db,
  scope: Scope,
  kind: InvitationKind,
  target: InvitationTarget,
): Promise<InvitationResult[]> {
  const isTarget =
    'allMatching' in target
      ? sql`c.id in (select p.id from (${peopleWithoutPassword(scope, target.allMatching.query)}) p
          where ${target.allMatching.state ? sql`p.state = ${target.allMatching.state}` : sql`true`})`
      : sql`c.id = any (${[...target.customerIds]}::bigint[])`;
  const found = await sql<InviteeRow>`
    select c.id, trim(c.first_name || ' ' || c.last_name) as name, c.password_hash is not null as has_password, c.active,
      coalesce(c.ends_on < (now() at time zone o.time_zone)::date, false) as has_left, c.wardrobe_opt_out_at is not null as has_opted_out,
      o.allow_opt_out, ordering.has_wardrobe, ordering.is_closed as is_ordering_closed, coalesce(status.ordering_status = 30, false) as is_complete,
      recent.is_pending, to_char(recent.last_requested_at at time zone o.time_zone, 'HH24:MI') as last_requested_at,
      coalesce(recent.last_requested_at > now() - make_interval(mins => ${MIN_REINVITE_INTERVAL_MINUTES}), false) as was_just_requested,
      coalesce((recent.last_requested_at at time zone o.time_zone)::date = (now() at time zone o.time_zone)::date, false) as was_requested_today,
      recent.requests_today::int,
      (select count(*) from invitation i
       where i.skipped_at is null and i.requested_at > now() - interval '24 hours' and i.organisation_id = ${scope.organisationId}
         and i.kind = ${kind})::int as sent_today
    from customer c
    join organisation o on o.id = c.organisation_id
    left join ${uniformStatusJoin(scope, undefined)}
    cross join lateral (${orderingWindowsOfPerson}) ordering
    left join lateral (
      select coalesce(bool_or(i.sent_at is null), false) as is_pending, max(i.requested_at) as last_requested_at,
        count(*) filter (where i.requested_at > now() - interval '24 hours') as requests_today
      from invitation i
      where i.organisation_id = c.organisation_id and i.customer_id = c.id and i.kind = ${kind} and i.skipped_at is null) recent on true
    where ${administeredPeople(scope)} and ${isTarget}
    order by c.last_name, c.first_name, c.id`.execute(db);
  return decideInvitations(kind, found.rows.map(toInvitee), found.rows[0]?.sent_today ?? 0);
}

const toInvitee = (row: InviteeRow): Invitee => ({
  id: row.id,
  name: row.name,
  hasPassword: row.has_password,
  isActive: row.active,
  hasLeft: row.has_left,
  hasOptedOut: row.has_opted_out,
  organisationAllowsOptOut: row.allow_opt_out,
  hasWardrobe: row.has_wardrobe,
  isComplete: row.is_complete,
  isOrderingClosed: row.is_ordering_closed,
  isPending: row.is_pending,
  lastRequestedAt: row.last_requested_at,
  wasJustRequested: row.was_just_requested,
  wasRequestedToday: row.was_requested_today,
  requestsToday: row.requests_today,
});

/**
 * Queues emails of a kind within the limits, and returns the result for each requested person in scope. Holds a lock on the
 * organisation's invitations until the transaction ends, so that concurrent requests cannot exceed the limits together.
 */
export async function insertInvitations(
  tx: Tx,
  scope: Scope,
  kind: InvitationKind,
  target: InvitationTarget,
): Promise<InvitationResult[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('invitations', ${scope.organisationId}::bigint))`.execute(tx);
  const results = await planInvitations(tx, scope, kind, target);
  const ids = results.filter(({ reason }) => reason === null).map(({ id }) => id);
  if (ids.length > 0)
    await sql`
      insert into invitation (organisation_id, customer_id, invited_by_id, kind)
      select ${scope.organisationId}, id, ${scope.customerId}, ${kind} from unnest(${ids}::bigint[]) id`.execute(tx);
  return results;
}

/** An invitation that has been queued and not yet mailed. */
export interface PendingInvitation {
  id: number;
  kind: InvitationKind;
  organisationId: number;
  customerId: number;
  brandId: number;
  email: string;
  firstName: string;
  organisationName: string;
  /** The secret of the person's opt-out link; null when they have opted out, or the organisation does not let people opt out. */
  optOutGuid: string | null;
  /** False when the email no longer concerns the person, as when they have set a password since an invitation was queued. */
  isDue: boolean;
}

/**
 * Locks the next invitations of the queue, across all organisations or of one person. Skips invitations that another process has
 * locked.
 */
export async function lockPendingInvitations(
  tx: Tx,
  limit: number,
  person?: { organisationId: number; customerId: number; kind: InvitationKind },
): Promise<PendingInvitation[]> {
  const isForPerson = person
    ? sql`i.organisation_id = ${person.organisationId} and i.customer_id = ${person.customerId} and i.kind = ${person.kind}`
    : sql`true`;
  const found = await sql<{
    id: number;
    kind: InvitationKind;
    organisation_id: number;
    customer_id: number;
    brand_id: number;
    email: string;
    first_name: string;
    organisation_name: string;
    opt_out_guid: string | null;
    is_due: boolean;
  }>`
    select i.id, i.kind, i.organisation_id, i.customer_id, c.brand_id, c.email, c.first_name, o.name as organisation_name,
      case when o.allow_opt_out and c.wardrobe_opt_out_at is null then c.opt_out_guid end as opt_out_guid,
      c.active and c.deleted_at is null and case i.kind
        when 'invitation' then c.password_hash is null
        when 'reminder' then c.password_hash is not null and c.wardrobe_opt_out_at is null
        else o.allow_opt_out and c.wardrobe_opt_out_at is null end as is_due
    from invitation i
    join customer c on c.organisation_id = i.organisation_id and c.id = i.customer_id
    join organisation o on o.id = i.organisation_id
    where i.sent_at is null and i.skipped_at is null and ${isForPerson}
    order by i.id limit ${limit} for update of i skip locked`.execute(tx);
  return found.rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    organisationId: row.organisation_id,
    customerId: row.customer_id,
    brandId: row.brand_id,
    email: row.email,
    firstName: row.first_name,
    organisationName: row.organisation_name,
    optOutGuid: row.opt_out_guid,
    isDue: row.is_due,
  }));
}

/** Marks each invitation as sent, or as skipped when it is no longer due. */
export async function markInvitationsProcessed(tx: Tx, invitations: readonly PendingInvitation[]): Promise<void> {
  const idsWhere = (isDue: boolean) => invitations.filter((invitation) => invitation.isDue === isDue).map(({ id }) => id);
  await sql`
    update invitation set sent_at = case when id = any (${idsWhere(true)}::bigint[]) then now() end,
      skipped_at = case when id = any (${idsWhere(false)}::bigint[]) then now() end
    where id = any (${invitations.map(({ id }) => id)}::bigint[])`.execute(tx);
}
