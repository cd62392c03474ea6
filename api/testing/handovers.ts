import { sql } from 'kysely';
import { createCheckoutChoices, fillCart, requestSummary, type StockedProduct, submitOrder } from './builders.ts';
import type { Pieces } from './fulfilment.ts';
import type { TestClient, TestOperatorClient, TestServer } from './portal.ts';

export const COLLECT = 'Collect from the depot';

/** Places an order that is delivered in this way, as its person does, and returns it with its lines in the order of the items. */
export async function orderWithDelivery(
  { db }: Pick<TestServer, 'db'>,
  person: TestClient,
  delivery: string,
  ...items: [product: StockedProduct, quantity: number, size?: number][]
): Promise<{ id: number; lines: number[] }> {
  await fillCart(
    person,
    ...items.map(([product, quantity, size = 0]) => ({
      productId: product.id,
      combinationId: product.combinations[size]?.id,
      quantity,
    })),
  );
  const checkout = { ...(await createCheckoutChoices(db, person)), shippingOption: { name: delivery } };
  await requestSummary(db, person, checkout);
  const { status, body, errors } = await submitOrder(person, checkout);
  if (status !== 200) throw new Error(`The order was refused: ${status} ${JSON.stringify(errors)}`);
  const id = body.orderId as number;
  const { rows } = await sql<{ id: number }>`select id from order_line where order_id = ${id} order by id`.execute(db);
  return { id, lines: rows.map((row) => row.id) };
}

const toItems = (pieces: readonly Pieces[]) => pieces.map(([orderItemId, quantity]) => ({ orderItemId, quantity }));

/** Makes pieces ready to collect. */
export const makeReady = (operator: TestOperatorClient, pieces: readonly Pieces[], key?: string) =>
  operator.post<'POST /api/operator/readytocollect'>(
    '/api/operator/readytocollect',
    { items: toItems(pieces) },
    key ? { 'idempotency-key': key } : {},
  );

/** Hands over what is ready of an order, or some of it. */
export const handOver = (operator: TestOperatorClient, orderId: number, pieces?: readonly Pieces[], key?: string) =>
  operator.post<'POST /api/operator/orders/:id/handover'>(
    `/api/operator/orders/${orderId}/handover`,
    { collectedBy: 'Ann Ash', ...(pieces && { items: toItems(pieces) }) },
    key ? { 'idempotency-key': key } : {},
  );
