import type { FastifyInstance } from 'fastify';
import { confirmCaller } from '#api/identity/login/confirm-identity.actions.ts';
import { checkOwnBrands, lockAdministrator } from '#api/identity/operators/operator-team.actions.ts';
import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { invalid, notFound } from '#api/platform/http/errors.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import { SUPPLIER_EVENT_TYPES } from '#contract/integrations/webhooks/webhook-events.ts';
import type { WebhookRoutesDependencies } from './dependencies.ts';
import { listEndpoints } from './endpoints.queries.ts';
import { listLowStock, setLowStockThreshold } from './low-stock.queries.ts';
import {
  addEndpoint,
  changeEndpoint,
  manageAsOperator,
  readLog,
  removeEndpoint,
  resend,
  rotateSecret,
  sendTest,
  toPermittedUrl,
} from './webhooks.actions.ts';
import { toWireDelivery, toWireLog, toWireWebhook } from './webhooks.mapper.ts';

/** Webhooks of the supplier, for operators. */
export function routes(app: FastifyInstance, server: WebhookRoutesDependencies): void {
  const { db, authenticator, config, vault } = server;
  const sending = { ...server, transport: server.webhookTransport };
  const managing = { vault, allowsPrivate: config.webhookAllowPrivate };

  registerEndpoint(app, authenticator, 'GET /api/operator/webhooks', async ({ operator, request }) => ({
    webhooks: (await listEndpoints(db, manageAsOperator(server, operator, request.id).owner)).map(toWireWebhook),
    eventTypes: [...SUPPLIER_EVENT_TYPES],
  }));

  registerEndpoint(app, authenticator, 'POST /api/operator/webhooks', async ({ body, operator, request }) => {
    const { brandId, ...webhook } = body;
    if (!operator.brandIds.includes(brandId)) throw invalid('brandId', 'Please select one of your brands.');
    const manager = manageAsOperator(server, operator, request.id);
    // Before the proof, so that a mistake does not use up a code.
    toPermittedUrl(body.url, managing);
    await confirmCaller(server, { operatorId: operator.id }, body);
    const { endpoint, secret } = await runInTransaction(db, async (tx) => {
      checkOwnBrands(await lockAdministrator(tx, operator), [brandId]);
      return addEndpoint(tx, managing, manager, { brandId }, webhook);
    });
    return { webhooks: [toWireWebhook(endpoint)], secret };
  });

  registerEndpoint(app, authenticator, 'PUT /api/operator/webhooks/:id', async ({ params, body, operator, request }) => {
    const isIdentityConfirmed = Boolean(body.callerPassword);
    if (body.url !== undefined) toPermittedUrl(body.url, managing);
    if (isIdentityConfirmed) await confirmCaller(server, { operatorId: operator.id }, body);
    const change = { ...body, isIdentityConfirmed };
    const endpoint = await runInTransaction(db, async (tx) => {
      await lockAdministrator(tx, operator);
      return changeEndpoint(tx, managing, manageAsOperator(server, operator, request.id), params.id, change);
    });
    return { webhooks: [toWireWebhook(endpoint)] };
  });

  registerEndpoint(app, authenticator, 'DELETE /api/operator/webhooks/:id', async ({ params, operator, request }) => {
    await runInTransaction(db, (tx) => removeEndpoint(tx, manageAsOperator(server, operator, request.id), params.id));
    return {};
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/webhooks/:id/secret', async ({ params, body, operator, request }) => {
    const manager = manageAsOperator(server, operator, request.id);
    await confirmCaller(server, { operatorId: operator.id }, body);
    const { endpoint, secret } = await runInTransaction(db, async (tx) => {
      await lockAdministrator(tx, operator);
      return rotateSecret(tx, managing, manager, params.id);
    });
    return { webhooks: [toWireWebhook(endpoint)], secret };
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/webhooks/:id/test', async ({ params, operator, request }) => ({
    delivery: toWireDelivery(await sendTest(sending, manageAsOperator(server, operator, request.id), params.id)),
  }));

  registerEndpoint(
    app,
    authenticator,
    'GET /api/operator/webhooks/:id/deliveries',
    async ({ params, query, operator, request }) => {
      const page = { status: query.status ?? null, ...toOffsetAndLimit(query) };
      return toWireLog(await readLog(db, manageAsOperator(server, operator, request.id), params.id, page));
    },
  );

  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/webhooks/deliveries/:id/resend',
    async ({ params, operator, request }) => ({
      delivery: toWireDelivery(await resend(sending, manageAsOperator(server, operator, request.id), params.id)),
    }),
  );

  registerEndpoint(app, authenticator, 'GET /api/operator/lowstock', async ({ query, operator }) => ({
    stock: await listLowStock(db, operator.brandIds, query.searchTerm?.trim() ?? ''),
  }));

  registerEndpoint(
    app,
    authenticator,
    'PUT /api/operator/combinations/:id/lowstock',
    async ({ params, body, operator, request }) => {
      const { lowStockThreshold } = body;
      await runInTransaction(db, async (tx) => {
        const stored = await setLowStockThreshold(tx, operator.brandIds, params.id, lowStockThreshold);
        if (!stored) throw notFound('combination');
        await recordOperatorAuditEvent(
          tx,
          operator,
          { organisationId: null, brandId: null },
          {
            action: 'stock.low-threshold-changed',
            subjectId: String(params.id),
            before: { lowStockThreshold: stored.before },
            after: { lowStockThreshold },
            requestId: request.id,
          },
        );
      });
      return { stock: { combinationId: params.id, lowStockThreshold } };
    },
  );
}
