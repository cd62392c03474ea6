import type { FastifyInstance } from 'fastify';
import { createPortalBulkEdits, createSupplierBulkEdits } from './bulk-edits.ts';
import { routes as adhocList } from './catalogue/adhoc-list/adhoc-list.routes.ts';
import { routes as customisations } from './catalogue/customisation/customisation.routes.ts';
import { routes as keptDecoration } from './catalogue/customisation/keeping/keeping.routes.ts';
import { routes as logos } from './catalogue/customisation/logos/logos.routes.ts';
import { routes as productImports } from './catalogue/import/product-files/product-imports.routes.ts';
import { registerProductPictures } from './catalogue/pictures/product-pictures.ts';
import { priceListRoutes, routes as prices } from './catalogue/prices/prices.routes.ts';
import { routes as productSheets } from './catalogue/product-sheet/product-sheet.routes.ts';
import { routes as catalogue } from './catalogue/products/catalogue.routes.ts';
import { routes as operatorCategories } from './catalogue/products/keeping/categories.routes.ts';
import { routes as operatorProducts } from './catalogue/products/keeping/operator-products.routes.ts';
import { routes as operatorPictures } from './catalogue/products/pictures/operator-pictures.routes.ts';
import { routes as productPositions } from './catalogue/products/positions/product-positions.routes.ts';
import { routes as clientRange } from './catalogue/range/keeping/client-range.routes.ts';
import { routes as range } from './catalogue/range/range.routes.ts';
import { routes as sizeGuides } from './catalogue/size-guides/size-guides.routes.ts';
import { routes as stockEnquiry } from './catalogue/stock-enquiry/stock-enquiry.routes.ts';
import { routes as tax } from './catalogue/tax/tax.routes.ts';
import { routes as announcements } from './content/announcements/announcements.routes.ts';
import { routes as documentTypes } from './content/documents/document-types.routes.ts';
import { routes as documents } from './content/documents/documents.routes.ts';
import { routes as keptDocuments } from './content/documents/kept-documents.routes.ts';
import { routes as contentPictures } from './content/pictures/pictures.routes.ts';
import { routes as audiences } from './content/publications/audiences.routes.ts';
import { routes as slides } from './content/slides/slides.routes.ts';
import { routes as terms } from './content/terms/terms.routes.ts';
import { createLoginTopics } from './content/topics/login-topics.actions.ts';
import { routes as operatorTopics } from './content/topics/operator-topics.routes.ts';
import { routes as topics } from './content/topics/topics.routes.ts';
import { findWardrobeDraft } from './entitlement/wardrobes/drafts/drafts.actions.ts';
import { routes as wardrobeDrafts } from './entitlement/wardrobes/drafts/drafts.routes.ts';
import {
  followSeasons,
  keepBeforeRangeEdit,
  publishAfterClientRangeEdit,
  publishAfterRangeEdit,
  seasonHooks,
} from './entitlement/wardrobes/versions/publish.actions.ts';
import { previewSeason } from './entitlement/wardrobes/versions/season-effect.actions.ts';
import { routes as wardrobeAdministration } from './entitlement/wardrobes/wardrobes.routes.ts';
import { createPortalExports, createSupplierExports } from './exports.ts';
import { routes as addresses } from './identity/addresses/addresses.routes.ts';
import { routes as emails } from './identity/emails/email-change.routes.ts';
import { routes as listSettings } from './identity/list-settings/list-settings.routes.ts';
import { routes as listViews } from './identity/list-settings/list-views.routes.ts';
import { routes as access } from './identity/login/access.routes.ts';
import { createLoginThrottle } from './identity/login/login-throttle.ts';
import { routes as secondFactor } from './identity/login/second-factor.routes.ts';
import { routes as apiKeys } from './identity/operators/api-keys.routes.ts';
import { routes as operatorTeam } from './identity/operators/operator-team.routes.ts';
import { routes as operators } from './identity/operators/operators.routes.ts';
import { routes as passkeys } from './identity/operators/passkeys.routes.ts';
import { routes as passwords } from './identity/passwords/passwords.routes.ts';
import { createAuthenticator } from './identity/sessions/authenticator.ts';
import { createSessions } from './identity/sessions/sessions.ts';
import { routes as changes } from './integrations/changes/changes.routes.ts';
import { routes as punchoutCallUps } from './integrations/punchout/call-ups/call-up.routes.ts';
import { createFrameOrigins } from './integrations/punchout/connections/frame-origins.ts';
import { routes as punchoutConnections } from './integrations/punchout/keeping/connections.routes.ts';
import { routes as punchoutUnreturnable } from './integrations/punchout/keeping/unreturnable.routes.ts';
import { routes as purchaseOrders } from './integrations/punchout/orders/purchase-orders.routes.ts';
import { receiveOrder } from './integrations/punchout/orders/receive-order.actions.ts';
import { routes as punchoutRequests } from './integrations/punchout/requests/cxml.routes.ts';
import { routes as punchoutReturns } from './integrations/punchout/returns/return-page.routes.ts';
import { createTripCarts } from './integrations/punchout/returns/trip-carts.ts';
import { routes as punchoutTrips } from './integrations/punchout/trips/trips.routes.ts';
import { routes as supplierWebhooks } from './integrations/webhooks/supplier-webhooks.routes.ts';
import { createWebhookTransport, type WebhookTransport } from './integrations/webhooks/webhook-transport.ts';
import { routes as webhooks } from './integrations/webhooks/webhooks.routes.ts';
import { routes as approvalCard } from './ordering/approval/approval-card.routes.ts';
import { routes as approvalRules } from './ordering/approval/approval-rules.routes.ts';
import { routes as delegations } from './ordering/approval/delegations.routes.ts';
import { routes as cardPayments } from './ordering/card-payments/card-payments.routes.ts';
import { routes as operatorCardPayments } from './ordering/card-payments/operators/operator-card-payments.routes.ts';
import { createFindPaymentProvider, type FindPaymentProvider } from './ordering/card-payments/payment-dependencies.ts';
import { routes as paymentEvents } from './ordering/card-payments/payment-events.routes.ts';
import { routes as paymentProviders } from './ordering/card-payments/providers/payment-providers.routes.ts';
import { routes as receipts } from './ordering/card-payments/receipts/receipts.routes.ts';
import { routes as cart } from './ordering/cart/cart.routes.ts';
import { createCartLines } from './ordering/cart/cart-lines.actions.ts';
import { routes as checkout } from './ordering/checkout/checkout.routes.ts';
import { routes as checkoutQuestions } from './ordering/checkout-questions/checkout-questions.routes.ts';
import { routes as costCentres } from './ordering/cost-centres/cost-centres.routes.ts';
import { routes as credit } from './ordering/credit/credit.routes.ts';
import { routes as dashboards } from './ordering/dashboards/dashboards.routes.ts';
import { routes as decisions } from './ordering/decisions/decisions.routes.ts';
import { routes as decoration } from './ordering/decoration/decoration.routes.ts';
import { routes as deliveryOptions } from './ordering/delivery-options/delivery-options.routes.ts';
import { routes as fulfilment } from './ordering/fulfilment/fulfilment.routes.ts';
import { routes as fulfilmentPapers } from './ordering/fulfilment/papers/papers.routes.ts';
import { routes as stockCounts } from './ordering/fulfilment/stock/counts.routes.ts';
import { routes as stockLevels } from './ordering/fulfilment/stock/levels.routes.ts';
import { routes as stock } from './ordering/fulfilment/stock/stock.routes.ts';
import { routes as accountStatements } from './ordering/invoices/account-statement.routes.ts';
import { routes as invoices } from './ordering/invoices/invoices.routes.ts';
import { routes as operatorInvoices } from './ordering/invoices/operator-invoices.routes.ts';
import { routes as issuedGarments } from './ordering/issued-garments/issued-garments.routes.ts';
import { routes as keptSizes } from './ordering/kept-sizes/kept-sizes.routes.ts';
import { routes as madeToMeasure } from './ordering/made-to-measure/made-to-measure.routes.ts';
import { routes as managedReturns } from './ordering/managed-returns/managed-returns.routes.ts';
import { routes as orderChanges } from './ordering/order-changes/order-changes.routes.ts';
import { routes as orderSheets } from './ordering/order-sheets/order-sheets.routes.ts';
import { wholeOrders } from './ordering/orders/order-filters.queries.ts';
import { routes as orders } from './ordering/orders/orders.routes.ts';
import { routes as payments } from './ordering/payments/payments.routes.ts';
import { routes as proofs } from './ordering/proofs/proofs.routes.ts';
import { routes as acceptingQuotes } from './ordering/quotes/accepting/accepting.routes.ts';
import { routes as answerQuotes } from './ordering/quotes/answering/answer-quotes.routes.ts';
import { routes as quotePdf } from './ordering/quotes/pdf/quote-pdf.routes.ts';
import { routes as quotes } from './ordering/quotes/quotes.routes.ts';
import { routes as reorder } from './ordering/reorder/reorder.routes.ts';
import { routes as returnDecisions } from './ordering/returns/return-decisions.routes.ts';
import { routes as returnFiles } from './ordering/returns/return-files.routes.ts';
import { routes as returnLabels } from './ordering/returns/return-labels.routes.ts';
import { routes as returnTerms } from './ordering/returns/return-terms.routes.ts';
import { routes as returns } from './ordering/returns/returns.routes.ts';
import { routes as statement } from './ordering/statement/statement.routes.ts';
import { routes as stockNotices } from './ordering/stock-notices/stock-notices.routes.ts';
import { routes as underway } from './ordering/underway/underway.routes.ts';
import { routes as wardrobeChoices } from './ordering/uniform-builder/choices.routes.ts';
import { routes as uniformBuilder } from './ordering/uniform-builder/uniform-builder.routes.ts';
import { routes as theme } from './organisation/brands/theme.routes.ts';
import { routes as ownSettings } from './organisation/settings/own-settings.routes.ts';
import { routes as organisation } from './organisation/structure/organisation.routes.ts';
import { routes as structure } from './organisation/structure/structure.routes.ts';
import { routes as wardrobes } from './organisation/wardrobes/wardrobe.routes.ts';
import { routes as adjustments } from './people/adjustments/adjustments.routes.ts';
import { routes as peopleBulkEdit } from './people/bulk-edit/people-bulk-edit.routes.ts';
import { routes as entitlementRequests } from './people/entitlement-requests/entitlement-requests.routes.ts';
import { routes as impersonation } from './people/impersonation/impersonation.routes.ts';
import { routes as peopleImport } from './people/import/people-import.routes.ts';
import { routes as invitations } from './people/invitations/invitations.routes.ts';
import { routes as peopleList } from './people/list/people-list.routes.ts';
import { routes as optOut } from './people/opt-out/opt-out.routes.ts';
import { routes as person } from './people/person/person.routes.ts';
import { routes as registration } from './people/registration/registration.routes.ts';
import { routes as seasonMembers } from './people/season-members/season-members.routes.ts';
import { routes as timeRequests } from './people/time-requests/time-requests.routes.ts';
import { routes as bulkEdit } from './platform/bulk-edit/bulk-edit.routes.ts';
import { routes as supplierBulkEdit } from './platform/bulk-edit/supplier-bulk-edit.routes.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { type DatabaseHandle, openMonitor } from './platform/db/database.ts';
import { openVault } from './platform/encryption/open-vault.ts';
import { routes as listExports } from './platform/exports/exports.routes.ts';
import { routes as supplierExports } from './platform/exports/supplier-exports.routes.ts';
import { createBlobStore } from './platform/files/blob-store.ts';
import { createFileStore } from './platform/files/file-store.ts';
import { API_DOCS_PATH, registerApiDocumentation } from './platform/http/api-docs/api-docs.ts';
import { sendPathNotFound } from './platform/http/error-handler.ts';
import { registerHealthRoutes } from './platform/http/health.ts';
import { createHosts } from './platform/http/hosts.ts';
import { registerGarmentDrawings, registerPages } from './platform/http/pages.ts';
import { createHttpServer } from './platform/http/server.ts';
import { collectMethods } from './platform/http/unsupported-methods.ts';
import type { JobQueue } from './platform/jobs/queue.ts';
import { registerMetricsRoute } from './platform/observability/metrics-server.ts';
import { joinParts, type Observability } from './platform/observability/observability.ts';
import type { ServerDependencies } from './platform/server-dependencies.ts';
import { routes as account } from './privacy/account/account.routes.ts';
import { routes as erasure } from './privacy/erasure/erasure.routes.ts';
import { routes as search } from './search/search.routes.ts';
import { createSizingAuthenticator } from './sizing/authenticator.ts';
import { sizingPlugin } from './sizing/plugin.ts';
import { routes as sizingTokens } from './sizing/tokens.routes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Resolves when this server has processed every change to sessions, people and permissions committed before the call. */
    settled(): Promise<void>;
  }
}

/** Replaces or extends the standard parts of the server. */
export interface ServerOverrides {
  /** How webhooks are sent. */
  webhookTransport?: WebhookTransport;
  /** Who takes card payments for a brand, with its keys. */
  findPaymentProvider?: FindPaymentProvider;
  /** Where log lines are written; standard output unless given. */
  logTo?: { write(line: string): void };
  /** What time it is; the system's clock unless given. */
  clock?: Clock;
  /** Routes in addition to those of the areas. */
  extraRoutes?: readonly ((app: FastifyInstance, server: ServerDependencies) => void)[];
}

interface AppDependencies extends ServerOverrides {
  config: Config;
  database: DatabaseHandle;
  jobs: JobQueue;
  observability?: Observability;
}

/** The server with all its routes, not yet listening. */
export async function buildApp({
  config,
  database,
  jobs,
  webhookTransport = createWebhookTransport({ allowsPrivate: config.webhookAllowPrivate }),
  observability = joinParts([]),
  logTo,
  clock = systemClock,
  findPaymentProvider,
  extraRoutes = [],
}: AppDependencies): Promise<FastifyInstance> {
  const { db } = database;
  const hosts = createHosts(db, clock);
  const app = createHttpServer(config, { hosts, ...(logTo ? { logTo } : {}) });
  observability.observeServer(app);
  const refuseUnsupportedMethods = collectMethods(app);
  const monitor = openMonitor(config.databaseUrl);
  const sessions = createSessions(db, { listenUrl: config.databaseListenUrl, monitor: monitor.db, log: app.log, clock });
  app.decorate('settled', sessions.settled);
  observability.observeListener(sessions.secondsSinceHeard);
  const cartLines = createCartLines();
  const server: ServerDependencies = {
    config,
    db,
    files: createFileStore({ config, db, log: app.log }),
    clock,
    hosts,
    jobs,
    vault: await openVault(config, db),
    authenticator: createAuthenticator(db, hosts, sessions, config.anonymousLimit),
    log: app.log,
  };
  // Integrators read it in the demonstration; an installation does not list its calls to everyone.
  registerApiDocumentation(app, hosts, { isOpen: config.demo, ...server });
  const bulkEdits = createPortalBulkEdits({ db, jobs, vault: server.vault });
  const supplierBulkEdits = createSupplierBulkEdits({ db, jobs });
  theme(app, server);
  // One for customers and operators, who share the queue in which passwords are hashed.
  const throttle = createLoginThrottle(clock);
  access(app, { ...server, sessions, throttle });
  secondFactor(app, server);
  operators(app, { ...server, throttle });
  passkeys(app, { ...server, throttle });
  operatorTeam(app, server);
  apiKeys(app, server);
  listSettings(app, server);
  listViews(app, server);
  passwords(app, { ...server, sessions });
  emails(app, { ...server, sessions });
  invitations(app, server);
  registration(app, server);
  account(app, { ...server, sessions });
  erasure(app, { ...server, sessions });
  peopleList(app, server);
  impersonation(app, { ...server, sessions });
  optOut(app, server);
  wardrobeChoices(app, { ...server, sessions });
  uniformBuilder(app, server);
  adjustments(app, server);
  entitlementRequests(app, server);
  timeRequests(app, server);
  person(app, { ...server, sessions });
  peopleImport(app, { ...server, bulkEdits, blobs: createBlobStore(config.fileStorage) });
  peopleBulkEdit(app, { ...server, bulkEdits, sessions });
  // Undoing can close accounts that an edit has opened.
  seasonMembers(app, { ...server, bulkEdits });
  bulkEdit(app, { ...server, bulkEdits, afterUndo: sessions.evictOrganisation });
  supplierBulkEdit(app, { ...server, bulkEdits: supplierBulkEdits });
  listExports(app, { ...server, exports: createPortalExports({ db, jobs }) });
  supplierExports(app, { ...server, exports: createSupplierExports({ db, jobs }) });
  productImports(app, { ...server, bulkEdits: supplierBulkEdits, blobs: createBlobStore(config.fileStorage) });
  organisation(app, server);
  announcements(app, server);
  slides(app, server);
  ownSettings(app, { ...server, sessions });
  structure(app, {
    ...server,
    sessions,
    bulkEdits,
    seasonHooks,
    changeSeasons: (command, change, outcomeFingerprint) => followSeasons(bulkEdits, command, change, outcomeFingerprint),
    previewSeason,
  });
  range(app, {
    ...server,
    bulkEdits,
    lockWardrobes: keepBeforeRangeEdit,
    afterWardrobeChange: (context, collectionIds) => publishAfterRangeEdit(bulkEdits, context, collectionIds),
  });
  clientRange(app, {
    ...server,
    lockWardrobes: keepBeforeRangeEdit,
    afterClientWardrobeChange: (...change) => publishAfterClientRangeEdit(supplierBulkEdits, ...change),
  });
  wardrobes(app, server);
  wardrobeAdministration(app, { ...server, bulkEdits, findDraft: findWardrobeDraft });
  wardrobeDrafts(app, { ...server, bulkEdits });
  addresses(app, server);
  catalogue(app, server);
  productSheets(app, { ...server, blobs: createBlobStore(config.fileStorage) });
  adhocList(app, server);
  customisations(app, server);
  logos(app, server);
  sizeGuides(app, server);
  operatorProducts(app, server);
  operatorCategories(app, server);
  operatorPictures(app, server);
  prices(app, server);
  priceListRoutes(app, server);
  tax(app, server);
  keptDecoration(app, server);
  productPositions(app, server);
  stockEnquiry(app, server);
  const tripCarts = createTripCarts(server);
  cart(app, { ...server, cartLines, tripCarts });
  const cardPaymentServer = { ...server, findPaymentProvider: findPaymentProvider ?? createFindPaymentProvider(server) };
  checkout(app, { ...cardPaymentServer, cartLines, tripCarts });
  cardPayments(app, cardPaymentServer);
  checkoutQuestions(app, server);
  costCentres(app, server);
  paymentEvents(app, cardPaymentServer);
  paymentProviders(app, server);
  credit(app, { ...server, cartLines });
  deliveryOptions(app, server);
  invoices(app, server);
  accountStatements(app, server);
  operatorInvoices(app, server);
  payments(app, server);
  operatorCardPayments(app, cardPaymentServer);
  receipts(app, server);
  orders(app, server);
  approvalCard(app, server);
  orderChanges(app, server);
  issuedGarments(app, server);
  keptSizes(app, server);
  madeToMeasure(app, server);
  answerQuotes(app, server);
  proofs(app, server);
  underway(app, server);
  fulfilment(app, server);
  fulfilmentPapers(app, server);
  decoration(app, server);
  stock(app, server);
  stockLevels(app, server);
  stockCounts(app, server);
  stockNotices(app, server);
  acceptingQuotes(app, { ...server, cartLines });
  reorder(app, { ...server, cartLines, tripCarts });
  quotes(app, server);
  orderSheets(app, { ...server, cartLines, tripCarts });
  returns(app, server);
  managedReturns(app, server);
  returnFiles(app, { ...server, wholeOrders });
  quotePdf(app, server);
  returnLabels(app, server);
  returnTerms(app, server);
  returnDecisions(app, server);
  delegations(app, server);
  approvalRules(app, server);
  dashboards(app, server);
  decisions(app, server);
  statement(app, server);
  documents(app, server);
  documentTypes(app, server);
  keptDocuments(app, server);
  audiences(app, server);
  contentPictures(app, server);
  topics(app, server);
  terms(app, server);
  operatorTopics(app, server);
  search(app, server);
  sizingTokens(app, server);
  punchoutTrips(app, server);
  punchoutRequests(app, { ...server, cartLines, receiveOrder: (order) => receiveOrder({ ...server, cartLines }, order) });
  punchoutCallUps(app, { ...server, cartLines });
  webhooks(app, { ...server, webhookTransport });
  supplierWebhooks(app, { ...server, webhookTransport });
  punchoutConnections(app, server);
  purchaseOrders(app, { ...server, cartLines });
  punchoutUnreturnable(app, server);
  changes(app, server);
  punchoutReturns(app, server);
  for (const routes of extraRoutes) routes(app, server);
  // With its own base URL it runs as a separate process.
  if (!config.sizingBaseUrl)
    await app.register(sizingPlugin, { config, db, vault: server.vault, authenticator: createSizingAuthenticator(db, sessions) });

  registerHealthRoutes(app, { monitor, isListening: sessions.isListening });
  registerMetricsRoute(app, observability.portalMetrics);
  registerGarmentDrawings(app);
  registerProductPictures(app, createBlobStore(config.fileStorage));
  const { webDir, captchaScriptUrl: captchaScript, sizingBaseUrl } = config;
  const apiDocs = config.demo ? API_DOCS_PATH : null;
  const pageReaders = { readLoginTexts: createLoginTopics(server), readFrameOrigins: createFrameOrigins(server) };
  if (webDir) await registerPages(app, hosts, { webDir, captchaScript, sizingBaseUrl, apiDocs, ...pageReaders });
  else app.setNotFoundHandler((_request, reply) => sendPathNotFound(reply));
  // As a plugin, it runs after those that are still to register routes.
  await app.register(async () => refuseUnsupportedMethods());
  app.addHook('onClose', () => sessions.close().then(() => monitor.close()));
  return app;
}
