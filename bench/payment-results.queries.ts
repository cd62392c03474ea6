import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { findOrderFaults } from '#api/testing/order-faults.ts';
import type { Ledger, Merchant } from '#demo/payment-provider/ledger.ts';

/** What an order has come to. Money in minor units. */
export interface PaymentResult {
  /** Its state. */
  order: number;
  payment: number;
  /** What its card has paid in all, and what of it the supplier has kept. */
  received: number;
  kept: number;
  /** Pieces that are in the cart of its person again. */
  inCart: number;
  /** Mails that it was not paid in time, and that money has gone back. */
  expiredMails: number;
  notTakenMails: number;
}

/** What an order has come to: money from what the provider knows alone, everything else from what the portal has stored. */
export async function readPaymentResult(
  db: Db,
  ledger: Ledger,
  { orderId, id }: { orderId: number; id: number },
): Promise<PaymentResult> {
  const { rows } = await sql<Omit<PaymentResult, 'received' | 'kept'>>`
    select o.order_state_id as "order", o.payment_state_id as payment,
      (select coalesce(sum(l.quantity), 0)::int from cart t join cart_line l on l.organisation_id = t.organisation_id and l.cart_id = t.id
        where t.customer_id = ${id}) as "inCart",
      (select count(*)::int from mail_outbox m where m.template = 'payment-expired' and m.data ->> 'orderId' = o.id::text) as "expiredMails",
      (select count(*)::int from mail_outbox m where m.template = 'payment-not-taken' and m.data ->> 'orderId' = o.id::text) as "notTakenMails"
    from orders o where o.id = ${orderId}`.execute(db);
  const received = [...ledger.sessions.values()]
    .filter((page) => page.orderId === orderId)
    .reduce((sum, page) => sum + (page.received ?? 0), 0);
  const refunded = [...ledger.refunds.values()]
    .filter(({ session, status }) => session.orderId === orderId && status === 'done')
    .reduce((sum, { amount }) => sum + amount, 0);
  return { ...(rows[0] as (typeof rows)[number]), received, kept: received - refunded };
}

/** What the provider has moved and the portal does not know, and the other way round. */
export async function compareMovements(db: Db, ledger: Ledger, merchant: Merchant, days: readonly string[]): Promise<string[]> {
  const there = days.flatMap((day) =>
    ledger.listMovements(merchant, day).map(({ kind, reference, amount }) => `${kind} ${reference} ${amount}`),
  );
  const { rows } = await sql<{ moved: string }>`
    select 'payment ' || payment_reference || ' ' || received_minor as moved from card_payment where brand_id = 1 and received_minor is not null
    union all
    select 'refund ' || f.refund_reference || ' ' || f.amount_minor from card_refund f
    join card_payment p on p.organisation_id = f.organisation_id and p.id = f.payment_id where p.brand_id = 1 and f.state = 'done'`.execute(
    db,
  );
  const here = rows.map(({ moved }) => moved);
  return [
    ...there.filter((moved) => !here.includes(moved)).map((moved) => `only at the provider: ${moved}`),
    ...here.filter((moved) => !there.includes(moved)).map((moved) => `only here: ${moved}`),
    ...here.filter((moved, place) => here.indexOf(moved) !== place).map((moved) => `twice here: ${moved}`),
  ];
}

/** What does not add up about payments by card: sums that differ from their rows, orders that were paid twice, and receipts that are missing or double. */
async function findPaymentFaults(db: Db, since: number): Promise<string[]> {
  const { rows } = await sql<{ fault: string; id: number }>`
    with paying as (
      select p.*, coalesce((select sum(f.amount_minor) from card_refund f where f.payment_id = p.id), 0) as claimed,
        coalesce((select sum(f.amount_minor) from card_refund f where f.payment_id = p.id and f.state = 'done'), 0) as done,
        coalesce((select sum(f.amount_minor) from card_refund f where f.payment_id = p.id and f.is_excess), 0) as excess
      from card_payment p where p.order_id > ${since})
    select 'an attempt is open although nothing waits for it' as fault, p.order_id as id from paying p where p.state in ('created', 'open')
    union all
    select 'a refund has not been done', f.order_id from card_refund f where f.order_id > ${since} and f.state <> 'done'
    union all
    select 'an attempt has other refunds than it says', p.order_id from paying p where (p.refund_claimed_minor, p.refunded_minor) is distinct from (p.claimed, p.done)
    union all
    select 'an order has been refunded other than it says', o.id from orders o
    where o.id > ${since} and o.refunded_minor <> (
      select coalesce(sum(f.amount_minor), 0) from card_refund f where f.order_id = o.id and f.state = 'done' and not f.is_excess)
    union all
    select 'an order keeps other money than its card owes', o.id from orders o
    where o.id > ${since} and o.card_payer is not null and (select coalesce(sum(p.received_minor - p.done), 0) from paying p where p.order_id = o.id)
      <> case when o.payment_state_id in (30, 35) then o.card_minor else 0 end
    union all
    select 'an order was not paid once, or was paid and says otherwise', o.id from orders o
    where o.id > ${since} and o.card_payer is not null and (o.payment_state_id in (30, 35, 40))::int <> (
      select count(*) from order_event e where e.order_id = o.id and e.kind = 'paid_by_card')
    union all
    select 'an order was released and not paid, or paid and not released', o.id from orders o
    where o.id > ${since} and o.card_payer is not null and o.order_state_id <> 40 and (o.payment_state_id in (30, 35)) <> (o.released_at is not null)
    union all
    select 'a payment has not one receipt', p.order_id from paying p
    where p.state = 'paid' and p.excess < p.received_minor and 1 <> (select count(*) from receipt r where r.payment_id = p.id and r.kind = 'payment')
    union all
    select 'money that pays for no order has a receipt', p.order_id from paying p
    where p.excess = p.received_minor and exists (select from receipt r where r.payment_id = p.id)
    union all
    select 'a refund has not one receipt', f.order_id from card_refund f
    where f.order_id > ${since} and f.state = 'done' and (not f.is_excess)::int <> (select count(*) from receipt r where r.refund_id = f.id)
    union all
    select 'numbers of receipts have a gap', c.brand_id from document_counter c
    where c.kind = 'receipt' and c.last_serial <> (select count(*) from receipt r where r.brand_id = c.brand_id)`.execute(db);
  return rows.map(({ fault, id }) => `${fault}: ${id}`);
}

/** Everything about the orders after `since` that does not add up: payments, and amounts, stock and entitlement by sums of their own. */
export const findFaults = async (db: Db, since: number): Promise<string[]> => [
  ...(await findPaymentFaults(db, since)),
  ...(await findOrderFaults(db, since + 1)).map(({ fault, id }) => `${fault}: ${id}`),
];

/** The state of the last attempt to pay for an order; undefined when there is none. */
export async function readLastAttemptState(db: Db, orderId: number): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`
    select state from card_payment where order_id = ${orderId} order by attempt desc limit 1`.execute(db);
  return rows[0]?.state;
}

/** Moves the time until which orders can be paid into the past. */
export async function endTimeToPay(db: Db, orderIds: number[]): Promise<void> {
  await sql`update orders set payment_due_at = now() - interval '1 minute' where id = any (${orderIds}::bigint[]) and payment_due_at is not null`.execute(
    db,
  );
}

/** How many of these orders wait for their payment. */
export async function countUnpaid(db: Db, orderIds: number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from orders where id = any (${orderIds}::bigint[]) and order_state_id in (10, 20) and payment_state_id = 10`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** How many attempts of a brand are open and refunds to be sent. Ends the pauses of refunds; one that waits for longer than any pause does not count. */
export async function countWaiting(db: Db, brandId: number): Promise<number> {
  await sql`update card_refund set next_attempt_at = now() where state in ('due', 'sent') and next_attempt_at < now() + interval '7 hours'`.execute(
    db,
  );
  const { rows } = await sql<{ n: number }>`
    select (select count(*)::int from card_payment where brand_id = ${brandId} and state in ('created', 'open'))
      + (select count(*)::int from card_refund where state in ('due', 'sent') and next_attempt_at < now() + interval '7 hours') as n`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}
