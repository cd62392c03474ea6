import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';

/** How an order of which two attempts were paid has ended. Money in minor units. */
export interface PaymentEnd {
  order: number;
  payment: number;
  isReleased: boolean;
  isHeld: boolean;
  attempts: string[];
  received: number;
  refunds: number;
  /** The attempts of which all goes back. */
  refundedAttempts: number[];
  lateMails: number;
  /** Entries of the timeline that say that it was paid. */
  stepsPaid: number;
}

/** Reads how the payments of an order have ended. */
export async function readPaymentEnd(db: Db, orderId: number): Promise<PaymentEnd> {
  const { rows } = await sql<PaymentEnd>`
    select o.order_state_id as "order", o.payment_state_id as payment, o.released_at is not null as "isReleased", o.payment_held_at is not null as "isHeld",
      (select array_agg(p.state order by p.attempt) from card_payment p where p.order_id = o.id) as attempts,
      (select coalesce(sum(p.received_minor), 0)::int from card_payment p where p.order_id = o.id) as received,
      (select coalesce(sum(f.amount_minor), 0)::int from card_refund f where f.order_id = o.id) as refunds,
      (select coalesce(array_agg(p.attempt), '{}') from card_payment p where p.order_id = o.id and p.refund_claimed_minor = p.received_minor) as "refundedAttempts",
      (select count(*)::int from mail_outbox m where m.template = 'payment-not-taken' and m.data ->> 'orderId' = o.id::text) as "lateMails",
      (select count(*)::int from order_event e where e.order_id = o.id and e.kind = 'paid_by_card') as "stepsPaid"
    from orders o where o.id = ${orderId}`.execute(db);
  return rows[0] as PaymentEnd;
}

/** Whether one attempt, and only one, goes back as a whole. */
export const isRefundedOnce = ({ refundedAttempts }: PaymentEnd): boolean => refundedAttempts.length === 1;

/** Makes an order unpaid again, with its first attempt cancelled and its second one open, as if nothing had been told of them. Receipts stay: they cannot be deleted. */
export async function resetPayments(db: Db, orderId: number): Promise<void> {
  for (const statement of [
    sql`delete from card_refund where order_id = ${orderId}`,
    sql`delete from card_payment_event where payment_id in (select id from card_payment where order_id = ${orderId})`,
    sql`delete from order_event where order_id = ${orderId}`,
    sql`delete from mail_outbox where data ->> 'orderId' = ${String(orderId)}`,
    sql`update card_payment set state = case attempt when 1 then 'cancelled' else 'open' end, received_minor = null, refund_claimed_minor = 0, refunded_minor = 0,
      payment_reference = null, problem = null where order_id = ${orderId}`,
    sql`update orders set order_state_id = 10, payment_state_id = 10, paid_at = null, released_at = null, payment_held_at = null,
      payment_due_at = now() + interval '1 hour' where id = ${orderId}`,
  ])
    await statement.execute(db);
}
