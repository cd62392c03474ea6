import { type RawBuilder, sql } from 'kysely';
import { accountColumns } from '#api/entitlement/entitlement.queries.ts';
import type { StoredAccount } from '#api/entitlement/entitlement.rules.ts';
import { lastOrderingDay } from '#api/entitlement/ordering-eligibility.queries.ts';
import { administeredPeople } from '#api/organisation/structure/administered-people.queries.ts';
import { deleteInBatches } from '#api/platform/db/batches.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';
import type { QueryOf } from '#contract/index.ts';
import { getTransition, type Moment, type RequestAction, type RequestStatus } from './entitlement-requests.rules.ts';

/** A request with the account that it is about, as it is now. Amounts in the unit of the account. */
export interface EntitlementRequest {
  id: number;
  status: RequestStatus;
  amount: number;
  reason: string | null;
  createdAt: Date;
  expiresOn: string;
  closedAt: Date | null;
  decidedBy: string | null;
  decisionReason: string | null;
  grantedAmount: number | null;
  adjustmentId: number | null;
  /** When and by whom the adjustment was undone. */
  undoneAt: Date | null;
  undoneBy: string | null;
  account: StoredAccount;
  collectionName: string;
  seasonName: string | null;
  customer: RequestingCustomer;
}

/** Who asks, with what decides who may decide. */
export interface RequestingCustomer {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  /** Whether they can still use the portal. */
  isActive: boolean;
  roles: string[];
  groupIds: number[];
  adminableGroupIds: number[];
}

/** An order line that counts in an account. */
export interface OrderedLine {
  productName: string;
  description: string;
  quantity: number;
  orderedAt: string;
}

type RequestRow = Omit<EntitlementRequest, 'account' | 'id' | 'status'> & {
  request: { id: number; status: RequestStatus };
} & StoredAccount;

const members = (table: string, column: string) => sql`array(
  select m.${sql.ref(column)} from ${sql.table(table)} m where m.organisation_id = c.organisation_id and m.customer_id = c.id order by 1)`;

/** Person `c` who asks, as the JSON of `RequestingCustomer`. */
export const requestingCustomer: RawBuilder<unknown> = sql`
  json_build_object('id', c.id, 'firstName', c.first_name, 'lastName', c.last_name, 'email', c.email, 'isActive', c.active and c.deleted_at is null,
    'roles', array(select t.system_name from customer_role cr join role t on t.id = cr.role_id
      where cr.organisation_id = c.organisation_id and cr.customer_id = c.id and t.system_name is not null),
    'groupIds', ${members('customer_group', 'organisation_group_id')},
    'adminableGroupIds', ${members('customer_adminable_group', 'organisation_group_id')})`;

/** The status of request `r`, which counts as expired as soon as its last day is over. */
export const requestStatusOn = (today: string) =>
  sql`case when r.status = 'open' and r.expires_on < ${today}::date then 'expired' else r.status end`;

const requestColumns = (today: string) => sql`
  json_build_object('id', r.id, 'status', ${requestStatusOn(today)}) as request, r.amount, r.reason, r.created_at as "createdAt", r.expires_on as "expiresOn",
  r.closed_at as "closedAt", r.decision_reason as "decisionReason", r.granted_amount as "grantedAmount", r.adjustment_id as "adjustmentId",
  (select trim(d.first_name || ' ' || d.last_name) from customer d where d.organisation_id = r.organisation_id and d.id = r.decided_by_id) as "decidedBy",
  undone.created_at as "undoneAt", (select trim(d.first_name || ' ' || d.last_name) from customer d where d.organisation_id = undone.organisation_id and d.id = undone.actor_id) as "undoneBy",
  ${accountColumns}, w.name as "collectionName", s.name as "seasonName",
  ${requestingCustomer} as customer`;

const requestTables = sql`
  entitlement_request r
  join entitlement_account a on a.organisation_id = r.organisation_id and a.id = r.account_id
  join collection w on w.organisation_id = a.organisation_id and w.id = a.collection_id
  left join season s on s.organisation_id = a.organisation_id and s.id = a.season_id
  join customer c on c.organisation_id = r.organisation_id and c.id = r.customer_id
  left join entitlement_entry undone on undone.organisation_id = r.organisation_id and undone.reverses_id = r.adjustment_id`;

const toEntitlementRequest = ({ request, ...row }: RequestRow): EntitlementRequest => ({
  ...row,
  ...request,
  account: row,
});

/** Whether request `r` has a status; any without one. */
export function hasRequestStatus(status: RequestStatus | undefined, today: string): RawBuilder<unknown> {
  if (status === undefined) return sql`true`;
  if (status === 'open') return sql`(r.status = 'open' and r.expires_on >= ${today}::date)`;
  if (status === 'expired') return sql`(r.status = 'expired' or r.status = 'open' and r.expires_on < ${today}::date)`;
  return sql`r.status = ${status}`;
}

/** The account of a wearer that is to be asked about, and what decides whether it can be. */
export interface OwnAccount {
  account: StoredAccount;
  collectionName: string;
  seasonName: string | null;
  orderingOpensOn: string | null;
  orderingClosesOn: string | null;
  wearerEndsOn: string | null;
  hasOptedOut: boolean;
}

/** Locks one of the person's own accounts until the transaction ends; undefined for any other id. */
export async function lockOwnAccount(tx: Tx, person: Scope, accountId: number): Promise<OwnAccount | undefined> {
  const found = await sql<StoredAccount & Omit<OwnAccount, 'account'>>`
    select ${accountColumns}, w.name as "collectionName", s.name as "seasonName", s.ordering_opens_on as "orderingOpensOn",
      ${lastOrderingDay(sql`c.id`)} as "orderingClosesOn", c.ends_on as "wearerEndsOn", c.wardrobe_opt_out_at is not null as "hasOptedOut"
    from entitlement_account a
    join collection w on w.organisation_id = a.organisation_id and w.id = a.collection_id
    left join season s on s.organisation_id = a.organisation_id and s.id = a.season_id
    join customer c on c.organisation_id = a.organisation_id and c.id = a.customer_id
    where a.organisation_id = ${person.organisationId} and a.id = ${accountId} and a.customer_id = ${person.customerId}
    for update of a`.execute(tx);
  const row = found.rows[0];
  return row && { ...row, account: row };
}

/** Locks the account that a request is about until the transaction ends, so that its balance stays what it is. */
export async function lockRequestedAccount(tx: Tx, { organisationId }: Scope, requestId: number): Promise<void> {
  await sql`
    select from entitlement_account a where a.organisation_id = ${organisationId} and a.id = (
      select r.account_id from entitlement_request r where r.organisation_id = ${organisationId} and r.id = ${requestId})
    for update of a`.execute(tx);
}

interface NewRequest {
  accountId: number;
  amount: number;
  reason: string;
  createdAt: Date;
  expiresOn: string;
}

/** Inserts the person's request; undefined when one about the account is open already. */
export async function insertRequest(tx: Tx, person: Scope, request: NewRequest): Promise<number | undefined> {
  const { accountId, amount, reason, createdAt, expiresOn } = request;
  const inserted = await sql<{ id: number }>`
    insert into entitlement_request (organisation_id, customer_id, account_id, amount, reason, created_at, expires_on)
    values (${person.organisationId}, ${person.customerId}, ${accountId}, ${amount}, ${reason}, ${createdAt}, ${expiresOn}::date)
    on conflict (organisation_id, account_id) where status = 'open' do nothing
    returning id`.execute(tx);
  return inserted.rows[0]?.id;
}

/** What closing a request records besides the status. */
export interface RequestClosure {
  decidedById?: number;
  decisionReason?: string | null;
  grantedAmount?: number;
  adjustmentId?: number;
  /** Of a request for more time. */
  orderingClosesOn?: string;
}

/**
 * Closes an open request by one conditional update, so that only one of several concurrent decisions succeeds. False when it is no
 * longer open on `today`.
 */
export async function closeRequest(
  tx: Tx,
  { organisationId }: Pick<Scope, 'organisationId'>,
  id: number,
  action: RequestAction,
  { today, at }: Moment,
  { decidedById, decisionReason, grantedAmount, adjustmentId, orderingClosesOn }: RequestClosure = {},
): Promise<boolean> {
  const { from, to } = getTransition(action);
  const { numAffectedRows = 0n } = await sql`
    update entitlement_request set status = ${to}, closed_at = ${at}, decided_by_id = ${decidedById ?? null},
      decision_reason = ${decisionReason ?? null}, granted_amount = ${grantedAmount ?? null}, adjustment_id = ${adjustmentId ?? null},
      ordering_closes_on = ${orderingClosesOn ?? null}::date
    where organisation_id = ${organisationId} and id = ${id} and status = any (${from}) and expires_on >= ${today}::date`.execute(
    tx,
  );
  return numAffectedRows > 0n;
}

/** A request that has just expired, with whom to tell. */
export interface ExpiredRequest {
  id: number;
  organisationId: number;
  brandId: number;
  /** What was asked for; null for more time. */
  more: { amount: number; unit: StoredAccount['unit']; label: string } | null;
  currencyCode: string;
  email: string;
  firstName: string;
  isActive: boolean;
}

/**
 * Marks open requests as expired whose last day is over in the time zone of their organisation, at most `limit` of them, with an audit
 * event for each. With a subject only the request about it.
 */
export async function expireRequests(
  tx: Tx,
  limit: number,
  about?: { organisationId: number; today: string } & ({ accountId: number } | { customerId: number; seasonId: number }),
): Promise<ExpiredRequest[]> {
  const { from, to } = getTransition('expire');
  const isDue = about
    ? sql`r.organisation_id = ${about.organisationId} and r.expires_on < ${about.today}::date and ${
        'accountId' in about
          ? sql`r.account_id = ${about.accountId}`
          : sql`r.customer_id = ${about.customerId} and r.season_id = ${about.seasonId}`
      }`
    : sql`r.expires_on < (now() at time zone o.time_zone)::date`;
  const found = await sql<ExpiredRequest>`
    with due as (
      select r.organisation_id, r.id from entitlement_request r join organisation o on o.id = r.organisation_id
      where r.status = any (${from}) and ${isDue} limit ${limit} for update of r skip locked),
    expired as (
      update entitlement_request r set status = ${to}, closed_at = now() from due
      where r.organisation_id = due.organisation_id and r.id = due.id
      returning r.*),
    recorded as (
      insert into audit_event (organisation_id, brand_id, actor_kind, action, subject_kind, subject_id)
      select c.organisation_id, c.brand_id, 'system', 'customer.entitlement-request-expired', 'customer', c.id::text
      from expired r join customer c on c.organisation_id = r.organisation_id and c.id = r.customer_id)
    select r.id, r.organisation_id as "organisationId", c.brand_id as "brandId",
      case when a.id is not null then json_build_object('amount', r.amount, 'unit', a.unit, 'label', a.label) end as more, o.currency_code as "currencyCode",
      c.email, c.first_name as "firstName", c.active and c.deleted_at is null as "isActive"
    from expired r
    left join entitlement_account a on a.organisation_id = r.organisation_id and a.id = r.account_id
    join customer c on c.organisation_id = r.organisation_id and c.id = r.customer_id
    join organisation o on o.id = r.organisation_id`.execute(tx);
  return found.rows;
}

/** The person's own requests, newest first; `limit` null for all. */
export async function listOwnRequests(db: Db, person: Scope, today: string, limit: number | null): Promise<EntitlementRequest[]> {
  const found = await sql<RequestRow>`
    select ${requestColumns(today)} from ${requestTables}
    where r.organisation_id = ${person.organisationId} and r.customer_id = ${person.customerId}
    order by r.id desc limit ${limit}`.execute(db);
  return found.rows.map(toEntitlementRequest);
}

/** A request of the person or of someone whom they manage; undefined for any other id. */
export async function findRequest(db: Db, scope: Scope, id: number, today: string): Promise<EntitlementRequest | undefined> {
  const found = await sql<RequestRow>`
    select ${requestColumns(today)} from ${requestTables}
    where r.organisation_id = ${scope.organisationId} and r.id = ${id}
      and (r.customer_id = ${scope.customerId} or (${administeredPeople(scope)}))`.execute(db);
  return found.rows[0] && toEntitlementRequest(found.rows[0]);
}

const MAX_ORDERED_LINES = 10;

/** Requests of the people whom an administrator manages, except their own: open ones first, then the newest. */
export async function listRequests(
  db: Db,
  scope: Scope,
  { status, customerId, requestId, ...page }: QueryOf<'GET /api/entitlement/requests'>,
  today: string,
): Promise<{ requests: EntitlementRequest[]; totalCount: number }> {
  const { offset, limit } = toOffsetAndLimit(page);
  const condition = listCondition(scope, { status, customerId, requestId }, today);
  const [found, totalCount] = await Promise.all([
    sql<RequestRow>`
      select ${requestColumns(today)} from ${requestTables} where ${condition}
      order by ${hasRequestStatus('open', today)} desc, r.created_at desc, r.id desc limit ${limit} offset ${offset}`.execute(db),
    countRequests(db, condition),
  ]);
  return { requests: found.rows.map(toEntitlementRequest), totalCount };
}

const listCondition = (
  scope: Scope,
  { status, customerId, requestId }: Pick<QueryOf<'GET /api/entitlement/requests'>, 'customerId' | 'requestId' | 'status'>,
  today: string,
) => sql`
  r.organisation_id = ${scope.organisationId} and r.account_id is not null and r.customer_id <> ${scope.customerId} and ${administeredPeople(scope)} and ${hasRequestStatus(status, today)}
  and (${customerId || null}::bigint is null or r.customer_id = ${customerId || null})
  and (${requestId || null}::bigint is null or r.id = ${requestId || null})`;

async function countRequests(db: Db, condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from entitlement_request r
    join customer c on c.organisation_id = r.organisation_id and c.id = r.customer_id where ${condition}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** How many requests of their list wait for a decision. */
export const countOpenRequests = (db: Db, scope: Scope, today: string): Promise<number> =>
  countRequests(db, listCondition(scope, { status: 'open' }, today));

/** The latest order lines that took something from each of the accounts, newest first, without cancelled and returned pieces. */
export async function listOrderedLines(db: Db, scope: Scope, accountIds: readonly number[]): Promise<Map<number, OrderedLine[]>> {
  if (accountIds.length === 0) return new Map();
  const found = await sql<{ accountId: number; lines: OrderedLine[] }>`
    select a.id as "accountId", json_agg(json_build_object(
      'productName', l.product_name, 'description', l.description, 'quantity', l.quantity, 'orderedAt', l.created_at) order by l.id desc) as lines
    from unnest(${[...accountIds]}::bigint[]) as a (id)
    cross join lateral (
      select l.id, l.product_name, l.description, l.quantity - l.cancelled_quantity - l.returned_quantity as quantity, o.created_at
      from order_line l join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
      where l.organisation_id = ${scope.organisationId} and l.quantity > l.cancelled_quantity + l.returned_quantity and l.id in (
        select e.order_line_id from entitlement_entry e where e.organisation_id = ${scope.organisationId} and e.account_id = a.id)
      order by l.id desc limit ${MAX_ORDERED_LINES}) l
    group by a.id`.execute(db);
  return new Map(found.rows.map(({ accountId, lines }) => [accountId, lines]));
}

/** Deletes closed requests a year after they were closed. The adjustments that granted them stay. */
export const retention: RetentionTask[] = [
  {
    name: 'entitlement-requests',
    run: ({ db }) => deleteInBatches(db, 'entitlement_request', sql`closed_at < now() - interval '365 days'`),
  },
];
