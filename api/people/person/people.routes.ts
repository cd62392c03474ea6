import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { snapshotTime } from '#api/platform/db/snapshot-time.ts';
import { FileStream, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { setFileHeaders, XLSX_MEDIA_TYPE } from '#api/platform/http/file-headers.ts';
import type { Portal } from '#api/portal.ts';
import { setImpersonatedDelivery, startImpersonation, stopImpersonation } from '../impersonation/impersonation.actions.ts';
import { exportPeople } from '../list/people-export.actions.ts';
import { listCustomers } from '../list/people-list.queries.ts';
import { changePerson } from './change-person.actions.ts';
import { findCustomer } from './people.queries.ts';
import { getCallerProfile, getImpersonatedProfile } from './profile.actions.ts';

export function peopleRoutes(app: FastifyInstance, portal: Portal): void {
  const { db, authenticator, sessions } = portal;

  // Administration is the caller's own business, whoever the caller acts for.
  registerEndpoint(app, authenticator, 'GET /api/customers', async ({ query, context }) => ({
    seenOnUtc: await snapshotTime(db),
    ...(await listCustomers(db, context.caller, query)),
  }));

  registerEndpoint(app, authenticator, 'GET /api/customers/exportToExcel', async ({ query, context, request, reply }) => {
    const { name, content } = await exportPeople(db, context.caller, query, request.id);
    setFileHeaders(reply, name);
    return new FileStream(content, XLSX_MEDIA_TYPE);
  });

  registerEndpoint(app, authenticator, 'GET /api/customers/:id', async ({ params, context }) => {
    const customer = await findCustomer(db, context.caller, params.id);
    if (!customer) throw notFound('customer');
    return { customers: [customer] };
  });

  registerEndpoint(app, authenticator, 'PUT /api/customers/:id', async ({ params, body, context, request }) => {
    await runInTransaction(db, (tx) => changePerson(tx, context, params.id, body, request.id));
    sessions.evictPerson(params.id);
    const customer = await findCustomer(db, context.caller, params.id);
    if (!customer) throw notFound('customer');
    return { customers: [customer] };
  });

  registerEndpoint(app, authenticator, 'GET /api/customers/impersonate/:id', async ({ params, context, request }) => {
    const begun = await runInTransaction(db, (tx) => startImpersonation(tx, portal, context, params.id, request.id));
    sessions.evict(context.sessionId);
    return getImpersonatedProfile(db, begun);
  });

  registerEndpoint(app, authenticator, 'GET /api/customers/impersonateCancel', async ({ context, request }) => {
    await runInTransaction(db, (tx) => stopImpersonation(tx, context, request.id));
    sessions.evict(context.sessionId);
    return getCallerProfile(db, { sessionId: context.sessionId, caller: context.caller, effective: context.caller });
  });

  registerEndpoint(
    app,
    authenticator,
    'POST /api/customers/saveImpersonatedCustomerShippingAddressDetails',
    async ({ body, context, request }) => ({
      success: true,
      address: await runInTransaction(db, (tx) => setImpersonatedDelivery(tx, context, body, request.id)),
    }),
  );
}
