import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { checkColumns, getColumns, readCustomerList, readOperatorList } from './list-names.rules.ts';
import { findListSettings, saveListSettings } from './list-settings.queries.ts';

/** Registers the calls with which people and operators arrange lists. The settings are the caller's own, also during impersonation. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/listsettings/:list', async ({ params, context: { caller } }) => ({
    listSettings: await findListSettings(db, caller, readCustomerList(params.list)),
  }));
  registerEndpoint(app, authenticator, 'PUT /api/listsettings/:list', async ({ params, body, context: { caller } }) => {
    const list = readCustomerList(params.list);
    checkColumns(getColumns(caller, list), body.columns);
    return { listSettings: await saveListSettings(db, caller, list, body) };
  });
  registerEndpoint(app, authenticator, 'GET /api/operator/listsettings/:list', async ({ params, operator }) => ({
    listSettings: await findListSettings(db, operator, readOperatorList(params.list)),
  }));
  registerEndpoint(app, authenticator, 'PUT /api/operator/listsettings/:list', async ({ params, body, operator }) => {
    const list = readOperatorList(params.list);
    checkColumns(getColumns(operator, list), body.columns);
    return { listSettings: await saveListSettings(db, operator, list, body) };
  });
}
