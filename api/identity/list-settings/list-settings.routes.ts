import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { invalid, notFound } from '#api/platform/http/errors.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { LIST_NAMES } from '#contract/identity/list-settings.ts';
import { findListSettings, saveListSettings } from './list-settings.queries.ts';

/** The name of a list in the case of the contract. Throws 404 for any other name. */
function readListName(requested: string): string {
  const name = LIST_NAMES.find((list) => list === requested.toLowerCase());
  if (!name) throw notFound('list');
  return name;
}

/** Registers the endpoints with which people arrange lists. The settings are the caller's own, also during impersonation. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/listsettings/:list', async ({ params, context: { caller } }) => ({
    listSettings: await findListSettings(db, caller, readListName(params.list)),
  }));
  registerEndpoint(app, authenticator, 'PUT /api/listsettings/:list', async ({ params, body, context: { caller } }) => {
    const list = readListName(params.list);
    const { columns } = body;
    if (columns && new Set(columns).size < columns.length) throw invalid('columns', 'Name each column only once.');
    return { listSettings: await saveListSettings(db, caller, list, body) };
  });
}
