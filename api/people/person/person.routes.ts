import type { FastifyInstance } from 'fastify';
import { confirmCaller } from '#api/identity/login/confirm-identity.actions.ts';
import type { Sessions } from '#api/identity/sessions/sessions.ts';
import { toCollections } from '#api/organisation/wardrobes/wardrobe.mapper.ts';
import { listCollections } from '#api/organisation/wardrobes/wardrobe.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { changePerson } from './change-person.actions.ts';
import { changeEmail, getEmailState, withdrawEmailChange } from './email.actions.ts';
import { previewPersonChange } from './entitlement-preview.actions.ts';
import { listPersonHistory } from './history.queries.ts';
import { findCustomer } from './people.queries.ts';
import { addPerson, readSpecialMeasurements, removePerson, restorePerson, saveSpecialMeasurements } from './person.actions.ts';
import { listPersonAddresses } from './person.queries.ts';
import type { CustomerInput } from './person-fields.rules.ts';
import { getCallerProfile } from './profile.actions.ts';
import { updatePreferences } from './profile.queries.ts';

async function getCustomer(db: Db, scope: Scope, customerId: number) {
  const customer = await findCustomer(db, scope, customerId);
  if (!customer) throw notFound('customer');
  return customer;
}

/** Calls about people as administrators manage them. They use the caller's own rights, also during impersonation. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db' | 'jobs' | 'vault'> & { sessions: Sessions },
): void {
  const { db, authenticator, sessions } = dependencies;

  /** Checks the proof that was sent with a change, outside its transaction. False when there is none. Throws 422 and 429. */
  const isIdentityConfirmed = async ({ caller }: RequestContext, input: CustomerInput) => {
    if (!input.callerPassword) return false;
    await confirmCaller(dependencies, caller, input);
    return true;
  };

  registerEndpoint(app, authenticator, 'GET /api/customerprofile', async ({ context }) => getCallerProfile(db, context));
  registerEndpoint(app, authenticator, 'PUT /api/customerprofile', async ({ body, context }) => {
    await updatePreferences(db, context.caller, body);
    return getCallerProfile(db, context);
  });

  registerEndpoint(app, authenticator, 'GET /api/customers/:id', async ({ params, context }) => {
    const customer = await findCustomer(db, context.caller, params.id);
    if (!customer) throw notFound('customer');
    return { customers: [customer] };
  });

  registerEndpoint(app, authenticator, 'PUT /api/customers/:id', async ({ params, body, context, request }) => {
    const change = { requestId: request.id, isIdentityConfirmed: await isIdentityConfirmed(context, body) };
    await runInTransaction(db, (tx) => changePerson(tx, dependencies, context, params.id, body, change));
    sessions.evictPerson(params.id);
    const customer = await findCustomer(db, context.caller, params.id);
    if (!customer) throw notFound('customer');
    return { customers: [customer] };
  });

  registerEndpoint(app, authenticator, 'POST /api/customers/:id/entitlementpreview', async ({ params, body, context }) => ({
    preview: await runInTransaction(db, (tx) => previewPersonChange(tx, context.caller, params.id, body)),
  }));

  registerEndpoint(app, authenticator, 'GET /api/customers/:id/email', ({ params, context }) =>
    getEmailState(db, context, params.id),
  );

  registerEndpoint(app, authenticator, 'POST /api/customers/:id/email', async ({ params, body, context, request }) => {
    await changeEmail(db, dependencies, context, params.id, body, request.id);
    sessions.evictPerson(params.id);
    return getEmailState(db, context, params.id);
  });

  registerEndpoint(app, authenticator, 'DELETE /api/customers/:id/email', async ({ params, context, request }) => {
    await withdrawEmailChange(db, context, params.id, request.id);
    return {};
  });

  registerEndpoint(app, authenticator, 'POST /api/customers', async ({ body, context, request }) => {
    const change = { requestId: request.id, isIdentityConfirmed: await isIdentityConfirmed(context, body) };
    const id = await runInTransaction(db, (tx) => addPerson(tx, dependencies, context, body, change));
    return { customers: [await getCustomer(db, context.caller, id)] };
  });

  registerEndpoint(app, authenticator, 'DELETE /api/customers/:id', async ({ params, context, request }) => {
    await runInTransaction(db, (tx) => removePerson(tx, context, params.id, request.id));
    sessions.evictPerson(params.id);
    return {};
  });

  registerEndpoint(app, authenticator, 'POST /api/customers/:id/restore', async ({ params, context, request }) => {
    await runInTransaction(db, (tx) => restorePerson(tx, context, params.id, request.id));
    return { customers: [await getCustomer(db, context.caller, params.id)] };
  });

  registerEndpoint(app, authenticator, 'GET /api/customers/:id/history', async ({ params, query, context }) => {
    await getCustomer(db, context.caller, params.id);
    return listPersonHistory(db, context.caller, params.id, toOffsetAndLimit(query));
  });

  registerEndpoint(app, authenticator, 'GET /api/customers/:id/organisationcollections', async ({ params, context }) => {
    await getCustomer(db, context.caller, params.id);
    const wearer = { id: params.id, withParents: true };
    const collections = await listCollections(db, context.caller, { wearer, withGroups: true });
    return { organisationCollections: toCollections(collections) };
  });

  registerEndpoint(app, authenticator, 'GET /api/customers/:id/addresses', async ({ params, context }) => {
    await getCustomer(db, context.caller, params.id);
    return { addresses: await listPersonAddresses(db, context.caller, params.id) };
  });

  registerEndpoint(app, authenticator, 'POST /api/customers/saveSpecialMeasurements', async ({ body, context, request }) => ({
    specialMeasurements: await runInTransaction(db, (tx) => saveSpecialMeasurements(tx, dependencies, context, body, request.id)),
  }));

  registerEndpoint(app, authenticator, 'GET /api/customers/getSpecialMeasurements', async ({ query, context }) => ({
    specialMeasurements: await runInTransaction(db, (tx) => readSpecialMeasurements(tx, dependencies, context, query.customerId)),
  }));
}
