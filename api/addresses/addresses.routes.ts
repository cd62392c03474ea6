import type { FastifyInstance } from 'fastify';
import { recordDeed } from '../audit/audit.queries.ts';
import { inTransaction, type Tx } from '../db/database.ts';
import { serve, type Visit } from '../http/endpoint.ts';
import { notFound } from '../http/errors.ts';
import type { Portal } from '../portal.ts';
import { listAddresses, listCountries, listOwnAddresses, listStates } from './addresses.queries.ts';
import { changeAddress, createAddress, getAddress } from './own-addresses.actions.ts';
import { removeOwnAddress, restoreOwnAddress } from './own-addresses.queries.ts';

/** In the trail stands which address, and not where somebody lives. */
const record = (tx: Tx, visit: Visit, what: string, addressId: number, requestId: string) =>
  recordDeed(tx, visit, { action: `address.${what}`, subjectId: String(addressId), requestId });

export function addressRoutes(app: FastifyInstance, { db, gate }: Portal): void {
  serve(app, gate, 'GET /api/countries', async () => ({ countries: await listCountries(db) }));

  serve(app, gate, 'GET /api/states/:countryId', async ({ params }) => {
    const states = await listStates(db, params.countryId);
    if (!states) throw notFound('country');
    return { states };
  });

  serve(app, gate, 'GET /api/billingaddresses', async ({ visit }) => ({
    addresses: await listAddresses(db, visit.scope, 'billing'),
  }));

  serve(app, gate, 'GET /api/shippingaddresses', async ({ visit }) => ({
    addresses: await listAddresses(db, visit.scope, 'shipping'),
  }));

  serve(app, gate, 'GET /api/customeraddresses', async ({ visit }) => ({ addresses: await listOwnAddresses(db, visit.scope) }));

  serve(app, gate, 'POST /api/createcustomeraddress', async ({ body, visit, request }) =>
    inTransaction(db, async (tx) => {
      const address = await createAddress(tx, visit.scope, body);
      await record(tx, visit, 'added', address.id, request.id);
      return { address };
    }),
  );

  serve(app, gate, 'PUT /api/customeraddresses/:id', async ({ params, body, visit, request }) =>
    inTransaction(db, async (tx) => {
      const address = await changeAddress(tx, visit.scope, params.id, body);
      await record(tx, visit, 'changed', params.id, request.id);
      return { address };
    }),
  );

  serve(app, gate, 'DELETE /api/customeraddresses/:id', async ({ params, visit, request }) =>
    inTransaction(db, async (tx) => {
      if (!(await removeOwnAddress(tx, visit.scope, params.id))) throw notFound('address');
      await record(tx, visit, 'removed', params.id, request.id);
      return {};
    }),
  );

  serve(app, gate, 'POST /api/customeraddresses/:id/restore', async ({ params, visit, request }) =>
    inTransaction(db, async (tx) => {
      if (await restoreOwnAddress(tx, visit.scope, params.id)) await record(tx, visit, 'restored', params.id, request.id);
      return { address: await getAddress(tx, visit.scope, params.id) };
    }),
  );
}
