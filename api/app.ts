import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { API_CONVENTIONS } from '#contract/conventions.ts';
import { catalogueRoutes } from './catalogue/products/catalogue.routes.ts';
import { rangeRoutes } from './catalogue/range/range.routes.ts';
import { type ReserveStock, reserveStock } from './catalogue/stock/reservations.queries.ts';
import { stockRoutes } from './catalogue/stock-enquiry/stock-enquiry.routes.ts';
import { addressRoutes } from './identity/addresses/addresses.routes.ts';
import { accessRoutes } from './identity/login/access.routes.ts';
import { secondFactorRoutes } from './identity/login/second-factor.routes.ts';
import { passwordRoutes } from './identity/passwords/passwords.routes.ts';
import { createAuthenticator } from './identity/sessions/authenticator.ts';
import { createSessions } from './identity/sessions/sessions.ts';
import { cartRoutes } from './ordering/cart/cart.routes.ts';
import { createCartLines } from './ordering/cart/cart-lines.actions.ts';
import { checkoutRoutes } from './ordering/checkout/checkout.routes.ts';
import { orderRoutes } from './ordering/orders/orders.routes.ts';
import { themeRoutes } from './organisation/brands/theme.routes.ts';
import { organisationRoutes } from './organisation/structure/organisation.routes.ts';
import { structureRoutes } from './organisation/structure/structure.routes.ts';
import { wardrobeRoutes } from './organisation/wardrobes/wardrobe.routes.ts';
import { peopleBulkEditRoutes } from './people/bulk-edit/people-bulk-edit.routes.ts';
import { impersonationRoutes } from './people/impersonation/impersonation.routes.ts';
import { peopleImportRoutes } from './people/import/people-import.routes.ts';
import { invitationRoutes } from './people/invitations/invitations.routes.ts';
import { peopleListRoutes } from './people/list/people-list.routes.ts';
import { optOutRoutes } from './people/opt-out/opt-out.routes.ts';
import { personRoutes } from './people/person/person.routes.ts';
import { wardrobeOptionRoutes } from './people/person/wardrobe-options.routes.ts';
import { registrationRoutes } from './people/registration/registration.routes.ts';
import type { Config } from './platform/config.ts';
import type { DatabaseHandle } from './platform/db/database.ts';
import { createVault } from './platform/encryption/vault.ts';
import { sendPathNotFound } from './platform/http/error-handler.ts';
import { registerHealthRoutes } from './platform/http/health.ts';
import { createHosts } from './platform/http/hosts.ts';
import { registerGarmentDrawings, registerPages } from './platform/http/pages.ts';
import { createHttpServer } from './platform/http/server.ts';
import type { JobQueue } from './platform/jobs/queue.ts';
import { mailboxRoutes } from './platform/mail/mailbox.routes.ts';
import type { Portal } from './portal.ts';
import { accountRoutes } from './privacy/account.routes.ts';
import { createSizingAuthenticator } from './sizing/authenticator.ts';
import { sizingPlugin } from './sizing/plugin.ts';
import { sizingTokenRoutes } from './sizing/tokens.routes.ts';

const AREAS = [
  themeRoutes,
  accessRoutes,
  secondFactorRoutes,
  passwordRoutes,
  invitationRoutes,
  registrationRoutes,
  accountRoutes,
  peopleListRoutes,
  impersonationRoutes,
  optOutRoutes,
  wardrobeOptionRoutes,
  personRoutes,
  peopleImportRoutes,
  peopleBulkEditRoutes,
  organisationRoutes,
  structureRoutes,
  rangeRoutes,
  wardrobeRoutes,
  addressRoutes,
  catalogueRoutes,
  stockRoutes,
  cartRoutes,
  checkoutRoutes,
  orderRoutes,
  sizingTokenRoutes,
  mailboxRoutes,
];

/** The server with all its routes, not yet listening. */
export async function buildApp(
  config: Config,
  database: DatabaseHandle,
  jobs: JobQueue,
  reserve: ReserveStock = reserveStock,
  logTo?: { write(line: string): void },
): Promise<FastifyInstance> {
  const app = createHttpServer(config, logTo);
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Livery',
        description: API_CONVENTIONS,
        version: '1',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
  });
  await app.register(fastifySwaggerUi, { routePrefix: '/docs/api', staticCSP: true });

  const { db } = database;
  const hosts = createHosts(db);
  const sessions = createSessions(db, config.databaseListenUrl, app.log);
  const portal: Portal = {
    config,
    db,
    hosts,
    sessions,
    cartLines: createCartLines(),
    jobs,
    vault: await createVault(config),
    reserveStock: reserve,
    authenticator: createAuthenticator(db, hosts, sessions, config.anonymousLimit),
  };
  for (const area of AREAS) area(app, portal);
  // Elsewhere it runs by itself.
  if (!config.sizingBaseUrl)
    await app.register(sizingPlugin, { config, db, vault: portal.vault, authenticator: createSizingAuthenticator(db, sessions) });

  let closing = false;
  registerHealthRoutes(app, db, () => closing);
  registerGarmentDrawings(app);
  const { webDir, captchaScriptUrl: captchaScript, sizingBaseUrl } = config;
  if (webDir) await registerPages(app, hosts, { webDir, captchaScript, sizingBaseUrl });
  else app.setNotFoundHandler((_request, reply) => sendPathNotFound(reply));
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onClose', () => sessions.close());
  return app;
}
