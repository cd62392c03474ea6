import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { acceptSheetUploads } from '#api/platform/sheet-file/accept-sheet-uploads.ts';
import { SheetFileReader } from '#api/platform/sheet-file/sheet-file-reader.ts';
import {
  COST_CENTRE_SHEET,
  planCostCentreFile,
  readCostCentreFile,
  saveCostCentreFile,
  toCostCentrePreview,
} from './cost-centre-file.actions.ts';
import {
  addCostCentre,
  changeCostCentre,
  getCostCentre,
  getCostCentres,
  getPurchases,
  withdrawCostCentre,
} from './cost-centres.actions.ts';
import { listCostCentreNames } from './cost-centres.queries.ts';
import { keepForOrganisation, keepForOrganisationOf, keepOwn } from './keepers.actions.ts';

type Dependencies = Pick<ServerDependencies, 'authenticator' | 'db'>;

/** Registers the calls with which administrators and operators keep cost centres. */
export function routes(app: FastifyInstance, dependencies: Dependencies): void {
  const { authenticator, db } = dependencies;
  registerEndpoint(app, authenticator, 'GET /api/costcentres', ({ context, query, request }) =>
    getCostCentres(db, keepOwn(context, request.id), query),
  );
  registerEndpoint(app, authenticator, 'GET /api/costcentres/purchases', ({ context: { caller }, query }) =>
    getPurchases(db, caller, query.seasonId),
  );
  registerEndpoint(app, authenticator, 'GET /api/costcentres/choices', async ({ context: { caller }, query }) => {
    const { rows, count } = await listCostCentreNames(db, caller.organisationId, query);
    return { costCentres: rows, totalCount: count };
  });
  registerEndpoint(app, authenticator, 'GET /api/costcentres/:id', ({ context, params, request }) =>
    getCostCentre(db, keepOwn(context, request.id), params.id),
  );
  registerEndpoint(app, authenticator, 'POST /api/costcentres', ({ context, body, request }) =>
    runOnce(db, context.caller, { request, body }, (tx) => addCostCentre(tx, keepOwn(context, request.id), body)),
  );
  registerEndpoint(app, authenticator, 'PUT /api/costcentres/:id', ({ context, params, body, request }) =>
    runInTransaction(db, (tx) => changeCostCentre(tx, keepOwn(context, request.id), params.id, body)),
  );
  registerEndpoint(app, authenticator, 'DELETE /api/costcentres/:id', ({ context, params, request }) =>
    runInTransaction(db, (tx) => withdrawCostCentre(tx, keepOwn(context, request.id), params.id)),
  );
  registerOperatorCalls(app, dependencies);

  const reader = new SheetFileReader(COST_CENTRE_SHEET);
  const findUploader = ({ context }: FastifyRequest) =>
    context && { organisationId: context.caller.organisationId, person: `customer ${context.caller.customerId}` };
  acceptSheetUploads(app, reader, findUploader, (inner) => {
    registerEndpoint(inner, authenticator, 'POST /api/costcentres/file/preview', async ({ context, query, request }) => {
      const keeper = keepOwn(context, request.id);
      const file = await readCostCentreFile(reader, query.fileName, request.body);
      return runInTransaction(db, async (tx) => toCostCentrePreview(await planCostCentreFile(tx, keeper, file)));
    });
    registerEndpoint(inner, authenticator, 'POST /api/costcentres/file', async ({ context, query, request }) => {
      const keeper = keepOwn(context, request.id);
      const file = await readCostCentreFile(reader, query.fileName, request.body);
      return runOnce(db, context.caller, { request, body: file }, async (tx) =>
        saveCostCentreFile(tx, keeper, await planCostCentreFile(tx, keeper, file), query.fingerprint),
      );
    });
  });
}

function registerOperatorCalls(app: FastifyInstance, { authenticator, db }: Dependencies): void {
  registerEndpoint(app, authenticator, 'GET /api/operator/costcentres', async ({ operator, query, request }) => {
    const { organisationId, ...filters } = query;
    return getCostCentres(db, await keepForOrganisation(db, operator, organisationId, request.id), filters);
  });
  registerEndpoint(app, authenticator, 'GET /api/operator/costcentres/:id', async ({ operator, params, request }) =>
    getCostCentre(db, await keepForOrganisationOf(db, operator, 'costCentre', params.id, request.id), params.id),
  );
  registerEndpoint(app, authenticator, 'POST /api/operator/costcentres', ({ operator, body, request }) =>
    runOnce(db, operator, { request, body }, async (tx) => {
      const { organisationId, ...input } = body;
      return addCostCentre(tx, await keepForOrganisation(tx, operator, organisationId, request.id), input);
    }),
  );
  registerEndpoint(app, authenticator, 'PUT /api/operator/costcentres/:id', ({ operator, params, body, request }) =>
    runInTransaction(db, async (tx) =>
      changeCostCentre(tx, await keepForOrganisationOf(tx, operator, 'costCentre', params.id, request.id), params.id, body),
    ),
  );
  registerEndpoint(app, authenticator, 'DELETE /api/operator/costcentres/:id', ({ operator, params, request }) =>
    runInTransaction(db, async (tx) =>
      withdrawCostCentre(tx, await keepForOrganisationOf(tx, operator, 'costCentre', params.id, request.id), params.id),
    ),
  );
}
