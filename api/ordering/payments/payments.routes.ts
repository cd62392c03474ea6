import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tx } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { allocateCredit, type PaymentResult, recordPayment, reversePayment } from './payments.actions.ts';
import { toPayment } from './payments.mapper.ts';
import { listPayments, readPayment } from './payments.queries.ts';

/** Registers the supplier's calls about payments. */
export function routes(
  app: FastifyInstance,
  { db, authenticator, clock }: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db'>,
): void {
  /** Runs a change of payments once for each `Idempotency-Key`. */
  const change = (
    operator: OperatorScope,
    { request, body }: { request: FastifyRequest; body: unknown },
    act: (tx: Tx) => Promise<PaymentResult>,
  ) =>
    runOnce(db, operator, { request, body }, async (tx) => {
      const { organisationId, id, ...orders } = await act(tx);
      return { payments: [toPayment(await readPayment(tx, organisationId, id))], ...orders };
    });

  registerEndpoint(app, authenticator, 'GET /api/operator/payments', async ({ query, operator }) => {
    const { payments, count } = await listPayments(db, operator, query);
    return { payments: payments.map(toPayment), totalCount: count };
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/payments', ({ body, operator, request }) =>
    change(operator, { request, body }, (tx) => recordPayment(tx, operator, body, { at: clock.now(), requestId: request.id })),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/payments/:id/allocations', ({ params, body, operator, request }) =>
    change(operator, { request, body }, (tx) => allocateCredit(tx, operator, params.id, body.allocations, request.id)),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/payments/:id/reverse', ({ params, body, operator, request }) =>
    change(operator, { request, body }, (tx) =>
      reversePayment(tx, operator, params.id, { reason: body.reason, requestId: request.id }),
    ),
  );
}
