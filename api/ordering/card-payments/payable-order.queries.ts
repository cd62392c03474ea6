import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OrderRef } from '../order-states/order-steps.queries.ts';
import type { OrderToPay } from './apply-event.rules.ts';

/** An order with what a card owes of it, and its people. */
export interface PayableOrder extends OrderToPay {
  customerId: number;
  placedById: number;
  personName: string;
  brandId: number;
  /** Whose card pays for it; null where none does. */
  cardPayer: 'person' | 'organisation' | null;
  currencyCode: string;
  timeZone: string;
  /** Until when it is kept for the payment; null where it does not wait for one. */
  dueAt: Date | null;
  isHeld: boolean;
}

/** Reads an order with what a card owes of it; undefined when there is none. */
export async function readPayableOrder(db: Db, { organisationId, orderId }: OrderRef): Promise<PayableOrder | undefined> {
  const { rows } = await sql<PayableOrder>`
    select o.order_state_id as "orderState", o.payment_state_id as "paymentState", o.card_minor as "cardMinor", o.card_payer as "cardPayer",
      o.currency_code as "currencyCode", g.time_zone as "timeZone", o.payment_due_at as "dueAt", o.payment_held_at is not null as "isHeld",
      o.customer_id as "customerId", o.placed_by_id as "placedById", trim(c.first_name || ' ' || c.last_name) as "personName", c.brand_id as "brandId"
    from orders o join organisation g on g.id = o.organisation_id
    join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
    where o.organisation_id = ${organisationId} and o.id = ${orderId}`.execute(db);
  return rows[0];
}

/** Notes that a payment of an order is held until an operator has decided. The order must be locked. */
export async function holdPayment(tx: Tx, { organisationId, orderId }: OrderRef): Promise<void> {
  await sql`update orders set payment_held_at = coalesce(payment_held_at, now()) where organisation_id = ${organisationId} and id = ${orderId}`.execute(
    tx,
  );
}

/**
 * Keeps an order for the payment for as long as its organisation says from now on, and never for less long than before. The order must be locked. Returns
 * until when.
 */
export async function extendPaymentTime(tx: Tx, { organisationId, orderId }: OrderRef, at: Date): Promise<Date> {
  const { rows } = await sql<{ dueAt: Date }>`
    update orders o set payment_due_at = greatest(o.payment_due_at, ${at}::timestamptz + make_interval(mins => g.payment_minutes))
    from organisation g
    where o.organisation_id = ${organisationId} and o.id = ${orderId} and g.id = o.organisation_id
    returning o.payment_due_at as "dueAt"`.execute(tx);
  return (rows[0] as { dueAt: Date }).dueAt;
}

/** Condition that an order `o` is the person's own. */
export const isOrderOf = ({ customerId }: { customerId: number }) => sql`o.customer_id = ${customerId}`;

/** The state of the newest attempt `p` of an order `o`; null without one. */
export const lastAttemptState = sql<string | null>`(
  select p.state from card_payment p where p.organisation_id = o.organisation_id and p.order_id = o.id order by p.attempt desc limit 1)`;

/** The state of the newest attempt of an order; null without one. */
export async function findLastAttemptState(db: Db, { organisationId, orderId }: OrderRef): Promise<string | null> {
  const { rows } = await sql<{ state: string | null }>`
    select ${lastAttemptState} as state from orders o where o.organisation_id = ${organisationId} and o.id = ${orderId}`.execute(
    db,
  );
  return rows[0]?.state ?? null;
}
