import type { FastifyInstance } from 'fastify';
import { runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { FindPaymentProvider } from '../payment-dependencies.ts';
import {
  acceptPayment,
  comparePayments,
  type PaymentCommand,
  refundPayment,
  rejectPayment,
  repeatRefund,
} from './operator-card-payments.actions.ts';
import { toComparison, toOperatorPayment, toOperatorSummary } from './operator-card-payments.mapper.ts';
import {
  countAttention,
  findOperatorPayment,
  listOperatorPayments,
  readPaymentActivity,
} from './operator-card-payments.queries.ts';

/** Registers the supplier's calls about payments by card. */
export function routes(
  app: FastifyInstance,
  server: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db' | 'jobs' | 'vault'> & {
    findPaymentProvider: FindPaymentProvider;
  },
): void {
  const { db, authenticator, findPaymentProvider } = server;

  async function describe(operator: OperatorScope, id: number) {
    const row = await findOperatorPayment(db, operator, id);
    if (!row) throw notFound('cardPayment');
    return { cardPayments: [toOperatorPayment(row, await readPaymentActivity(db, row))] };
  }

  /** Acts in a transaction, and replies with the payment as it is then. */
  async function change(
    operator: OperatorScope,
    { request, id }: { request: { id: string }; id: number },
    act: (tx: Tx, command: PaymentCommand) => Promise<unknown>,
  ) {
    await runInTransaction(db, (tx) => act(tx, { ...server, requestId: request.id }));
    return describe(operator, id);
  }

  registerEndpoint(app, authenticator, 'GET /api/operator/cardpayments', async ({ query, operator }) => {
    const [{ rows, count }, counts] = await Promise.all([
      listOperatorPayments(db, operator, query),
      countAttention(db, operator),
    ]);
    return { cardPayments: rows.map(toOperatorSummary), totalCount: count, counts };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/cardpayments/comparison', async ({ query, operator }) => ({
    comparison: toComparison(query.day, await comparePayments(db, findPaymentProvider, operator, query)),
  }));

  registerEndpoint(app, authenticator, 'GET /api/operator/cardpayments/:id', ({ params, operator }) =>
    describe(operator, params.id),
  );

  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/cardpayments/:id/refund',
    ({ params: { id }, body, operator, request }) =>
      change(operator, { request, id }, (tx, command) => refundPayment(tx, command, operator, id, body)),
  );

  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/cardpayments/refunds/:id/repeat',
    async ({ params, operator, request }) => {
      const command = { ...server, requestId: request.id };
      return describe(operator, await runInTransaction(db, (tx) => repeatRefund(tx, command, operator, params.id)));
    },
  );

  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/cardpayments/:id/accept',
    ({ params: { id }, body, operator, request }) =>
      change(operator, { request, id }, (tx, command) => acceptPayment(tx, command, operator, id, body)),
  );

  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/cardpayments/:id/reject',
    ({ params: { id }, body, operator, request }) =>
      change(operator, { request, id }, (tx, command) => rejectPayment(tx, command, operator, id, body)),
  );
}
