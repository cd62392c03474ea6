import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { OrderRef } from '../order-states/order-steps.queries.ts';

/** The wearers of an order's lines. */
export async function listWearerIds(tx: Tx, { organisationId, orderId }: OrderRef): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct wearer_id as id from order_line
    where organisation_id = ${organisationId} and order_id = ${orderId} and wearer_id is not null`.execute(tx);
  return rows.map(({ id }) => id);
}
