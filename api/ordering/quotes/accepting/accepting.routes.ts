import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { readIdempotencyKey, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { actOnce } from '#api/platform/idempotency/act-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { ReplyOf } from '#contract/index.ts';
import { type CartDependencies, readCart } from '../../cart/cart.actions.ts';
import { toCartReply } from '../../cart/cart.mapper.ts';
import { toQuote, viewerOf } from '../quotes.mapper.ts';
import { readVisibleQuote } from '../read-quote.queries.ts';
import { acceptQuote } from './accept-quote.actions.ts';

type Reply = ReplyOf<'POST /api/quote/:id/accept'>;

/** Registers the call that accepts quotes. */
export function routes(
  app: FastifyInstance,
  server: Pick<ServerDependencies, 'authenticator' | 'db' | 'jobs' | 'vault'> & CartDependencies,
): void {
  const { db, authenticator } = server;

  registerEndpoint(app, authenticator, 'POST /api/quote/:id/accept', async ({ params: { id }, body, context, request }) => {
    const { effective } = context;
    const dependencies = { ...server, requestId: request.id };
    const call = { name: `accept-quote:${id}`, content: body, sentKey: readIdempotencyKey(request) };
    const { reply } = await runInTransaction(db, (tx) =>
      actOnce<{ reply: Reply; lineIds: number[] }>(
        tx,
        effective,
        call,
        async () => {
          const { cart, lineIds } = await acceptQuote(tx, dependencies, context, id, body);
          const quote = await readVisibleQuote(tx, effective, id);
          if (!quote) throw notFound('quote');
          const viewer = viewerOf(effective, quote);
          return {
            reply: { quote: toQuote(quote, viewer, server.clock.now()), items: toCartReply(cart, effective).items },
            lineIds,
          };
        },
        // Taken out or ordered since: who accepts again wants the pieces again.
        async ({ lineIds }) =>
          !(await readCart(tx, dependencies, effective)).some((line) => line.quote && lineIds.includes(line.id)),
      ),
    );
    return reply;
  });
}
