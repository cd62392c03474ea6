import type { FastifyInstance } from 'fastify';
import type { Sessions } from '#api/identity/sessions/sessions.ts';
import { listChosenOptions } from '#api/organisation/wardrobes/wardrobe.queries.ts';
import { runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { chooseOptions, chooseWardrobe, getTargetPerson } from './choices.actions.ts';

/** The wardrobe that a person's uniform builder opens with, and the options that they have chosen, such as skirt or trousers. */
export function routes(
  app: FastifyInstance,
  server: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db' | 'jobs' | 'vault'> & { sessions: Sessions },
): void {
  const { db, authenticator, sessions } = server;

  /** Makes a choice in a transaction, for the person in effect or one whom an Admin reaches. */
  async function choose<R>(
    context: RequestContext,
    customerId: number | null | undefined,
    write: (tx: Tx, customerId: number) => Promise<R>,
  ): Promise<R> {
    const { id, result } = await runInTransaction(db, async (tx) => {
      const id = await getTargetPerson(tx, context, customerId);
      return { id, result: await write(tx, id) };
    });
    // A session contains what its person may see, which follows from what they are owed.
    sessions.evictPerson(id);
    return result;
  }

  registerEndpoint(app, authenticator, 'GET /api/customers/getSuperGroupOptionIds', async ({ query, context }) => ({
    superGroupOptionIds: await listChosenOptions(db, context.caller, await getTargetPerson(db, context, query.customerId)),
  }));

  registerEndpoint(app, authenticator, 'POST /api/customers/saveSuperGroupOptionIds', async ({ body, context, request }) => ({
    superGroupOptionIds: await choose(context, body.customerId, (tx, customerId) =>
      chooseOptions(tx, server, context, customerId, body.superGroupOptionIds, request.id),
    ),
  }));

  registerEndpoint(
    app,
    authenticator,
    'PUT /api/organisation/uniformbuilder/updatecustomercollection',
    ({ body, context, request }) =>
      choose(context, body.customerId, (tx, customerId) => chooseWardrobe(tx, server, context, customerId, body, request.id)),
  );
}
