import { sql } from 'kysely';
import type { StockedProduct } from './builders.ts';
import type { TestClient, TestServer } from './portal.ts';

/** Sends `orderId` as a form, as the calls for re-orders expect it. */
const sendForm = <C extends 'POST /api/reorder' | 'POST /api/reorder/undo'>(
  person: TestClient,
  path: string,
  orderId: number | string,
) =>
  // The client passes text on as it is.
  person.post<C>(path, `orderId=${orderId}` as unknown as object, { 'content-type': 'application/x-www-form-urlencoded' });

/** Orders again what an order contains. */
export const reorder = (person: TestClient, orderId: number | string) =>
  sendForm<'POST /api/reorder'>(person, '/api/reorder', orderId);

/** Undoes the last re-order of an order. */
export const undoReorder = (person: TestClient, orderId: number | string) =>
  sendForm<'POST /api/reorder/undo'>(person, '/api/reorder/undo', orderId);

/** The cart of a person. */
export const cartOf = async (person: TestClient) =>
  (await person.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body;

/** Product and quantity of each line of a cart. */
export const listQuantities = (cart: { items: { productId: number; quantity: number }[] }) =>
  cart.items.map(({ productId, quantity }) => [productId, quantity]);

/** Sets how many pieces of a product are free. */
export const setFreeStock = ({ db }: Pick<TestServer, 'db'>, product: StockedProduct, pieces: number) =>
  sql`update stock_level set on_hand = reserved + ${pieces} where product_id = ${product.id}`.execute(db);
