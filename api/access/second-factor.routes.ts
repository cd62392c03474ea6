import type { FastifyInstance } from 'fastify';
import { serve } from '../http/endpoint.ts';
import type { Portal } from '../portal.ts';
import { confirmSecondFactor, describeSecondFactor, dropSecondFactor, startSecondFactor } from './second-factor.actions.ts';

export function secondFactorRoutes(app: FastifyInstance, portal: Portal): void {
  const { gate, hosts } = portal;

  serve(app, gate, 'GET /api/secondfactor', ({ visit }) => describeSecondFactor(portal, visit));

  serve(app, gate, 'POST /api/secondfactor/start', async ({ visit, body }) => {
    const { companyName } = await hosts.brandById(visit.caller.brandId);
    return startSecondFactor(portal, visit, companyName, body.password);
  });

  serve(app, gate, 'POST /api/secondfactor/confirm', ({ visit, body, request }) =>
    confirmSecondFactor(portal, visit, request.id, body.otp),
  );

  serve(app, gate, 'POST /api/secondfactor/remove', async ({ visit, body, request }) => {
    await dropSecondFactor(portal, visit, request.id, body.password);
    return { success: true };
  });
}
