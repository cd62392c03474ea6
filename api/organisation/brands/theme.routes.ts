import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { Portal } from '#api/portal.ts';

export function themeRoutes(app: FastifyInstance, { authenticator, hosts }: Portal): void {
  registerEndpoint(app, authenticator, 'GET /api/theme/getthemebyhost', async ({ query, request }) => {
    const brand = await hosts.getBrandOrDefault(query.host ?? request.headers.host ?? '');
    return {
      name: brand.name,
      companyName: brand.companyName,
      termsUrl: brand.termsUrl,
      privacyUrl: brand.privacyUrl,
      reCaptchaEnabled: brand.captchaEnabled,
      reCaptchaV2PublicKey: brand.captchaPublicKey,
    };
  });
}
