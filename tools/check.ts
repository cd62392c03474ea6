/** `npm run check`: types, lint and format, dead code, generated files. In seconds, and all at once. */
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { formatSeconds } from './console.ts';

export interface TestCounts {
  passed: number;
  failed: number;
}

const project = join(import.meta.dirname, '..');

const checks: [name: string, command: string, ...words: string[]][] = [
  ['types of server, contract and tools', 'tsc', '--project', '.', ...remembering('server')],
  ['types of web and stories', 'tsc', '--project', 'web', ...remembering('web')],
  ['lint, format and layers', 'biome', 'check', '--error-on-warnings', '--colors=off', '.'],
  ['dead code and dependencies', 'knip', '--no-progress'],
  ['table types match the migrations', 'node', 'tools/database-types.ts', '--check'],
];

/** What did not change since the last check is not checked again. */
function remembering(part: string): string[] {
  return ['--incremental', '--tsBuildInfoFile', join(project, `.cache/types-${part}.tsbuildinfo`)];
}

/** Runs all checks, says what each found, and counts each as one. */
export async function runChecks(): Promise<TestCounts> {
  const results = await Promise.all(checks.map(runCheck));
  const failed = results.filter((passed) => !passed).length;
  return { passed: results.length - failed, failed };
}

function runCheck([name, command, ...words]: (typeof checks)[number]): Promise<boolean> {
  const started = performance.now();
  // node_modules/.bin first, so that every tool is the installed one and runs on the pinned Node.
  const PATH = `${join(project, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
  const shell = process.platform === 'win32';
  const child = spawn(command, words, { cwd: project, env: { ...process.env, PATH, NO_COLOR: '1' }, shell });
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
      if (code !== 0) console.log(`\n${output.trim()}\n`);
      resolve(code === 0);
    });
  });
}

if (import.meta.main) {
  const { passed, failed } = await runChecks();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
