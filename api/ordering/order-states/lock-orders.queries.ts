import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { OrderRef } from './order-steps.queries.ts';

/**
 * The rows of orders of an organisation that meet a condition on `o`, locked until the transaction ends, for a `with … as materialized`. The oldest is
 * locked first wherever several are locked, so that no two transactions wait for each other.
 */
export const lockedOrders = (
  organisationId: number,
  orderIds: readonly number[],
  condition: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`
  select o.* from orders o where o.organisation_id = ${organisationId} and o.id = any (${[...orderIds]}::bigint[]) and ${condition}
  order by o.id for no key update of o`;

/** Locks orders until the transaction ends, so that they stay as they are read afterwards. Returns the ids of those that exist and meet the condition on `o`. */
export async function lockOrders(
  tx: Tx,
  organisationId: number,
  orderIds: readonly number[],
  condition?: RawBuilder<unknown>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with locked as materialized (${lockedOrders(organisationId, orderIds, condition)}) select id from locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Locks an order as `lockOrders` does; false when there is none, or it does not meet the condition. */
export const lockOrder = async (
  tx: Tx,
  { organisationId, orderId }: OrderRef,
  condition?: RawBuilder<unknown>,
): Promise<boolean> => (await lockOrders(tx, organisationId, [orderId], condition)).length > 0;
