import type { FastifyInstance } from 'fastify';
import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { sendWorkbook } from '#api/platform/workbook/send-workbook.ts';
import { addDeliveries, cancelDelivery, changeDelivery } from './deliveries.actions.ts';
import { exportLevels } from './level-export.actions.ts';
import { adjustStock, changeDetails, readLevel } from './levels.actions.ts';
import { toLevel, toMovement } from './levels.mapper.ts';
import { listLevels } from './levels.queries.ts';
import { listMovements } from './movements.queries.ts';
import { giveFirst, giveInTurn, previewPriority } from './priority.actions.ts';
import { previewPromises } from './promises.actions.ts';
import { applySentLevels } from './sent-levels.actions.ts';

/** Registers the calls about the stock of all garments: levels, movements, corrections, and expected deliveries. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db'> & MailDependencies,
): void {
  const { authenticator, clock, db, jobs } = dependencies;

  registerEndpoint(app, authenticator, 'GET /api/operator/stock', async ({ operator, query }) => {
    const { rows, totals, currencyCode } = await listLevels(db, operator, query);
    const { totalCount, valueMinor, ...sums } = totals;
    return {
      stock: rows.map(toLevel),
      totalCount,
      totals: { ...sums, available: sums.onHand - sums.reserved, value: toMajorUnits(valueMinor), currencyCode },
    };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/stock/exporttoexcel', async ({ operator, query, request, reply }) => {
    return sendWorkbook(reply, await exportLevels(db, operator, query, request.id));
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/stock/:combinationId', ({ operator, params }) =>
    readLevel(db, operator, params.combinationId),
  );

  registerEndpoint(
    app,
    authenticator,
    'GET /api/operator/stock/:combinationId/movements',
    async ({ operator, params, query }) => {
      await readLevel(db, operator, params.combinationId);
      const { movements, totalCount } = await listMovements(db, operator, params.combinationId, query);
      return { movements: movements.map(toMovement), totalCount };
    },
  );

  registerEndpoint(app, authenticator, 'PUT /api/operator/stock/:combinationId', ({ operator, params, body, request }) =>
    runInTransaction(db, (tx) => changeDetails(tx, operator, params.combinationId, body, request.id)),
  );

  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/stock/:combinationId/adjustments',
    ({ operator, params, body, request }) =>
      runOnce(db, operator, { request, body }, (tx) => adjustStock(tx, operator, params.combinationId, body, request.id)),
  );

  registerEndpoint(app, authenticator, 'PUT /api/operator/stock/levels', ({ operator, body, request }) =>
    runInTransaction(db, (tx) => applySentLevels(tx, operator, body, { now: new Date(clock.now()), requestId: request.id })),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/stock/deliveries', ({ operator, body, request }) =>
    runOnce(db, operator, { request, body }, (tx) => addDeliveries(tx, operator, body, request.id)),
  );

  registerEndpoint(app, authenticator, 'PUT /api/operator/stock/deliveries/:id', ({ operator, params, body, request }) =>
    runInTransaction(db, (tx) =>
      changeDelivery(tx, jobs, operator, params.id, body, { now: clock.now(), requestId: request.id }),
    ),
  );

  registerEndpoint(app, authenticator, 'DELETE /api/operator/stock/deliveries/:id', ({ operator, params, request }) =>
    runInTransaction(db, (tx) => cancelDelivery(tx, jobs, operator, params.id, { now: clock.now(), requestId: request.id })),
  );

  registerEndpoint(app, authenticator, 'GET /api/operator/stock/deliveries/:id/promises', ({ operator, params, query }) =>
    previewPromises(db, operator, params.id, query, clock.now()),
  );

  registerEndpoint(
    app,
    authenticator,
    'GET /api/operator/stock/:combinationId/priority/:orderItemId',
    ({ operator, params: { combinationId, orderItemId } }) => previewPriority(db, operator, combinationId, orderItemId),
  );

  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/stock/:combinationId/priority/:orderItemId',
    ({ operator, params, body, request }) =>
      runOnce(db, operator, { request, body }, async (tx) => ({
        success: true,
        msg: await giveFirst(tx, dependencies, operator, params, { ...body, now: clock.now() }, request.id),
      })),
  );

  registerEndpoint(
    app,
    authenticator,
    'DELETE /api/operator/stock/:combinationId/priority/:orderItemId',
    ({ operator, params, request }) =>
      runInTransaction(db, async (tx) => {
        await giveInTurn(tx, operator, params, request.id);
        return {};
      }),
  );
}
