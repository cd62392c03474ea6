import type { FastifyInstance } from 'fastify';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { isImpersonating } from '#api/platform/http/impersonation.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { listAddresses, listCountries, listOwnAddresses, listStates } from './addresses.queries.ts';
import { changeOwnAddress, createOwnAddress, getOwnAddress } from './own-addresses.actions.ts';
import { deleteOwnAddress, restoreOwnAddress } from './own-addresses.queries.ts';

/** Records the address's id only: the audit log does not repeat where people live. */
const recordAddressEvent = (tx: Tx, context: RequestContext, verb: string, addressId: number, requestId: string) =>
  recordAuditEvent(tx, context, { action: `address.${verb}`, subjectId: String(addressId), requestId });

/** Countries, states and addresses: those of the organisation, and people's own with their changes. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/countries', async () => ({ countries: await listCountries(db) }));

  registerEndpoint(app, authenticator, 'GET /api/states/:countryId', async ({ params }) => {
    const states = await listStates(db, params.countryId);
    if (!states) throw notFound('country');
    return { states };
  });

  registerEndpoint(app, authenticator, 'GET /api/billingaddresses', async ({ context }) => ({
    addresses: await listAddresses(db, context.effective, 'billing'),
  }));

  registerEndpoint(app, authenticator, 'GET /api/shippingaddresses', async ({ context }) => ({
    addresses: await listAddresses(db, context.effective, 'shipping', { chosenFirst: isImpersonating(context) }),
  }));

  registerEndpoint(app, authenticator, 'GET /api/customeraddresses', async ({ context }) => ({
    addresses: await listOwnAddresses(db, context.effective),
  }));

  registerEndpoint(app, authenticator, 'POST /api/createcustomeraddress', async ({ body, context, request }) =>
    runInTransaction(db, async (tx) => {
      const address = await createOwnAddress(tx, context.effective, body);
      await recordAddressEvent(tx, context, 'added', address.id, request.id);
      return { address };
    }),
  );

  registerEndpoint(app, authenticator, 'PUT /api/customeraddresses/:id', async ({ params, body, context, request }) =>
    runInTransaction(db, async (tx) => {
      const address = await changeOwnAddress(tx, context.effective, params.id, body);
      await recordAddressEvent(tx, context, 'changed', params.id, request.id);
      return { address };
    }),
  );

  registerEndpoint(app, authenticator, 'DELETE /api/customeraddresses/:id', async ({ params, context, request }) =>
    runInTransaction(db, async (tx) => {
      if (!(await deleteOwnAddress(tx, context.effective, params.id))) throw notFound('address');
      await recordAddressEvent(tx, context, 'removed', params.id, request.id);
      return {};
    }),
  );

  registerEndpoint(app, authenticator, 'POST /api/customeraddresses/:id/restore', async ({ params, context, request }) =>
    runInTransaction(db, async (tx) => {
      if (await restoreOwnAddress(tx, context.effective, params.id))
        await recordAddressEvent(tx, context, 'restored', params.id, request.id);
      return { address: await getOwnAddress(tx, context.effective, params.id) };
    }),
  );
}
