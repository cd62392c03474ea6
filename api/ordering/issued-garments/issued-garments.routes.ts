import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { getReachablePerson } from '../statement/statement.actions.ts';
import { listIssuedGarments } from './issued-garments.queries.ts';

/** What people hold of their uniform. */
export function routes(app: FastifyInstance, { authenticator, db }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/issuedgarments', async ({ context: { effective } }) => ({
    garments: await listIssuedGarments(db, effective, effective.customerId),
  }));

  registerEndpoint(app, authenticator, 'GET /api/customers/:id/issuedgarments', async ({ context, params: { id } }) => {
    const person = await getReachablePerson(db, context, id);
    return { garments: await listIssuedGarments(db, context.effective, person.customerId) };
  });
}
