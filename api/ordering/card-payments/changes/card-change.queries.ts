import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { OrderRef } from '../../order-states/order-steps.queries.ts';
import type { CardShare } from './card-change.rules.ts';

/** What a card pays of an order `o`, as a JSON object: a `CardShare`. */
export const cardPart = sql`json_build_object('payer', o.card_payer, 'cardMinor', o.card_minor, 'isPaid', o.payment_state_id in (30, 35, 40))`;

/** What a card pays of an order as it is now. The order must be locked. */
export async function readCardPart(tx: Tx, { organisationId, orderId }: OrderRef): Promise<CardShare> {
  const { rows } = await sql<{ part: CardShare }>`
    select ${cardPart} as part from orders o where o.organisation_id = ${organisationId} and o.id = ${orderId}`.execute(tx);
  return (rows[0] as (typeof rows)[number]).part;
}
