import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { readIdempotencyKey, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { assertOutcomeAsSeen, createOutcomeFingerprint } from '#api/platform/http/fingerprint.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { claimIdempotencyKey, saveResponse } from '#api/platform/idempotency/idempotency.queries.ts';
import { hashRequest, idempotencyKeyReusedError } from '#api/platform/idempotency/run-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { ReplyOf } from '#contract/index.ts';
import { findOrder } from '../orders/order-detail.queries.ts';
import { type ChangeResult, cancelOrder, changeOrderLine } from './order-changes.actions.ts';
import type { ChangeDependencies } from './record-change.actions.ts';

type ChangeReply = ReplyOf<'POST /api/orders/:id/cancel'>;

/** Ends the transaction of a preview without saving anything. */
class Rollback extends Error {
  readonly reply: ChangeReply;
  constructor(reply: ChangeReply) {
    super('Preview');
    this.reply = reply;
  }
}

/** Registers the endpoints that change and cancel orders. Both honour the `Idempotency-Key` header. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db'> & ChangeDependencies,
): void {
  const { db, authenticator } = dependencies;

  /** Runs a change in a transaction of its own, which a preview rolls back. */
  async function run(
    {
      context: { effective },
      request,
      body,
    }: { context: RequestContext; request: FastifyRequest; body: { preview?: boolean; outcomeFingerprint?: string | null } },
    orderId: number,
    change: (tx: Tx) => Promise<ChangeResult>,
  ): Promise<ChangeReply> {
    const { preview = false, outcomeFingerprint, ...asked } = body;
    const key = preview ? undefined : readIdempotencyKey(request);
    try {
      return await runInTransaction(db, async (tx) => {
        const hash = hashRequest([request.method, request.url, asked]);
        const saved = key === undefined ? undefined : await claimIdempotencyKey(tx, effective, key, hash);
        if (saved) {
          if (!saved.sameRequest) throw idempotencyKeyReusedError();
          return saved.body as ChangeReply;
        }
        const { outcome, isCancelled } = await change(tx);
        // A request that repeats an earlier one has no outcome.
        if (!preview && outcome.length > 0) assertOutcomeAsSeen(outcomeFingerprint, outcome, 'order');
        const order = await findOrder(tx, effective, orderId);
        if (!order) throw notFound('order');
        const reply: ChangeReply = {
          success: true,
          msg: preview ? null : isCancelled ? 'The order has been cancelled.' : 'The order has been changed.',
          orders: [order],
          outcome,
          outcomeFingerprint: createOutcomeFingerprint(outcome),
        };
        if (preview) throw new Rollback(reply);
        if (key !== undefined) await saveResponse(tx, effective, key, reply);
        return reply;
      });
    } catch (error) {
      if (error instanceof Rollback) return error.reply;
      throw error;
    }
  }

  registerEndpoint(app, authenticator, 'POST /api/orders/:id/cancel', ({ params: { id }, body, context, request }) => {
    const { preview: _preview, outcomeFingerprint: _seen, ...cancellation } = body;
    return run({ context, request, body }, id, (tx) =>
      cancelOrder(tx, dependencies, context, { orderId: id, ...cancellation }, request.id),
    );
  });

  registerEndpoint(
    app,
    authenticator,
    'PUT /api/orders/:id/items/:itemId',
    ({ params: { id, itemId }, body, context, request }) =>
      run({ context, request, body }, id, (tx) =>
        changeOrderLine(
          tx,
          dependencies,
          context,
          { orderId: id, lineId: itemId, combinationId: body.combinationId, quantity: body.quantity },
          request.id,
        ),
      ),
  );
}
