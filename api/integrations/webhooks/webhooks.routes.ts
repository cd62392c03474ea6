import type { FastifyInstance } from 'fastify';
import { confirmCaller } from '#api/identity/login/confirm-identity.actions.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import { ORGANISATION_EVENT_TYPES } from '#contract/integrations/webhooks/webhook-events.ts';
import type { WebhookRoutesDependencies } from './dependencies.ts';
import { listEndpoints } from './endpoints.queries.ts';
import {
  addEndpoint,
  changeEndpoint,
  manageAsAdmin,
  readLog,
  removeEndpoint,
  resend,
  rotateSecret,
  sendTest,
  toPermittedUrl,
} from './webhooks.actions.ts';
import { toWireDelivery, toWireLog, toWireWebhook } from './webhooks.mapper.ts';

/** Webhooks of the caller's own organisation. */
export function routes(app: FastifyInstance, server: WebhookRoutesDependencies): void {
  const { db, authenticator, config, vault } = server;
  const sending = { ...server, transport: server.webhookTransport };
  const managing = { vault, allowsPrivate: config.webhookAllowPrivate };

  registerEndpoint(app, authenticator, 'GET /api/webhooks', async ({ context, request }) => ({
    webhooks: (await listEndpoints(db, manageAsAdmin(server, context, request.id).owner)).map(toWireWebhook),
    eventTypes: [...ORGANISATION_EVENT_TYPES],
  }));

  registerEndpoint(app, authenticator, 'POST /api/webhooks', async ({ body, context, request }) => {
    const manager = manageAsAdmin(server, context, request.id);
    // Before the proof, so that a mistake does not use up a code.
    toPermittedUrl(body.url, managing);
    await confirmCaller(server, context.caller, body);
    const owner = { organisationId: context.caller.organisationId };
    const { endpoint, secret } = await runInTransaction(db, (tx) => addEndpoint(tx, managing, manager, owner, body));
    return { webhooks: [toWireWebhook(endpoint)], secret };
  });

  registerEndpoint(app, authenticator, 'PUT /api/webhooks/:id', async ({ params, body, context, request }) => {
    const manager = manageAsAdmin(server, context, request.id);
    const isIdentityConfirmed = Boolean(body.callerPassword);
    if (body.url !== undefined) toPermittedUrl(body.url, managing);
    if (isIdentityConfirmed) await confirmCaller(server, context.caller, body);
    const change = { ...body, isIdentityConfirmed };
    const endpoint = await runInTransaction(db, (tx) => changeEndpoint(tx, managing, manager, params.id, change));
    return { webhooks: [toWireWebhook(endpoint)] };
  });

  registerEndpoint(app, authenticator, 'DELETE /api/webhooks/:id', async ({ params, context, request }) => {
    await runInTransaction(db, (tx) => removeEndpoint(tx, manageAsAdmin(server, context, request.id), params.id));
    return {};
  });

  registerEndpoint(app, authenticator, 'POST /api/webhooks/:id/secret', async ({ params, body, context, request }) => {
    const manager = manageAsAdmin(server, context, request.id);
    await confirmCaller(server, context.caller, body);
    const { endpoint, secret } = await runInTransaction(db, (tx) => rotateSecret(tx, managing, manager, params.id));
    return { webhooks: [toWireWebhook(endpoint)], secret };
  });

  registerEndpoint(app, authenticator, 'POST /api/webhooks/:id/test', async ({ params, context, request }) => ({
    delivery: toWireDelivery(await sendTest(sending, manageAsAdmin(server, context, request.id), params.id)),
  }));

  registerEndpoint(app, authenticator, 'GET /api/webhooks/:id/deliveries', async ({ params, query, context, request }) => {
    const page = { status: query.status ?? null, ...toOffsetAndLimit(query) };
    return toWireLog(await readLog(db, manageAsAdmin(server, context, request.id), params.id, page));
  });

  registerEndpoint(app, authenticator, 'POST /api/webhooks/deliveries/:id/resend', async ({ params, context, request }) => ({
    delivery: toWireDelivery(await resend(sending, manageAsAdmin(server, context, request.id), params.id)),
  }));
}
