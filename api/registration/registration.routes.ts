import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serve } from '../http/endpoint.ts';
import { invalid } from '../http/errors.ts';
import { pageOf } from '../http/paging.ts';
import { networkOf } from '../http/rate-limit.ts';
import type { Portal } from '../portal.ts';
import { editLink, listChoices, makeLink, toWire } from './links.actions.ts';
import { listLinks } from './links.queries.ts';
import { optOutBy, undo } from './opt-out.actions.ts';
import { listOptOuts } from './opt-out.queries.ts';
import { checkLink, type Origin, register } from './registration.actions.ts';
import { approve, reject } from './requests.actions.ts';
import { listRequests } from './requests.queries.ts';

/** The token beside the root, `{ customer: {…}, token }`: some clients write it there. */
function tokenBesideRoot(body: unknown): string | undefined {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return undefined;
  const found = Object.entries(body).find(([name]) => name.toLowerCase() === 'token')?.[1];
  return typeof found === 'string' ? found : undefined;
}

export function registrationRoutes(app: FastifyInstance, portal: Portal): void {
  const { db, gate, hosts } = portal;

  const originOf = async (request: FastifyRequest): Promise<Origin> => ({
    brandId: (await hosts.brandOf(request)).id,
    network: networkOf(request.ip),
    requestId: request.id,
  });

  serve(app, gate, 'GET /api/checkregistrationtoken', async ({ query, request }) =>
    checkLink(portal, await originOf(request), query.token),
  );

  serve(app, gate, 'POST /api/registerwithtoken', async ({ body, request }) =>
    register(portal, await originOf(request), body.token ?? tokenBesideRoot(request.body), body),
  );

  serve(app, gate, 'GET /api/registrationlinks', async ({ query, visit }) => {
    const { links, totalCount } = await listLinks(db, visit.caller, pageOf(query));
    return { registrationLinks: await Promise.all(links.map((link) => toWire(portal, visit, link))), totalCount };
  });

  serve(app, gate, 'GET /api/registrationlinks/choices', async ({ visit }) => listChoices(portal, visit));

  serve(app, gate, 'POST /api/registrationlinks', async ({ body, visit, request }) => ({
    registrationLink: await makeLink(portal, visit, body, request.id),
  }));

  serve(app, gate, 'PUT /api/registrationlinks/:id', async ({ params, body, visit, request }) => ({
    registrationLink: await editLink(portal, visit, params.id, body, request.id),
  }));

  serve(app, gate, 'GET /api/registrationrequests', async ({ query, visit }) => {
    const { requests, totalCount } = await listRequests(db, visit.caller, query);
    return { registrationRequests: requests, totalCount };
  });

  serve(app, gate, 'POST /api/registrationrequests/:id/approve', async ({ params, visit, request }) => ({
    registrationRequest: await approve(portal, visit, params.id, request.id),
  }));

  serve(app, gate, 'POST /api/registrationrequests/:id/reject', async ({ params, body, visit, request }) => {
    const reason = body.reason.trim();
    if (reason === '') throw invalid('reason', 'A reason of at most 500 characters is required.');
    return { registrationRequest: await reject(portal, visit, params.id, reason, request.id) };
  });

  serve(app, gate, 'GET /api/wardrobepptout', async ({ query, request }) => ({
    success: await optOutBy(portal, await originOf(request), query.customerGuid),
  }));

  serve(app, gate, 'GET /api/optouts', async ({ query, visit }) => listOptOuts(db, visit.caller, query));

  serve(app, gate, 'POST /api/optouts/:customerId/undo', async ({ params, visit, request }) => {
    await undo(portal, visit, params.customerId, request.id);
    return { success: true, msg: null };
  });
}
