import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { invalid, notFound } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { calculateBuyNowTotals } from './buy-now-totals.actions.ts';
import { addToCart, type CartDependencies, changeCartLine, deleteSuperGroupLines, readCart } from './cart.actions.ts';
import { type CartReply, toCartReply } from './cart.mapper.ts';
import { deleteCartLines } from './cart.queries.ts';
import type { PricedLine } from './cart.rules.ts';
import { personaliseLine, removeLineDesign, setLineDesigns } from './cart-designs.actions.ts';
import { checkCart, type TripCarts } from './trip-carts.ts';

/** Registers the cart's endpoints. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db'> & CartDependencies & { tripCarts: TripCarts },
): void {
  const { db, authenticator } = dependencies;
  const reply = async (read: PricedLine[], scope: Scope): Promise<CartReply> => {
    const { lines, warnings } = await checkCart(dependencies, db, scope, read);
    return toCartReply(lines, scope, warnings);
  };

  registerEndpoint(app, authenticator, 'GET /api/shopping_cart_items', async ({ context: { effective } }) =>
    reply(await readCart(db, dependencies, effective), effective),
  );

  registerEndpoint(app, authenticator, 'POST /api/shopping_cart_items/multiple', async ({ body, context: { effective } }) =>
    reply(await runInTransaction(db, (tx) => addToCart(tx, dependencies, effective, body.items)), effective),
  );

  registerEndpoint(app, authenticator, 'PUT /api/shopping_cart_items/:id', async ({ params, body, context: { effective } }) => {
    const { customisations, ...change } = body;
    if (customisations && Object.values(change).some((value) => value != null))
      throw invalid('customisations', 'Please change the designs by themselves.');
    const lines = await runInTransaction(db, (tx) =>
      customisations
        ? setLineDesigns(tx, dependencies, effective, params.id, customisations)
        : changeCartLine(tx, dependencies, effective, params.id, change),
    );
    return reply(lines, effective);
  });

  registerEndpoint(app, authenticator, 'POST /api/shopping_cart_items/customisation', async ({ body, context: { effective } }) =>
    reply(await runInTransaction(db, (tx) => personaliseLine(tx, dependencies, effective, body)), effective),
  );

  registerEndpoint(
    app,
    authenticator,
    'DELETE /api/shopping_cart_items/customisation/:id',
    async ({ params, context: { effective } }) =>
      reply(await runInTransaction(db, (tx) => removeLineDesign(tx, dependencies, effective, params.id)), effective),
  );

  registerEndpoint(
    app,
    authenticator,
    'DELETE /api/shopping_cart_items/OrganisationCollectionSuperGroup/:id',
    async ({ params, context: { effective } }) => {
      const lines = await runInTransaction(db, (tx) => deleteSuperGroupLines(tx, dependencies, effective, params.id));
      return reply(lines, effective);
    },
  );

  registerEndpoint(app, authenticator, 'DELETE /api/shopping_cart_items/:id', async ({ params, context: { effective } }) => {
    const lines = await runInTransaction(db, async (tx) => {
      if ((await deleteCartLines(tx, effective, [params.id])) === 0) throw notFound('shoppingCartItem');
      return readCart(tx, dependencies, effective);
    });
    return reply(lines, effective);
  });

  registerEndpoint(app, authenticator, 'POST /api/shopping_cart_items/remove', async ({ body, context: { effective } }) => {
    const lines = await runInTransaction(db, async (tx) => {
      if ((await deleteCartLines(tx, effective, body.ids)) === 0) throw notFound('shoppingCartItem');
      return readCart(tx, dependencies, effective);
    });
    return reply(lines, effective);
  });

  registerEndpoint(app, authenticator, 'POST /api/product/getbuynowtotals', async ({ body, context: { effective } }) => ({
    totals: await calculateBuyNowTotals(db, dependencies, effective, body),
  }));
}
