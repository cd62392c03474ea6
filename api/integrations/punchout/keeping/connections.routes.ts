import type { FastifyInstance, FastifyRequest } from 'fastify';
import { confirmCaller } from '#api/identity/login/confirm-identity.actions.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { listAttempts } from '../connections/attempts.queries.ts';
import { toWireAttempt, toWireListed } from './connections.mapper.ts';
import {
  addConnection,
  changeConnection,
  decideReturnOrigin,
  type KeepingContext,
  readConnection,
  readWireConnection,
  recordConnectionChange,
  removeConnection,
} from './keep-connections.actions.ts';
import { findBuyingOrganisation, listConnections, readConnectionDetails } from './kept-connections.queries.ts';
import { findAddresses, findConnectionPeople, listConnectionChoices } from './referred-records.queries.ts';
import { endPreviousSecret, replaceConnectionSecret } from './replace-secret.actions.ts';
import { type SendToSelf, testConnection } from './self-test.actions.ts';

/** Registers the calls with which operators keep connections of PunchOut. */
export function routes(app: FastifyInstance, server: ServerDependencies): void {
  const { db, authenticator, config, vault } = server;
  const toContext = ({ operator, request }: { operator: OperatorScope; request: FastifyRequest }): KeepingContext => ({
    operator,
    requestId: request.id,
    vault,
    allowsPrivate: config.webhookAllowPrivate,
  });

  /** An organisation of the operator's brands. Throws 404. */
  async function readOrganisation(operator: OperatorScope, id: number) {
    const organisation = await findBuyingOrganisation(db, operator, id);
    if (!organisation) throw notFound('organisation');
    return organisation;
  }

  registerEndpoint(app, authenticator, 'GET /api/operator/punchout/connections', async ({ operator, query }) => {
    const { organisationId, searchTerm, isActive } = query;
    const page = toOffsetAndLimit(query);
    const found = await listConnections(db, operator, { organisationId, searchTerm, isActive }, page);
    return { connections: found.connections.map(toWireListed), totalCount: found.totalCount };
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/punchout/connections', ({ operator, body, request }) =>
    runOnce(db, operator, { request, body }, async (tx) => ({
      connection: await addConnection(tx, toContext({ operator, request }), body),
    })),
  );

  registerEndpoint(app, authenticator, 'GET /api/operator/punchout/connections/:id', async ({ operator, params }) => ({
    connection: await readWireConnection(db, operator, params.id),
  }));

  registerEndpoint(app, authenticator, 'PUT /api/operator/punchout/connections/:id', ({ operator, params, body, request }) =>
    runInTransaction(db, async (tx) => ({
      connection: await changeConnection(tx, toContext({ operator, request }), params.id, body),
    })),
  );

  registerEndpoint(app, authenticator, 'DELETE /api/operator/punchout/connections/:id', async ({ operator, params, request }) => {
    await runInTransaction(db, (tx) => removeConnection(tx, toContext({ operator, request }), params.id));
    return {};
  });

  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/punchout/connections/:id/secret',
    async ({ operator, params, body, request }) => {
      await readConnection(db, operator, params.id);
      // A key is proof enough of a system: it has no password.
      if (operator.kind === 'operator') await confirmCaller(server, { operatorId: operator.id }, body);
      return replaceConnectionSecret(db, toContext({ operator, request }), params.id, body);
    },
  );

  registerEndpoint(app, authenticator, 'DELETE /api/operator/punchout/connections/:id/secret', ({ operator, params, request }) =>
    runInTransaction(db, (tx) => endPreviousSecret(tx, toContext({ operator, request }), params.id)),
  );

  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/punchout/connections/:id/returnorigin',
    ({ operator, params, body, request }) =>
      runInTransaction(db, async (tx) => ({
        connection: await decideReturnOrigin(tx, toContext({ operator, request }), params.id, body),
      })),
  );

  registerEndpoint(app, authenticator, 'GET /api/operator/punchout/connections/:id/attempts', async ({ operator, params }) => {
    const { organisationId, id } = await readConnection(db, operator, params.id);
    return { attempts: (await listAttempts(db, organisationId, id)).map(toWireAttempt) };
  });

  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/punchout/connections/:id/test',
    async ({ operator, params, body, request }) => {
      const connection = await readConnection(db, operator, params.id);
      const details = await readConnectionDetails(db, connection);
      await runInTransaction(db, (tx) =>
        recordConnectionChange(tx, toContext({ operator, request }), connection, { action: 'punchout-connection.tested' }),
      );
      const send: SendToSelf = (each) => app.inject(each);
      return testConnection({ db, send, origin: details.origin }, connection, details, body.email?.trim() || undefined);
    },
  );

  registerEndpoint(app, authenticator, 'GET /api/operator/punchout/organisations/:id/choices', async ({ operator, params }) => {
    const { name, currencyCode } = await readOrganisation(operator, params.id);
    return { organisationName: name, currencyCode, ...(await listConnectionChoices(db, params.id)) };
  });

  registerEndpoint(
    app,
    authenticator,
    'GET /api/operator/punchout/organisations/:id/people',
    async ({ operator, params, query }) => {
      await readOrganisation(operator, params.id);
      return { people: await findConnectionPeople(db, params.id, query.searchTerm) };
    },
  );

  registerEndpoint(
    app,
    authenticator,
    'GET /api/operator/punchout/organisations/:id/addresses',
    async ({ operator, params, query }) => {
      await readOrganisation(operator, params.id);
      return { addresses: await findAddresses(db, params.id, query.searchTerm) };
    },
  );
}
