import { sql } from 'kysely';
import { vi } from 'vitest';
import { anItem, aStockedProduct, orderItems, type StockedProduct } from './builders.ts';
import type { TestClient, TestOperatorClient, TestServer } from './portal.ts';
import { type StatementFault, unlockedOrders } from './statement-faults.ts';

/** Pieces of a line of an order. */
export type Pieces = [lineId: number, quantity: number];

/** The warehouse does not lock orders, and two requests read the same pending pieces before either ships them. */
export function createUnlockedWarehouse(): StatementFault[] {
  let readers = 0;
  const waitForAnother = async () => {
    readers += 1;
    await vi.waitUntil(() => readers % 2 === 0, { interval: 5, timeout: 5000 });
  };
  return [unlockedOrders, { statement: /as "wearerName",.* as name, .* as pending,/s, afterwards: waitForAnother }];
}

/** A parcel with these pieces. */
export const aParcel = (...pieces: Pieces[]) => ({
  carrier: 'Northline Parcels',
  trackingNumber: 'NL1',
  trackingUrl: 'https://track.northline.example/parcel/NL1',
  items: pieces.map(([orderItemId, quantity]) => ({ orderItemId, quantity })),
});

/** Ships parcels. */
export const ship = (operator: TestOperatorClient, parcels: object[], key?: string) =>
  operator.post<'POST /api/operator/shipments'>('/api/operator/shipments', { parcels }, key ? { 'idempotency-key': key } : {});

/** Ships pieces in one parcel, decorated where they are personalised, and returns the id of the shipment. Throws when it is refused. */
export async function shipPieces(operator: TestOperatorClient, ...pieces: Pieces[]): Promise<number> {
  for (const [orderItemId, quantity] of pieces)
    await operator.post<'POST /api/operator/decoration/finish'>('/api/operator/decoration/finish', { orderItemId, quantity });
  const { body, status, errors } = await ship(operator, [aParcel(...pieces)]);
  if (status !== 200) throw new Error(`Shipping was refused: ${status} ${JSON.stringify(errors)}`);
  return body.shipments[0]?.id as number;
}

/** Records that a parcel was delivered. */
export const deliver = (operator: TestOperatorClient, shipmentId: number, body: object = {}) =>
  operator.post<'POST /api/operator/shipments/:id/delivered'>(`/api/operator/shipments/${shipmentId}/delivered`, body);

/** Cancels pending pieces for the supplier. */
export const cancelLines = (operator: TestOperatorClient, orderId: number, ...pieces: Pieces[]) =>
  operator.post<'POST /api/operator/orders/:id/lines/cancel'>(`/api/operator/orders/${orderId}/lines/cancel`, {
    items: pieces.map(([id, quantity]) => ({ id, quantity })),
    reason: 'The mill has closed.',
  });

/** Promises pending pieces of a line for another day. */
export const moveDate = (operator: TestOperatorClient, orderId: number, lineId: number, dueOn: string) =>
  operator.put<'PUT /api/operator/orders/:id/lines/due'>(`/api/operator/orders/${orderId}/lines/due`, {
    items: [{ id: lineId, dueOn }],
    reason: 'The mill is late.',
  });

/** Records pieces that have arrived. */
export const receive = (operator: TestOperatorClient, reference: string, ...items: [code: string, quantity: number][]) =>
  operator.post<'POST /api/operator/stock/receipts'>('/api/operator/stock/receipts', {
    reference,
    items: items.map(([code, quantity]) => ({ code, quantity })),
  });

/** An order as the warehouse sees it; undefined when it does not. */
export const operatorOrderOf = async (operator: TestOperatorClient, orderId: number) => {
  const { body, status } = await operator.get<'GET /api/operator/orders/:id'>(`/api/operator/orders/${orderId}`);
  return status === 200 ? body.orders[0] : undefined;
};

/** A garment that can be ordered beyond what is on hand. */
export const aBackOrderProduct = ({ db }: Pick<TestServer, 'db'>, onHand: number): Promise<StockedProduct> =>
  aStockedProduct(db, { stock: [onHand], backorderMode: 1 });

/** Places an order of pieces of garments, one line for each, and returns its lines. It is released. */
export async function aReleasedOrder(
  { db }: Pick<TestServer, 'db'>,
  person: TestClient,
  ...items: [product: StockedProduct, quantity: number, size?: number][]
): Promise<{ id: number; lines: number[] }> {
  const id = await orderItems(db, person, ...items.map(([product, quantity, size = 0]) => anItem(product, quantity, size)));
  const { rows } = await sql<{ id: number }>`select id from order_line where order_id = ${id} order by id`.execute(db);
  return { id, lines: rows.map((row) => row.id) };
}

/** The stock of a size of a product: on hand and reserved, and whether the entries say the same. */
export async function stockOf({ db }: Pick<TestServer, 'db'>, product: StockedProduct, size = 0): Promise<[number, number]> {
  const { rows } = await sql<{ onHand: number; reserved: number; entered: number }>`
    select s.on_hand as "onHand", s.reserved, (select sum(e.reserved_delta)::int from stock_entry e where e.combination_id = s.combination_id) as entered
    from stock_level s where s.combination_id = ${product.combinations[size]?.id}`.execute(db);
  const { onHand, reserved, entered } = rows[0] as (typeof rows)[number];
  if ((entered ?? 0) !== reserved) throw new Error(`${reserved} pieces are reserved, but ${entered} by the entries.`);
  return [onHand, reserved];
}
