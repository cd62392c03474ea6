import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { OrderRef } from '../order-states/order-steps.queries.ts';

/** Begins the decoration of lines of a locked order; returns the ids of those that had not begun. */
export async function beginDecoration(
  tx: Tx,
  { organisationId, orderId }: OrderRef,
  lineIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update order_line l set decoration_started_at = now()
    where l.organisation_id = ${organisationId} and l.order_id = ${orderId} and l.id = any (${[...lineIds]}::bigint[])
      and l.is_personalised and l.decoration_started_at is null and l.quantity > l.shipped_quantity + l.cancelled_quantity
    returning l.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Sets back a line of a locked order as if its decoration had not begun. False when it has not, or pieces of it are finished. */
export async function resetDecorated(
  tx: Tx,
  { organisationId, lineId }: { organisationId: number; lineId: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update order_line l set decoration_started_at = null
    where l.organisation_id = ${organisationId} and l.id = ${lineId} and l.decoration_started_at is not null and l.decorated_quantity = 0`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/** Counts finished pieces of a line of a locked order, or takes them back. False when fewer are left, or can be taken back. */
export async function countDecorated(
  tx: Tx,
  { organisationId, lineId }: { organisationId: number; lineId: number },
  quantity: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update order_line l set decorated_quantity = l.decorated_quantity + ${quantity}::int
    where l.organisation_id = ${organisationId} and l.id = ${lineId} and l.decoration_started_at is not null
      and l.decorated_quantity + ${quantity}::int between l.shipped_quantity + l.packed_quantity and l.quantity - l.cancelled_quantity`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}
