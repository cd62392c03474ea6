import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { acceptUploads } from '#api/platform/files/file-store.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { MAX_PICTURE_BYTES } from '#contract/catalogue/products/picture-sizes.ts';
import { MAX_SLIDES_SHOWN } from '#contract/content/slides/slide-limits.ts';
import { toKeptContent } from '../publications/content.mapper.ts';
import type { KeptContent } from '../publications/content.queries.ts';
import {
  copyContent,
  listKeptContent,
  orderContent,
  readKeptContent,
  removeContent,
  restoreContent,
} from '../publications/keep-content.actions.ts';
import { addSlide, changeSlide, storeSlidePicture } from './slides.actions.ts';
import { listReadSlides, SLIDES, type SlideValues } from './slides.queries.ts';

const toSlide = (kept: KeptContent<SlideValues>) => ({ ...kept.values, ...toKeptContent(kept) });
const as = (operator: OperatorScope, request: { id: string }) => ({ keeper: { operator }, requestId: request.id });

/** Registers the calls of slides: those that a person sees on Home, and how operators keep them. */
export function routes(
  app: FastifyInstance,
  { authenticator, clock, db, files }: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db' | 'files'>,
): void {
  registerEndpoint(app, authenticator, 'GET /api/organisations/slider', async ({ context: { effective } }) => ({
    sliderImages: await listReadSlides(db, effective, getLocalDay(clock.now(), effective.timeZone), MAX_SLIDES_SHOWN),
  }));

  registerEndpoint(app, authenticator, 'GET /api/operator/slides', async ({ operator, query }) => {
    const { rows, totalCount } = await listKeptContent(db, SLIDES, { operator }, { ...query, order: 'place' });
    return { slides: rows.map(toSlide), totalCount };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/slides/:id', async ({ operator, params }) => ({
    slide: toSlide(await readKeptContent(db, SLIDES, { operator }, params.id)),
  }));

  acceptUploads(app, (inner) =>
    registerEndpoint(inner, authenticator, 'POST /api/operator/slides/pictures', ({ operator, query, request }) =>
      files.receiveEach(
        request,
        { organisationId: undefined, person: `${operator.kind} ${operator.id}` },
        { maxFiles: 1, maxBytes: MAX_PICTURE_BYTES },
        (received) => storeSlidePicture({ db, files }, operator, query, received),
      ),
    ),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/slides', ({ operator, body, request }) =>
    runOnce(db, operator, { request, body }, async (tx) => ({ slide: toSlide(await addSlide(tx, as(operator, request), body)) })),
  );

  registerEndpoint(app, authenticator, 'PUT /api/operator/slides/order', ({ operator, body, request }) =>
    runInTransaction(db, async (tx) => {
      await orderContent(tx, SLIDES, as(operator, request), body.slideIds);
      return {};
    }),
  );

  registerEndpoint(app, authenticator, 'PUT /api/operator/slides/:id', ({ operator, params, body, request }) =>
    runInTransaction(db, async (tx) => ({ slide: toSlide(await changeSlide(tx, as(operator, request), params.id, body)) })),
  );

  registerEndpoint(app, authenticator, 'DELETE /api/operator/slides/:id', ({ operator, params, request }) =>
    runInTransaction(db, async (tx) => {
      await removeContent(tx, SLIDES, as(operator, request), params.id);
      return {};
    }),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/slides/:id/restore', ({ operator, params, request }) =>
    runInTransaction(db, async (tx) => ({
      slide: toSlide(await restoreContent(tx, SLIDES, as(operator, request), params.id)),
    })),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/slides/:id/copies', ({ operator, params, body, request }) =>
    runOnce(db, operator, { request, body }, async (tx) => ({
      slides: (await copyContent(tx, SLIDES, as(operator, request), params.id, body)).map(toSlide),
    })),
  );
}
