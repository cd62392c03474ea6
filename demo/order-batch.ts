import type { ClientBase } from 'pg';
import { insertAll, type Row } from './insert.ts';
import type { StockEvent } from './stock.ts';

/** Orders with all dependent rows, not yet written. */
export interface OrderBatch {
  orders: Row[];
  lines: Row[];
  shipments: Row[];
  shipmentLines: Row[];
  notes: Row[];
  stock: StockEvent[];
}

export const createOrderBatch = (): OrderBatch => ({
  orders: [],
  lines: [],
  shipments: [],
  shipmentLines: [],
  notes: [],
  stock: [],
});

/** Writes the orders; the caller books their stock movements. */
export async function insertOrders(client: ClientBase, batch: OrderBatch): Promise<void> {
  await insertAll(client, [
    ['orders', batch.orders],
    ['order_line', batch.lines],
    ['shipment', batch.shipments],
    ['shipment_line', batch.shipmentLines],
    ['order_event', batch.notes],
  ]);
}
