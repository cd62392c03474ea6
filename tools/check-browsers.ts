/**
 * `npm run check:browsers`: runs the stories of the first order, the uniform builder, approvals and packing in Firefox. Not part of `npm test`, which runs all
 * stories in Chromium. `-- first-order` runs the story of that name alone. Installs Debian's package of Firefox if possible; `FIREFOX_PATH` names another one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build.ts';
import { isBuilt } from './built-pages.ts';
import { formatError } from './console.ts';
import { installDebianPackage } from './debian.ts';

const project = join(import.meta.dirname, '..');
const STORIES = ['first-order', 'uniform-builder', 'approvals', 'fulfilment'];
const PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];

const isProgram = (path: string) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** @throws an error that says how to install it */
async function findFirefox(): Promise<string> {
  const chosen = process.env.FIREFOX_PATH;
  if (chosen && !isProgram(chosen)) throw new Error(`FIREFOX_PATH names ${chosen}, which is not a program.`);
  const found = () => chosen ?? PLACES.find(isProgram);
  if (!found()) await installDebianPackage('firefox-esr', 'the stories in Firefox');
  const path = found();
  if (!path) throw new Error('Firefox is not installed. Install it (Debian: `sudo apt-get install firefox-esr`), or set FIREFOX_PATH.');
  return path;
}

try {
  const FIREFOX_PATH = await findFirefox();
  if (!(await isBuilt())) await buildWeb();
  const chosen = process.argv.slice(2);
  const files = (chosen.length > 0 ? chosen : STORIES).map((story) => `e2e/${story}.e2e.ts`);
  const vitest = join(project, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--project', 'stories', ...files], {
    cwd: project,
    env: { ...process.env, FIREFOX_PATH, STORIES_BROWSER: 'firefox' },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} catch (error) {
  console.error(`The stories could not run in Firefox: ${formatError(error)}`);
  process.exitCode = 1;
}
