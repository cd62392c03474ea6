import type { FastifyInstance } from 'fastify';
import { syncEntitlement } from '#api/entitlement/entitlement.actions.ts';
import type { Sessions } from '#api/identity/sessions/sessions.ts';
import { listChosenOptions, listOfferedOptions, replaceChosenOptions } from '#api/organisation/wardrobes/wardrobe.queries.ts';
import { validateChosenOptions } from '#api/organisation/wardrobes/wardrobe.rules.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { isAdmin } from '#api/platform/http/scope.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { findCustomer } from './people.queries.ts';

/** The person whose options a request is about: the person in effect, or one whom an Admin reaches. Throws 404 otherwise. */
async function getTargetPerson(db: Db, context: RequestContext, customerId: number | null | undefined): Promise<number> {
  if (!customerId || customerId === context.effective.customerId) return context.effective.customerId;
  const known = isAdmin(context.caller) && (await findCustomer(db, context.caller, customerId));
  if (!known) throw notFound('customer');
  return customerId;
}

/** The options of a wardrobe, such as skirt or trousers, that a person has chosen. */
export function routes(
  app: FastifyInstance,
  { db, authenticator, sessions }: Pick<ServerDependencies, 'authenticator' | 'db'> & { sessions: Sessions },
): void {
  registerEndpoint(app, authenticator, 'GET /api/customers/getSuperGroupOptionIds', async ({ query, context }) => ({
    superGroupOptionIds: await listChosenOptions(db, context.caller, await getTargetPerson(db, context, query.customerId)),
  }));

  registerEndpoint(app, authenticator, 'POST /api/customers/saveSuperGroupOptionIds', async ({ body, context, request }) => {
    const { customerId, chosen } = await runInTransaction(db, async (tx) => {
      const customerId = await getTargetPerson(tx, context, body.customerId);
      const before = await listChosenOptions(tx, context.caller, customerId);
      const chosen = validateChosenOptions(body.superGroupOptionIds, await listOfferedOptions(tx, context.caller, customerId));
      await replaceChosenOptions(tx, context.caller, customerId, chosen);
      await syncEntitlement(tx, context.caller, [customerId]);
      await recordAuditEvent(tx, context, {
        action: 'customer.options-chosen',
        subjectId: String(customerId),
        before: { superGroupOptionIds: before },
        after: { superGroupOptionIds: chosen },
        requestId: request.id,
      });
      return { customerId, chosen };
    });
    // A session contains the groups that are open to its person.
    sessions.evictPerson(customerId);
    return { superGroupOptionIds: chosen.toSorted((one, other) => one - other) };
  });
}
