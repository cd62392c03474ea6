import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { addType, changeType, removeType } from './document-types.actions.ts';
import { listDocumentTypes, listKeptTypes } from './document-types.queries.ts';

/** Registers the calls that list types of documents, and those with which operators keep them. */
export function routes(app: FastifyInstance, { authenticator, db }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/documenttypes', async () => ({
    documentTypes: await listDocumentTypes(db),
  }));

  registerEndpoint(app, authenticator, 'GET /api/operator/documenttypes', async ({ operator }) => ({
    documentTypes: await listKeptTypes(db, operator),
  }));

  registerEndpoint(app, authenticator, 'POST /api/operator/documenttypes', ({ operator, body, request }) =>
    runOnce(db, operator, { request, body }, async (tx) => ({
      documentType: await addType(tx, { operator, requestId: request.id }, body.name),
    })),
  );

  registerEndpoint(app, authenticator, 'PUT /api/operator/documenttypes/:id', ({ operator, params, body, request }) =>
    runInTransaction(db, async (tx) => ({
      documentType: await changeType(tx, { operator, requestId: request.id }, params.id, body.name),
    })),
  );

  registerEndpoint(app, authenticator, 'DELETE /api/operator/documenttypes/:id', ({ operator, params, request }) =>
    runInTransaction(db, async (tx) => {
      await removeType(tx, { operator, requestId: request.id }, params.id);
      return {};
    }),
  );
}
