import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { FileStream, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { setFileHeaders, XLSX_MEDIA_TYPE } from '#api/platform/http/file-headers.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { type ImportRow, listImports, readDeactivationThreshold } from './imports.queries.ts';
import {
  createImportFromFile,
  discardImport,
  getImport,
  isImportAbandoned,
  queueImportContinuation,
  queueImportPreview,
  queueImportRun,
  queueImportUndo,
  setDeactivationThreshold,
} from './people-import.actions.ts';
import { toPeopleImport, toPeopleImportRow } from './people-import.mapper.ts';
import { createImportReport, createImportTemplate } from './report.actions.ts';
import { listImportRows } from './rows.queries.ts';

/** Bringing people in from a file: always the caller's own business, whoever is acted for. */
export function routes(app: FastifyInstance, dependencies: Pick<ServerDependencies, 'authenticator' | 'db' | 'jobs'>): void {
  const { db, authenticator, jobs } = dependencies;
  const tell = async (of: ImportRow) => toPeopleImport(of, await isImportAbandoned(jobs, of));
  const told = async (scope: Scope, id: number) => ({ peopleImport: await tell(await getImport(db, scope, id)) });

  registerEndpoint(app, authenticator, 'GET /api/peopleimports', async ({ query, context }) => {
    const { imports, total } = await listImports(db, context.caller, toOffsetAndLimit(query));
    return { peopleImports: await Promise.all(imports.map(tell)), totalCount: total };
  });

  const settings = async (scope: Scope) => ({
    peopleImportSettings: { brakePercent: await readDeactivationThreshold(db, scope) },
  });

  registerEndpoint(app, authenticator, 'GET /api/peopleimports/settings', ({ context }) => settings(context.caller));

  registerEndpoint(app, authenticator, 'PUT /api/peopleimports/settings', async ({ body, context, request }) => {
    await runInTransaction(db, (tx) => setDeactivationThreshold({ tx, context, requestId: request.id }, body));
    return settings(context.caller);
  });

  registerEndpoint(app, authenticator, 'GET /api/peopleimports/template', async ({ context, reply }) => {
    setFileHeaders(reply, 'people-template.xlsx');
    return new FileStream(await createImportTemplate(db, context.caller), XLSX_MEDIA_TYPE);
  });

  // The only call whose body is a file: no other one knows the type.
  void app.register(async (inner) => {
    inner.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    registerEndpoint(inner, authenticator, 'POST /api/peopleimports', async ({ query, context, request }) =>
      told(context.caller, await createImportFromFile(db, context.caller, query.fileName, request.body)),
    );
  });

  registerEndpoint(app, authenticator, 'GET /api/peopleimports/:id', ({ params, context }) => told(context.caller, params.id));

  registerEndpoint(app, authenticator, 'POST /api/peopleimports/:id/preview', async ({ params, body, context, request }) => {
    await runInTransaction(db, (tx) => queueImportPreview(tx, jobs, context, params.id, body, request.id));
    return told(context.caller, params.id);
  });

  registerEndpoint(app, authenticator, 'GET /api/peopleimports/:id/rows', async ({ params, query, context }) => {
    const { mapping } = await getImport(db, context.caller, params.id);
    const { rows, total } = await listImportRows(db, context.caller, params.id, query.outcome, toOffsetAndLimit(query));
    return { rows: rows.map((row) => toPeopleImportRow(row, mapping)), totalCount: total };
  });

  registerEndpoint(app, authenticator, 'GET /api/peopleimports/:id/report', async ({ params, query, context, reply }) => {
    const { name, content } = createImportReport(
      db,
      context.caller,
      await getImport(db, context.caller, params.id),
      query.outcome,
    );
    setFileHeaders(reply, name);
    return new FileStream(content, XLSX_MEDIA_TYPE);
  });

  registerEndpoint(app, authenticator, 'POST /api/peopleimports/:id/run', async ({ params, body, context, request }) => {
    await runInTransaction(db, (tx) => queueImportRun(tx, jobs, context, params.id, body.confirmClosing, request.id));
    return told(context.caller, params.id);
  });

  registerEndpoint(app, authenticator, 'POST /api/peopleimports/:id/continue', async ({ params, context, request }) => {
    await runInTransaction(db, (tx) => queueImportContinuation(tx, jobs, context, params.id, request.id));
    return told(context.caller, params.id);
  });

  registerEndpoint(app, authenticator, 'POST /api/peopleimports/:id/undo', async ({ params, context, request }) => {
    await runInTransaction(db, (tx) => queueImportUndo(tx, jobs, context, params.id, request.id));
    return told(context.caller, params.id);
  });

  registerEndpoint(app, authenticator, 'DELETE /api/peopleimports/:id', async ({ params, context }) => {
    await runInTransaction(db, (tx) => discardImport(tx, context.caller, params.id));
    return {};
  });
}
