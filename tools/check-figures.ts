/**
 * `npm run check:figures`: orders a garment for every wearer of the demonstration, and compares what the pages say of it and of what is left. `npm test`
 * does so for some of each kind.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const child = spawn(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--silent=false', 'api/ordering/statement/figures.test.ts'],
  { cwd: join(import.meta.dirname, '..'), env: { ...process.env, FIGURES_OF: 'everyone' }, stdio: 'inherit' },
);
// Ctrl-C also reaches the child process, which cleans up.
process.on('SIGINT', () => {});
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = code ?? 1;
