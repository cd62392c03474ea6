import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import { insertExchange, type NewExchange } from '../order-lines/exchange-pieces.queries.ts';
import type { StepTaker } from '../order-states/order-steps.queries.ts';
import type { StoredReturn } from './return-steps.queries.ts';
import { type CoveredLine, countMovedCoverage } from './returns.rules.ts';

/**
 * Places the order that carries the same pieces once more. Its stock must be reserved by the caller. Returns order and line, and how many of the pieces
 * the entitlement covers.
 */
export async function insertReplacement(
  tx: Tx,
  { organisationId, lineId, customerId }: StoredReturn,
  quantity: number,
  actor: StepTaker,
): Promise<{ orderId: number; lineId: number; covered: number }> {
  const { rows } = await sql<Omit<NewExchange, 'lineId' | 'quantity' | 'awaitedCovered' | 'differenceMinor'> & CoveredLine>`
    select l.combination_id as "combinationId", l.sku, l.gtin, l.description, l.attributes, l.image_src as "imageSrc", l.unit_price_minor as "unitMinor",
      l.unit_tax_minor as "unitTaxMinor", l.quantity, l.cancelled_quantity as "cancelledQuantity", l.returned_quantity as "returnedQuantity",
      l.open_return_quantity - ${quantity}::int as "openReturnQuantity", l.covered_quantity as "coveredQuantity",
      (select coalesce(sum(x.awaited_covered_quantity), 0)::int from order_line x
        where x.organisation_id = l.organisation_id and x.exchange_of_line_id = l.id and x.cancelled_quantity < x.quantity) as "promisedQuantity"
    from order_line l where l.organisation_id = ${organisationId} and l.id = ${lineId}`.execute(tx);
  const line = rows[0] as (typeof rows)[number];
  const covered = countMovedCoverage(line, quantity);
  const placed = await insertExchange(
    tx,
    organisationId,
    { ...line, lineId, quantity, awaitedCovered: 0, differenceMinor: 0 },
    { actor, placedById: customerId },
  );
  return { ...placed, covered };
}
