import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { awaitsPayment } from '../order-states/awaits-payment.queries.ts';
import type { OrderRef } from '../order-states/order-steps.queries.ts';

/** Condition that an order `o` has not been paid in time. One of which a payment is held waits for a decision instead. */
const isOverdue = (at: Date): RawBuilder<boolean> => sql<boolean>`(
  o.payment_due_at <= ${at} and o.payment_held_at is null and o.order_state_id in (10, 20) and o.picking_started_at is null and ${awaitsPayment})`;

/** Orders that have not been paid in time, by id after `afterId`, and until when they could be paid. */
export async function listOverdueOrders(
  db: Db,
  { at, afterId, limit }: { at: Date; afterId: number; limit: number },
): Promise<(OrderRef & { dueAt: Date })[]> {
  const { rows } = await sql<OrderRef & { dueAt: Date }>`
    select o.organisation_id as "organisationId", o.id as "orderId", o.payment_due_at as "dueAt" from orders o
    where ${isOverdue(at)} and o.id > ${afterId} order by o.id limit ${limit}`.execute(db);
  return rows;
}

/** Locks an order that has not been paid in time. False when it has been paid or given more time meanwhile, or someone else has locked it. */
export async function lockOverdueOrder(tx: Tx, { organisationId, orderId }: OrderRef, at: Date): Promise<boolean> {
  const { rows } = await sql`
    select from orders o where o.organisation_id = ${organisationId} and o.id = ${orderId} and ${isOverdue(at)} for no key update of o skip locked`.execute(
    tx,
  );
  return rows.length > 0;
}

/**
 * Marks the approved orders whose people are to be reminded of the payment, once each: a day before its time ends, unless it was no longer than that.
 * Orders that another transaction has locked are left for the next run.
 */
export async function markPaymentReminders(tx: Tx, { at, limit }: { at: Date; limit: number }): Promise<OrderRef[]> {
  const { rows } = await sql<OrderRef>`
    with due as (
      select o.organisation_id, o.id from orders o
      where o.payment_due_at > ${at} and o.payment_due_at <= ${at}::timestamptz + interval '24 hours' and o.payment_reminded_at is null
        and o.payment_held_at is null and o.order_state_id in (10, 20) and ${awaitsPayment} and exists (
          select from approval a
          where a.organisation_id = o.organisation_id and a.order_id = o.id and a.status = 'approved' and a.closed_at < o.payment_due_at - interval '24 hours')
      order by o.id limit ${limit} for no key update of o skip locked)
    update orders o set payment_reminded_at = ${at} from due
    where o.organisation_id = due.organisation_id and o.id = due.id
    returning o.organisation_id as "organisationId", o.id as "orderId"`.execute(tx);
  return rows;
}
