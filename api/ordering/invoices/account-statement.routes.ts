import type { FastifyInstance, FastifyReply } from 'fastify';
import { FileStream, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { forbidden, notFound } from '#api/platform/http/errors.ts';
import { setFileHeaders } from '#api/platform/http/file-headers.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { createAccountStatement } from './account-statement.actions.ts';
import { findStatementParty, type StatementParty } from './account-statement.queries.ts';

/** Registers the calls that send statements of account. */
export function routes(
  app: FastifyInstance,
  { db, authenticator, clock, files }: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db' | 'files'>,
): void {
  async function send(reply: FastifyReply, party: StatementParty | undefined, month: string | undefined) {
    if (!party) throw notFound('organisation');
    const { name, content } = await createAccountStatement({ db, files }, party, { month, at: clock.now() });
    setFileHeaders(reply, name);
    return new FileStream(content, 'application/pdf');
  }

  registerEndpoint(app, authenticator, 'GET /api/invoices/statement', async ({ query, context: { caller }, reply }) => {
    if (caller.adminableGroupIds.length > 0 || !caller.pricesVisible)
      throw forbidden('A statement covers all groups, so only administrators of the whole organisation can open it.');
    return send(reply, await findStatementParty(db, null, caller.organisationId), query.month);
  });

  registerEndpoint(
    app,
    authenticator,
    'GET /api/operator/organisations/:id/statement',
    async ({ params, query, operator, reply }) => send(reply, await findStatementParty(db, operator, params.id), query.month),
  );
}
