import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { Portal } from '#api/portal.ts';
import { confirmSecondFactor, disableSecondFactor, getSecondFactorStatus, startSecondFactor } from './second-factor.actions.ts';

export function secondFactorRoutes(app: FastifyInstance, portal: Portal): void {
  const { authenticator, hosts } = portal;

  registerEndpoint(app, authenticator, 'GET /api/secondfactor', ({ context }) => getSecondFactorStatus(portal, context));

  registerEndpoint(app, authenticator, 'POST /api/secondfactor/start', async ({ context, body }) => {
    const { companyName } = await hosts.getBrandById(context.caller.brandId);
    return startSecondFactor(portal, context, companyName, body.password);
  });

  registerEndpoint(app, authenticator, 'POST /api/secondfactor/confirm', ({ context, body, request }) =>
    confirmSecondFactor(portal, context, request.id, body.otp),
  );

  registerEndpoint(app, authenticator, 'POST /api/secondfactor/remove', async ({ context, body, request }) => {
    await disableSecondFactor(portal, context, request.id, body.password);
    return { success: true };
  });
}
