import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { isImpersonating } from '#api/platform/http/impersonation.ts';
import type { SizingDependencies } from './dependencies.ts';
import { setLocationHeader } from './location-header.ts';
import { createSuggestion, getGarmentFit, getSuggestion, parseSizingId } from './suggestions.actions.ts';

/** Which size to order. Whoever acts for a wearer may ask for it; of the body that it follows from they are told nothing. */
export function routes(app: FastifyInstance, sizing: SizingDependencies): void {
  const { authenticator } = sizing;

  registerEndpoint(app, authenticator, 'POST /sizing/suggestion/newsuggestion', async ({ body, context, request, reply }) => {
    const made = await createSuggestion(sizing, context.effective, {
      bodyId: parseSizingId(body.YourBodyID),
      garmentId: parseSizingId(body.YourGarmentID),
    });
    setLocationHeader(sizing, request, reply, `suggestion/${made.id}`);
    return { suggestion: withoutBody(made, isImpersonating(context)) };
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

/** To whoever acts for the wearer the id of the body is nobody's. */
const withoutBody = <S extends { yourBodyID: string }>(suggestion: S, isForSomebody: boolean): S =>
  isForSomebody ? { ...suggestion, yourBodyID: '0' } : suggestion;
