import type { FastifyInstance, FastifyReply } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { acceptUploads } from '#api/platform/files/file-store.ts';
import { sendFile } from '#api/platform/files/send-file.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { removeContent, restoreContent } from '../publications/keep-content.actions.ts';
import type { Keeper } from '../publications/keeper.ts';
import { isInListOf } from '../publications/publications.actions.ts';
import { toDocumentFile, toKeptVersion, toListedDocument, toListedOwnDocument } from './documents.mapper.ts';
import { findKeptVersion } from './documents.queries.ts';
import {
  addDocument,
  addVersion,
  changeDocument,
  copyDocument,
  type KeptDocumentRow,
  listKeptDocuments,
  readKeptDocument,
} from './kept-documents.actions.ts';
import { DOCUMENTS, listDownloads } from './kept-documents.queries.ts';
import { uploadDocumentFile } from './upload-document.ts';

type Dependencies = Pick<ServerDependencies, 'authenticator' | 'clock' | 'db' | 'files'>;

/** Registers the calls with which administrators and operators keep documents. */
export function routes(app: FastifyInstance, dependencies: Dependencies): void {
  registerOwnDocuments(app, dependencies);
  registerOperatorDocuments(app, dependencies);
}

/** What both kinds of keepers do with the same reply. */
function createSharedActs({ db, files }: Pick<Dependencies, 'db' | 'files'>) {
  return {
    download: async (keeper: Keeper, id: number, reply: FastifyReply) => {
      const version = await findKeptVersion(db, isInListOf(keeper), id);
      if (!version) throw notFound('document');
      return sendFile(reply, files, version);
    },
    listDownloads: async (keeper: Keeper, id: number, query: { page?: number; limit?: number }) => {
      await readKeptDocument(db, keeper, id);
      const { rows, total } = await listDownloads(db, keeper, id, toOffsetAndLimit(query));
      return {
        downloads: rows.map(({ at, ...row }) => ({ ...row, downloadedOnUtc: at.toISOString() })),
        totalCount: total,
      };
    },
  };
}

/** Registers the calls with which administrators keep the documents of their own organisation. */
function registerOwnDocuments(app: FastifyInstance, { authenticator, clock, db, files }: Dependencies): void {
  const acts = createSharedActs({ db, files });
  const todayOf = (admin: Scope) => getLocalDay(clock.now(), admin.timeZone);
  const contextOf = (admin: Scope, request: { id: string }) => ({ keeper: { admin }, requestId: request.id });
  const toReply = ({ kept, details, versions, products }: KeptDocumentRow, today: string) => ({
    document: {
      ...toListedOwnDocument(kept, details, today),
      versions: versions.map((row) => toKeptVersion(row, today)),
      products,
    },
  });

  registerEndpoint(app, authenticator, 'GET /api/owndocuments', async ({ context: { caller }, query }) => {
    const today = todayOf(caller);
    const { rows, totalCount } = await listKeptDocuments(db, { admin: caller }, query, today);
    return { documents: rows.map(({ kept, details }) => toListedOwnDocument(kept, details, today)), totalCount };
  });

  registerEndpoint(app, authenticator, 'GET /api/owndocuments/:id', async ({ context: { caller }, params }) =>
    toReply(await readKeptDocument(db, { admin: caller }, params.id), todayOf(caller)),
  );

  registerEndpoint(app, authenticator, 'GET /api/owndocuments/:id/downloads', ({ context: { caller }, params, query }) =>
    acts.listDownloads({ admin: caller }, params.id, query),
  );

  registerEndpoint(app, authenticator, 'GET /api/owndocuments/download/:id', ({ context: { caller }, params, reply }) =>
    acts.download({ admin: caller }, params.id, reply),
  );

  acceptUploads(app, (inner) =>
    registerEndpoint(inner, authenticator, 'POST /api/owndocuments/files', async ({ context: { caller }, request }) => ({
      file: toDocumentFile(await uploadDocumentFile({ db, files }, { admin: caller }, request)),
    })),
  );

  registerEndpoint(app, authenticator, 'POST /api/owndocuments', ({ context: { caller }, body, request }) =>
    runOnce(db, caller, { request, body }, async (tx) =>
      toReply(await addDocument(tx, contextOf(caller, request), body), todayOf(caller)),
    ),
  );

  registerEndpoint(app, authenticator, 'PUT /api/owndocuments/:id', ({ context: { caller }, params, body, request }) =>
    runInTransaction(db, async (tx) =>
      toReply(await changeDocument(tx, contextOf(caller, request), params.id, body), todayOf(caller)),
    ),
  );

  registerEndpoint(app, authenticator, 'POST /api/owndocuments/:id/versions', ({ context: { caller }, params, body, request }) =>
    runOnce(db, caller, { request, body }, async (tx) =>
      toReply(await addVersion(tx, contextOf(caller, request), params.id, body), todayOf(caller)),
    ),
  );

  registerEndpoint(app, authenticator, 'DELETE /api/owndocuments/:id', ({ context: { caller }, params, request }) =>
    runInTransaction(db, async (tx) => {
      await removeContent(tx, DOCUMENTS, contextOf(caller, request), params.id);
      return {};
    }),
  );

  registerEndpoint(app, authenticator, 'POST /api/owndocuments/:id/restore', ({ context: { caller }, params, request }) =>
    runInTransaction(db, async (tx) => {
      await restoreContent(tx, DOCUMENTS, contextOf(caller, request), params.id);
      return toReply(await readKeptDocument(tx, { admin: caller }, params.id), todayOf(caller));
    }),
  );
}

/** Registers the calls with which operators keep documents. */
function registerOperatorDocuments(app: FastifyInstance, { authenticator, clock, db, files }: Dependencies): void {
  const acts = createSharedActs({ db, files });
  // Operators are of no organisation, whose time zone would be theirs.
  const getToday = () => getLocalDay(clock.now(), 'UTC');
  const contextOf = (operator: OperatorScope, request: { id: string }) => ({ keeper: { operator }, requestId: request.id });
  const toReply = ({ kept, details, versions, products }: KeptDocumentRow) => ({
    document: {
      ...toListedDocument(kept, details, getToday()),
      versions: versions.map((row) => toKeptVersion(row, getToday())),
      products,
    },
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/documents', async ({ operator, query }) => {
    const { rows, totalCount } = await listKeptDocuments(db, { operator }, query, getToday());
    return { documents: rows.map(({ kept, details }) => toListedDocument(kept, details, getToday())), totalCount };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/documents/:id', async ({ operator, params }) =>
    toReply(await readKeptDocument(db, { operator }, params.id)),
  );

  registerEndpoint(app, authenticator, 'GET /api/operator/documents/:id/downloads', ({ operator, params, query }) =>
    acts.listDownloads({ operator }, params.id, query),
  );

  registerEndpoint(app, authenticator, 'GET /api/operator/documents/download/:id', ({ operator, params, reply }) =>
    acts.download({ operator }, params.id, reply),
  );

  acceptUploads(app, (inner) =>
    registerEndpoint(inner, authenticator, 'POST /api/operator/documents/files', async ({ operator, request }) => ({
      file: toDocumentFile(await uploadDocumentFile({ db, files }, { operator }, request)),
    })),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/documents', ({ operator, body, request }) =>
    runOnce(db, operator, { request, body }, async (tx) => toReply(await addDocument(tx, contextOf(operator, request), body))),
  );

  registerEndpoint(app, authenticator, 'PUT /api/operator/documents/:id', ({ operator, params, body, request }) =>
    runInTransaction(db, async (tx) => toReply(await changeDocument(tx, contextOf(operator, request), params.id, body))),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/documents/:id/versions', ({ operator, params, body, request }) =>
    runOnce(db, operator, { request, body }, async (tx) =>
      toReply(await addVersion(tx, contextOf(operator, request), params.id, body)),
    ),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/documents/:id/copies', ({ operator, params, body, request }) =>
    runOnce(db, operator, { request, body }, async (tx) => {
      const rows = await copyDocument(tx, contextOf(operator, request), params.id, body);
      return { documents: rows.map(({ kept, details }) => toListedDocument(kept, details, getToday())) };
    }),
  );

  registerEndpoint(app, authenticator, 'DELETE /api/operator/documents/:id', ({ operator, params, request }) =>
    runInTransaction(db, async (tx) => {
      await removeContent(tx, DOCUMENTS, contextOf(operator, request), params.id);
      return {};
    }),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/documents/:id/restore', ({ operator, params, request }) =>
    runInTransaction(db, async (tx) => {
      await restoreContent(tx, DOCUMENTS, contextOf(operator, request), params.id);
      return toReply(await readKeptDocument(tx, { operator }, params.id));
    }),
  );
}
