import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';

/** The name and public settings of a host's brand, for the pages before login. */
export function routes(
  app: FastifyInstance,
  { authenticator, hosts }: Pick<ServerDependencies, 'authenticator' | 'hosts'>,
): void {
  registerEndpoint(app, authenticator, 'GET /api/theme/getthemebyhost', async ({ query, request }) => {
    const brand = await hosts.getBrandOrDefault(query.host ?? request.headers.host ?? '');
    return {
      name: brand.name,
      companyName: brand.companyName,
      termsUrl: brand.termsUrl,
      privacyUrl: brand.privacyUrl,
      reCaptchaEnabled: brand.captchaEnabled,
      reCaptchaV2PublicKey: brand.captchaPublicKey,
      helpEmail: brand.helpEmail,
      helpPhone: brand.helpPhone,
      helpText: brand.helpText,
    };
  });
}
