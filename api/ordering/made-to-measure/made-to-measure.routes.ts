import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { FileStream, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { setFileHeaders } from '#api/platform/http/file-headers.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { MEASUREMENT_CONSENT_VERSION } from '#contract/ordering/made-to-measure/made-to-measure-limits.ts';
import { drawDocument } from '../documents/draw-document.ts';
import {
  getMadeToMeasureGarment,
  getOwnMadeToMeasure,
  giveMeasurements,
  orderMadeToMeasure,
  readOwnRequestMeasurements,
  requestMadeToMeasure,
  withdrawMadeToMeasure,
} from './made-to-measure.actions.ts';
import { toMadeToMeasureGarment, toOperatorMadeToMeasure } from './made-to-measure.mapper.ts';
import { listMadeToMeasureGarments } from './made-to-measure-garments.queries.ts';
import {
  answerMadeToMeasure,
  composeWorkSheet,
  declineMadeToMeasure,
  finishMadeToMeasure,
  getOperatorMadeToMeasure,
  openMeasurementsOf,
} from './make-to-measure.actions.ts';
import { listOperatorMadeToMeasure } from './operator-made-to-measure.queries.ts';

/** Registers the calls about garments made to measure: of wearers, and of the operators who make them. */
export function routes(
  app: FastifyInstance,
  server: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db' | 'jobs' | 'vault'>,
): void {
  const { db, authenticator, clock } = server;
  const commandOf = (request: { id: string }) => ({ ...server, requestId: request.id });

  registerEndpoint(app, authenticator, 'GET /api/madetomeasure/garments', ({ query, context }) =>
    listMadeToMeasureGarments(db, context.effective, query),
  );

  registerEndpoint(app, authenticator, 'GET /api/madetomeasure/garments/:id', async ({ params, query, context }) => ({
    garment: toMadeToMeasureGarment(
      await getMadeToMeasureGarment(db, context, { productId: params.id, customerId: query.customerId }),
      context.effective,
      query.customerId == null || query.customerId === context.effective.customerId,
    ),
  }));

  registerEndpoint(app, authenticator, 'GET /api/madetomeasure', async ({ context }) => ({
    requests: await getOwnMadeToMeasure(db, context),
    consentVersion: MEASUREMENT_CONSENT_VERSION,
  }));

  registerEndpoint(app, authenticator, 'POST /api/madetomeasure', async ({ body, context, request }) => ({
    request: await runInTransaction(db, (tx) => requestMadeToMeasure(tx, context, body, commandOf(request))),
  }));

  registerEndpoint(
    app,
    authenticator,
    'POST /api/madetomeasure/:id/measurements',
    async ({ params, body, context, request }) => ({
      request: await runInTransaction(db, (tx) => giveMeasurements(tx, context, params.id, body, commandOf(request))),
    }),
  );

  registerEndpoint(app, authenticator, 'GET /api/madetomeasure/:id/measurements', ({ params, context }) =>
    readOwnRequestMeasurements(db, server, context, params.id),
  );

  registerEndpoint(app, authenticator, 'POST /api/madetomeasure/:id/order', async ({ params, context }) => ({
    request: await runInTransaction(db, (tx) => orderMadeToMeasure(tx, context, params.id)),
  }));

  registerEndpoint(app, authenticator, 'POST /api/madetomeasure/:id/withdraw', async ({ params, context, request }) => ({
    request: await runInTransaction(db, (tx) => withdrawMadeToMeasure(tx, context, params.id, commandOf(request))),
  }));

  registerEndpoint(app, authenticator, 'GET /api/operator/madetomeasure', async ({ operator, query }) => {
    const { rows, ...numbers } = await listOperatorMadeToMeasure(db, operator, query);
    return { ...numbers, requests: rows.map(toOperatorMadeToMeasure) };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/madetomeasure/:id', async ({ operator, params }) => ({
    request: toOperatorMadeToMeasure(await getOperatorMadeToMeasure(db, operator, params.id)),
  }));

  registerEndpoint(app, authenticator, 'GET /api/operator/madetomeasure/:id/measurements', ({ operator, params, request }) =>
    runInTransaction(db, (tx) => openMeasurementsOf(tx, commandOf(request), operator, params.id)),
  );

  registerEndpoint(
    app,
    authenticator,
    'GET /api/operator/madetomeasure/:id/worksheet',
    async ({ operator, params, request, reply }) => {
      const task = await runInTransaction(db, (tx) =>
        composeWorkSheet(tx, { ...commandOf(request), now: clock.now() }, operator, params.id),
      );
      const content = await drawDocument({ operatorId: operator.id }, task);
      setFileHeaders(reply, `Work sheet M${params.id}.pdf`);
      return new FileStream(content, 'application/pdf');
    },
  );

  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/madetomeasure/:id/answer',
    async ({ operator, params, body, request }) => ({
      request: await runInTransaction(db, (tx) => answerMadeToMeasure(tx, operator, params.id, body, commandOf(request))),
    }),
  );

  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/madetomeasure/:id/decline',
    async ({ operator, params, body, request }) => ({
      request: await runInTransaction(db, (tx) => declineMadeToMeasure(tx, operator, params.id, body, commandOf(request))),
    }),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/madetomeasure/:id/made', async ({ operator, params, request }) => ({
    request: await runInTransaction(db, (tx) => finishMadeToMeasure(tx, operator, params.id, commandOf(request))),
  }));
}
