import type { FastifyInstance } from 'fastify';
import { readProfile, readProfileActedFor } from '../access/profile.actions.ts';
import { inTransaction } from '../db/database.ts';
import { readingMoment } from '../db/reading-moment.ts';
import { FileStream, serve } from '../http/endpoint.ts';
import { notFound } from '../http/errors.ts';
import { setFileHeaders, WORKBOOK } from '../http/files.ts';
import type { Portal } from '../portal.ts';
import { changePerson } from './change-person.actions.ts';
import { findCustomer } from './customers.queries.ts';
import { setDelivery, startActing, stopActing } from './impersonation.actions.ts';
import { exportPeople } from './people-export.actions.ts';
import { listCustomers } from './people-list.queries.ts';

export function customerRoutes(app: FastifyInstance, portal: Portal): void {
  const { db, gate, sessions } = portal;

  // Administration is the caller's own business, whoever the caller acts for.
  serve(app, gate, 'GET /api/customers', async ({ query, visit }) => ({
    seenOnUtc: await readingMoment(db),
    ...(await listCustomers(db, visit.caller, query)),
  }));

  serve(app, gate, 'GET /api/customers/exportToExcel', async ({ query, visit, request, reply }) => {
    const { name, content } = await exportPeople(db, visit.caller, query, request.id);
    setFileHeaders(reply, name);
    return new FileStream(content, WORKBOOK);
  });

  serve(app, gate, 'GET /api/customers/:id', async ({ params, visit }) => {
    const customer = await findCustomer(db, visit.caller, params.id);
    if (!customer) throw notFound('customer');
    return { customers: [customer] };
  });

  serve(app, gate, 'PUT /api/customers/:id', async ({ params, body, visit, request }) => {
    await inTransaction(db, (tx) => changePerson(tx, visit, params.id, body, request.id));
    sessions.forgetPerson(params.id);
    const customer = await findCustomer(db, visit.caller, params.id);
    if (!customer) throw notFound('customer');
    return { customers: [customer] };
  });

  serve(app, gate, 'GET /api/customers/impersonate/:id', async ({ params, visit, request }) => {
    const begun = await inTransaction(db, (tx) => startActing(tx, portal, visit, params.id, request.id));
    sessions.forget(visit.sessionId);
    return readProfileActedFor(db, begun);
  });

  serve(app, gate, 'GET /api/customers/impersonateCancel', async ({ visit, request }) => {
    await inTransaction(db, (tx) => stopActing(tx, visit, request.id));
    sessions.forget(visit.sessionId);
    return readProfile(db, { sessionId: visit.sessionId, caller: visit.caller, scope: visit.caller });
  });

  serve(app, gate, 'POST /api/customers/saveImpersonatedCustomerShippingAddressDetails', async ({ body, visit, request }) => ({
    success: true,
    address: await inTransaction(db, (tx) => setDelivery(tx, visit, body, request.id)),
  }));
}
