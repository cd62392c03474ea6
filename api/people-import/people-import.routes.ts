import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../db/database.ts';
import { FileStream, serve } from '../http/endpoint.ts';
import { setFileHeaders, WORKBOOK } from '../http/files.ts';
import { pageOf } from '../http/paging.ts';
import type { Scope } from '../http/scope.ts';
import type { Portal } from '../portal.ts';
import { type ImportRow, listImports, readBrake } from './imports.queries.ts';
import {
  askForPreview,
  askToContinue,
  askToRun,
  askToUndo,
  discardImport,
  getImport,
  isGivenUp,
  setBrake,
  takeFile,
} from './people-import.actions.ts';
import { toPeopleImport, toRow } from './people-import.wire.ts';
import { writeReport, writeTemplate } from './report.actions.ts';
import { listRows } from './rows.queries.ts';

/** Bringing people in from a file: always the caller's own business, whoever is acted for. */
export function peopleImportRoutes(app: FastifyInstance, portal: Portal): void {
  const { db, gate, jobs } = portal;
  const tell = async (of: ImportRow) => toPeopleImport(of, await isGivenUp(jobs, of));
  const told = async (scope: Scope, id: number) => ({ peopleImport: await tell(await getImport(db, scope, id)) });

  serve(app, gate, 'GET /api/peopleimports', async ({ query, visit }) => {
    const { imports, total } = await listImports(db, visit.caller, pageOf(query));
    return { peopleImports: await Promise.all(imports.map(tell)), totalCount: total };
  });

  const settings = async (scope: Scope) => ({ peopleImportSettings: { brakePercent: await readBrake(db, scope) } });

  serve(app, gate, 'GET /api/peopleimports/settings', ({ visit }) => settings(visit.caller));

  serve(app, gate, 'PUT /api/peopleimports/settings', async ({ body, visit, request }) => {
    await inTransaction(db, (tx) => setBrake({ tx, visit, requestId: request.id }, body));
    return settings(visit.caller);
  });

  serve(app, gate, 'GET /api/peopleimports/template', async ({ visit, reply }) => {
    setFileHeaders(reply, 'people-template.xlsx');
    return new FileStream(await writeTemplate(db, visit.caller), WORKBOOK);
  });

  // The only call whose body is a file: no other one knows the type.
  void app.register(async (inner) => {
    inner.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    serve(inner, gate, 'POST /api/peopleimports', async ({ query, visit, request }) =>
      told(visit.caller, await takeFile(db, visit.caller, query.fileName, request.body)),
    );
  });

  serve(app, gate, 'GET /api/peopleimports/:id', ({ params, visit }) => told(visit.caller, params.id));

  serve(app, gate, 'POST /api/peopleimports/:id/preview', async ({ params, body, visit, request }) => {
    await inTransaction(db, (tx) => askForPreview(tx, jobs, visit, params.id, body, request.id));
    return told(visit.caller, params.id);
  });

  serve(app, gate, 'GET /api/peopleimports/:id/rows', async ({ params, query, visit }) => {
    const { mapping } = await getImport(db, visit.caller, params.id);
    const { rows, total } = await listRows(db, visit.caller, params.id, query.outcome, pageOf(query));
    return { rows: rows.map((row) => toRow(row, mapping)), totalCount: total };
  });

  serve(app, gate, 'GET /api/peopleimports/:id/report', async ({ params, query, visit, reply }) => {
    const { name, content } = writeReport(db, visit.caller, await getImport(db, visit.caller, params.id), query.outcome);
    setFileHeaders(reply, name);
    return new FileStream(content, WORKBOOK);
  });

  serve(app, gate, 'POST /api/peopleimports/:id/run', async ({ params, body, visit, request }) => {
    await inTransaction(db, (tx) => askToRun(tx, jobs, visit, params.id, body.confirmClosing, request.id));
    return told(visit.caller, params.id);
  });

  serve(app, gate, 'POST /api/peopleimports/:id/continue', async ({ params, visit, request }) => {
    await inTransaction(db, (tx) => askToContinue(tx, jobs, visit, params.id, request.id));
    return told(visit.caller, params.id);
  });

  serve(app, gate, 'POST /api/peopleimports/:id/undo', async ({ params, visit, request }) => {
    await inTransaction(db, (tx) => askToUndo(tx, jobs, visit, params.id, request.id));
    return told(visit.caller, params.id);
  });

  serve(app, gate, 'DELETE /api/peopleimports/:id', async ({ params, visit }) => {
    await inTransaction(db, (tx) => discardImport(tx, visit.caller, params.id));
    return {};
  });
}
