import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '../db/database.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import type { BulkEdits } from './bulk-edit-engine.ts';

interface Dependencies extends Pick<ServerDependencies, 'authenticator' | 'db'> {
  bulkEdits: BulkEdits;
  /** Called when an edit of the organisation has been undone, or its undo has begun. */
  afterUndo: (organisationId: number) => void;
}

/** Bulk edits of every kind: always the caller's own rights, also while they order for someone else. */
export function routes(app: FastifyInstance, { db, authenticator, bulkEdits, afterUndo }: Dependencies): void {
  registerEndpoint(app, authenticator, 'GET /api/bulkedits', async ({ query, context }) => ({
    bulkEdits: await bulkEdits.list(context.caller, query.kind),
  }));

  registerEndpoint(app, authenticator, 'GET /api/bulkedits/:id', async ({ params, context }) => ({
    bulkEdit: await bulkEdits.get(db, context.caller, params.id),
  }));

  registerEndpoint(app, authenticator, 'POST /api/bulkedits/:id/stop', async ({ params, context }) => ({
    bulkEdit: await runInTransaction(db, (tx) => bulkEdits.stop(tx, context.caller, params.id)),
  }));

  registerEndpoint(app, authenticator, 'POST /api/bulkedits/:id/continue', async ({ params, context }) => ({
    bulkEdit: await runInTransaction(db, (tx) => bulkEdits.resume(tx, context.caller, params.id)),
  }));

  registerEndpoint(app, authenticator, 'POST /api/bulkedits/:id/undo', async ({ params, context, request }) => {
    const { bulkEdit } = await runInTransaction(db, (tx) => bulkEdits.undo({ tx, context, requestId: request.id }, params.id));
    afterUndo(context.caller.organisationId);
    return { bulkEdit };
  });
}
