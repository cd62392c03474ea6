import type { FastifyInstance } from 'fastify';
import { serve } from '../http/endpoint.ts';
import { notFound } from '../http/errors.ts';
import type { Portal } from '../portal.ts';
import { listAddresses, listCountries, listStates } from './addresses.queries.ts';

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
}
