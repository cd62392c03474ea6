import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { sizingService } from '#sizing/app.ts';
import { openSizingGate } from '#sizing/gate.ts';
import { sizingTokenRoutes } from '#sizing/tokens.routes.ts';
import { accessRoutes } from './access/access.routes.ts';
import { openGate } from './access/gate.ts';
import { secondFactorRoutes } from './access/second-factor.routes.ts';
import { openSessions } from './access/sessions.ts';
import { accountRoutes } from './account/account.routes.ts';
import { addressRoutes } from './addresses/addresses.routes.ts';
import { cartRoutes } from './cart/cart.routes.ts';
import { openCartLines } from './cart/cart-lines.actions.ts';
import { catalogueRoutes } from './catalogue/catalogue.routes.ts';
import { checkoutRoutes } from './checkout/checkout.routes.ts';
import type { Config } from './config.ts';
import { customerRoutes } from './customers/customers.routes.ts';
import { peopleChangeRoutes } from './customers/people-changes.routes.ts';
import { personRoutes } from './customers/person.routes.ts';
import type { DatabaseHandle } from './db/database.ts';
import { answerUnknownPath } from './http/error-handler.ts';
import { serveHealth } from './http/health.ts';
import { knowHosts } from './http/hosts.ts';
import { serveGarments, servePages } from './http/pages.ts';
import { openServer } from './http/server.ts';
import type { JobQueue } from './jobs/queue.ts';
import { mailboxRoutes } from './mail/mailbox.routes.ts';
import { orderRoutes } from './orders/orders.routes.ts';
import { organisationRoutes } from './organisation/organisation.routes.ts';
import { structureRoutes } from './organisation/structure.routes.ts';
import { invitationRoutes } from './passwords/invitations.routes.ts';
import { passwordRoutes } from './passwords/passwords.routes.ts';
import { peopleImportRoutes } from './people-import/people-import.routes.ts';
import type { Portal } from './portal.ts';
import { rangeRoutes } from './range/range.routes.ts';
import { registrationRoutes } from './registration/registration.routes.ts';
import { openVault } from './secrets/vault.ts';
import { type ReserveStock, reserveStock } from './stock/reservations.queries.ts';
import { stockRoutes } from './stock/stock.routes.ts';
import { themeRoutes } from './theme/theme.routes.ts';
import { wardrobeRoutes } from './wardrobe/wardrobe.routes.ts';

const AREAS = [
  themeRoutes,
  accessRoutes,
  secondFactorRoutes,
  passwordRoutes,
  invitationRoutes,
  registrationRoutes,
  accountRoutes,
  customerRoutes,
  personRoutes,
  peopleImportRoutes,
  peopleChangeRoutes,
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
  const app = openServer(config, logTo);
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Livery',
        description: 'The portal’s API. Paths and keys are matched without regard to case.',
        version: '1',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
  });
  await app.register(fastifySwaggerUi, { routePrefix: '/docs/api', staticCSP: true });

  const { db } = database;
  const hosts = knowHosts(db);
  const sessions = openSessions(db, config.databaseListenUrl, app.log);
  const portal: Portal = {
    config,
    db,
    hosts,
    sessions,
    cartLines: openCartLines(),
    jobs,
    vault: await openVault(config),
    reserveStock: reserve,
    gate: openGate(db, hosts, sessions, config.anonymousLimit),
  };
  for (const area of AREAS) area(app, portal);
  // Elsewhere it runs by itself.
  if (!config.sizingBaseUrl)
    await app.register(sizingService, { config, db, vault: portal.vault, gate: openSizingGate(db, sessions) });

  let closing = false;
  serveHealth(app, db, () => closing);
  serveGarments(app);
  const { webDir, captchaScriptUrl: captchaScript, sizingBaseUrl } = config;
  if (webDir) await servePages(app, hosts, { webDir, captchaScript, sizingBaseUrl });
  else app.setNotFoundHandler((_request, reply) => answerUnknownPath(reply));
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onClose', () => sessions.close());
  return app;
}
