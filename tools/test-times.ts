/**
 * How long each file of tests may take: `tools/test-times.json` has the seconds of those above two. `npm test` compares a whole run with them and prints
 * what has grown; `npm run test:times` takes the times of that run over for files that have changed by more than a tenth.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { formatError, formatSeconds } from './console.ts';

const project = join(import.meta.dirname, '..');
const budgetFile = join(project, 'tools/test-times.json');

/** Files that take no longer than this need no budget. */
const MIN_SECONDS = 2;
/** How much longer than its budget a file may take. */
const TOLERANCE = 0.1;

/** When a file of tests ran, in milliseconds since 1970. */
interface TimedFile {
  name: string;
  startTime: number;
  endTime: number;
}

/** Seconds by the path of a file from the top of the repository. */
export type TestTimes = Readonly<Record<string, number>>;

interface Comparison {
  /** How many times as long as their budgets files take on this machine today: the median. */
  pace: number;
  /** Files that took more than a tenth longer than their budget at this pace, the one that lost most first. Without a budget: new ones. */
  grown: { file: string; seconds: number; budget: number | undefined }[];
}

/** The seconds that each file took. */
export const listTimes = (files: readonly TimedFile[]): TestTimes =>
  Object.fromEntries(files.map(({ name, startTime, endTime }) => [relative(project, name), (endTime - startTime) / 1000]));

/** Compares the times of a whole run with the budgets. Both in seconds; on a machine of another speed all times differ by the same factor. */
export function compareTimes(times: TestTimes, budgets: TestTimes): Comparison {
  const pace = findPace(times, budgets);
  const grown = Object.entries(times)
    .map(([file, seconds]) => ({ file, seconds, budget: budgets[file] }))
    .filter(({ seconds, budget = MIN_SECONDS }) => seconds > Math.max(budget, MIN_SECONDS) * pace * (1 + TOLERANCE))
    .toSorted((a, b) => b.seconds - (b.budget ?? 0) * pace - (a.seconds - (a.budget ?? 0) * pace));
  return { pace, grown };
}

function findPace(times: TestTimes, budgets: TestTimes): number {
  const ratios = Object.entries(budgets)
    .flatMap(([file, budget]) => (times[file] === undefined ? [] : [times[file] / budget]))
    .sort((a, b) => a - b);
  return ratios[Math.floor(ratios.length / 2)] ?? 1;
}

/** What to print about a whole run; nothing when every file kept its budget. */
export function describeGrowth(times: TestTimes, budgets: TestTimes): string[] {
  const { pace, grown } = compareTimes(times, budgets);
  if (grown.length === 0) return [];
  return [
    `Slower than their budgets by more than a tenth (this run: ${pace.toFixed(2)} times the budgets; npm run test:times accepts these):`,
    ...grown.map(({ file, seconds, budget }) => {
      const before = budget === undefined ? 'no budget yet' : `budget ${formatSeconds(budget * pace * 1000)}`;
      return `  ${formatSeconds(seconds * 1000).padStart(6)}  ${file} (${before})`;
    }),
  ];
}

/**
 * The budgets after a run: of files that are new, have grown or have become faster by more than a tenth the time that they took, at the pace of the
 * budgets; of all others what it was. Files that are gone or now take no longer than two seconds have none.
 */
export function updateTimes(times: TestTimes, budgets: TestTimes): TestTimes {
  const pace = findPace(times, budgets);
  const updated = Object.entries(times).map(([file, seconds]): [string, number] => {
    const budget = budgets[file];
    const now = seconds / pace;
    const stays = budget !== undefined && Math.abs(now - budget) <= budget * TOLERANCE;
    return [file, stays ? budget : Math.round(now * 10) / 10];
  });
  return Object.fromEntries(updated.filter(([, seconds]) => seconds > MIN_SECONDS).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The budgets, in seconds. */
export const readTestTimes = async (): Promise<TestTimes> => JSON.parse(await readFile(budgetFile, 'utf8')) as TestTimes;

if (import.meta.main) {
  try {
    const report = await readFile(join(project, '.cache/test-results.json'), 'utf8');
    const { testResults } = JSON.parse(report) as { testResults: TimedFile[] };
    const updated = updateTimes(listTimes(testResults), await readTestTimes());
    await writeFile(budgetFile, `${JSON.stringify(updated, undefined, 2)}\n`);
    console.log(`${Object.keys(updated).length} budgets are in tools/test-times.json.`);
  } catch (error) {
    console.error(`Run npm test first. ${formatError(error)}`);
    process.exitCode = 1;
  }
}
