import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Call, ReplyOf } from '#contract/index.ts';
import { MAX_DIRECT_ROWS } from '#contract/platform/exports/export-lists.ts';
import type { Config } from '../config.ts';
import { type Db, runInTransaction } from '../db/database.ts';
import type { BlobStore } from '../files/blob-store.ts';
import { assertMayCallNow, assertOperatorMayCall, readCallQuery } from '../http/endpoint.ts';
import { conflict, forbidden, HttpError, invalid, notFound } from '../http/errors.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { exportJob } from './export-job.ts';
import type { AnyExportKind, ExportContext, ExportInput } from './export-kind.ts';
import { toExport } from './exports.mapper.ts';
import {
  beginAttempt,
  type ExportOwner,
  type ExportRow,
  exportOwnerOf,
  failExport,
  findOwnExport,
  findRunningExport,
  finishExport,
  insertExport,
  isAbandoned,
  listOwnExports,
  saveProgress,
  stopOwnExport,
} from './exports.queries.ts';
import { ExportEnded, writeExport } from './write-export.ts';

type Export = ReplyOf<'GET /api/exports/:id'>['export'];

/** What a request for an export names. */
export interface ExportRequest {
  list: string;
  query?: string | undefined;
  importId?: number | undefined;
  organisationId?: number | undefined;
}

/** A file that can be downloaded. `size` in bytes. */
export type ExportFile = Pick<ExportRow, 'id' | 'storageKey'> & { fileName: string; size: number };

/** What the job needs besides the engine. */
export interface ExportWriter {
  config: Pick<Config, 'dataDir'>;
  blobs: BlobStore;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/** Exports of long lists: a job writes the file, the one who asked for it sees how far it is and downloads it within 24 hours. */
export interface Exports<Context extends ExportContext> {
  /**
   * Starts an export, or answers the one of the same list that runs; null where the file is short. Throws 400 and 403 as the call that answers with the file
   * does, and 422.
   */
  start(context: Context, request: ExportRequest, requestId: string): Promise<{ export: Export | null; isNew: boolean }>;
  list(context: Context): Promise<Export[]>;
  /** Throws 404. */
  get(context: Context, id: number): Promise<Export>;
  /** Stops an export, unless it has ended. Throws 404. */
  stop(context: Context, id: number): Promise<Export>;
  /** The file of an export. Throws 404, 403 when the call may no longer be made, and 409 when it was written with other rights. */
  findFile(context: Context, id: number): Promise<ExportFile>;
  /** Writes the file. For the job alone. */
  write(exportId: number, writer: ExportWriter): Promise<void>;
}

interface Dependencies<Context extends ExportContext> {
  db: Db;
  jobs: JobQueue;
  job: typeof exportJob;
  kinds: readonly AnyExportKind<Context>[];
  /** The rights that someone has now; undefined for someone who may not be logged in. */
  findContext(db: Db, owner: ExportOwner): Promise<Context | undefined>;
}

/** The engine of the exports of one kind of user. */
export function createExports<Context extends ExportContext>({
  db,
  jobs,
  job,
  kinds,
  findContext,
}: Dependencies<Context>): Exports<Context> {
  const findKind = (list: string) => {
    const kind = kinds.find((candidate) => candidate.list === list);
    if (!kind) throw invalid('list', 'There is no such list.');
    return kind;
  };
  const findOwn = async (context: Context, id: number) => {
    const row = await findOwnExport(db, exportOwnerOf(context.caller), id);
    if (!row) throw notFound('export');
    return row;
  };
  const findRights = async (row: ExportRow, kind: AnyExportKind<Context>) => {
    const context = await findContext(db, row);
    if (!context) throw forbidden();
    assertAccess(kind.call, context);
    return { context, rightsHash: hashRights(context) };
  };
  return {
    start: async (context, request, requestId) => {
      const kind = findKind(request.list);
      assertAccess(kind.call, context);
      const recordId = kind.record ? request[kind.record] : null;
      if (recordId === undefined) throw invalid(String(kind.record), 'Please choose one.');
      const asked = { list: kind.list, recordId, query: request.query ?? '', requestId };
      const input = toInput(kind.call, asked);
      assertOwn(context, input.query);
      if (kind.countRows && (await kind.countRows(context, input)) <= MAX_DIRECT_ROWS) return { export: null, isNew: false };
      const owner = exportOwnerOf(context.caller);
      return runInTransaction(db, async (tx) => {
        const added = await insertExport(tx, owner, asked);
        if (added) await jobs.enqueue(tx, job, { exportId: added.id });
        const row = added ?? (await findRunningExport(tx, owner, kind.list));
        if (!row) throw conflict('list', 'Another export of this list has just ended. Please try again.');
        return { export: toExport(row), isNew: added !== undefined };
      });
    },
    list: async ({ caller }) => (await listOwnExports(db, exportOwnerOf(caller))).map(toExport),
    get: async (context, id) => toExport(await findOwn(context, id)),
    stop: async (context, id) => {
      await findOwn(context, id);
      await stopOwnExport(db, exportOwnerOf(context.caller), id);
      return toExport(await findOwn(context, id));
    },
    findFile: async (context, id) => {
      const row = await findOwn(context, id);
      if (row.state !== 'finished' || row.fileName === null || row.size === null) throw notFound('export');
      const kind = findKind(row.list);
      assertAccess(kind.call, context);
      const { rightsHash } = await findRights(row, kind);
      if (rightsHash !== row.rightsHash)
        throw conflict('export', 'Your rights have changed since the file was written. Please export the list again.');
      return { id: row.id, storageKey: row.storageKey, fileName: row.fileName, size: row.size };
    },
    write: async (exportId, { config, blobs, log }) => {
      const row = await beginAttempt(db, exportId);
      if (!row) return;
      try {
        const kind = findKind(row.list);
        const { context, rightsHash } = await findRights(row, kind);
        const workbook = await kind.open(context, toInput(kind.call, row));
        await writeExport(
          workbook,
          join(config.dataDir, 'uploads'),
          (progress) => saveProgress(db, row, progress),
          async (path, size) => {
            await blobs.write(row.storageKey, path);
            if (await finishExport(db, row, { fileName: workbook.name, size, rightsHash })) return;
            // Another attempt writes the same content.
            if (await isAbandoned(db, row.id)) await blobs.delete(row.storageKey);
            throw new ExportEnded();
          },
        );
      } catch (error) {
        if (error instanceof ExportEnded) return;
        const isRefused = error instanceof HttpError && [401, 403, 404].includes(error.status);
        if (!isRefused) log.error({ err: error, export: row.id }, 'an export was not written');
        await failExport(db, row, isRefused ? 'rights' : 'error');
      }
    },
  };
}

const isOperator = (context: ExportContext): context is Exclude<ExportContext, { effective: unknown }> =>
  !('effective' in context);

/** Throws 403 unless someone may make the call that answers with the file. */
function assertAccess(call: Call, context: ExportContext): void {
  if (isOperator(context)) assertOperatorMayCall(call, context.caller);
  else assertMayCallNow(call, context);
}

const toInput = (
  call: Call,
  { query, recordId, requestId }: Pick<ExportRow, 'query' | 'recordId' | 'requestId'>,
): ExportInput<never> => ({
  params: (recordId === null ? {} : { id: recordId }) as never,
  query: readCallQuery(call, query) as never,
  at: new Date(),
  requestId,
});

/** Throws 403 for a query that is about another person or organisation: the job writes what the one who asks sees. */
function assertOwn(context: ExportContext, query: { organisationId?: number; impersonatedId?: number } | undefined): void {
  const { organisationId, actorId } = exportOwnerOf(context.caller);
  if (query?.organisationId && query.organisationId !== organisationId) throw forbidden('This belongs to another organisation.');
  if (query?.impersonatedId && query.impersonatedId !== actorId) throw forbidden('Only your own lists can be exported.');
}

/** Of everything that decides what someone sees. Names and rates of tax change nothing of that. */
function hashRights({ caller }: ExportContext): string {
  const facts = Object.entries(caller).filter(([name]) => !NO_RIGHTS.has(name));
  const sorted = facts
    .map(([name, value]) => [name, Array.isArray(value) ? [...value].toSorted() : value] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}
const NO_RIGHTS = new Set(['email', 'firstName', 'lastName', 'name', 'taxRate', 'taxRates', 'sessionId']);
