import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { toBuilder, toCustomisation } from './customisation.mapper.ts';
import { deleteDesign, saveDesign } from './customisations.actions.ts';
import { findSavedDesign, listSavedDesigns } from './customisations.queries.ts';
import { findDesignOptions } from './design-options.queries.ts';
import { loadFonts } from './design-texts.rules.ts';
import { toPricedDesigns } from './priced-design.rules.ts';

/** Registers the calls about what can be put on garments, and about saved designs. */
export function routes(
  app: FastifyInstance,
  { db, authenticator, clock }: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db'>,
): void {
  registerEndpoint(
    app,
    authenticator,
    'GET /api/products/customisationbuilder/:id',
    async ({ params, query, context: { effective } }) => {
      const [options, fonts] = await Promise.all([
        findDesignOptions(db, effective, { productIds: [params.id], withDrawings: true }),
        loadFonts(),
      ]);
      const [product] = options.products;
      if (!product) throw notFound('product');
      return { customisationBuilder: toBuilder(options, fonts, product, effective, query.organisationCollectionId ?? null) };
    },
  );

  registerEndpoint(app, authenticator, 'GET /api/customisations', async ({ query, context: { effective } }) => {
    const [rows, fonts] = await Promise.all([listSavedDesigns(db, effective, query.productId ?? null), loadFonts()]);
    return { customisations: toPricedDesigns(rows, fonts).map((design) => toCustomisation(design, effective)) };
  });

  registerEndpoint(app, authenticator, 'GET /api/customisations/:id', async ({ params, context: { effective } }) => {
    const [row, fonts] = await Promise.all([findSavedDesign(db, effective, params.id), loadFonts()]);
    const [design] = toPricedDesigns(row ? [row] : [], fonts);
    if (!design) throw notFound('customisation');
    return { customisation: toCustomisation(design, effective) };
  });

  registerEndpoint(app, authenticator, 'POST /api/customisations', async ({ body, context: { effective } }) => {
    const design = await runInTransaction(db, (tx) => saveDesign(tx, effective, body, new Date(clock.now())));
    return { customisation: toCustomisation(design, effective) };
  });

  registerEndpoint(app, authenticator, 'DELETE /api/customisations/:id', async ({ params, context: { effective } }) => {
    await runInTransaction(db, (tx) => deleteDesign(tx, effective, params.id));
    return {};
  });
}
