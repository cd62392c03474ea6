import type { FastifyInstance, FastifyRequest } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { badRequest, notFound, tooManyRequests } from '#api/platform/http/errors.ts';
import { countAttempt, type RateLimit } from '#api/platform/http/rate-limit.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { applyPaymentEvent } from './apply-event.actions.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { WebhookRefusedError } from './providers/payment-provider.ts';

/** Far more than a brand sells: it keeps a sender without the secret from filling the log. */
const REFUSED: RateLimit = { name: 'payment-event-refused', max: 60, windowSeconds: 60 };

const readHeaders = ({ headers }: FastifyRequest): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));

/** The webhooks of payment providers. What they tell is applied before it is acknowledged, so that they send it again when that has failed. */
export function routes(app: FastifyInstance, server: PaymentDependencies & ServerDependencies): void {
  const { db, authenticator } = server;

  void app.register(async (inner) => {
    // The signature is over the bytes as they came, whatever the sender calls them.
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    registerEndpoint(inner, authenticator, 'POST /api/paymentevents/:brandId', async ({ params: { brandId }, request }) => {
      const found = await server.findPaymentProvider(brandId);
      if (!found) throw notFound('payment provider');
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      try {
        const event = found.provider.handleWebhook(body, readHeaders(request));
        if (event) await applyPaymentEvent(server, brandId, found.name, event);
        return { received: true };
      } catch (error) {
        if (!(error instanceof WebhookRefusedError)) throw error;
        request.log.warn({ brandId, reason: error.message }, 'a webhook of a payment provider was refused');
        const wait = await countAttempt(db, [{ limit: REFUSED, subject: String(brandId) }]);
        if (wait > 0) throw tooManyRequests(wait);
        throw badRequest('signature', error.message);
      }
    });
  });
}
