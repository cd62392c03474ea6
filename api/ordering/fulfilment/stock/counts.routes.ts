import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { beginCount, bookCount, cancelCount, enterCounted, readCount, readDifferences } from './counts.actions.ts';
import { toCount, toCountLine } from './counts.mapper.ts';
import { listCountLines, listCounts } from './counts.queries.ts';

/** Registers the calls about counts of the stock. */
export function routes(app: FastifyInstance, { authenticator, db }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/operator/stock/counts', async ({ operator, query }) => {
    const { counts, totalCount } = await listCounts(db, operator, query);
    return { counts: counts.map(toCount), totalCount };
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/stock/counts', ({ operator, body, request }) =>
    runOnce(db, operator, { request, body }, (tx) => beginCount(tx, operator, body, request.id)),
  );

  registerEndpoint(app, authenticator, 'GET /api/operator/stock/counts/:id', async ({ operator, params, query }) => {
    const count = await readCount(db, operator, params.id);
    const { lines, totalCount } = await listCountLines(db, params.id, query);
    return { count: toCount(count), lines: lines.map(toCountLine), totalCount };
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/stock/counts/:id/entries', ({ operator, params, body, request }) =>
    runOnce(db, operator, { request, body }, (tx) => enterCounted(tx, operator, params.id, body.items)),
  );

  registerEndpoint(app, authenticator, 'GET /api/operator/stock/counts/:id/differences', ({ operator, params }) =>
    readDifferences(db, operator, params.id),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/stock/counts/:id/book', ({ operator, params, body, request }) =>
    runInTransaction(db, (tx) => bookCount(tx, operator, params.id, body, request.id)),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/stock/counts/:id/cancel', ({ operator, params, request }) =>
    runInTransaction(db, (tx) => cancelCount(tx, operator, params.id, request.id)),
  );
}
