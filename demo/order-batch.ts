import type { ClientBase } from 'pg';
import { type EntitlementUse, findAccounts, insertEntitlementUses, withoutTriggers } from './entitlement.ts';
import { insertAll, insertRows, type Row } from './insert.ts';
import type { StockEvent } from './stock.ts';

/** Orders with all dependent rows, not yet written. */
export interface OrderBatch {
  orders: Row[];
  lines: Row[];
  shipments: Row[];
  shipmentLines: Row[];
  notes: Row[];
  approvals: Row[];
  stock: StockEvent[];
  uses: EntitlementUse[];
}

export const createOrderBatch = (): OrderBatch => ({
  orders: [],
  lines: [],
  shipments: [],
  shipmentLines: [],
  notes: [],
  approvals: [],
  stock: [],
  uses: [],
});

/** Writes the orders and what they use of the entitlement of their wearers; the caller books their stock movements. */
export async function insertOrders(client: ClientBase, batch: OrderBatch): Promise<void> {
  const accounts = await findAccounts(client, batch.uses);
  const lines = batch.lines.map((line) => {
    const { groupId = null, budgetId = null } = accounts.get(Number(line.id)) ?? {};
    return { ...line, group_account_id: groupId, budget_account_id: budgetId };
  });
  await insertRows(client, 'orders', batch.orders);
  // The uniform status is computed once, after the balances.
  await withoutTriggers(client, 'order_line', () => insertRows(client, 'order_line', lines));
  const columns = ['organisation_id', 'order_id', 'product_id', 'quantity', 'price_minor'];
  await client.query(
    'select add_line_figures($1, $2, $3, $4, $5)',
    columns.map((column) => lines.map((line: Row) => line[column])),
  );
  await insertAll(client, [
    ['shipment', batch.shipments],
    ['shipment_line', batch.shipmentLines],
    ['order_event', batch.notes],
    ['approval', batch.approvals],
  ]);
  await insertEntitlementUses(client, batch.uses, accounts);
  for (const [organisationId, uses] of Map.groupBy(batch.uses, (use) => use.organisationId)) {
    const wearers = new Set(uses.map(({ line }) => line.wearer?.id));
    await client.query('select refresh_uniform_status($1, $2)', [organisationId, [...wearers].sort()]);
  }
}
