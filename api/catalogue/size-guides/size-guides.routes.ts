import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { acceptSheetUploads } from '#api/platform/sheet-file/accept-sheet-uploads.ts';
import { SheetFileReader } from '#api/platform/sheet-file/sheet-file-reader.ts';
import { GUIDE_SHEET, readUploadedGuide } from './guide-file.actions.ts';
import { listRangeGuides } from './range-size-guides.queries.ts';
import {
  addGuide,
  assignProducts,
  changeGuide,
  previewGuide,
  previewUploaded,
  readGuideOfOperator,
  removeGuide,
} from './size-guides.actions.ts';
import { toGuideProduct, toGuideSummary } from './size-guides.mapper.ts';
import { listGuideProducts, listGuides } from './size-guides.queries.ts';

/** Registers the calls with which operators keep size guides, and Admins read those of their range. */
export function routes(app: FastifyInstance, { authenticator, db }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/sizeguides', async ({ context }) => {
    const { guides, withoutGuide } = await listRangeGuides(db, context.effective);
    return {
      sizeGuides: guides.map((guide) => ({ id: guide.id, name: guide.name, ...toGuideSummary(guide), products: guide.products })),
      productsWithoutGuide: withoutGuide,
    };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/sizeguides', async ({ operator, query }) => {
    const { guides, ...counts } = await listGuides(db, operator, query);
    return {
      ...counts,
      sizeGuides: guides.map((guide) => ({ id: guide.id, name: guide.name, ...toGuideSummary(guide), products: guide.products })),
    };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/sizeguides/products', async ({ operator, query }) => {
    const { products, totalCount } = await listGuideProducts(db, operator, query);
    return { products: products.map(toGuideProduct), totalCount };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/sizeguides/:id', ({ operator, params }) =>
    readGuideOfOperator(db, operator, params.id),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/sizeguides/preview', ({ operator, body }) =>
    previewGuide(db, operator, body),
  );

  const reader = new SheetFileReader(GUIDE_SHEET);
  // Operators and API keys are numbered apart.
  const findUploader = ({ operator }: FastifyRequest) =>
    operator && { organisationId: undefined, person: `${operator.kind} ${operator.id}` };
  acceptSheetUploads(app, reader, findUploader, (inner) =>
    registerEndpoint(inner, authenticator, 'POST /api/operator/sizeguides/file', async ({ query, request }) =>
      previewUploaded(await readUploadedGuide(reader, query.fileName, request.body), query.wearers),
    ),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/sizeguides', ({ operator, body, request }) =>
    runOnce(db, operator, { request, body }, (tx) => addGuide(tx, operator, body, request.id)),
  );

  registerEndpoint(app, authenticator, 'PUT /api/operator/sizeguides/:id', ({ operator, params, body, request }) =>
    runInTransaction(db, (tx) => changeGuide(tx, operator, params.id, body, request.id)),
  );

  registerEndpoint(app, authenticator, 'PUT /api/operator/sizeguides/:id/products', ({ operator, params, body, request }) =>
    runInTransaction(db, (tx) => assignProducts(tx, operator, params.id, body, request.id)),
  );

  registerEndpoint(app, authenticator, 'DELETE /api/operator/sizeguides/:id', ({ operator, params, request }) =>
    runInTransaction(db, async (tx) => {
      await removeGuide(tx, operator, params.id, request.id);
      return {};
    }),
  );
}
