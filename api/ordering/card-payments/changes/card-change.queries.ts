import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { OrderRef } from '../../order-states/order-steps.queries.ts';
import type { CardPart } from './card-change.rules.ts';

/** What a card pays of an order as it is now. The order must be locked. */
export async function readCardPart(tx: Tx, { organisationId, orderId }: OrderRef): Promise<CardPart> {
  const { rows } = await sql<CardPart>`
    select o.card_payer as payer, o.card_minor as "cardMinor", o.payment_state_id in (30, 35, 40) as "isPaid", o.currency_code as "currencyCode"
    from orders o where o.organisation_id = ${organisationId} and o.id = ${orderId}`.execute(tx);
  return rows[0] as CardPart;
}
