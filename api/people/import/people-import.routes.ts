import type { FastifyInstance, FastifyRequest } from 'fastify';
import { exportRange } from '#api/catalogue/range/range-export.actions.ts';
import type { BulkEdits } from '#api/platform/bulk-edit/bulk-edit-engine.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import type { BlobStore } from '#api/platform/files/blob-store.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { acceptSheetUploads } from '#api/platform/sheet-file/accept-sheet-uploads.ts';
import { SheetFileReader } from '#api/platform/sheet-file/sheet-file-reader.ts';
import { sendWorkbook } from '#api/platform/workbook/send-workbook.ts';
import type { ImportKind } from '#contract/people/import.ts';
import { createBalanceImportKind } from './balance-import-kind.actions.ts';
import { createBalanceTemplate } from './balance-template.actions.ts';
import { toImportReading } from './import-reading.mapper.ts';
import { type ImportRecord, listImports, readDeactivationThreshold } from './imports.queries.ts';
import { listImportQuestions } from './interpret-file.actions.ts';
import { discardImport, getImport, requestPreview, runImport, setDeactivationThreshold } from './people-import.actions.ts';
import { toPeopleImport, toPeopleImportRow } from './people-import.mapper.ts';
import { createPeopleImportKind } from './people-import-kind.actions.ts';
import { checkPreview } from './preview.actions.ts';
import { createRangeImportKind } from './range-import-kind.actions.ts';
import { createImportReport, createImportTemplate } from './report.actions.ts';
import { listFirstRows, listImportRows } from './rows.queries.ts';
import { changeReading, createImportFromFile, type ImportFiles } from './upload-file.actions.ts';

/** Importing people from a file: always with the caller's own rights, also while they order for someone else. */
export function routes(
  app: FastifyInstance,
  {
    db,
    authenticator,
    bulkEdits,
    jobs,
    blobs,
    vault,
  }: Pick<ServerDependencies, 'authenticator' | 'db' | 'jobs' | 'vault'> & { bulkEdits: BulkEdits; blobs: BlobStore },
): void {
  const bulkEditKinds = {
    people: createPeopleImportKind({ jobs, vault }),
    balances: createBalanceImportKind({ jobs, vault }),
    range: createRangeImportKind({ jobs, vault }),
  };
  const toReply = async (scope: Scope, peopleImport: ImportRecord) => {
    const { row, isInterrupted } = await checkPreview(db, jobs, scope, peopleImport);
    return toPeopleImport(row, isInterrupted);
  };
  const readOne = async (scope: Scope, id: number) => ({ peopleImport: await toReply(scope, await getImport(db, scope, id)) });

  registerEndpoint(app, authenticator, 'GET /api/peopleimports', async ({ query, context }) => {
    const { imports, total } = await listImports(db, context.caller, query.kind ?? 'people', toOffsetAndLimit(query));
    return { peopleImports: await Promise.all(imports.map((one) => toReply(context.caller, one))), totalCount: total };
  });

  const readSettings = async (scope: Scope) => ({
    peopleImportSettings: { deactivationThreshold: await readDeactivationThreshold(db, scope) },
  });

  registerEndpoint(app, authenticator, 'GET /api/peopleimports/settings', ({ context }) => readSettings(context.caller));

  registerEndpoint(app, authenticator, 'PUT /api/peopleimports/settings', async ({ body, context, request }) => {
    await runInTransaction(db, (tx) => setDeactivationThreshold({ tx, context, requestId: request.id }, body));
    return readSettings(context.caller);
  });

  registerEndpoint(app, authenticator, 'GET /api/peopleimports/template', async ({ query, context, request, reply }) => {
    return sendWorkbook(reply, await createTemplate(query.kind ?? 'people', context.caller, request.id));
  });

  const createTemplate = (kind: ImportKind, scope: Scope, requestId: string) => {
    if (kind === 'range') return exportRange(db, scope, {}, requestId);
    return kind === 'balances' ? createBalanceTemplate(db, scope) : createImportTemplate(db, scope);
  };

  const reader = new SheetFileReader();
  const files: ImportFiles = {
    db,
    reader,
    blobs,
    onLost: (error) => app.log.error({ err: error }, 'the file of an import was not kept'),
  };
  const toUploader = ({ organisationId, customerId }: Scope) => ({ organisationId, person: `customer ${customerId}` });
  const findUploader = ({ context }: FastifyRequest) => context && toUploader(context.caller);
  acceptSheetUploads(app, reader, findUploader, (inner) => {
    registerEndpoint(inner, authenticator, 'POST /api/peopleimports', async ({ query, context, request }) =>
      readOne(
        context.caller,
        await createImportFromFile(
          files,
          context.caller,
          { kind: query.kind ?? 'people', fileName: query.fileName },
          request.body,
        ),
      ),
    );
  });

  registerEndpoint(app, authenticator, 'GET /api/peopleimports/:id', ({ params, context }) => readOne(context.caller, params.id));

  const readReading = async (scope: Scope, id: number) => {
    const peopleImport = await getImport(db, scope, id);
    const { reading } = peopleImport;
    if (!reading) throw notFound('peopleImport');
    const rows = await listFirstRows(
      db,
      scope,
      id,
      reading.odd.flatMap(({ row }) => row ?? []),
    );
    return { importReading: toImportReading({ ...peopleImport, reading }, rows) };
  };

  registerEndpoint(app, authenticator, 'GET /api/peopleimports/:id/reading', ({ params, context }) =>
    readReading(context.caller, params.id),
  );

  registerEndpoint(app, authenticator, 'POST /api/peopleimports/:id/reading', async ({ params, body, context }) => {
    const end = reader.accept(toUploader(context.caller));
    try {
      await changeReading(files, context.caller, params.id, body);
    } finally {
      end();
    }
    return readReading(context.caller, params.id);
  });

  registerEndpoint(app, authenticator, 'GET /api/peopleimports/:id/questions', async ({ params, query, context }) => ({
    importQuestions: await listImportQuestions(db, context.caller, await getImport(db, context.caller, params.id), query.columns),
  }));

  registerEndpoint(app, authenticator, 'POST /api/peopleimports/:id/preview', async ({ params, body, context }) => {
    await runInTransaction(db, (tx) => requestPreview(tx, jobs, context.caller, params.id, body));
    return readOne(context.caller, params.id);
  });

  registerEndpoint(app, authenticator, 'GET /api/peopleimports/:id/rows', async ({ params, query, context }) => {
    const { mapping } = await getImport(db, context.caller, params.id);
    const { rows, total } = await listImportRows(db, context.caller, params.id, query, toOffsetAndLimit(query));
    return { rows: rows.map((row) => toPeopleImportRow(row, mapping)), totalCount: total };
  });

  registerEndpoint(app, authenticator, 'GET /api/peopleimports/:id/report', async ({ params, query, context, reply }) => {
    const peopleImport = await getImport(db, context.caller, params.id);
    return sendWorkbook(reply, createImportReport(db, context.caller, peopleImport, query));
  });

  registerEndpoint(app, authenticator, 'POST /api/peopleimports/:id/run', async ({ params, body, context, request }) => {
    const { kind } = await getImport(db, context.caller, params.id);
    await runInTransaction(db, (tx) =>
      runImport(
        bulkEdits,
        bulkEditKinds[kind],
        { tx, context, requestId: request.id },
        { importId: params.id, confirmClosing: body.confirmClosing, confirmed: body.confirmed ?? {} },
      ),
    );
    return readOne(context.caller, params.id);
  });

  registerEndpoint(app, authenticator, 'DELETE /api/peopleimports/:id', async ({ params, context }) => {
    const key = await runInTransaction(db, (tx) => discardImport(tx, context.caller, params.id));
    if (key !== undefined)
      await blobs.delete(key).catch((error) => app.log.error({ err: error }, 'the file of an import was not deleted'));
    return {};
  });
}
