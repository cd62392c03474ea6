import type { FastifyInstance } from 'fastify';
import { serve } from '../http/endpoint.ts';
import type { Portal } from '../portal.ts';

export function themeRoutes(app: FastifyInstance, { gate, hosts }: Portal): void {
  serve(app, gate, 'GET /api/theme/getthemebyhost', async ({ query, request }) => {
    const brand = await hosts.brandOrDefault(query.host ?? request.headers.host ?? '');
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
