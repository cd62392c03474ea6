import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { checkColumns, readListName } from './list-names.rules.ts';
import { findListSettings, saveListSettings } from './list-settings.queries.ts';

/** Registers the endpoints with which people arrange lists. The settings are the caller's own, also during impersonation. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/listsettings/:list', async ({ params, context: { caller } }) => ({
    listSettings: await findListSettings(db, caller, readListName(params.list)),
  }));
  registerEndpoint(app, authenticator, 'PUT /api/listsettings/:list', async ({ params, body, context: { caller } }) => {
    const list = readListName(params.list);
    checkColumns(body.columns);
    return { listSettings: await saveListSettings(db, caller, list, body) };
  });
}
