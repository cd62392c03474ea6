import type { FastifyInstance } from 'fastify';
import type { Tx } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { finishPieces, startDecoration } from './decorate.actions.ts';
import { listDecorationDays, listDecorationLines, listLinesOfDay } from './decoration.queries.ts';
import { groupByDesign, toDecorationGroup, toDecorationLine } from './decoration.rules.ts';

/** Registers the calls of the decorator. Those that change something honour the `Idempotency-Key` header. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db'> & MailDependencies,
): void {
  const { authenticator, db } = dependencies;

  registerEndpoint(app, authenticator, 'GET /api/operator/decoration', async ({ operator, query }) => {
    const { organisationId = 0 } = query;
    const days = await listDecorationDays(db, operator, organisationId);
    const day = query.day ?? days[0]?.day ?? null;
    const lines = day === null ? [] : await listLinesOfDay(db, operator, day, organisationId);
    return { day, days, groups: groupByDesign(lines).map(toDecorationGroup), lines: lines.map(toDecorationLine) };
  });

  const replyWithLines = async (tx: Tx, operator: OperatorScope, ids: readonly number[], msg: string) => ({
    success: true,
    msg,
    lines: (await listDecorationLines(tx, operator, ids)).map(toDecorationLine),
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/decoration/start', ({ operator, body, request }) =>
    runOnce(db, operator, { request, body }, async (tx) => {
      const ids = await startDecoration(tx, dependencies, operator, body, request.id);
      return replyWithLines(tx, operator, ids, 'Decoration has started.');
    }),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/decoration/finish', ({ operator, body, request }) =>
    runOnce(db, operator, { request, body }, async (tx) => {
      const { lineId, name } = await finishPieces(tx, dependencies, operator, body, request.id);
      const { quantity = 1 } = body;
      return replyWithLines(tx, operator, [lineId], quantity > 0 ? `Decorated: ${name}.` : `Taken back: ${name}.`);
    }),
  );
}
