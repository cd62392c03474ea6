import type { FastifyInstance } from 'fastify';
import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { readPaymentStatus } from './payment-status.actions.ts';
import { describePaymentState, explainNotPayable, formatMoment } from './payment-words.rules.ts';
import { tryPaymentAgain } from './try-again.actions.ts';

/** Registers what people who pay by card call. Nothing of the provider is called in a transaction. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator'> & PaymentDependencies,
): void {
  const { authenticator } = dependencies;

  registerEndpoint(app, authenticator, 'GET /api/checkout/tryagain/:id', async ({ params: { id }, context: { effective } }) => {
    const { redirectUrl, msg } = await tryPaymentAgain(dependencies, effective, id);
    return {
      success: true,
      msg,
      orderId: id,
      customOrderNumber: String(id),
      orderStatus: 'Pending' as const,
      requiresApproval: false,
      redirectUrl,
      paymentForm: null,
      items: [],
    };
  });

  registerEndpoint(app, authenticator, 'GET /api/checkout/:orderId/payment', async ({ params, context: { effective } }) => {
    const { state, order } = await readPaymentStatus(dependencies, effective, params.orderId);
    const { dueAt } = order;
    return {
      state,
      msg: describePaymentState(state, dueAt && formatMoment(dueAt, effective.timeZone)),
      dueOnUtc: dueAt?.toISOString() ?? null,
      amount: toMajorUnits(order.cardMinor),
      currencyCode: order.currencyCode,
      canRetryPayment: explainNotPayable(order) === undefined,
    };
  });
}
