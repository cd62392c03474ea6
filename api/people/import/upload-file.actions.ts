import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { assertCanManageStructure } from '#api/organisation/structure/structure.rules.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { BlobStore } from '#api/platform/files/blob-store.ts';
import { conflict, invalid } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { findHeadings } from '#api/platform/sheet-file/heading-rows.rules.ts';
import type { SheetContent, SheetFileReader } from '#api/platform/sheet-file/sheet-file-reader.ts';
import type { ReadingChoice } from '#api/platform/sheet-file/sheet-reading.ts';
import type { BodyOf } from '#contract/index.ts';
import type { ColumnField, ImportKind } from '#contract/people/import.ts';
import { hasCostCentres } from '../person/cost-centres.queries.ts';
import { createFieldFinder, suggestImportFields } from './columns.rules.ts';
import {
  findImportFile,
  type ImportContent,
  type ImportRecord,
  insertImport,
  readSavedColumnMapping,
  replaceImportContent,
  sqlNow,
  updateImport,
} from './imports.queries.ts';
import { ALREADY_IMPORTED, getImport, getLockedImport } from './people-import.actions.ts';

/** What reading the files of imports needs. */
export interface ImportFiles {
  db: Db;
  reader: Pick<SheetFileReader, 'read'>;
  blobs: Pick<BlobStore, 'write' | 'read'>;
  /** Called when a file could not be kept: then the import goes on, but its file cannot be read differently. */
  onLost: (error: unknown) => void;
}

/**
 * Reads an accepted file, suggests what its columns mean, and returns the id of the new import. Throws 422 where it cannot be read, and
 * 503 where too many others are read; 403 for the range, which belongs to administrators of the whole organisation.
 */
export async function createImportFromFile(
  files: ImportFiles,
  scope: Scope,
  { kind, fileName }: { kind: ImportKind; fileName: string },
  bytes: unknown,
): Promise<number> {
  if (kind === 'range') assertCanManageStructure(scope);
  // A request without content has no body.
  if (bytes == null) throw invalid('file', 'The file is empty.');
  if (!Buffer.isBuffer(bytes)) throw invalid('file', 'Please choose a file: CSV, TSV or an Excel workbook (.xlsx).');
  const content = await readFile(files, scope, { kind, fileName }, bytes, {});
  const fileKey = randomUUID();
  const id = await runInTransaction(files.db, (tx) => insertImport(tx, scope, { kind, name: fileName, fileKey }, content));
  // The row is first, so that no content is ever without one.
  await keepFile(files.blobs, fileKey, bytes).catch(async (error) => {
    files.onLost(error);
    await runInTransaction(files.db, (tx) => updateImport(tx, scope, id, { file_key: null, file_expires_at: null }));
  });
  return id;
}

async function keepFile(blobs: Pick<BlobStore, 'write'>, key: string, bytes: Uint8Array): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'livery-import-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, bytes, { mode: 0o600 });
    await blobs.write(key, path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readFile(
  { db, reader }: ImportFiles,
  scope: Scope,
  { kind, fileName }: { kind: ImportKind; fileName: string },
  bytes: Buffer,
  choice: ReadingChoice,
): Promise<ImportContent> {
  const saved = await readSavedColumnMapping(db, scope, kind);
  const fieldOf = createFieldFinder(kind, saved);
  const content = await reader.read(bytes, fileName, (samples, chosen) => findHeadings(samples, fieldOf, chosen), choice);
  return toImportContent(kind, content, saved, { hasCostCentres: await hasCostCentres(db, scope) });
}

function toImportContent(
  kind: ImportKind,
  { columns, reading, ...content }: SheetContent,
  saved: ReadonlyMap<string, ColumnField | null>,
  { hasCostCentres }: { hasCostCentres: boolean },
): ImportContent {
  const named = columns.map(({ header, samples }, index) => ({ header: header || `Column ${index + 1}`, samples }));
  const fields = suggestImportFields(
    kind,
    named.map(({ header }) => header),
    saved,
  );
  // Hidden columns are not imported unless someone chooses that, and no one has a cost centre where there are none.
  const isLeftOut = (field: ColumnField | null, index: number) =>
    reading.hiddenColumns.includes(index) || (field === 'costCentreId' && !hasCostCentres);
  return {
    ...content,
    reading,
    columns: named,
    fields: fields.map((field, index) => (isLeftOut(field, index) ? null : field)),
  };
}

const READ_DIFFERENTLY_MEANWHILE = 'The file has been read differently meanwhile. Please look at it again.';

const isGiven = (value: unknown) => value !== undefined && value !== null;

/** What a choice changes about how a file was read; undefined for nothing. */
function findChange(
  { reading }: Pick<ImportRecord, 'reading'>,
  { sheet, line, encoding, hiddenRows }: BodyOf<'POST /api/peopleimports/:id/reading'>,
): ReadingChoice | undefined {
  if (!reading) return undefined;
  const hasOtherSheet = isGiven(sheet) && sheet !== reading.sheet;
  const hasOtherLine = isGiven(line) && line !== reading.line;
  const hasOtherEncoding = isGiven(encoding) && encoding !== reading.encoding?.name;
  const hasOtherRows = isGiven(hiddenRows) && hiddenRows !== reading.hiddenRows;
  if (!hasOtherSheet && !hasOtherLine && !hasOtherEncoding && !hasOtherRows) return undefined;
  return {
    sheet: reading.sheets.length > 0 ? (sheet ?? reading.sheet) : undefined,
    // In another sheet the headings are found.
    line: line ?? (hasOtherSheet ? undefined : reading.line),
    encoding: encoding ?? reading.encoding?.name,
    hiddenRows: hiddenRows ?? reading.hiddenRows,
  };
}

/**
 * Confirms how the file of an import is read, or reads it differently. Throws 404; 409 where it has been imported, is being previewed, was read differently
 * meanwhile, or its file is no longer kept; 422 where it cannot be read so; and 503.
 */
export async function changeReading(
  files: ImportFiles,
  scope: Scope,
  id: number,
  input: BodyOf<'POST /api/peopleimports/:id/reading'>,
): Promise<void> {
  const { db } = files;
  const before = await getImport(db, scope, id);
  assertCanBeReadAgain(before);
  const { reading } = before;
  if (isGiven(input.sheet) && reading && input.sheet !== reading.sheet && !reading.sheets[input.sheet ?? 0])
    throw invalid('sheet', 'The workbook has no such sheet.');
  if (isGiven(input.encoding) && reading?.encoding === null) throw invalid('encoding', 'The encoding of a workbook is known.');
  const change = findChange(before, input);
  const content = change && (await readAgain(files, scope, before, change));
  await runInTransaction(db, async (tx) => {
    const locked = await getLockedImport(tx, scope, id);
    assertCanBeReadAgain(locked);
    // What is confirmed, and what was read, is the reading that the person saw, and not one that was chosen meanwhile.
    if (!isDeepStrictEqual(locked.reading, reading)) throw conflict('peopleImport', READ_DIFFERENTLY_MEANWHILE);
    if (content) await replaceImportContent(tx, scope, id, content);
    if (isGiven(input.encoding)) await updateImport(tx, scope, id, { reading_confirmed_at: sqlNow });
  });
}

async function readAgain(
  files: ImportFiles,
  scope: Scope,
  { id, kind, file_name }: ImportRecord,
  choice: ReadingChoice,
): Promise<ImportContent> {
  const key = await findImportFile(files.db, scope, id);
  const stream = key === undefined ? undefined : await files.blobs.read(key);
  if (!stream)
    throw conflict('peopleImport', 'The file is no longer kept, so it cannot be read differently. Please upload it again.');
  return readFile(files, scope, { kind, fileName: file_name }, await buffer(stream), choice);
}

function assertCanBeReadAgain({ state, reading }: ImportRecord): void {
  if (state === 'started') throw conflict('peopleImport', ALREADY_IMPORTED);
  if (state === 'previewing')
    throw conflict('peopleImport', 'The file is being checked at the moment. Please wait until that is done.');
  if (!reading) throw conflict('peopleImport', 'This file cannot be read differently. Please upload it again.');
}
