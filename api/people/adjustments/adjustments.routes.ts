import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { adjustEntitlement, reverseAdjustment } from './adjustments.actions.ts';

/** Adjusting what people are owed, always with the caller's own rights. */
export function routes(
  app: FastifyInstance,
  { db, authenticator, clock }: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db'>,
): void {
  registerEndpoint(app, authenticator, 'POST /api/entitlement/adjustments', async ({ body, context, request }) => ({
    adjustment: await runInTransaction(db, (tx) => adjustEntitlement(tx, context, body, { clock, requestId: request.id })),
  }));

  registerEndpoint(
    app,
    authenticator,
    'POST /api/entitlement/adjustments/:id/reversal',
    async ({ params, context, request }) => ({
      adjustment: await runInTransaction(db, (tx) => reverseAdjustment(tx, context, params.id, { clock, requestId: request.id })),
    }),
  );
}
