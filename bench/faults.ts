/**
 * `npm run faults`: puts the known faults into the functions of the database that decide about money, pieces and rights, and into the code that guards
 * payments by card, and runs the tests of their areas, one of which must fail. Fails when a fault is not found. Words select functions and guards:
 * `npm run faults -- open_amount`. Each test file has databases of its own, so that one run tries a fault of a function in every file; of those in code
 * it tries one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { SOURCE_FAULTS, withSourceFault } from '#api/testing/source-faults/source-faults.ts';
import type { SqlFault } from '#api/testing/sql-faults/sql-fault.ts';
import { SQL_FAULTS, withSqlFaults } from '#api/testing/sql-faults/sql-faults.ts';
import { formatSeconds } from '#tools/console.ts';
import type { FileResult } from '#tools/test.ts';

const project = join(import.meta.dirname, '..');
const folder = await mkdtemp(join(tmpdir(), 'faults-'));
const words = process.argv.slice(2);

const select = (faults: readonly SqlFault[]): Map<number, string[]> =>
  new Map(
    [...faults.entries()]
      .filter(([, { of }]) => words.length === 0 || words.some((word) => of.includes(word)))
      .map(([index, { tests }]) => [index, listFiles(tests)]),
  );

/** The test files that may find a fault and have not been tried yet, the most likely first. */
const untried = select(SQL_FAULTS);
const inSources = select(SOURCE_FAULTS);
const count = untried.size;

try {
  const failing = await runTests([...new Set([...untried.values(), ...inSources.values()].flat())], {});
  if (count + inSources.size === 0) console.log(`No function or guard is named ${words.join(' or ')}.`);
  else if (failing.size > 0) console.log(`Without a fault, these fail already:\n${[...failing.values()].join('\n')}`);
  const isReady = count + inSources.size > 0 && failing.size === 0;
  const missed = isReady ? (await tryAll()) + (await trySources()) : 1;
  process.exitCode = missed > 0 ? 1 : 0;
} finally {
  await rm(folder, { recursive: true });
}

/** Tries every fault until a test has found it. Returns how many are not found. */
async function tryAll(): Promise<number> {
  const startedAt = performance.now();
  const missed: number[] = [];
  while (untried.size > 0) {
    const chosen = chooseFiles();
    const failing = await runTests(Object.keys(chosen), withSqlFaults(chosen));
    for (const [file, index] of Object.entries(chosen)) {
      const finder = failing.get(file);
      if (finder === undefined && untried.get(index)?.length !== 0) continue;
      untried.delete(index);
      if (finder === undefined) missed.push(index);
      report(SQL_FAULTS[index] as SqlFault, finder);
    }
    console.log(`${count - untried.size} of ${count} tried in ${formatSeconds(performance.now() - startedAt)}`);
  }
  console.log(`${count - missed.length} in functions found, ${missed.length} not found`);
  return missed.length;
}

/** Tries every fault in code, each in runs of its own, until a test has found it. Returns how many are not found. */
async function trySources(): Promise<number> {
  let missed = 0;
  for (const [index, files] of inSources) {
    let finder: string | undefined;
    for (const file of files) finder ??= (await runTests([file], withSourceFault(index))).get(file);
    if (finder === undefined) missed += 1;
    report(SOURCE_FAULTS[index] as SqlFault, finder);
  }
  console.log(`${inSources.size - missed} in code found, ${missed} not found`);
  return missed;
}

function report(fault: SqlFault, finder: string | undefined): void {
  console.log(`${finder === undefined ? 'NOT FOUND' : 'found    '} ${describe(fault)}   ${finder ?? ''}`);
}

/** Takes a file for each fault, as far as none is taken twice. */
function chooseFiles(): Record<string, number> {
  const chosen: Record<string, number> = {};
  for (const [index, files] of untried) {
    const place = files.findIndex((file) => !(file in chosen));
    const [file] = place < 0 ? [] : files.splice(place, 1);
    if (file !== undefined) chosen[file] = index;
  }
  return chosen;
}

/** Runs test files. Returns those that fail, each with the first test in it that fails. Throws when not all of them ran. */
async function runTests(files: readonly string[], environment: Record<string, string>): Promise<Map<string, string>> {
  const report = join(folder, 'results.json');
  const words = ['run', '--project', 'unit', '--project', 'isolated', '--reporter=json', `--outputFile=${report}`, ...files];
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...words], {
    cwd: project,
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  await once(child, 'close');
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as { testResults: FileResult[] };
  const ran = new Map(testResults.map((result) => [relative(project, result.name), result]));
  const missing = files.filter((file) => !ran.has(file));
  if (missing.length > 0) throw new Error(`These tests did not run: ${missing.join(', ')}`);
  const failing = [...ran].filter(([, { status }]) => status === 'failed');
  const titleOf = ({ assertionResults }: FileResult) => assertionResults.find(({ status }) => status === 'failed')?.fullName;
  return new Map(failing.map(([file, result]) => [file, `${file}: ${titleOf(result) ?? 'could not run'}`]));
}

/** The test files that are named, and those in folders that are named. */
function listFiles(tests: readonly string[]): string[] {
  return tests.flatMap((path) =>
    path.endsWith('.test.ts') ? path : globSync(`${path}/**/*.test.ts`, { cwd: project }).toSorted(),
  );
}

function describe({ of, from, to }: SqlFault): string {
  return `${of}: ${toLine(from)} → ${toLine(to)}`;
}

function toLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 70 ? `${line.slice(0, 69)}…` : `“${line}”`;
}
