import type { FastifyInstance } from 'fastify';
import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { ReplyOf } from '#contract/index.ts';
import { findOperatorReturn, listOperatorReturns, type OperatorReturnRow } from './operator-returns.queries.ts';
import { lockReturn, type StoredReturn } from './return-steps.queries.ts';
import { toOperatorReturn } from './returns.mapper.ts';
import { type ReturnDecision, stateAfter } from './returns.rules.ts';
import { type Condition, decideReturn, receiveReturn, type Settling } from './settle-return.actions.ts';

type OperatorReply = ReplyOf<'POST /api/operator/returns/:id/receive'>;

/** Registers the endpoints with which the supplier receives returns and decides about them. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db'> & MailDependencies,
): void {
  const { db, authenticator } = dependencies;

  /** Settles a request in a transaction of its own, unless the same has been done before. */
  const settle = (
    { operator, id, requestId }: { operator: OperatorScope; id: number; requestId: string },
    {
      isDone,
      act,
      audited,
    }: {
      isDone: (request: StoredReturn) => boolean;
      act: (tx: Tx, settling: Settling, request: StoredReturn) => Promise<void>;
      audited: { action: string; after: Record<string, string | number | null> };
    },
  ): Promise<OperatorReply> =>
    runInTransaction(db, async (tx) => {
      const request = await lockReturn(tx, { brandIds: operator.brandIds, id });
      if (!request) throw notFound('returnRequest');
      if (!isDone(request)) {
        await act(tx, { actor: { kind: operator.kind, id: operator.id }, mails: dependencies }, request);
        await recordOperatorAuditEvent(tx, operator, request, {
          action: audited.action,
          subjectId: String(id),
          after: { number: request.customNumber, ...audited.after },
          requestId,
        });
      }
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
        { operator, id, requestId: request.id },
        {
          isDone: (found) => found.receivedQuantity === quantity && found.condition === condition,
          act: (tx, settling, found) => receiveReturn(tx, settling, found, { quantity, condition }),
          audited: { action: 'return.received', after: { quantity, condition } },
        },
      );
    },
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/returns/:id/decide', ({ params: { id }, body, operator, request }) => {
    const decision = body.decision as ReturnDecision;
    const note = body.reason?.trim() || null;
    if (decision === 'reject' && note === null) throw invalid('reason', 'Please enter a reason.');
    return settle(
      { operator, id, requestId: request.id },
      {
        isDone: (found) => isDecided(found, decision),
        act: (tx, settling, found) => decideReturn(tx, settling, found, decision, note),
        audited: { action: 'return.decided', after: { decision, reason: note } },
      },
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
