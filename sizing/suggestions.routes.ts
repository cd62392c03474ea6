import type { FastifyInstance } from 'fastify';
import { isActing } from '#api/http/acting.ts';
import { serve } from '#api/http/endpoint.ts';
import { setLocation } from './bodies.routes.ts';
import type { Sizing } from './sizing.ts';
import { idOf, readFit, readSuggestion, suggest } from './suggestions.actions.ts';

/** Which size to order. Whoever acts for a wearer may ask for it; of the body that it follows from they are told nothing. */
export function suggestionRoutes(app: FastifyInstance, sizing: Sizing): void {
  const { gate } = sizing;

  serve(app, gate, 'POST /sizing/suggestion/newsuggestion', async ({ body, visit, request, reply }) => {
    const made = await suggest(sizing, visit.scope, { bodyId: idOf(body.YourBodyID), garmentId: idOf(body.YourGarmentID) });
    setLocation(sizing, request, reply, `suggestion/${made.id}`);
    return { suggestion: withoutBody(made, isActing(visit)) };
  });

  serve(app, gate, 'GET /sizing/suggestion/:id', async ({ params, visit }) => ({
    suggestion: withoutBody(await readSuggestion(sizing, visit.scope, params.id), isActing(visit)),
  }));

  serve(app, gate, 'GET /sizing/suggestion/fitformeasurements/:body/:garment', async ({ params, visit }) => ({
    fit: await readFit(sizing, visit.scope, params.body, params.garment),
  }));
}

/** To whoever acts for the wearer the id of the body is nobody's. */
const withoutBody = <S extends { yourBodyID: string }>(suggestion: S, isForSomebody: boolean): S =>
  isForSomebody ? { ...suggestion, yourBodyID: '0' } : suggestion;
