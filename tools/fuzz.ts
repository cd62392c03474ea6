/**
 * `npm run fuzz -- 250000`: sends hostile requests to every route as every kind of caller, and reports responses with 5xx, broken contracts and the request
 * that held the event loop longest. `--seed 123` repeats a run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const DEFAULT_REQUESTS = '250000';
const project = join(import.meta.dirname, '..');

const { values, positionals } = parseArgs({ options: { seed: { type: 'string' } }, allowPositionals: true });
const [requests = DEFAULT_REQUESTS] = positionals;
const numbers = [requests, values.seed ?? '0'];
if (positionals.length > 1 || numbers.some((text) => !/^\d+$/.test(text))) {
  console.error('Usage: npm run fuzz -- [number of requests] [--seed number]');
  process.exitCode = 2;
} else {
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--silent=false', 'api/platform/http/fuzz.test.ts'],
    {
      cwd: project,
      env: { ...process.env, FUZZ_REQUESTS: requests, FUZZ_SEED: values.seed ?? String(Date.now() % 1_000_000) },
      stdio: 'inherit',
    },
  );
  // Ctrl-C also reaches the child process, which cleans up.
  process.on('SIGINT', () => {});
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
}
