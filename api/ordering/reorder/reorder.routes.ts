import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { CartDependencies } from '../cart/cart.actions.ts';
import { toCartReply } from '../cart/cart.mapper.ts';
import { checkCart, type TripCarts } from '../cart/trip-carts.ts';
import { reorder, undoReorder } from './reorder.actions.ts';
import { toReorderReply } from './reorder.mapper.ts';

/** Registers the endpoints for ordering again what was ordered before. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db'> & CartDependencies & { tripCarts: TripCarts },
): void {
  const { db, authenticator } = dependencies;

  registerEndpoint(app, authenticator, 'POST /api/reorder', async ({ form, context: { effective } }) => {
    const reordered = await runInTransaction(db, (tx) => reorder(tx, dependencies, effective, form.orderId));
    const { lines } = await checkCart(dependencies, db, effective, reordered.cart);
    return toReorderReply({ ...reordered, cart: lines }, effective);
  });

  registerEndpoint(app, authenticator, 'POST /api/reorder/undo', async ({ form, context: { effective } }) => {
    const cart = await runInTransaction(db, (tx) => undoReorder(tx, dependencies, effective, form.orderId));
    const { lines, warnings } = await checkCart(dependencies, db, effective, cart);
    return toCartReply(lines, effective, warnings);
  });
}
