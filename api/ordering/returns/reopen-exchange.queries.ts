import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { LineRef } from '../order-lines/return-pieces.queries.ts';
import type { CoveredLine } from './returns.rules.ts';

/** The line of a rejected exchange whose pieces come back after all. Amounts in minor units. */
interface ReopenedLine extends CoveredLine {
  /** Pieces that were sent, have not come back and are in no other request. */
  free: number;
  unitMinor: number;
  /** The price of the new size. */
  newUnitMinor: number;
  /** The budget in money that covers the line; null when there is none. */
  moneyBudgetId: number | null;
}

/** Reads the line of a request and the price of its new size. The orders must be locked. */
export async function readReopenedLine(
  tx: Tx,
  { organisationId, lineId }: LineRef,
  exchangeLineId: number,
): Promise<ReopenedLine> {
  const { rows } = await sql<ReopenedLine>`
    select l.shipped_quantity - l.returned_quantity - l.open_return_quantity as free, l.quantity, l.cancelled_quantity as "cancelledQuantity",
      l.returned_quantity as "returnedQuantity", l.open_return_quantity as "openReturnQuantity", l.covered_quantity as "coveredQuantity",
      (select coalesce(sum(p.awaited_covered_quantity), 0)::int from order_line p
        where p.organisation_id = l.organisation_id and p.exchange_of_line_id = l.id and p.cancelled_quantity < p.quantity) as "promisedQuantity",
      l.unit_price_minor as "unitMinor", x.unit_price_minor as "newUnitMinor",
      (select b.id from entitlement_account b
        where b.organisation_id = l.organisation_id and b.id = l.budget_account_id and b.unit = 'money') as "moneyBudgetId"
    from order_line l join order_line x on x.organisation_id = l.organisation_id and x.id = ${exchangeLineId}
    where l.organisation_id = ${organisationId} and l.id = ${lineId}`.execute(tx);
  return rows[0] as ReopenedLine;
}
