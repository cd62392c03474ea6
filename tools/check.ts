/** `npm run check`: types, lint and format, dead code, the API document, generated files and the browsers that the built pages need, in parallel. */
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { formatSeconds } from './console.ts';

export interface TestCounts {
  passed: number;
  failed: number;
}

const project = join(import.meta.dirname, '..');

/** Builds the pages itself, unless they are those of the current sources. */
const CHECK_OF_PAGES = 'features of the supported browsers';

// One thread for each of the two type checks, which run at the same time: more threads repeat much of each other's work, and cost 1.7 times the
// processor time.
const checks: [name: string, command: string, ...args: string[]][] = [
  ['types of server, contract and tools', 'tsc', '--project', '.', '--singleThreaded', ...incremental('server')],
  ['types of web and stories', 'tsc', '--project', 'web', '--singleThreaded', ...incremental('web')],
  ['lint, format and layers', 'biome', 'check', '--error-on-warnings', '--colors=off', '.'],
  ['dead code and dependencies', 'knip', '--no-progress'],
  ['API document', 'node', 'tools/lint-api-document.ts'],
  [CHECK_OF_PAGES, 'node', 'tools/browser-support/check.ts'],
  ['table types match the migrations', 'node', 'tools/database-types.ts', '--check'],
];

/** Options that check only what has changed since the last check. */
function incremental(part: string): string[] {
  return ['--incremental', '--tsBuildInfoFile', join(project, `.cache/types-${part}.tsbuildinfo`)];
}

/** Runs all checks, prints their results, and counts each as one test. What reads the built pages waits for `pages`, a build that has begun. */
export async function runChecks(pages?: Promise<unknown>): Promise<TestCounts> {
  const results = await Promise.all(
    checks.map(async (check) => {
      if (check[0] === CHECK_OF_PAGES) await pages;
      return runCheck(check);
    }),
  );
  const failed = results.filter((passed) => !passed).length;
  return { passed: results.length - failed, failed };
}

function runCheck([name, command, ...args]: (typeof checks)[number]): Promise<boolean> {
  const started = performance.now();
  // node_modules/.bin first, so that every tool is the installed one and runs on the pinned Node.
  const PATH = `${join(project, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
  const shell = process.platform === 'win32';
  const child = spawn(command, args, { cwd: project, env: { ...process.env, PATH, NO_COLOR: '1' }, shell });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message;
    });
    child.on('close', (code) => {
      const verdict = code === 0 ? 'ok    ' : 'FAILED';
      console.log(`  ${verdict}  ${name.padEnd(50)} ${formatSeconds(performance.now() - started)}`);
      if (code !== 0) console.log(`\nFailed: ${name}\n${output.trim()}\n`);
      resolve(code === 0);
    });
  });
}

if (import.meta.main) {
  const { passed, failed } = await runChecks();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
