/** `npm run import -- catalogue FILE --organisation 1 [--dry-run] [--strict] [--report report.csv]`, and `-- size-guide FILE …` */
import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { type ImportResult, importCatalogue } from '#api/catalogue/import/shopify/import-catalogue.actions.ts';
import { describeSummary, type ReportEntry, reportHeader, reportLine } from '#api/catalogue/import/shopify/report.rules.ts';
import { UnreadableFile } from '#api/catalogue/import/shopify/text-file.ts';
import { openDatabase } from '#api/platform/db/database.ts';
import { formatError, formatSeconds } from './console.ts';
import { type CommandDatabase, openCommandDatabase } from './database.ts';
import { describeEntries, EntryCollector } from './import-report.ts';
import { parseSizeGuideArguments, runSizeGuideImport, sizeGuideUsage } from './import-size-guide.ts';

const usage = `Usage: npm run import -- catalogue FILE --organisation NUMBER [--dry-run] [--strict] [--report REPORT.csv]

  FILE             a product export of a Shopify shop (CSV)
  --organisation   whose catalogue the products go to, by its number
  --dry-run        do everything, report it, and keep nothing
  --strict         keep nothing when any row is refused
  --report         write one line for each row, with its number and the reason, to this CSV file

${sizeGuideUsage}`;

const longestImport = 3_600_000;

interface Wish {
  file: string;
  organisationId: number;
  dryRun: boolean;
  strict: boolean;
  report: string | undefined;
}

/** @throws with a sentence when the words of the command are not understood */
function readWish(words: string[]): Wish {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      organisation: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      report: { type: 'string' },
    },
  });
  const [what, file, ...others] = positionals;
  if (what !== 'catalogue')
    throw new Error(what ? `"${what}" cannot be imported; a catalogue or a size-guide can.` : 'What shall be imported?');
  if (!file || others.length > 0)
    throw new Error(file ? `One file at a time: ${others.join(' ')}` : 'Which file shall be imported?');
  if (!/^\d{1,9}$/.test(values.organisation ?? ''))
    throw new Error('Whose catalogue is it? Give the number of the organisation: --organisation 1');
  return {
    file: fromCaller(file),
    organisationId: Number(values.organisation),
    dryRun: values['dry-run'],
    strict: values.strict,
    report: values.report && fromCaller(values.report),
  };
}

/** npm runs commands in the project's folder; people name files from where they stand. */
function fromCaller(path: string): string {
  return resolve(process.env.INIT_CWD ?? '', path);
}

async function run(wish: Wish): Promise<number> {
  const started = performance.now();
  console.log(`Importing ${wish.file}${wish.dryRun ? ' (dry run)' : ''}`);
  const report = wish.report === undefined ? undefined : await openReport(wish.report);
  const database = await openCommandDatabase(process.env);
  stopOnSignals(database);
  const handle = openDatabase(database.url, { poolSize: 1, statementTimeoutMs: longestImport });
  const collector = new EntryCollector();
  try {
    const result = await importCatalogue(handle.db, {
      ...wish,
      onEntry: (entry) => {
        collector.add(entry);
        report?.write(entry);
      },
      onProgress: showProgress,
    });
    clearProgress();
    for (const line of describeEntries(collector)) console.log(line);
    const verdict = describeVerdict(wish, result);
    report?.write({ line: null, outcome: 'ignored', handle: '', sku: '', text: verdict });
    console.log(`\n${result.organisation} (organisation ${wish.organisationId})`);
    for (const line of describeSummary(result.summary)) console.log(`  ${line}`);
    console.log(`  prices     taken as ${result.currency} without tax`);
    if (result.unusedColumns.length > 0) console.log(`  columns    not used: ${result.unusedColumns.join(', ')}`);
    if (wish.report) console.log(`  report     ${wish.report}`);
    console.log(`\n${verdict} (${formatSeconds(performance.now() - started)})`);
    return isSensible(wish, result) ? 0 : 1;
  } finally {
    clearProgress();
    await report?.close();
    await handle.close();
    await database.close();
  }
}

/** The open transaction ends with its connection, so an import that is stopped leaves nothing. */
function stopOnSignals(database: CommandDatabase): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      clearProgress();
      console.error('\nStopping …');
      database.close().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143));
    });
  }
}

function describeVerdict({ dryRun, strict }: Wish, { isCommitted, summary }: ImportResult): string {
  if (dryRun)
    return `A dry run: nothing was kept${strict && summary.rowsRefused > 0 ? ', and --strict would keep nothing' : ''}.`;
  if (!isCommitted) return 'Nothing was imported, since --strict asks for all or nothing and rows were refused.';
  const { created, changed, unchanged, refused } = summary.products;
  if (created + changed + unchanged === 0)
    return refused > 0 ? 'Nothing was imported: every product was refused.' : 'There was nothing to import.';
  if (summary.rowsWritten === 0) return 'Nothing had to be changed.';
  return 'Imported.';
}

/** False when not one product of the file could be taken, and when strictness was asked for and not met. */
function isSensible({ strict }: Wish, { summary }: ImportResult): boolean {
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
  // Spreadsheets take a file without this mark for one in the machine's old code page.
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
    const words = process.argv.slice(2);
    if (words.length === 0 || words.includes('--help')) {
      console.log(usage);
      process.exitCode = words.length === 0 ? 1 : 0;
    } else if (words[0] === 'size-guide')
      process.exitCode = await runSizeGuideImport(parseSizeGuideArguments(words.slice(1), fromCaller));
    else process.exitCode = await run(readWish(words));
  } catch (error) {
    const isUnreadable = error instanceof UnreadableFile;
    console.error(`\n${isUnreadable ? `Nothing was imported: ${formatError(error)}.` : formatError(error)}`);
    if ((error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) console.error(`\n${usage}`);
    process.exitCode = 1;
  }
}
