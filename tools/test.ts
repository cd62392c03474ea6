/**
 * `npm test`: checks, web build, tests and browser stories. `npm test -- cart` runs the tests with "cart" in their path, `npm test -- --changed` those that
 * uncommitted changes touch, and `npm test -- --changed main` those that the changes since this branch left `main` touch.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { runChecks, type TestCounts } from './check.ts';
import { findChromium } from './chromium.ts';
import { formatError, formatSeconds } from './console.ts';
import { findDebianPostgres } from './debian-postgres.ts';
import { findPdfReaders } from './pdf-readers.ts';
import { installPrograms, listSelectedTests } from './selected-tests.ts';
import { describeGrowth, listTimes, readTestTimes } from './test-times.ts';
import { listTouchedTests, readChanges } from './touched-tests.ts';

const project = join(import.meta.dirname, '..');
const report = join(project, '.cache/test-results.json');

export interface FileResult {
  name: string;
  status: string;
  /** Milliseconds since 1970. */
  startTime: number;
  endTime: number;
  /** Why the file could not be loaded. */
  message?: string;
  assertionResults: { status: string; fullName?: string; failureMessages?: string[] }[];
}

/** A machine under load may disturb a test or two; more tests that pass only when repeated are a fault of the tests or the code. */
const MAX_RETRIED = 3;

/**
 * A whole run with fewer passed tests fails: files that are no longer found, or tests that no longer run, would go unnoticed. Raise it as tests are
 * added.
 */
const MIN_PASSED = 8000;

interface RunCounts extends TestCounts {
  retried: number;
  skipped: number;
}

/** Counts the tests of Vitest's report. A file that could not be loaded counts as one failed test. */
export function countTests(files: FileResult[]): TestCounts & { skipped: number } {
  const tests = files.flatMap((file) => file.assertionResults);
  const broken = files.filter((file) => file.status === 'failed' && !file.assertionResults.some(isFailed));
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(isFailed).length + broken.length,
    skipped: tests.filter(isSkipped).length,
  };
}

/** A line for each file with skipped tests: for want of a program, or because someone has switched them off. */
export function listSkippedTests(files: FileResult[]): string[] {
  return files
    .map(({ name, assertionResults }) => ({ name, count: assertionResults.filter(isSkipped).length }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `Skipped: ${count} in ${relative(project, name)}`);
}

/**
 * Tests of Vitest's report that failed first and passed when they were repeated, each with why it failed: Vitest keeps the errors of failed
 * attempts, and prints none of them.
 */
export function listRetriedTests(files: FileResult[]): string[] {
  return files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
      .map(
        ({ fullName, failureMessages = [] }) =>
          `Retried: ${relative(project, name)} > ${fullName}\n${failureMessages.join('\n')}`,
      ),
  );
}

/** Tests of Vitest's report that failed, and files that could not be loaded, each with the first line of why. */
export function listFailedTests(files: FileResult[]): string[] {
  return files.flatMap(({ name, status, message = '', assertionResults }) => {
    const failed = assertionResults.filter(isFailed);
    if (failed.length === 0) return status === 'failed' ? [`Failed: ${relative(project, name)}: ${firstLine(message)}`] : [];
    return failed.map(
      ({ fullName, failureMessages = [] }) =>
        `Failed: ${relative(project, name)} > ${fullName}: ${firstLine(failureMessages[0])}`,
    );
  });
}

function firstLine(text = ''): string {
  return text.split('\n', 1)[0] ?? '';
}

/** How long the unit tests and the stories took together, and the files that took longest: lines that begin with "Took". */
export function listDurations(files: FileResult[], slowest = 5): string[] {
  const isStory = ({ name }: { name: string }) => name.endsWith('.e2e.ts');
  const groups: [string, FileResult[]][] = [
    ['unit tests', files.filter((file) => !isStory(file))],
    ['stories', files.filter(isStory)],
  ];
  return groups
    .filter(([, group]) => group.length > 0)
    .flatMap(([title, group]) => {
      const total = Math.max(...group.map(({ endTime }) => endTime)) - Math.min(...group.map(({ startTime }) => startTime));
      const longest = group.toSorted((a, b) => b.endTime - b.startTime - (a.endTime - a.startTime)).slice(0, slowest);
      return [
        formatDuration(total, `${title}, ${group.length} files`),
        ...longest.map(({ name, startTime, endTime }) => formatDuration(endTime - startTime, `  ${relative(project, name)}`)),
      ];
    });
}

/** A line that `.ci/run` repeats at its end. */
function formatDuration(milliseconds: number, title: string): string {
  return `Took ${formatSeconds(milliseconds).padStart(6)}  ${title}`;
}

/** Runs a step of the tests, and says how long it took. */
async function runTimed<T>(title: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  console.log(`\n${formatDuration(performance.now() - started, title)}`);
  return result;
}

/** The last lines of a run; `.ci/run` reads the very last. Too many retried tests count as one failure, and so do too few passed ones of a whole run. */
export function summarize(
  { passed, failed, retried, skipped }: RunCounts,
  { isWhole = false } = {},
): { lines: string[]; hasPassed: boolean } {
  const isFlaky = retried > MAX_RETRIED;
  const isIncomplete = isWhole && passed < MIN_PASSED;
  const total = failed + Number(isFlaky) + Number(isIncomplete);
  const note = isFlaky ? ` (more than ${MAX_RETRIED}: the run fails)` : '';
  const lines = [`retried: ${retried}${note}`, `${passed} passed, ${total} failed, ${skipped} skipped`];
  if (isIncomplete) lines.unshift(`Fewer than ${MIN_PASSED} tests passed: the run fails`);
  return { lines, hasPassed: total === 0 };
}

function isFailed({ status }: { status: string }): boolean {
  return status === 'failed';
}

function isSkipped({ status }: { status: string }): boolean {
  return status !== 'passed' && status !== 'failed';
}

async function runVitest(args: string[], chromium: string | undefined, { isWhole = false } = {}): Promise<RunCounts> {
  await mkdir(join(project, '.cache'), { recursive: true });
  await rm(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runNode(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args], { CHROMIUM_PATH: chromium });
  const results = await readFile(report, 'utf8').catch(() => undefined);
  if (results === undefined) return { passed: 0, failed: 1, retried: 0, skipped: 0 };
  const { testResults } = JSON.parse(results) as { testResults: FileResult[] };
  const { passed, failed, skipped } = countTests(testResults);
  const retried = listRetriedTests(testResults);
  const growth = isWhole ? describeGrowth(listTimes(testResults), await readTestTimes()) : [];
  console.log(
    `\n${[...retried, ...listSkippedTests(testResults), ...listDurations(testResults), ...growth, ...listFailedTests(testResults)].join('\n')}`,
  );
  const hasOtherError = failed === 0 && code !== 0;
  if (hasOtherError) console.log('Failed: an error outside any test, printed above');
  return { passed, failed: hasOtherError ? 1 : failed, retried: retried.length, skipped };
}

async function runNode(args: string[], environment: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: project, env: { ...process.env, ...environment }, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

function title(text: string): void {
  console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 66 - text.length))}\n`);
}

async function findChromiumOrWarn(): Promise<string | undefined> {
  try {
    return await findChromium();
  } catch (error) {
    console.error(formatError(error));
    return undefined;
  }
}

/** Whether programs that tests run are there. */
async function isFoundOrWarn(find: () => Promise<unknown>): Promise<boolean> {
  try {
    await find();
    return true;
  } catch (error) {
    console.error(formatError(error));
    return false;
  }
}

async function runEverything(): Promise<RunCounts> {
  title('Checks and web pages');
  // The pages are built and the packages fetched while the checks run: the longest check alone would keep one core busy, and leave the other idle.
  const pages = runTimed('web pages', async () => (await runNode(['tools/build.ts'])) === 0);
  const [checks, built, chromium, hasPdfReaders, hasPostgres] = await Promise.all([
    runTimed('checks', () => runChecks(pages)),
    pages,
    findChromiumOrWarn(),
    isFoundOrWarn(findPdfReaders),
    isFoundOrWarn(findDebianPostgres),
  ]);
  const counts: TestCounts[] = [checks];
  for (const passed of [built, chromium !== undefined, hasPdfReaders, hasPostgres])
    counts.push({ passed: Number(passed), failed: Number(!passed) });
  title('Tests, and stories in the browser');
  const withoutBrowser = chromium === undefined || !built ? ['--project', '!stories'] : [];
  const tests = await runVitest(withoutBrowser, chromium, { isWhole: withoutBrowser.length === 0 });
  counts.push(tests);
  const sum = (key: keyof TestCounts) => counts.reduce((total, count) => total + count[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), retried: tests.retried, skipped: tests.skipped };
}

/** Runs the tests that changes touch: those that are not committed, or all since this branch left `ref`. */
async function runChanged(ref: string | undefined): Promise<RunCounts> {
  const { sources, changed } = await readChanges(project, ref);
  const touched = listTouchedTests(sources, changed);
  console.log(`${touched.length} test files are touched by ${changed.length} changed files.`);
  if (changed.some((file) => /^(?:contract|web)\//.test(file)))
    console.log('Stories of changed pages are not chosen: run them by name, such as npm test -- e2e/cart.');
  return touched.length === 0 ? { passed: 0, failed: 0, retried: 0, skipped: 0 } : runSome(touched);
}

async function runSome(args: string[]): Promise<RunCounts> {
  const files = listSelectedTests(args);
  await installPrograms(files);
  const inBrowser = files.some((file) => file.endsWith('.e2e.ts')) || args.includes('stories');
  if (inBrowser && (await runNode(['tools/build.ts'])) !== 0) return { passed: 0, failed: 1, retried: 0, skipped: 0 };
  return runVitest(args, inBrowser ? await findChromium() : undefined);
}

if (import.meta.main) {
  const started = performance.now();
  // Ctrl-C also reaches the child processes; they clean up, and this process ends with them.
  process.on('SIGINT', () => {});
  const args = process.argv.slice(2);
  try {
    const run = args.length === 0 ? runEverything() : args[0] === '--changed' ? runChanged(args[1]) : runSome(args);
    const { lines, hasPassed } = summarize(await run, { isWhole: args.length === 0 });
    console.log(`\n${formatDuration(performance.now() - started, 'npm test')}`);
    for (const line of lines) console.log(line);
    process.exitCode = hasPassed ? 0 : 1;
  } catch (error) {
    console.error(formatError(error));
    console.log('0 passed, 1 failed, 0 skipped');
    process.exitCode = 1;
  }
}
