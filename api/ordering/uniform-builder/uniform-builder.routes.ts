import type { FastifyInstance } from 'fastify';
import { getPriceView } from '#api/catalogue/pricing/pricing.mapper.ts';
import { createProductChoicesReader } from '#api/catalogue/products/product-choices.actions.ts';
import { arePricesVisible } from '#api/identity/sessions/access.rules.ts';
import { openMeasurements } from '#api/people/person/person.actions.ts';
import { compressReply } from '#api/platform/http/compressed-reply.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { isImpersonating } from '#api/platform/http/impersonation.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { openWardrobe } from './uniform-builder.actions.ts';
import { toBuilderProducts, toUniformBuilder } from './uniform-builder.mapper.ts';
import { isOpenTo } from './uniform-builder.rules.ts';

/** The uniform builder: a wardrobe with what is left of it, and its products. */
export function routes(app: FastifyInstance, server: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db' | 'vault'>): void {
  const { db, authenticator } = server;
  const productChoices = createProductChoicesReader(db);

  registerEndpoint(
    app,
    authenticator,
    'GET /api/organisation/uniformbuilder/:id',
    async ({ params, query, context, request, reply }) => {
      const open = await openWardrobe(db, server, context, { ...params, ...query });
      // Measurements stay hidden from people who order for the wearer.
      const isOwn = !open.isPreview && !isImpersonating(context);
      const measurements = isOwn ? await openMeasurements(db, server, context.effective, context.effective.customerId) : null;
      return compressReply(request, reply, { uniformBuilder: toUniformBuilder(open, measurements) });
    },
  );

  registerEndpoint(
    app,
    authenticator,
    'GET /api/productorganisation/uniformBuilderProducts/:id',
    async ({ params, query, context, request, reply }) => {
      const { effective } = context;
      const open = await openWardrobe(db, server, context, { ...params, ...query });
      const { isPreview, allocationTypeId, wearer, wardrobe } = open;
      const groups = wardrobe.groups.filter((group) => query.includeUnchosen || isPreview || isOpenTo(wearer, group));
      const productIds = [...new Set(groups.flatMap(({ products }) => products.map(({ id }) => id)))];
      const products = await productChoices.read(effective, productIds, {
        version: wearer.listingVersion,
        ignoringRoles: isPreview,
      });
      const view = getPriceView(effective);
      // A preview shows what wearers see.
      if (isPreview) view.pricesVisible = arePricesVisible([], allocationTypeId, wearer.wearersSeePrices);
      return compressReply(request, reply, {
        products: toBuilderProducts({ ...open, groups }, products, { view, roleIds: effective.roleIds }, effective),
      });
    },
  );
}
