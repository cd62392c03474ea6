import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { keepForOrganisation, keepForOrganisationOf, keepOwn } from '../cost-centres/keepers.actions.ts';
import {
  addQuestion,
  changeQuestion,
  chooseKeepers,
  listQuestions,
  orderQuestions,
  withdrawQuestion,
} from './checkout-questions.actions.ts';

/** Registers the calls with which operators and administrators keep the questions at checkout. */
export function routes(app: FastifyInstance, { authenticator, db }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/operator/checkoutquestions', async ({ operator, query, request }) =>
    listQuestions(db, await keepForOrganisation(db, operator, query.organisationId, request.id)),
  );
  registerEndpoint(app, authenticator, 'POST /api/operator/checkoutquestions', ({ operator, body, request }) =>
    runOnce(db, operator, { request, body }, async (tx) => {
      const { organisationId, ...input } = body;
      return addQuestion(tx, await keepForOrganisation(tx, operator, organisationId, request.id), input);
    }),
  );
  registerEndpoint(app, authenticator, 'PUT /api/operator/checkoutquestions/order', ({ operator, body, request }) =>
    runInTransaction(db, async (tx) =>
      orderQuestions(tx, await keepForOrganisation(tx, operator, body.organisationId, request.id), body.ids),
    ),
  );
  registerEndpoint(app, authenticator, 'PUT /api/operator/checkoutquestions/keepers', ({ operator, body, request }) =>
    runInTransaction(db, async (tx) =>
      chooseKeepers(tx, await keepForOrganisation(tx, operator, body.organisationId, request.id), body.adminsKeepQuestions),
    ),
  );
  registerEndpoint(app, authenticator, 'PUT /api/operator/checkoutquestions/:id', ({ operator, params, body, request }) =>
    runInTransaction(db, async (tx) =>
      changeQuestion(tx, await keepForOrganisationOf(tx, operator, 'checkoutQuestion', params.id, request.id), params.id, body),
    ),
  );
  registerEndpoint(app, authenticator, 'DELETE /api/operator/checkoutquestions/:id', ({ operator, params, request }) =>
    runInTransaction(db, async (tx) =>
      withdrawQuestion(tx, await keepForOrganisationOf(tx, operator, 'checkoutQuestion', params.id, request.id), params.id),
    ),
  );

  registerEndpoint(app, authenticator, 'GET /api/checkoutquestions', ({ context, request }) =>
    listQuestions(db, keepOwn(context, request.id)),
  );
  registerEndpoint(app, authenticator, 'POST /api/checkoutquestions', ({ context, body, request }) =>
    runOnce(db, context.caller, { request, body }, (tx) => addQuestion(tx, keepOwn(context, request.id), body)),
  );
  registerEndpoint(app, authenticator, 'PUT /api/checkoutquestions/order', ({ context, body, request }) =>
    runInTransaction(db, (tx) => orderQuestions(tx, keepOwn(context, request.id), body.ids)),
  );
  registerEndpoint(app, authenticator, 'PUT /api/checkoutquestions/:id', ({ context, params, body, request }) =>
    runInTransaction(db, (tx) => changeQuestion(tx, keepOwn(context, request.id), params.id, body)),
  );
  registerEndpoint(app, authenticator, 'DELETE /api/checkoutquestions/:id', ({ context, params, request }) =>
    runInTransaction(db, (tx) => withdrawQuestion(tx, keepOwn(context, request.id), params.id)),
  );
}
