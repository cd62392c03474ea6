import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { isImpersonating } from '#api/platform/http/impersonation.ts';
import type { SizingDependencies } from './dependencies.ts';
import { setLocationHeader } from './location-header.ts';
import { createSuggestion, getGarmentFit, getSuggestion, parseSizingId } from './suggestions.actions.ts';

/** Registers the endpoints for size suggestions. During impersonation they are available without any data about the wearer's body. */
export function routes(app: FastifyInstance, sizing: SizingDependencies): void {
  const { authenticator } = sizing;

  registerEndpoint(app, authenticator, 'POST /sizing/suggestion/newsuggestion', async ({ body, context, request, reply }) => {
    const created = await createSuggestion(sizing, context.effective, {
      bodyId: parseSizingId(body.YourBodyID),
      garmentId: parseSizingId(body.YourGarmentID),
    });
    setLocationHeader(sizing, request, reply, `suggestion/${created.id}`);
    return { suggestion: withoutBody(created, isImpersonating(context)) };
  });

  registerEndpoint(app, authenticator, 'GET /sizing/suggestion/:id', async ({ params, context }) => ({
    suggestion: withoutBody(await getSuggestion(sizing, context.effective, params.id), isImpersonating(context)),
  }));

  registerEndpoint(
    app,
    authenticator,
    'GET /sizing/suggestion/fitformeasurements/:body/:garment',
    async ({ params, context }) => ({
      fit: await getGarmentFit(sizing, context.effective, params.body, params.garment),
    }),
  );
}

/** Hides the id of the body, and what its parts need, during impersonation. */
const withoutBody = <S extends { yourBodyID: string; conflict: unknown; lengths: unknown[] }>(
  suggestion: S,
  isImpersonated: boolean,
): S => (isImpersonated ? { ...suggestion, yourBodyID: '0', conflict: null, lengths: [] } : suggestion);
