import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { readIdempotencyKey, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { claimIdempotencyKey, saveResponse } from '#api/platform/idempotency/idempotency.queries.ts';
import { hashRequest, idempotencyKeyReusedError } from '#api/platform/idempotency/run-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { ReplyOf } from '#contract/index.ts';
import { actAsPerson } from '../order-acts/record-act.actions.ts';
import { type ReturnDependencies, requestReturn } from './request-return.actions.ts';
import { describeReturnForm } from './return-form.actions.ts';
import { lockReturn } from './return-steps.queries.ts';
import { toReturnRequest } from './returns.mapper.ts';
import { listOwnReturns, readReturns } from './returns.queries.ts';
import { RETURN } from './returns.rules.ts';
import { cancelReturn } from './settle-return.actions.ts';

/** Registers the endpoints with which people return and exchange what they ordered. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db'> & ReturnDependencies,
): void {
  const { db, authenticator, clock } = dependencies;

  registerEndpoint(app, authenticator, 'GET /api/returnrequest/:id', async ({ params: { id }, context: { effective } }) => ({
    returnRequest: await describeReturnForm(db, effective, id, clock.now()),
  }));

  registerEndpoint(app, authenticator, 'POST /api/returnrequest', async ({ body, context, request }) => {
    const { effective } = context;
    const key = readIdempotencyKey(request);
    return runInTransaction(db, async (tx) => {
      if (key !== undefined) {
        const saved = await claimIdempotencyKey(tx, effective, key, hashRequest([request.url, body]));
        if (saved && !saved.sameRequest) throw idempotencyKeyReusedError();
        if (saved) return saved.body as ReplyOf<'POST /api/returnrequest'>;
      }
      const ids = await requestReturn(tx, dependencies, context, body, request.id);
      const rows = await readReturns(tx, effective.organisationId, ids);
      const reply: ReplyOf<'POST /api/returnrequest'> = {
        success: true,
        msg: rows.some(({ exchangeLineId }) => exchangeLineId !== null)
          ? 'Your exchange has been requested. The new size is reserved.'
          : 'Your return has been requested.',
        returnRequests: rows.map((row) => toReturnRequest(row, effective)),
      };
      if (key !== undefined) await saveResponse(tx, effective, key, reply);
      return reply;
    });
  });

  registerEndpoint(app, authenticator, 'POST /api/returnrequest/:id/cancel', async ({ params: { id }, context, request }) => {
    const { effective } = context;
    return runInTransaction(db, async (tx) => {
      const current = await lockReturn(tx, { organisationId: effective.organisationId, id, customerId: effective.customerId });
      if (!current) throw notFound('returnRequest');
      if (current.stateId !== RETURN.cancelled) await cancelReturn(tx, actAsPerson(context, dependencies, request.id), current);
      return {
        success: true,
        msg: 'The request has been cancelled.',
        returnRequests: (await readReturns(tx, effective.organisationId, [id])).map((row) => toReturnRequest(row, effective)),
      };
    });
  });

  registerEndpoint(app, authenticator, 'GET /api/customerreturnrequests', async ({ context: { effective } }) => ({
    returnRequests: (await listOwnReturns(db, effective)).map((row) => toReturnRequest(row, effective)),
  }));
}
