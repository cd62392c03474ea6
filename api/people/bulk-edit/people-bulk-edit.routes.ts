import type { FastifyInstance } from 'fastify';
import type { Sessions } from '#api/identity/sessions/sessions.ts';
import type { BulkEdits } from '#api/platform/bulk-edit/bulk-edit-engine.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { bulkEditPeople, createPeopleEditKind, previewPeopleEdit, previewPeopleEntitlement } from './people-bulk-edit.actions.ts';

/** Starting a bulk edit of people: always with the caller's own rights, also while they order for someone else. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db' | 'jobs' | 'vault'> & {
    bulkEdits: BulkEdits;
    sessions: Sessions;
  },
): void {
  const { db, authenticator, bulkEdits, sessions } = dependencies;
  const kind = createPeopleEditKind(dependencies);

  registerEndpoint(app, authenticator, 'POST /api/customers/bulkedits', async ({ query, body, context, request }) => {
    const bulkEdit = await runInTransaction(db, (tx) =>
      bulkEditPeople(bulkEdits, kind, { tx, context, requestId: request.id }, { filters: query, input: body }),
    );
    // Accounts may be closed now. What the database announces of them arrives a moment after the reply.
    sessions.evictOrganisation(context.caller.organisationId);
    return { bulkEdit };
  });

  registerEndpoint(app, authenticator, 'POST /api/customers/bulkedits/preview', ({ query, body, context }) =>
    previewPeopleEdit(db, context, query, body),
  );

  registerEndpoint(app, authenticator, 'POST /api/customers/bulkedits/entitlementpreview', async ({ query, body, context }) => ({
    preview: await runInTransaction(db, (tx) => previewPeopleEntitlement(tx, context.caller, query, body)),
  }));
}
