/**
 * `npm run check:browsers`: runs the stories of the first order, the uniform builder, approvals and packing in Firefox, and the most important steps in
 * WebKitGTK. Not part of `npm test`, which runs all stories in Chromium. `-- firefox` and `-- webkit` run one of them. Installs Debian's packages if
 * possible; `FIREFOX_PATH` and `WEBKIT_DRIVER` name other programs.
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

interface CheckedBrowser {
  name: string;
  /** The variable that names the program. */
  variable: string;
  places: string[];
  packages: string[];
  stories: string[];
  /** What it needs beside. */
  environment: Record<string, string>;
}

const browsers: Record<string, CheckedBrowser> = {
  firefox: {
    name: 'Firefox',
    variable: 'FIREFOX_PATH',
    places: ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
    packages: ['firefox-esr'],
    stories: ['first-order', 'uniform-builder', 'approvals', 'fulfilment'].map((story) => `e2e/${story}.e2e.ts`),
    environment: { STORIES_BROWSER: 'firefox' },
  },
  webkit: {
    name: 'WebKitGTK',
    variable: 'WEBKIT_DRIVER',
    places: ['/usr/bin/WebKitWebDriver'],
    // The browser that the driver starts is in the library's package, and needs a screen.
    packages: ['webkit2gtk-driver', 'libwebkit2gtk-4.1-0', 'xvfb'],
    stories: ['e2e/browsers/stories.webkit.ts'],
    environment: {},
  },
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
async function findProgram({ name, variable, places, packages }: CheckedBrowser): Promise<string> {
  const chosen = process.env[variable];
  if (chosen && !isProgram(chosen)) throw new Error(`${variable} names ${chosen}, which is not a program.`);
  const find = () => chosen ?? places.find(isProgram);
  if (!find()) await installDebianPackage(packages, `the stories in ${name}`);
  const path = find();
  if (!path)
    throw new Error(
      `${name} is not installed. Install it (Debian: \`sudo apt-get install ${packages.join(' ')}\`), or set ${variable}.`,
    );
  return path;
}

async function runStories(browser: CheckedBrowser): Promise<boolean> {
  const program = await findProgram(browser);
  console.log(`Stories in ${browser.name} (${program})`);
  const command = [
    process.execPath,
    join(project, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    'stories',
    ...browser.stories,
  ];
  // Without a screen of its own, WebKitGTK gets one that nobody sees.
  const needsScreen = browser.variable === 'WEBKIT_DRIVER' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
  const [first = '', ...rest] = needsScreen
    ? ['xvfb-run', '--auto-servernum', '--server-args=-screen 0 1440x900x24', ...command]
    : command;
  const child = spawn(first, rest, {
    cwd: project,
    env: { ...process.env, ...browser.environment, [browser.variable]: program },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

try {
  if (!(await isBuilt())) await buildWeb();
  const chosen = process.argv.slice(2);
  const unknown = chosen.filter((name) => !Object.hasOwn(browsers, name));
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}: only ${Object.keys(browsers).join(' and ')}.`);
  for (const [name, browser] of Object.entries(browsers))
    if ((chosen.length === 0 || chosen.includes(name)) && !(await runStories(browser))) process.exitCode = 1;
} catch (error) {
  console.error(`The stories could not run in other browsers: ${formatError(error)}`);
  process.exitCode = 1;
}
