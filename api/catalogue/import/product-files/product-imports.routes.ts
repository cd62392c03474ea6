import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BulkEdits } from '#api/platform/bulk-edit/bulk-edit-engine.ts';
import type { OperatorContext } from '#api/platform/bulk-edit/bulk-edit-store.queries.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import type { BlobStore } from '#api/platform/files/blob-store.ts';
import { UploadSlots } from '#api/platform/files/upload-slots.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { acceptSheetUploads } from '#api/platform/sheet-file/accept-sheet-uploads.ts';
import { sendWorkbook } from '#api/platform/workbook/send-workbook.ts';
import { listProductRows } from './file-products.queries.ts';
import { checkProductPreview } from './preview.actions.ts';
import { createProductImportKind } from './product-import-kind.actions.ts';
import {
  createImport,
  discardProductImport,
  getProductImport,
  requestProductPreview,
  runProductImport,
} from './product-imports.actions.ts';
import { toProductImport, toProductImportRow } from './product-imports.mapper.ts';
import { listProductImports, type ProductImportRecord } from './product-imports.queries.ts';
import { createProductImportReport } from './report.actions.ts';

interface Dependencies extends Pick<ServerDependencies, 'authenticator' | 'db' | 'jobs'> {
  bulkEdits: BulkEdits<OperatorContext>;
  blobs: BlobStore;
}

/** Product files in memory at the same time: each is as large as the call allows. */
const SLOTS = { total: 3, perOrganisation: 3, perPerson: 1 };
const BUSY = 'Other files are being uploaded at the moment. Nothing was saved; please upload the file again in a few seconds.';

/** Registers the calls with which operators import product files. */
export function routes(app: FastifyInstance, { db, authenticator, jobs, bulkEdits, blobs }: Dependencies): void {
  const kind = createProductImportKind();
  const toReply = async (operator: OperatorScope, one: ProductImportRecord) => {
    const { row, isInterrupted } = await checkProductPreview(db, jobs, operator, one);
    return toProductImport(row, isInterrupted);
  };
  const readOne = async (operator: OperatorScope, id: number) => ({
    productImport: await toReply(operator, await getProductImport(db, operator, id)),
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/productimports', async ({ query, operator }) => {
    const { imports, total } = await listProductImports(db, operator, toOffsetAndLimit(query));
    return { productImports: await Promise.all(imports.map((one) => toReply(operator, one))), totalCount: total };
  });

  // Operators and API keys are numbered apart.
  const findUploader = ({ operator }: FastifyRequest) =>
    operator && { organisationId: undefined, person: `${operator.kind} ${operator.id}` };
  acceptSheetUploads(app, new UploadSlots(SLOTS, BUSY), findUploader, (inner) =>
    registerEndpoint(inner, authenticator, 'POST /api/operator/productimports', async ({ query, operator, request }) => {
      const { fileName, organisationId, madeForClient } = query;
      return readOne(
        operator,
        await createImport(db, blobs, operator, { fileName, organisationId, madeForClient }, request.body),
      );
    }),
  );

  registerEndpoint(app, authenticator, 'GET /api/operator/productimports/:id', ({ params, operator }) =>
    readOne(operator, params.id),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/productimports/:id/preview', async ({ params, body, operator }) => {
    await runInTransaction(db, (tx) => requestProductPreview(tx, jobs, operator, params.id, body));
    return readOne(operator, params.id);
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/productimports/:id/rows', async ({ params, query, operator }) => {
    await getProductImport(db, operator, params.id);
    const { rows, total } = await listProductRows(db, params.id, query.outcome, toOffsetAndLimit(query));
    return { rows: rows.map(toProductImportRow), totalCount: total };
  });

  registerEndpoint(
    app,
    authenticator,
    'GET /api/operator/productimports/:id/report',
    async ({ params, query, operator, reply }) => {
      return sendWorkbook(reply, createProductImportReport(db, await getProductImport(db, operator, params.id), query.outcome));
    },
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/productimports/:id/run', async ({ params, operator, request }) => {
    await runInTransaction(db, (tx) =>
      runProductImport(bulkEdits, kind, { tx, context: { caller: operator }, requestId: request.id }, params.id),
    );
    return readOne(operator, params.id);
  });

  registerEndpoint(app, authenticator, 'DELETE /api/operator/productimports/:id', async ({ params, operator }) => {
    const key = await runInTransaction(db, (tx) => discardProductImport(tx, operator, params.id));
    if (key !== null) await blobs.delete(key);
    return {};
  });
}
