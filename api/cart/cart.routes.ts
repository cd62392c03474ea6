import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../db/database.ts';
import { serve } from '../http/endpoint.ts';
import { notFound } from '../http/errors.ts';
import type { Portal } from '../portal.ts';
import { addToCart, changeLine, readCart } from './cart.actions.ts';
import { deleteLine } from './cart.queries.ts';
import { toCartReply } from './cart.wire.ts';

export function cartRoutes(app: FastifyInstance, portal: Portal): void {
  const { db, gate } = portal;

  serve(app, gate, 'GET /api/shopping_cart_items', async ({ visit: { scope } }) =>
    toCartReply(await readCart(db, portal, scope), scope),
  );

  serve(app, gate, 'POST /api/shopping_cart_items/multiple', async ({ body, visit: { scope } }) =>
    toCartReply(await inTransaction(db, (tx) => addToCart(tx, portal, scope, body.items)), scope),
  );

  serve(app, gate, 'PUT /api/shopping_cart_items/:id', async ({ params, body, visit: { scope } }) =>
    toCartReply(await inTransaction(db, (tx) => changeLine(tx, portal, scope, params.id, body)), scope),
  );

  serve(app, gate, 'DELETE /api/shopping_cart_items/:id', async ({ params, visit: { scope } }) => {
    const lines = await inTransaction(db, async (tx) => {
      if ((await deleteLine(tx, scope, params.id)) === 0) throw notFound('shoppingCartItem');
      return readCart(tx, portal, scope);
    });
    return toCartReply(lines, scope);
  });
}
