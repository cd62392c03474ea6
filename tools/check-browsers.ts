/**
 * `npm run check:browsers`: runs the stories of the first order, the uniform builder, approvals and packing in Firefox and in WebKitGTK, and prints how many
 * passed in each. Not part of `npm test`, which runs all stories in Chromium. `-- firefox` and `-- webkit` run one of them, `-- webkit approvals` one story
 * in it. Installs Debian's packages if possible; `FIREFOX_PATH` and `WEBKIT_DRIVER` name other programs.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from './build.ts';
import { isBuilt } from './built-pages.ts';
import { formatError } from './console.ts';
import { installDebianPackage } from './debian.ts';

const project = join(import.meta.dirname, '..');
const vitest = join(project, 'node_modules/vitest/vitest.mjs');

interface CheckedBrowser {
  name: string;
  /** The variable that names the program. */
  variable: string;
  places: string[];
  /** Other programs that are needed. */
  besides: string[];
  packages: string[];
}

const browsers: Record<string, CheckedBrowser> = {
  firefox: {
    name: 'Firefox',
    variable: 'FIREFOX_PATH',
    places: ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
    besides: [],
    packages: ['firefox-esr'],
  },
  webkit: {
    name: 'WebKitGTK',
    variable: 'WEBKIT_DRIVER',
    places: ['/usr/bin/WebKitWebDriver'],
    besides: ['/usr/bin/Xvfb'],
    // The browser that the driver starts is in the library's package.
    packages: ['webkit2gtk-driver', 'libwebkit2gtk-4.1-0', 'xvfb'],
  },
};

/** By file name in e2e. */
const STORIES: Record<string, string> = {
  'first-order': 'First order',
  'uniform-builder': 'Uniform builder',
  approvals: 'Approvals',
  fulfilment: 'Packing',
};

const isProgram = (path: string) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** @throws an error that says how to install it */
async function findProgram({ name, variable, places, besides, packages }: CheckedBrowser): Promise<string> {
  const chosen = process.env[variable];
  if (chosen && !isProgram(chosen)) throw new Error(`${variable} names ${chosen}, which is not a program.`);
  const find = () => (besides.every(isProgram) ? (chosen ?? places.find(isProgram)) : undefined);
  if (!find()) await installDebianPackage(packages, `the stories in ${name}`);
  const path = find();
  if (!path)
    throw new Error(
      `${[name, ...besides].join(' or ')} is not installed. Install it (Debian: \`sudo apt-get install ${packages.join(' ')}\`), or set ${variable}.`,
    );
  return path;
}

/** What Vitest writes of a run. */
interface Report {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

/** Runs the stories in a browser. Returns a line for each story, and whether all passed. */
async function runStories(id: string, browser: CheckedBrowser, stories: string[]): Promise<{ lines: string[]; passed: boolean }> {
  const program = await findProgram(browser);
  console.log(`Stories in ${browser.name} (${program})`);
  const folder = await mkdtemp(join(tmpdir(), 'livery-browsers-'));
  const report = join(folder, 'report.json');
  const options = ['--reporter', 'default', '--reporter', 'json', `--outputFile.json=${report}`];
  const files = stories.map((story) => `e2e/${story}.e2e.ts`);
  const child = spawn(process.execPath, [vitest, 'run', '--project', 'stories', ...options, ...files], {
    cwd: project,
    env: { ...process.env, STORIES_BROWSER: id, [browser.variable]: program },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  try {
    const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Report;
    const lines = stories.flatMap((story) => {
      const results = testResults.find(({ name }) => name.endsWith(`/${story}.e2e.ts`))?.assertionResults ?? [];
      const failed = results.filter(({ status }) => status === 'failed');
      const count = results.filter(({ status }) => status === 'passed').length;
      return [
        `  ${STORIES[story]}: ${count} of ${count + failed.length} passed`,
        ...failed.map(({ fullName }) => `    failed: ${fullName}`),
      ];
    });
    return { lines: [browser.name, ...lines], passed: code === 0 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What of the known ones is named, or all of them. */
const choose = (known: object, named: string[]) =>
  Object.keys(known).filter((name, _, all) => {
    const chosen = named.filter((one) => all.includes(one));
    return chosen.length === 0 || chosen.includes(name);
  });

try {
  const named = process.argv.slice(2);
  const unknown = named.filter((name) => !Object.hasOwn(browsers, name) && !Object.hasOwn(STORIES, name));
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(', ')}: only ${[...Object.keys(browsers), ...Object.keys(STORIES)].join(', ')}.`);
  if (!(await isBuilt())) await buildWeb();
  const summary: string[] = [];
  for (const id of choose(browsers, named)) {
    const { lines, passed } = await runStories(id, browsers[id] as CheckedBrowser, choose(STORIES, named));
    summary.push(...lines);
    if (!passed) process.exitCode = 1;
  }
  console.log(`\n${summary.join('\n')}`);
} catch (error) {
  console.error(`The stories could not run in other browsers: ${formatError(error)}`);
  process.exitCode = 1;
}
