import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { LinePieces } from './cancel-pieces.queries.ts';

/**
 * Counts pieces of lines that go back into the cart of their person, where a quoted price leads again until its last day: they no longer count as ordered
 * by the quote. The order must be locked.
 */
export async function sendBackPieces(tx: Tx, organisationId: number, pieces: readonly LinePieces[]): Promise<void> {
  await sql`
    update order_line l set sent_back_quantity = l.sent_back_quantity + p.quantity
    from unnest(${pieces.map(({ lineId }) => lineId)}::bigint[], ${pieces.map(({ quantity }) => quantity)}::int[]) as p (line_id, quantity)
    where l.organisation_id = ${organisationId} and l.id = p.line_id and l.quote_item_id is not null`.execute(tx);
}
