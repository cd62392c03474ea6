import type { FastifyInstance } from 'fastify';
import type { BulkEdits } from '#api/platform/bulk-edit/bulk-edit-engine.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { createPeopleEditKind } from '../bulk-edit/people-bulk-edit.actions.ts';
import { addPeopleToSeason, previewSeasonMembers } from './season-members.actions.ts';

/** Who is in a season, always with the caller's own rights. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db' | 'jobs' | 'vault'> & { bulkEdits: BulkEdits },
): void {
  const { db, authenticator, bulkEdits } = dependencies;
  const kind = createPeopleEditKind(dependencies);

  registerEndpoint(
    app,
    authenticator,
    'GET /api/organisationseasons/:id/members/preview',
    ({ params, query, context: { caller } }) => previewSeasonMembers(db, caller, params.id, query.fromSeasonId),
  );

  registerEndpoint(
    app,
    authenticator,
    'POST /api/organisationseasons/:id/members',
    async ({ params, body, context, request }) => ({
      bulkEdit: await runInTransaction(db, (tx) =>
        addPeopleToSeason(bulkEdits, kind, { tx, context, requestId: request.id }, params.id, body),
      ),
    }),
  );
}
