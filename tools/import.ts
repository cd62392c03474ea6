/** `npm run import -- catalogue FILE [--organisation 1 [--made-for-client]] [--dry-run] [--strict] [--report report.csv] [--pictures FOLDER] [--mapping MAPPING.json]`, and `-- size-guide FILE …` */
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { type ColumnMapping, readMapping } from '#api/catalogue/import/files/column-mapping.rules.ts';
import { UnreadableFile } from '#api/catalogue/import/files/text-file.ts';
import { importPictures } from '#api/catalogue/import/pictures/import-pictures.actions.ts';
import { type ImportResult, importCatalogue } from '#api/catalogue/import/shopify/import-catalogue.actions.ts';
import { describeSummary, type ReportEntry, reportHeader, reportLine } from '#api/catalogue/import/shopify/report.rules.ts';
import { loadConfig } from '#api/platform/config.ts';
import { type Db, openDatabase } from '#api/platform/db/database.ts';
import { createBlobStore } from '#api/platform/files/blob-store.ts';
import { formatError, formatSeconds } from './console.ts';
import { type CommandDatabase, openCommandDatabase } from './database.ts';
import { chooseOrganisation, readOrganisationNumber } from './import-organisation.ts';
import { describeEntries, EntryCollector } from './import-report.ts';
import { parseSizeGuideArguments, runSizeGuideImport, sizeGuideUsage } from './import-size-guide.ts';

const usage = `Usage: npm run import -- catalogue FILE [--organisation NUMBER [--made-for-client]] [--dry-run] [--strict] [--report REPORT.csv] [--pictures FOLDER] [--mapping MAPPING.json]

  FILE             a product export of a Shopify shop (CSV), the workbook of the catalogue, or a CSV file or workbook in which each row is a variant of a product
  --organisation   the client whose file it is, by its number: adds the products that the catalogue does not have, and takes all into the client's range at the
                   prices of the file; without it, the file describes the catalogue, for all clients
  --made-for-client  new products are made for that client, and no other may have them
  --dry-run        report what would be imported, and import nothing
  --strict         import nothing if any row is refused
  --report         write a CSV file with one line for each row, its number and the reason
  --pictures       store the pictures of the products from this folder, whose files are called as their addresses end
  --mapping        what the columns of such a list of variants mean: {"columns": {"productCode": "STYLE#", "colour": "COLOR_NAME"}, "constants": {"brand": "Northway"}};
                   without it, columns are recognised by their names

${sizeGuideUsage}`;

const MAX_IMPORT_MS = 3_600_000;

interface ImportOptions {
  file: string;
  /** Undefined for a file of the catalogue. */
  organisation: number | undefined;
  isMadeForClient: boolean;
  dryRun: boolean;
  strict: boolean;
  report: string | undefined;
  pictures: string | undefined;
  mapping: ColumnMapping | undefined;
}

/** @throws an error that says which argument is missing or not valid */
async function readOptions(args: string[]): Promise<ImportOptions> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      organisation: { type: 'string' },
      'made-for-client': { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      report: { type: 'string' },
      pictures: { type: 'string' },
      mapping: { type: 'string' },
    },
  });
  const [what, file, ...others] = positionals;
  if (what !== 'catalogue')
    throw new Error(
      what ? `"${what}" cannot be imported; use catalogue or size-guide.` : 'Say what to import: catalogue or size-guide.',
    );
  if (!file || others.length > 0) throw new Error(file ? `One file at a time: ${others.join(' ')}` : 'Name the file to import.');
  if (values['made-for-client'] && values.organisation === undefined)
    throw new Error('Say which client the products are made for: --organisation NUMBER.');
  return {
    file: fromCaller(file),
    organisation: readOrganisationNumber(values.organisation),
    isMadeForClient: values['made-for-client'],
    dryRun: values['dry-run'],
    strict: values.strict,
    report: values.report && fromCaller(values.report),
    pictures: values.pictures && fromCaller(values.pictures),
    mapping:
      values.mapping === undefined ? undefined : readMapping(JSON.parse(await readFile(fromCaller(values.mapping), 'utf8'))),
  };
}

/** Resolves a path against the caller's folder; npm itself runs commands in the project's folder. */
function fromCaller(path: string): string {
  return resolve(process.env.INIT_CWD ?? '', path);
}

async function run(options: ImportOptions): Promise<number> {
  const started = performance.now();
  console.log(`Importing ${options.file}${options.dryRun ? ' (dry run)' : ''}`);
  const report = options.report === undefined ? undefined : await openReport(options.report);
  const database = await openCommandDatabase(process.env);
  stopOnSignals(database);
  const handle = openDatabase(database.ownerUrl, { poolSize: 1, statementTimeoutMs: MAX_IMPORT_MS });
  const collector = new EntryCollector();
  try {
    const organisationId = options.organisation === undefined ? null : await chooseOrganisation(handle.db, options.organisation);
    const result = await importCatalogue(handle.db, {
      ...options,
      organisationId,
      onEntry: (entry) => {
        collector.add(entry);
        report?.write(entry);
      },
      onProgress: showProgress,
    });
    clearProgress();
    for (const line of describeEntries(collector)) console.log(line);
    const outcome = describeOutcome(options, result);
    report?.write({ line: null, outcome: 'ignored', handle: '', sku: '', text: outcome });
    console.log(organisationId === null ? '\nCatalogue' : `\n${result.organisation} (organisation ${organisationId})`);
    for (const line of describeSummary(result.summary)) console.log(`  ${line}`);
    console.log(`  prices     taken as ${result.currency ?? 'those of the catalogue'} without tax`);
    if (result.unusedColumns.length > 0) console.log(`  columns    not used: ${result.unusedColumns.join(', ')}`);
    if (options.report) console.log(`  report     ${options.report}`);
    if (options.pictures !== undefined && result.isCommitted) await storePictures(handle.db, options.pictures, organisationId);
    console.log(`\n${outcome} (${formatSeconds(performance.now() - started)})`);
    return isSuccessful(options, result) ? 0 : 1;
  } finally {
    clearProgress();
    await report?.close();
    await handle.close();
    await database.close();
  }
}

/** Stores the pictures of the folder and says how many there are. */
async function storePictures(db: Db, folder: string, organisationId: number | null): Promise<void> {
  const blobs = createBlobStore(loadConfig(process.env).fileStorage);
  const summary = await importPictures(db, blobs, {
    organisationId,
    folder,
    onRefused: (text) => console.log(`  refused    ${text}`),
  });
  const { named, stored, unchanged, refused, missing } = summary;
  console.log(
    `  pictures   ${named} named: ${stored} stored, ${unchanged} unchanged, ${missing} without a file, ${refused} refused`,
  );
}

/** Stopping ends the connection and with it the transaction, so a stopped import leaves nothing. */
function stopOnSignals(database: CommandDatabase): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      clearProgress();
      console.error('\nStopping …');
      const exit = () => process.exit(signal === 'SIGINT' ? 130 : 143);
      database.close().then(exit, exit);
    });
  }
}

function describeOutcome({ dryRun, strict, organisation }: ImportOptions, { isCommitted, summary }: ImportResult): string {
  if (dryRun)
    return `Dry run: nothing was imported${strict && summary.rowsRefused > 0 ? ', and --strict would import nothing' : ''}.`;
  if (!isCommitted) return 'Nothing was imported, because rows were refused and --strict was given.';
  const { created, changed, unchanged, refused } = summary.products;
  if (created + changed + unchanged === 0)
    return refused > 0 ? 'Nothing was imported: every product was refused.' : 'There was nothing to import.';
  if (summary.rowsWritten === 0) return 'Nothing has changed.';
  return organisation === undefined && created > 0
    ? 'Imported into the catalogue. Clients are offered new products when they are in their range; --organisation takes those of a file into it.'
    : 'Imported.';
}

/** False if no product of the file could be imported, or if rows were refused with --strict. */
function isSuccessful({ strict }: ImportOptions, { summary }: ImportResult): boolean {
  const { created, changed, unchanged, ignored } = summary.products;
  return created + changed + unchanged + ignored > 0 && !(strict && summary.rowsRefused > 0);
}

interface ReportFile {
  write(entry: ReportEntry): void;
  close(): Promise<void>;
}

async function openReport(path: string): Promise<ReportFile> {
  const stream = createWriteStream(path);
  await new Promise<void>((opened, failed) =>
    stream
      .once('open', () => opened())
      .once('error', (error) => failed(new Error(`The report cannot be written: ${error.message}`))),
  );
  // Without a byte order mark spreadsheets assume a legacy code page.
  stream.write(`\ufeff${reportHeader}`);
  return {
    write: (entry) => void stream.write(reportLine(entry)),
    close: async () => {
      stream.end();
      await finished(stream);
    },
  };
}

let shownAt = 0;

function showProgress({ rows, products, of }: { rows: number; products?: number; of?: number }): void {
  const now = performance.now();
  if (!process.stdout.isTTY || now - shownAt < 100) return;
  shownAt = now;
  process.stdout.write(
    `\r\u001b[K  ${products === undefined ? `reading: ${rows} rows` : `importing: ${products} of ${of} products`} …`,
  );
}

function clearProgress(): void {
  if (process.stdout.isTTY && shownAt > 0) process.stdout.write('\r\u001b[K');
}

if (import.meta.main) {
  try {
    const args = process.argv.slice(2);
    if (args.length === 0 || args.includes('--help') || args[0] === 'help') {
      console.log(usage);
      process.exitCode = args.length === 0 ? 1 : 0;
    } else if (args[0] === 'size-guide')
      process.exitCode = await runSizeGuideImport(parseSizeGuideArguments(args.slice(1), fromCaller));
    else process.exitCode = await run(await readOptions(args));
  } catch (error) {
    const isUnreadable = error instanceof UnreadableFile;
    console.error(`\n${isUnreadable ? `Nothing was imported: ${formatError(error)}.` : formatError(error)}`);
    if ((error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) console.error(`\n${usage}`);
    process.exitCode = 1;
  }
}
