import { sql } from 'kysely';
import { takeStep } from '#api/ordering/order-states/order-steps.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';

/** Pays for an order by card as if its provider had said so: an attempt of what the card owes that is paid. */
export async function payByCard(db: Db, orderId: number): Promise<void> {
  await runInTransaction(db, async (tx) => {
    const { rows } = await sql<{ organisationId: number }>`
      with ended as (update card_payment set state = 'cancelled', closed_at = now() where order_id = ${orderId} and state in ('created', 'open'))
      insert into card_payment (organisation_id, brand_id, order_id, attempt, provider, state, amount_minor, currency_code, session_reference,
        payment_reference, received_minor, expires_at, closed_at)
      select o.organisation_id, g.brand_id, o.id, 1 + (select count(*) from card_payment p where p.organisation_id = o.organisation_id and p.order_id = o.id), 'simulated',
        'paid', o.card_minor, o.currency_code, 'session-of-' || o.id, 'payment-of-' || o.id, o.card_minor, now() + interval '1 hour', now()
      from orders o join organisation g on g.id = o.organisation_id where o.id = ${orderId}
      returning organisation_id as "organisationId"`.execute(tx);
    const { organisationId } = rows[0] as (typeof rows)[number];
    const actor = { kind: 'system', id: null } as const;
    if (!(await takeStep(tx, { organisationId, orderId }, 'payByCard', { actor })))
      throw new Error(`Order ${orderId} does not wait for a payment by card.`);
  });
}

/** What was paid by card for an order and what goes back, in minor units. */
export const cardMoneyOf = async (db: Db, orderId: number): Promise<{ received: number; refunded: number }> =>
  (
    await sql<{ received: number; refunded: number }>`
      select coalesce(sum(received_minor), 0)::int as received, coalesce(sum(refund_claimed_minor), 0)::int as refunded
      from card_payment where order_id = ${orderId}`.execute(db)
  ).rows[0] as { received: number; refunded: number };
