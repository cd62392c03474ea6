import type { FastifyInstance } from 'fastify';
import type { BulkEdits } from '#api/platform/bulk-edit/bulk-edit-engine.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { findWardrobe } from '../wardrobe-detail.queries.ts';
import { discardDraft, findWardrobeDraft, previewDraft, publishDraft, saveDraft } from './drafts.actions.ts';

/** Drafts of the wardrobes of the caller's own organisation. */
export function routes(
  app: FastifyInstance,
  { db, authenticator, bulkEdits }: Pick<ServerDependencies, 'authenticator' | 'db'> & { bulkEdits: BulkEdits },
): void {
  registerEndpoint(app, authenticator, 'PUT /api/organisation/wardrobes/:id/draft', ({ params, body, context, request }) =>
    runInTransaction(db, async (tx) => ({
      draft: await saveDraft({ tx, context, requestId: request.id }, params.id, body),
    })),
  );
  registerEndpoint(app, authenticator, 'DELETE /api/organisation/wardrobes/:id/draft', ({ params, query, context, request }) =>
    runInTransaction(db, async (tx) => {
      await discardDraft({ tx, context, requestId: request.id }, params.id, query.revision);
      return {};
    }),
  );
  registerEndpoint(app, authenticator, 'GET /api/organisation/wardrobes/:id/draft/preview', ({ params, context }) =>
    runInTransaction(db, async (tx) => ({ preview: await previewDraft(tx, context.caller, params.id) })),
  );
  registerEndpoint(
    app,
    authenticator,
    'POST /api/organisation/wardrobes/:id/draft/publish',
    ({ params, body, context, request }) =>
      runInTransaction(db, async (tx) => {
        const bulkEdit = await publishDraft(bulkEdits, { tx, context, requestId: request.id }, params.id, body);
        const wardrobe = await findWardrobe(tx, context.caller, params.id);
        if (!wardrobe) throw notFound('wardrobe');
        return { wardrobe: { ...wardrobe, draft: await findWardrobeDraft(tx, context.caller, params.id) }, bulkEdit };
      }),
  );
}
