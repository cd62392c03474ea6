/** `npm test`: checks, web build, tests and browser stories. `npm test -- cart` runs the tests with "cart" in their path. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runChecks, type TestCounts } from './check.ts';
import { findChromium } from './chromium.ts';
import { formatError, formatSeconds } from './console.ts';

const project = join(import.meta.dirname, '..');
const report = join(project, '.cache/test-results.json');

interface FileResult {
  status: string;
  assertionResults: { status: string }[];
}

/** Counts the tests of Vitest's report. A file that could not be loaded counts as one failed test. */
export function countTests(files: FileResult[]): TestCounts {
  const tests = files.flatMap((file) => file.assertionResults);
  const broken = files.filter((file) => file.status === 'failed' && !file.assertionResults.some(isFailed));
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(isFailed).length + broken.length,
  };
}

function isFailed({ status }: { status: string }): boolean {
  return status === 'failed';
}

async function runVitest(args: string[], chromium: string | undefined): Promise<TestCounts> {
  await mkdir(join(project, '.cache'), { recursive: true });
  await rm(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runNode(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args], { CHROMIUM_PATH: chromium });
  const results = await readFile(report, 'utf8').catch(() => undefined);
  if (results === undefined) return { passed: 0, failed: 1 };
  const { testResults } = JSON.parse(results) as { testResults: FileResult[] };
  const { passed, failed } = countTests(testResults);
  // An error outside any test also fails the run.
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
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

async function runEverything(): Promise<TestCounts> {
  title('Checks');
  const counts = [await runChecks()];
  title('Web pages');
  const built = (await runNode(['tools/build.ts'])) === 0;
  const chromium = await findChromiumOrWarn();
  for (const passed of [built, chromium !== undefined]) counts.push({ passed: Number(passed), failed: Number(!passed) });
  title('Tests, and stories in the browser');
  const withoutBrowser = chromium === undefined || !built ? ['--project', 'unit'] : [];
  counts.push(await runVitest(withoutBrowser, chromium));
  return counts.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }));
}

async function runSome(args: string[]): Promise<TestCounts> {
  const inBrowser = args.some((arg) => /e2e|story|stories/.test(arg));
  if (inBrowser && (await runNode(['tools/build.ts'])) !== 0) return { passed: 0, failed: 1 };
  return runVitest(args, inBrowser ? await findChromium() : undefined);
}

if (import.meta.main) {
  const started = performance.now();
  // Ctrl-C also reaches the child processes; they clean up, and this process ends with them.
  process.on('SIGINT', () => {});
  const args = process.argv.slice(2);
  try {
    const { passed, failed } = args.length === 0 ? await runEverything() : await runSome(args);
    console.log(`\nTook ${formatSeconds(performance.now() - started)}`);
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
  } catch (error) {
    console.error(formatError(error));
    console.log('0 passed, 1 failed');
    process.exitCode = 1;
  }
}
