import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { confirmSecondFactor, disableSecondFactor, getSecondFactorStatus, startSecondFactor } from './second-factor.actions.ts';

/** Status, set-up, confirmation and removal of the caller's second factor. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db' | 'hosts' | 'jobs' | 'vault'>,
): void {
  const { authenticator, hosts } = dependencies;

  registerEndpoint(app, authenticator, 'GET /api/secondfactor', ({ context }) => getSecondFactorStatus(dependencies, context));

  registerEndpoint(app, authenticator, 'POST /api/secondfactor/start', async ({ context, body }) => {
    const { companyName } = await hosts.getBrandById(context.caller.brandId);
    return startSecondFactor(dependencies, context, companyName, body.password);
  });

  registerEndpoint(app, authenticator, 'POST /api/secondfactor/confirm', ({ context, body, request }) =>
    confirmSecondFactor(dependencies, context, request.id, body.otp),
  );

  registerEndpoint(app, authenticator, 'POST /api/secondfactor/remove', async ({ context, body, request }) => {
    await disableSecondFactor(dependencies, context, request.id, body);
    return { success: true };
  });
}
