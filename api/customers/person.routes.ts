import type { FastifyInstance } from 'fastify';
import { type Db, inTransaction } from '../db/database.ts';
import { serve } from '../http/endpoint.ts';
import { notFound } from '../http/errors.ts';
import { pageOf } from '../http/paging.ts';
import type { Scope } from '../http/scope.ts';
import type { Portal } from '../portal.ts';
import { findCustomer } from './customers.queries.ts';
import { readHistory } from './history.queries.ts';
import { addPerson, keepMeasurements, readMeasurements, removePerson, restorePerson } from './person.actions.ts';
import { listAddressesOf } from './person.queries.ts';

async function getCustomer(db: Db, scope: Scope, customerId: number) {
  const customer = await findCustomer(db, scope, customerId);
  if (!customer) throw notFound('customer');
  return customer;
}

/** One person as administrators look after them: always the caller's own business, whoever is acted for. */
export function personRoutes(app: FastifyInstance, portal: Portal): void {
  const { db, gate, sessions } = portal;

  serve(app, gate, 'POST /api/customers', async ({ body, visit, request }) => {
    const id = await inTransaction(db, (tx) => addPerson(tx, visit, body, request.id));
    return { customers: [await getCustomer(db, visit.caller, id)] };
  });

  serve(app, gate, 'DELETE /api/customers/:id', async ({ params, visit, request }) => {
    await inTransaction(db, (tx) => removePerson(tx, visit, params.id, request.id));
    sessions.forgetPerson(params.id);
    return {};
  });

  serve(app, gate, 'POST /api/customers/:id/restore', async ({ params, visit, request }) => {
    await inTransaction(db, (tx) => restorePerson(tx, visit, params.id, request.id));
    return { customers: [await getCustomer(db, visit.caller, params.id)] };
  });

  serve(app, gate, 'GET /api/customers/:id/history', async ({ params, query, visit }) => {
    await getCustomer(db, visit.caller, params.id);
    return readHistory(db, visit.caller, params.id, pageOf(query));
  });

  serve(app, gate, 'GET /api/customers/:id/addresses', async ({ params, visit }) => {
    await getCustomer(db, visit.caller, params.id);
    return { addresses: await listAddressesOf(db, visit.caller, params.id) };
  });

  serve(app, gate, 'POST /api/customers/saveSpecialMeasurements', async ({ body, visit, request }) => ({
    specialMeasurements: await inTransaction(db, (tx) => keepMeasurements(tx, portal, visit, body, request.id)),
  }));

  serve(app, gate, 'GET /api/customers/getSpecialMeasurements', async ({ query, visit }) => ({
    specialMeasurements: await inTransaction(db, (tx) => readMeasurements(tx, portal, visit, query.customerId)),
  }));
}
