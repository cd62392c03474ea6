/**
 * `npm run faults`: puts each of the known faults into the functions of the database that decide about money, pieces and rights, one after another, and
 * runs the tests of their areas, one of which must fail. Fails when a fault is not found. Words select functions: `npm run faults -- open_amount`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { SQL_FAULTS, withSqlFault } from '#api/testing/sql-faults/sql-faults.ts';
import { formatSeconds } from '#tools/console.ts';

const project = join(import.meta.dirname, '..');
const words = process.argv.slice(2);
const chosen = [...SQL_FAULTS.entries()].filter(
  ([, fault]) => words.length === 0 || words.some((word) => fault.of.includes(word)),
);

/** Runs tests, until one fails if there is a fault. Returns what they print when they fail; undefined when they pass. */
async function runTests(tests: readonly string[], environment: Record<string, string>): Promise<string | undefined> {
  const words = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--project', 'isolated', '--bail', '1', ...tests];
  const child = spawn(process.execPath, words, {
    cwd: project,
    env: { ...process.env, NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0 ? undefined : said;
}

const broken = await runTests([...new Set(chosen.flatMap(([, { tests }]) => tests))], {});
if (chosen.length === 0 || broken !== undefined) {
  console.log(
    chosen.length === 0 ? `No function is named ${words.join(' or ')}.` : `Without a fault, tests fail already.\n${broken}`,
  );
  process.exitCode = 1;
} else {
  let missed = 0;
  for (const [place, [index, { of, from, to, tests }]] of chosen.entries()) {
    const startedAt = performance.now();
    const said = await runTests(tests, withSqlFault(index));
    // A run that ended before it ran a test has found nothing.
    const found = said !== undefined && /^ *FAIL /m.test(said);
    if (!found) missed += 1;
    const [failed = ''] = /FAIL .*/.exec(said ?? '') ?? [];
    const progress = `${place + 1} of ${chosen.length}, ${formatSeconds(performance.now() - startedAt)}`;
    console.log(`${found ? 'found    ' : 'NOT FOUND'} ${of}: ${toLine(from)} → ${toLine(to)}   ${failed}   (${progress})`);
  }
  console.log(`${chosen.length - missed} found, ${missed} not found`);
  process.exitCode = missed > 0 ? 1 : 0;
}

function toLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 70 ? `${line.slice(0, 69)}…` : `“${line}”`;
}
