import type { FastifyInstance } from 'fastify';
import { runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { ReplyOf } from '#contract/index.ts';
import { type Acting, actAsSupplier } from '../order-acts/record-act.actions.ts';
import { findOperatorReturn, listOperatorReturns, type OperatorReturnRow } from './operator-returns.queries.ts';
import { lockReturn, type StoredReturn } from './return-steps.queries.ts';
import { assertReturnAsSeen, toOperatorReturn } from './returns.mapper.ts';
import { type Condition, type ReturnDecision, stateAfter } from './returns.rules.ts';
import { decideReturn, receiveReturn } from './settle-return.actions.ts';

type OperatorReply = ReplyOf<'POST /api/operator/returns/:id/receive'>;

/** Registers the endpoints with which the supplier receives returns and decides about them. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db'> & MailDependencies,
): void {
  const { db, authenticator } = dependencies;

  /** Settles a request in a transaction of its own, unless the same has been done before. */
  const settle = (
    {
      operator,
      id,
      requestId,
      fingerprint,
    }: { operator: OperatorScope; id: number; requestId: string; fingerprint: string | null | undefined },
    isDone: (request: StoredReturn) => boolean,
    act: (tx: Tx, acting: Acting, request: StoredReturn) => Promise<void>,
  ): Promise<OperatorReply> =>
    runInTransaction(db, async (tx) => {
      const request = await lockReturn(tx, { brandIds: operator.brandIds, id });
      if (!request) throw notFound('returnRequest');
      const isNew = !isDone(request);
      if (isNew && fingerprint)
        assertReturnAsSeen(fingerprint, (await findOperatorReturn(tx, operator, id)) as OperatorReturnRow);
      if (isNew) await act(tx, actAsSupplier(operator, dependencies, requestId), request);
      const settled = (await findOperatorReturn(tx, operator, id)) as OperatorReturnRow;
      return { success: true, msg: null, returnRequest: toOperatorReturn(settled) };
    });

  registerEndpoint(app, authenticator, 'GET /api/operator/returns', async ({ query, operator }) => {
    const { rows, count } = await listOperatorReturns(db, operator, query);
    return { returnRequests: rows.map(toOperatorReturn), totalCount: count };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/returns/:id', async ({ params: { id }, operator }) => {
    const row = await findOperatorReturn(db, operator, id);
    if (!row) throw notFound('returnRequest');
    return { returnRequest: toOperatorReturn(row) };
  });

  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/returns/:id/receive',
    ({ params: { id }, body, operator, request }) => {
      const { quantity } = body;
      const condition = body.condition as Condition;
      return settle(
        { operator, id, requestId: request.id, fingerprint: body.fingerprint },
        (found) => found.receivedQuantity === quantity && found.condition === condition,
        (tx, acting, found) => receiveReturn(tx, acting, found, { quantity, condition }),
      );
    },
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/returns/:id/decide', ({ params: { id }, body, operator, request }) => {
    const decision = body.decision as ReturnDecision;
    const note = body.reason?.trim() || null;
    if (decision === 'reject' && note === null) throw invalid('reason', 'Please enter a reason.');
    return settle(
      { operator, id, requestId: request.id, fingerprint: body.fingerprint },
      (found) => isDecided(found, decision),
      (tx, acting, found) => decideReturn(tx, acting, found, decision, note),
    );
  });
}

/** Whether the same has been decided before. */
function isDecided({ stateId, exchange, isExchangeReleased, actionKind }: StoredReturn, decision: ReturnDecision): boolean {
  if (decision === 'sendInAdvance') return isExchangeReleased;
  if (stateId !== stateAfter(decision)) return false;
  // Repaired and replaced are the same state.
  return decision === 'repair'
    ? exchange === null
    : decision === 'replace'
      ? exchange !== null && actionKind !== 'exchange'
      : true;
}
