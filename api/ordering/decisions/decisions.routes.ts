import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { createOutcomeFingerprint } from '#api/platform/http/fingerprint.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { findOrderListItem } from '../orders/orders.queries.ts';
import { decideOnOrder, previewDecision } from './decisions.actions.ts';

/** Registers the endpoint that decides on orders waiting for approval. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db'> & MailDependencies,
): void {
  const { db, authenticator } = dependencies;

  registerEndpoint(app, authenticator, 'POST /api/orders/approvereject', ({ body: { preview, ...body }, context, request }) =>
    runInTransaction(db, async (tx) => {
      const outcome = preview ? await previewDecision(tx, context, body) : [];
      const msg = preview ? null : await decideOnOrder(tx, dependencies, context, body, request.id);
      const order = await findOrderListItem(tx, context.caller, body.id);
      if (!order) throw notFound('order');
      return {
        success: true,
        msg,
        orders: [order],
        outcome,
        outcomeFingerprint: createOutcomeFingerprint(outcome),
      };
    }),
  );
}
