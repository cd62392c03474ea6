import type { FastifyInstance } from 'fastify';
import { confirmIdentity } from '#api/identity/login/confirm-identity.actions.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { ORGANISATION_EVENT_TYPES } from '#contract/integrations/webhook-events.ts';
import { listDeliveries } from './deliveries.queries.ts';
import { listEndpoints } from './endpoints.queries.ts';
import type { WebhookTransport } from './webhook-transport.ts';
import { addEndpoint, changeEndpoint, removeEndpoint, resend, rotateSecret, sendTest, toOwner } from './webhooks.actions.ts';
import { toWireDelivery, toWireWebhook } from './webhooks.mapper.ts';

interface Proof {
  callerPassword?: string | null;
  callerOtp?: string | null;
}

/** Webhooks of the caller's own organisation. */
export function routes(
  app: FastifyInstance,
  server: Pick<ServerDependencies, 'authenticator' | 'clock' | 'config' | 'db' | 'jobs' | 'log' | 'vault'> & {
    webhookTransport: WebhookTransport;
  },
): void {
  const { db, authenticator, config, vault } = server;
  const sending = { ...server, transport: server.webhookTransport };
  const managing = { vault, allowsPrivate: config.webhookAllowPrivate };

  /** Checks the caller's password and code, outside a transaction. Throws 403, 422 and 429. */
  const confirm = async ({ caller }: RequestContext, { callerPassword, callerOtp }: Proof) => {
    toOwner(caller);
    await confirmIdentity(
      server,
      caller,
      { password: callerPassword, otp: callerOtp },
      { password: 'callerPassword', otp: 'callerOtp' },
    );
  };

  registerEndpoint(app, authenticator, 'GET /api/webhooks', async ({ context }) => ({
    webhooks: (await listEndpoints(db, toOwner(context.caller))).map(toWireWebhook),
    eventTypes: [...ORGANISATION_EVENT_TYPES],
  }));

  registerEndpoint(app, authenticator, 'POST /api/webhooks', async ({ body, context, request }) => {
    await confirm(context, body);
    const { endpoint, secret } = await runInTransaction(db, (tx) => addEndpoint(tx, managing, context, body, request.id));
    return { webhooks: [toWireWebhook(endpoint)], secret };
  });

  registerEndpoint(app, authenticator, 'PUT /api/webhooks/:id', async ({ params, body, context, request }) => {
    const isIdentityConfirmed = Boolean(body.callerPassword);
    if (isIdentityConfirmed) await confirm(context, body);
    const change = { requestId: request.id, isIdentityConfirmed };
    const endpoint = await runInTransaction(db, (tx) => changeEndpoint(tx, managing, context, params.id, body, change));
    return { webhooks: [toWireWebhook(endpoint)] };
  });

  registerEndpoint(app, authenticator, 'DELETE /api/webhooks/:id', async ({ params, context, request }) => {
    await runInTransaction(db, (tx) => removeEndpoint(tx, context, params.id, request.id));
    return {};
  });

  registerEndpoint(app, authenticator, 'POST /api/webhooks/:id/secret', async ({ params, body, context, request }) => {
    await confirm(context, body);
    const { endpoint, secret } = await runInTransaction(db, (tx) => rotateSecret(tx, managing, context, params.id, request.id));
    return { webhooks: [toWireWebhook(endpoint)], secret };
  });

  registerEndpoint(app, authenticator, 'POST /api/webhooks/:id/test', async ({ params, context, request }) => ({
    delivery: toWireDelivery(await sendTest(sending, context, params.id, request.id)),
  }));

  registerEndpoint(app, authenticator, 'GET /api/webhooks/:id/deliveries', async ({ params, query, context }) => {
    const owner = toOwner(context.caller);
    const isOwn = (await listEndpoints(db, owner)).some(({ id }) => id === params.id);
    if (!isOwn) throw notFound('webhook');
    const { deliveries, totalCount } = await listDeliveries(db, owner, params.id, {
      status: query.status ?? null,
      ...toOffsetAndLimit(query),
    });
    return { deliveries: deliveries.map(toWireDelivery), totalCount };
  });

  registerEndpoint(app, authenticator, 'POST /api/webhooks/deliveries/:id/resend', async ({ params, context, request }) => ({
    delivery: toWireDelivery(await resend(sending, context, params.id, request.id)),
  }));
}
