import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { addDesign, changeDesign, readClientDesigns, removeDesign } from './client-designs.actions.ts';
import {
  addColour,
  addPosition,
  arrangeColours,
  changeColour,
  changeMethod,
  changePosition,
  readDecoration,
} from './decoration.actions.ts';

/** Registers the calls with which operators keep what can be put on garments, and the designs of clients. */
export function routes(app: FastifyInstance, { authenticator, db }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/operator/decoration', ({ operator }) => readDecoration(db, operator));

  registerEndpoint(app, authenticator, 'PUT /api/operator/decoration/methods/:id', ({ operator, params, body, request }) =>
    runInTransaction(db, (tx) => changeMethod({ tx, operator, requestId: request.id }, params.id, body)),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/decoration/colours', ({ operator, body, request }) =>
    runOnce(db, operator, { request, body }, (tx) => addColour({ tx, operator, requestId: request.id }, body)),
  );

  registerEndpoint(app, authenticator, 'PUT /api/operator/decoration/colourorder', ({ operator, body, request }) =>
    runInTransaction(db, (tx) => arrangeColours({ tx, operator, requestId: request.id }, body)),
  );

  registerEndpoint(app, authenticator, 'PUT /api/operator/decoration/colours/:id', ({ operator, params, body, request }) =>
    runInTransaction(db, (tx) => changeColour({ tx, operator, requestId: request.id }, params.id, body)),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/decoration/positions', ({ operator, body, request }) =>
    runOnce(db, operator, { request, body }, (tx) => addPosition({ tx, operator, requestId: request.id }, body)),
  );

  registerEndpoint(app, authenticator, 'PUT /api/operator/decoration/positions/:id', ({ operator, params, body, request }) =>
    runInTransaction(db, (tx) => changePosition({ tx, operator, requestId: request.id }, params.id, body)),
  );

  registerEndpoint(app, authenticator, 'GET /api/operator/organisations/:id/designs', ({ operator, params }) =>
    readClientDesigns(db, operator, params.id),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/organisations/:id/designs', ({ operator, params, body, request }) =>
    runOnce(db, operator, { request, body }, (tx) =>
      addDesign({ tx, operator, organisationId: params.id, requestId: request.id }, body),
    ),
  );

  registerEndpoint(
    app,
    authenticator,
    'PUT /api/operator/organisations/:id/designs/:designId',
    ({ operator, params, body, request }) =>
      runInTransaction(db, (tx) =>
        changeDesign({ tx, operator, organisationId: params.id, requestId: request.id }, params.designId, body),
      ),
  );

  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/organisations/:id/designs/:designId/archive',
    ({ operator, params, body, request }) =>
      runInTransaction(db, (tx) =>
        removeDesign({ tx, operator, organisationId: params.id, requestId: request.id }, params.designId, body),
      ),
  );
}
