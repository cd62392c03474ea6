import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { OpenOrder } from '../open-order.rules.ts';

/** Where and when an order is collected, in words; null where that is not known any more. */
export async function findCollecting(
  tx: Tx,
  { organisationId, deliveryMethod }: Pick<OpenOrder, 'organisationId' | 'deliveryMethod'>,
): Promise<{ collectFrom: string | null; openingHours: string | null }> {
  const { rows } = await sql<{ collectFrom: string | null; openingHours: string | null }>`
    select collect_from as "collectFrom", opening_hours as "openingHours" from shipping_option
    where organisation_id = ${organisationId} and name = ${deliveryMethod}`.execute(tx);
  return rows[0] ?? { collectFrom: null, openingHours: null };
}
