import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { sendWorkbook } from '#api/platform/workbook/send-workbook.ts';
import { exportManagedReturns, toManagedReturn } from './managed-returns.actions.ts';
import { listManagedReturns } from './managed-returns.queries.ts';

/** Registers the calls about the returns of the people whom administrators manage. */
export function routes(
  app: FastifyInstance,
  { db, authenticator, clock }: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db'>,
): void {
  registerEndpoint(app, authenticator, 'GET /api/returns', async ({ query, context: { caller } }) => {
    const { rows, count } = await listManagedReturns(db, caller, query, new Date(clock.now()));
    return { returns: rows.map((row) => toManagedReturn(row, caller)), totalCount: count };
  });

  registerEndpoint(
    app,
    authenticator,
    'GET /api/returns/exporttoexcel',
    async ({ query, context: { caller }, request, reply }) => {
      const at = new Date(clock.now());
      return sendWorkbook(reply, await exportManagedReturns(db, caller, query, { at, requestId: request.id }));
    },
  );
}
