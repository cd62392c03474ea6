import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { OrderRef, StepTaker } from '../order-states/order-steps.queries.ts';

/** A line of an order. */
export interface LineRef extends OrderRef {
  lineId: number;
}

/**
 * The part of a statement that claims pieces for return requests: `item` names rows with `line_id` and `quantity`, each line once. A part, so that requests
 * and claims are written by one statement. The order must be locked.
 */
export const claimingPieces = (organisationId: number, item: string) => sql`
  update order_line l set open_return_quantity = l.open_return_quantity + ${sql.ref(`${item}.quantity`)}
  from ${sql.table(item)} where l.organisation_id = ${organisationId} and l.id = ${sql.ref(`${item}.line_id`)}`;

/** Frees pieces of a line that a request no longer claims. */
export async function releaseClaim(tx: Tx, { organisationId, lineId }: LineRef, quantity: number): Promise<void> {
  if (quantity === 0) return;
  await sql`
    update order_line set open_return_quantity = open_return_quantity - ${quantity}
    where organisation_id = ${organisationId} and id = ${lineId}`.execute(tx);
}

/** Counts pieces as returned; the accounts, the uniform status and the values follow by triggers. */
export async function returnPieces(tx: Tx, { organisationId, lineId }: LineRef, quantity: number): Promise<void> {
  await sql`
    update order_line set returned_quantity = returned_quantity + ${quantity}, open_return_quantity = open_return_quantity - ${quantity}
    where organisation_id = ${organisationId} and id = ${lineId}`.execute(tx);
}

/** Locks the stock of combinations, sorted, until the transaction ends: everyone takes it before accounts of the entitlement. */
export async function lockStock(tx: Tx, combinationIds: readonly number[]): Promise<void> {
  await sql`select from stock_level where combination_id = any (${[...combinationIds]}::bigint[]) order by combination_id for update`.execute(
    tx,
  );
}

/** Puts returned pieces back into stock. */
export async function restock(
  tx: Tx,
  { organisationId, orderId, lineId, combinationId }: LineRef & { combinationId: number },
  quantity: number,
  actor: StepTaker,
): Promise<void> {
  await sql`
    with entered as (
      insert into stock_entry (combination_id, kind, on_hand_delta, organisation_id, order_id, order_line_id, actor_kind, actor_id)
      values (${combinationId}, 'return', ${quantity}, ${organisationId}, ${orderId}, ${lineId}, ${actor.kind}, ${actor.id}::bigint))
    update stock_level set on_hand = on_hand + ${quantity}, version = version + 1 where combination_id = ${combinationId}`.execute(
    tx,
  );
}

/** Claims pieces of a line again, which a request no longer claimed. */
export async function claimAgain(tx: Tx, { organisationId, lineId }: LineRef, quantity: number): Promise<void> {
  await sql`
    update order_line set open_return_quantity = open_return_quantity + ${quantity}
    where organisation_id = ${organisationId} and id = ${lineId}`.execute(tx);
}
