import type { FastifyInstance } from 'fastify';
import { sendFile } from '#api/platform/files/send-file.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { toDocument, toVersion } from './documents.mapper.ts';
import { findPreviousVisit, findVersion, listDocuments, listVersions, recordDownload, recordVisit } from './documents.queries.ts';

type Dependencies = Pick<ServerDependencies, 'authenticator' | 'clock' | 'db' | 'files'>;

/** In someone's first visit, what appeared in this time is new, in milliseconds: if everything were, nothing would stand out. */
const NEW_AT_FIRST = 30 * 86_400_000;

/** Registers the calls of documents: reading and downloading them. */
export function routes(app: FastifyInstance, { authenticator, clock, db, files }: Dependencies): void {
  // Documents are those of whoever logged in, also while they act for someone else.
  const todayOf = (caller: Scope) => getLocalDay(clock.now(), caller.timeZone);

  registerEndpoint(app, authenticator, 'GET /api/documents', async ({ context: { caller }, query, request }) => {
    const at = new Date(clock.now());
    const isVisit = !query.productId && request.method === 'GET';
    const previous = await (isVisit ? recordVisit(db, caller, at) : findPreviousVisit(db, caller, at));
    const since = previous ?? new Date(at.getTime() - NEW_AT_FIRST);
    const today = todayOf(caller);
    const { documents, total } = await listDocuments(db, caller, today, { ...query, ...toOffsetAndLimit(query) });
    return { documents: documents.map((row) => toDocument(row, today, since)), totalCount: total };
  });

  registerEndpoint(app, authenticator, 'GET /api/documents/:id/versions', async ({ context: { caller }, params }) => {
    const today = todayOf(caller);
    const versions = await listVersions(db, caller, today, params.id);
    if (versions.length === 0) throw notFound('document');
    return { versions: versions.map((row) => toVersion(row, today)) };
  });

  registerEndpoint(
    app,
    authenticator,
    'GET /api/documents/download/:id',
    async ({ context: { caller }, params, request, reply }) => {
      const version = await findVersion(db, caller, todayOf(caller), params.id);
      if (!version) throw notFound('document');
      const stream = await sendFile(reply, files, version);
      if (request.method === 'GET') await recordDownload(db, caller, version.id, new Date(clock.now()));
      return stream;
    },
  );
}
