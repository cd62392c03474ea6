import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { sendWorkbook } from '#api/platform/workbook/send-workbook.ts';
import { readConnection } from './keep-connections.actions.ts';
import { exportUnreturnable, readUnreturnable } from './unreturnable.actions.ts';

/** Registers what tells operators which products a connection could not return. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'db' | 'authenticator'>): void {
  registerEndpoint(
    app,
    authenticator,
    'GET /api/operator/punchout/connections/:id/unreturnable',
    async ({ operator, params, query }) => {
      const connection = await readConnection(db, operator, params.id);
      const { searchTerm, kind = 'refused' } = query;
      return readUnreturnable(db, connection, { searchTerm, kind }, toOffsetAndLimit(query));
    },
  );

  registerEndpoint(
    app,
    authenticator,
    'GET /api/operator/punchout/connections/:id/unreturnable/exporttoexcel',
    async ({ operator, params, query, reply }) =>
      sendWorkbook(reply, await exportUnreturnable(db, await readConnection(db, operator, params.id), query.searchTerm)),
  );
}
