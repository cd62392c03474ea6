import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebianPackage } from './debian.ts';

/** Chromium without a user interface: a new browser context costs it a fifth of the processor time. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Returns the path of a Chromium for the stories. Prefers the headless shell, and installs Debian's package of it if possible.
 *
 * @throws an error that says what is missing and how to install it
 */
export async function findChromium(): Promise<string> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (isProgram(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH names ${chosen}, which is not a program.`);
  }
  const findShell = () => findInPath([HEADLESS_SHELL]);
  if (!findShell()) await installDebianPackage(HEADLESS_SHELL, 'the stories in the browser');
  return findShell() ?? findInPath(names) ?? places.find(isProgram) ?? refuse();
}

function findInPath(programs: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/snap/bin'].filter(Boolean);
  return programs.flatMap((program) => folders.map((folder) => join(folder, program))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function refuse(): never {
  throw new Error(
    'The stories need Chromium, which is not installed. Install it (Debian: `sudo apt-get install chromium-headless-shell`), or set CHROMIUM_PATH.',
  );
}
