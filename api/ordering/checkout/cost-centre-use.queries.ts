import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { OrderRef } from '../order-states/order-steps.queries.ts';
import { seasonOfOrder } from './order-season.queries.ts';

/** Lets orders of a cost centre wait for each other, until the transaction ends. */
export async function lockCostCentreUse(tx: Tx, costCentreId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashint8extended(${costCentreId}, 7404052))`.execute(tx);
}

/** The same before an order is changed that is charged to a cost centre with a limit: before the order is locked, as when orders are placed. */
export async function lockCostCentreOfOrder(tx: Tx, { organisationId, orderId }: OrderRef): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashint8extended(k.id, 7404052)) from orders o
    join cost_centre k on k.organisation_id = o.organisation_id and k.id = o.cost_centre_id
    where o.organisation_id = ${organisationId} and o.id = ${orderId} and k.season_limit_minor is not null`.execute(tx);
}

/**
 * What the orders of a cost centre cost the organisation in the season of an order that is placed today, in minor units excluding tax. `seasonId` is that of
 * the first line that counts in a wardrobe; null for none.
 */
export async function sumCostCentre(
  tx: Tx,
  scope: Scope,
  costCentreId: number,
  { seasonId, today }: { seasonId: number | null; today: string },
): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    select coalesce(cost_centre_value(${scope.organisationId}, ${costCentreId}, ${seasonOfOrder(scope, { seasonId, today })}), 0) as value`.execute(
    tx,
  );
  return rows[0]?.value ?? 0;
}
