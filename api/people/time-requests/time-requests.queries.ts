import { sql } from 'kysely';
import { lastOrderingDay } from '#api/entitlement/ordering-eligibility.queries.ts';
import { administeredPeople } from '#api/organisation/structure/administered-people.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { QueryOf } from '#contract/index.ts';
import {
  hasRequestStatus,
  type RequestingCustomer,
  requestingCustomer,
  requestStatusOn,
} from '../entitlement-requests/entitlement-requests.queries.ts';
import type { RequestStatus } from '../entitlement-requests/entitlement-requests.rules.ts';
import type { WardrobeSeason } from './time-requests.rules.ts';

/** Pieces in the cart of a person. */
export interface ChosenGarment {
  productName: string;
  description: string;
  quantity: number;
}

/** A request for more time to order in a season. */
export interface TimeRequest {
  id: number;
  status: RequestStatus;
  reason: string | null;
  createdAt: Date;
  expiresOn: string;
  closedAt: Date | null;
  decidedBy: string | null;
  decisionReason: string | null;
  orderingClosesOn: string | null;
  seasonId: number;
  seasonName: string;
  seasonClosesOn: string | null;
  customer: RequestingCustomer;
}

const MAX_CHOSEN = 20;

const requestColumns = (today: string) => sql`
  r.id, ${requestStatusOn(today)} as status, r.reason, r.created_at as "createdAt", r.expires_on as "expiresOn", r.closed_at as "closedAt",
  (select trim(d.first_name || ' ' || d.last_name) from customer d where d.organisation_id = r.organisation_id and d.id = r.decided_by_id) as "decidedBy",
  r.decision_reason as "decisionReason", r.ordering_closes_on as "orderingClosesOn", s.id as "seasonId", s.name as "seasonName",
  s.ordering_closes_on as "seasonClosesOn", ${requestingCustomer} as customer`;

const requestTables = sql`
  entitlement_request r
  join season s on s.organisation_id = r.organisation_id and s.id = r.season_id
  join customer c on c.organisation_id = r.organisation_id and c.id = r.customer_id`;

/** The person as a wearer, with the seasons in which their wardrobes grant them something. */
export interface OwnSeasons {
  endsOn: string | null;
  optedOut: boolean;
  seasons: WardrobeSeason[];
}

/** The person's own seasons, with the ordering windows as they are for them. */
export async function readOwnSeasons(db: Db, person: Scope): Promise<OwnSeasons> {
  const found = await sql<OwnSeasons>`
    select c.ends_on as "endsOn", c.wardrobe_opt_out_at is not null as "optedOut", coalesce((
      select json_agg(distinct jsonb_build_object('collectionId', a.collection_id, 'season', case when s.id is not null then jsonb_build_object(
        'id', s.id, 'season', s.name, 'opensOn', s.ordering_opens_on, 'closesOn', ${lastOrderingDay(sql`c.id`)}) end))
      from entitlement_account a left join season s on s.organisation_id = a.organisation_id and s.id = a.season_id
      where a.organisation_id = c.organisation_id and a.customer_id = c.id and a.status = 'open'), '[]') as seasons
    from customer c where c.organisation_id = ${person.organisationId} and c.id = ${person.customerId}`.execute(db);
  return found.rows[0] ?? { endsOn: null, optedOut: false, seasons: [] };
}

interface NewTimeRequest {
  seasonId: number;
  reason: string | null;
  createdAt: Date;
  expiresOn: string;
}

/** Inserts the person's request; undefined when one about the season is open already. */
export async function insertTimeRequest(tx: Tx, person: Scope, request: NewTimeRequest): Promise<number | undefined> {
  const { seasonId, reason, createdAt, expiresOn } = request;
  const inserted = await sql<{ id: number }>`
    insert into entitlement_request (organisation_id, customer_id, season_id, reason, created_at, expires_on)
    values (${person.organisationId}, ${person.customerId}, ${seasonId}, ${reason}, ${createdAt}, ${expiresOn}::date)
    on conflict (organisation_id, customer_id, season_id) where status = 'open' and season_id is not null do nothing
    returning id`.execute(tx);
  return inserted.rows[0]?.id;
}

/** The person's own requests for more time, newest first; `limit` null for all. */
export async function listOwnTimeRequests(db: Db, person: Scope, today: string, limit: number | null): Promise<TimeRequest[]> {
  const found = await sql<TimeRequest>`
    select ${requestColumns(today)} from ${requestTables}
    where r.organisation_id = ${person.organisationId} and r.customer_id = ${person.customerId}
    order by r.id desc limit ${limit}`.execute(db);
  return found.rows;
}

/** A request for more time of the person or of someone whom they manage; undefined for any other id. */
export async function findTimeRequest(db: Db, scope: Scope, id: number, today: string): Promise<TimeRequest | undefined> {
  const found = await sql<TimeRequest>`
    select ${requestColumns(today)} from ${requestTables}
    where r.organisation_id = ${scope.organisationId} and r.id = ${id}
      and (r.customer_id = ${scope.customerId} or (${administeredPeople(scope)}))`.execute(db);
  return found.rows[0];
}

const listCondition = (
  scope: Scope,
  { status, customerId, requestId }: Pick<QueryOf<'GET /api/entitlement/timerequests'>, 'customerId' | 'requestId' | 'status'>,
  today: string,
) => sql`
  r.organisation_id = ${scope.organisationId} and r.season_id is not null and r.customer_id <> ${scope.customerId} and ${administeredPeople(scope)}
  and ${hasRequestStatus(status, today)} and (${customerId || null}::bigint is null or r.customer_id = ${customerId || null})
  and (${requestId || null}::bigint is null or r.id = ${requestId || null})`;

/** Requests for more time of the people whom an administrator manages, except their own: open ones first, then the newest. */
export async function listTimeRequests(
  db: Db,
  scope: Scope,
  { status, customerId, requestId, ...page }: QueryOf<'GET /api/entitlement/timerequests'>,
  today: string,
): Promise<{ requests: TimeRequest[]; totalCount: number }> {
  const { offset, limit } = toOffsetAndLimit(page);
  const condition = listCondition(scope, { status, customerId, requestId }, today);
  const [found, counted] = await Promise.all([
    sql<TimeRequest>`
      select ${requestColumns(today)} from ${requestTables} where ${condition}
      order by ${hasRequestStatus('open', today)} desc, r.created_at desc, r.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${requestTables} where ${condition}`.execute(db),
  ]);
  return { requests: found.rows, totalCount: counted.rows[0]?.n ?? 0 };
}

/** How many requests for more time of their list wait for a decision. */
export async function countOpenTimeRequests(db: Db, scope: Scope, today: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${requestTables} where ${listCondition(scope, { status: 'open' }, today)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** What each of these people has in the cart, the latest lines first, at most 20 of each. Lines that a person added for someone else are left out. */
export async function listChosen(db: Db, scope: Scope, customerIds: readonly number[]): Promise<Map<number, ChosenGarment[]>> {
  if (customerIds.length === 0) return new Map();
  const found = await sql<{ customerId: number; lines: ChosenGarment[] }>`
    select person.id as "customerId", json_agg(json_build_object(
      'productName', l.name, 'description', l.description, 'quantity', l.quantity) order by l.id desc) as lines
    from unnest(${[...customerIds]}::bigint[]) person (id)
    cross join lateral (
      select l.id, coalesce(po.name, p.name) as name, k.description, l.quantity
      from cart t
      join cart_line l on l.organisation_id = t.organisation_id and l.cart_id = t.id
      join combination k on k.id = l.combination_id
      join product p on p.id = l.product_id
      left join product_organisation po on po.organisation_id = t.organisation_id and po.product_id = p.id
      where t.organisation_id = ${scope.organisationId} and t.customer_id = person.id and coalesce(l.wearer_id, person.id) = person.id
      order by l.id desc limit ${MAX_CHOSEN}) l
    group by person.id`.execute(db);
  return new Map(found.rows.map(({ customerId, lines }) => [customerId, lines]));
}
