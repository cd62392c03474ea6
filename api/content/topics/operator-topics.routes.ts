import type { FastifyInstance } from 'fastify';
import { listOperatorHistory } from '#api/platform/audit/operator-history.queries.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { readAudienceNames } from '../publications/audiences.queries.ts';
import {
  addTopic,
  changeTopic,
  copyTopic,
  deleteTopic,
  orderTopics,
  previewText,
  readKeptTopic,
  readKeptTopics,
  restoreTopic,
} from './operator-topics.actions.ts';
import { TOPIC_HISTORY } from './topics.mapper.ts';

/** Registers the calls with which operators keep topics. */
export function routes(app: FastifyInstance, { authenticator, db }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/operator/topics', ({ operator, query }) => readKeptTopics(db, operator, query));

  registerEndpoint(app, authenticator, 'GET /api/operator/topics/:id', ({ operator, params }) =>
    readKeptTopic(db, operator, params.id),
  );

  registerEndpoint(app, authenticator, 'GET /api/operator/topics/:id/history', async ({ operator, params, query }) => {
    await readKeptTopic(db, operator, params.id);
    return listOperatorHistory(db, operator, {
      ...toOffsetAndLimit(query),
      subject: { kind: 'topic', id: params.id },
      labels: TOPIC_HISTORY,
      readNames: (events) => readAudienceNames(db, operator, events),
    });
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/topics/preview', async ({ body }) => previewText(body.body));

  registerEndpoint(app, authenticator, 'POST /api/operator/topics', ({ operator, body, request }) =>
    runOnce(db, operator, { request, body }, (tx) => addTopic(tx, operator, body, request.id)),
  );

  registerEndpoint(app, authenticator, 'PUT /api/operator/topics/order', ({ operator, body, request }) =>
    runInTransaction(db, (tx) => orderTopics(tx, operator, body, request.id)),
  );

  registerEndpoint(app, authenticator, 'PUT /api/operator/topics/:id', ({ operator, params, body, request }) =>
    runInTransaction(db, (tx) => changeTopic(tx, operator, params.id, body, request.id)),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/topics/:id/copies', ({ operator, params, body, request }) =>
    runOnce(db, operator, { request, body }, (tx) => copyTopic(tx, operator, params.id, body, request.id)),
  );

  registerEndpoint(app, authenticator, 'DELETE /api/operator/topics/:id', ({ operator, params, request }) =>
    runInTransaction(db, async (tx) => {
      await deleteTopic(tx, operator, params.id, request.id);
      return {};
    }),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/topics/:id/restore', ({ operator, params, request }) =>
    runInTransaction(db, (tx) => restoreTopic(tx, operator, params.id, request.id)),
  );
}
