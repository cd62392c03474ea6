import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { ORDER } from '../order-states/order-states.rules.ts';
import type { OrderRef } from '../order-states/order-steps.queries.ts';

/** An order that waits for approval, as mails name it. */
export interface WaitingOrder extends OrderRef {
  personName: string;
  /** Days in the organisation's time zone, `2026-03-12`. */
  requestedOn: string;
  expiresOn: string;
}

/** Someone who is mailed. */
export interface Recipient {
  id: number;
  organisationId: number;
  brandId: number;
  email: string;
  firstName: string;
}

/** A recipient for each order that they are mailed about. */
export type OrderRecipient = Recipient & { orderId: number };

/** The day, in the organisation's time zone, on which a timestamp falls. */
const dayOf = (timestamp: RawBuilder<unknown>) => sql`(${timestamp} at time zone o.time_zone)::date`;

/** Before this hour no one is reminded. */
const FIRST_HOUR = '08:00';

/**
 * The request was made on an earlier day, and it is a working day (Monday to Friday) after eight in the morning, all in the organisation's
 * time zone.
 */
const isNextWorkingDay = (at: Date) => sql`
  ${dayOf(sql`a.requested_at`)} < ${dayOf(sql`${at}::timestamptz`)}
  and extract(isodow from ${dayOf(sql`${at}::timestamptz`)}) < 6
  and (${at}::timestamptz at time zone o.time_zone)::time >= ${FIRST_HOUR}::time`;

/** Marks open requests for approval, and returns their orders. Requests that another transaction has locked are left for the next run. */
async function markRequests(
  tx: Tx,
  column: 'reminded_at' | 'escalated_at',
  isDue: RawBuilder<unknown>,
  { at, limit }: { at: Date; limit: number },
): Promise<WaitingOrder[]> {
  const { rows } = await sql<WaitingOrder>`
    with due as (
      select a.organisation_id, a.id from approval a join organisation o on o.id = a.organisation_id
      where a.status = 'requested' and a.expires_at > ${at} and a.${sql.ref(column)} is null and ${isDue}
      order by a.id limit ${limit} for update of a skip locked),
    marked as (
      update approval a set ${sql.ref(column)} = ${at} from due
      where a.organisation_id = due.organisation_id and a.id = due.id
      returning a.id, a.organisation_id, a.order_id, a.requested_at, a.expires_at)
    select a.organisation_id as "organisationId", a.order_id as "orderId", trim(c.first_name || ' ' || c.last_name) as "personName",
      ${dayOf(sql`a.requested_at`)} as "requestedOn", ${dayOf(sql`a.expires_at`)} as "expiresOn"
    from marked a join organisation o on o.id = a.organisation_id
    join orders r on r.organisation_id = a.organisation_id and r.id = a.order_id
    join customer c on c.organisation_id = r.organisation_id and c.id = r.customer_id
    order by a.id`.execute(tx);
  return rows;
}

/** Marks the requests of which those who can decide are to be reminded, once for each request. */
export const markReminders = (tx: Tx, batch: { at: Date; limit: number }): Promise<WaitingOrder[]> =>
  markRequests(tx, 'reminded_at', isNextWorkingDay(batch.at), batch);

/** Marks the requests that have waited for as many days as the organisation sets before every administrator is asked. */
export const markEscalations = (tx: Tx, batch: { at: Date; limit: number }): Promise<WaitingOrder[]> =>
  markRequests(tx, 'escalated_at', sql`a.requested_at + make_interval(days => o.approval_escalation_days) <= ${batch.at}`, batch);

/** The active administrators of the whole organisation, for each order that is neither theirs nor placed by them. */
export async function listEscalationRecipients(
  db: Db,
  organisationId: number,
  orderIds: readonly number[],
): Promise<OrderRecipient[]> {
  const { rows } = await sql<OrderRecipient>`
    select r.id as "orderId", c.id, c.organisation_id as "organisationId", c.brand_id as "brandId", c.email, c.first_name as "firstName"
    from orders r join customer c on c.organisation_id = r.organisation_id and c.active and c.deleted_at is null
    where r.organisation_id = ${organisationId} and r.id = any (${[...orderIds]}::bigint[]) and c.id not in (r.customer_id, r.placed_by_id)
      and exists (select from customer_role m where m.organisation_id = c.organisation_id and m.customer_id = c.id and m.role_id = 33)
      and not exists (select from customer_adminable_group m where m.organisation_id = c.organisation_id and m.customer_id = c.id)
    order by c.id, r.id`.execute(db);
  return rows;
}

/** Orders whose request for approval has expired, by id after `afterId`. */
export async function listExpiredOrders(
  db: Db,
  { at, afterId, limit }: { at: Date; afterId: number; limit: number },
): Promise<OrderRef[]> {
  const { rows } = await sql<OrderRef>`
    select organisation_id as "organisationId", order_id as "orderId" from approval
    where status = 'requested' and expires_at <= ${at} and order_id > ${afterId} order by order_id limit ${limit}`.execute(db);
  return rows;
}

/** The people of an order that has expired, and their brand. */
export interface ExpiredOrder {
  customerId: number;
  placedById: number;
  personName: string;
  brandId: number;
}

/** Locks an order whose request for approval has expired, and reads its people. Undefined when it no longer waits, or when someone else has locked it. */
export async function lockExpiredOrder(
  tx: Tx,
  { organisationId, orderId }: OrderRef,
  at: Date,
): Promise<ExpiredOrder | undefined> {
  const { rows } = await sql<ExpiredOrder>`
    select r.customer_id as "customerId", r.placed_by_id as "placedById", trim(p.first_name || ' ' || p.last_name) as "personName", p.brand_id as "brandId"
    from orders r join customer p on p.organisation_id = r.organisation_id and p.id = r.customer_id
    where r.organisation_id = ${organisationId} and r.id = ${orderId} and r.order_state_id = ${ORDER.awaitingApproval} and exists (
      select from approval a
      where a.organisation_id = r.organisation_id and a.order_id = r.id and a.status = 'requested' and a.expires_at <= ${at})
    for update of r skip locked`.execute(tx);
  return rows[0];
}
