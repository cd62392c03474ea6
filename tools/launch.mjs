// The entry point of every npm script, on whichever Node runs npm: installs the locked packages and the pinned Node if needed, and runs the
// script with it. Without a script it only installs. Options before the script: --restart starts the script again when it crashes, --production says
// that the packages of production (npm ci --omit=dev) are enough for it, --no-install that missing packages are an error. Plain JavaScript without
// imports from packages, since they may be missing.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const oldestNode = 20;

/** npm's list of installed packages, from which a killed or filtered install is missing. */
const INSTALLED = 'node_modules/.package-lock.json';

/** In node_modules: the hash of the packages that were found complete. */
const NOTE = '.livery-lock';

// As every server runs. A small nursery costs a little time and saves the server a quarter of its memory. Without the second flag V8 sooner or later
// takes what long lists are read into for long-lived, and keeps all of it until it collects everything.
export const NODE_FLAGS = ['--max-semi-space-size=8', '--no-allocation-site-pretenuring'];

/** Exit codes of a script that is started with --restart. */
export const EXIT_CODES = {
  /** The same start may succeed later. */
  failedToStart: 1,
  /** It ran, and an unexpected error ended it (EX_SOFTWARE of sysexits.h). */
  crashed: 70,
  /** Its configuration is wrong, so starting it again is pointless (EX_CONFIG). */
  misconfigured: 78,
};

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;

/**
 * Creates the policy that decides whether a script is started again. It never gives up on a script that has run once.
 *
 * @returns {(exit: { code: number | null, signal: string | null, ranMs: number }) => number | undefined} the pause in milliseconds before the next
 *   start, doubled after each crash and reset once the script has run for a minute; undefined if it must not be started again
 */
export function createRestartPolicy() {
  let pause;
  return ({ code, signal, ranMs }) => {
    const crashed = signal !== null || code === EXIT_CODES.crashed;
    // The first start fails at once, so that the person who started it sees why. A later one may fail because the database is down too.
    const failedAgain = pause !== undefined && code !== 0 && code !== EXIT_CODES.misconfigured;
    if (!crashed && !failedAgain) return undefined;
    pause = pause === undefined || ranMs >= MAX_PAUSE_MS ? FIRST_PAUSE_MS : Math.min(pause * 2, MAX_PAUSE_MS);
    return pause;
  };
}

/**
 * Why the packages have to be installed, or undefined when they are those of the lock file.
 *
 * @param {string} project folder of the project
 * @param {{ production?: boolean }} [options] `production`: packages for development may be missing
 * @returns {string | undefined}
 */
export function getInstallReason(project, { production = false } = {}) {
  const modules = join(project, 'node_modules');
  const found = lstatSync(modules, { throwIfNoEntry: false });
  if (!found) return 'the packages are not installed yet';
  // A linked folder is shared between checkouts and managed elsewhere.
  if (found.isSymbolicLink()) return undefined;
  const savedHash = readOr(join(modules, NOTE), undefined);
  if (savedHash === hashPackages(project) || isInstalled(project, production)) return undefined;
  return savedHash === undefined ? 'the packages are incomplete' : 'the packages are not those of package-lock.json';
}

/**
 * Saves that all packages, those for development included, are those of the lock file, so that the next start does not have to compare them.
 *
 * @param {string} project folder of the project
 */
export function markInstalled(project) {
  const modules = join(project, 'node_modules');
  if (lstatSync(modules).isSymbolicLink()) return;
  const hash = hashPackages(project);
  const note = join(modules, NOTE);
  if (readOr(note, undefined) === hash) return;
  try {
    writeFileSync(note, hash);
  } catch {
    // Without permission to write, the next start compares again.
  }
}

/** A hash of the lock file and of npm's list of installed packages, which changes when npm adds or removes one. */
function hashPackages(project) {
  const lock = readFileSync(join(project, 'package-lock.json'), 'utf8');
  return hashOf(lock + readOr(join(project, INSTALLED), ''));
}

/** Compares the lock file with the packages that are installed. */
function isInstalled(project, production) {
  const installed = readOr(join(project, INSTALLED), undefined);
  if (installed === undefined) return false;
  const { packages } = JSON.parse(installed);
  const locked = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(([path, { version, link, optional, dev, devOptional }]) => {
    if (path === '' || link) return true;
    return packages[path] ? packages[path].version === version : optional || (production && (dev || devOptional));
  });
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex');
}

function readOr(file, otherwise) {
  return existsSync(file) ? readFileSync(file, 'utf8') : otherwise;
}

function npm(project, ...words) {
  // The npm that called us, run by the same Node; a bare "npm" might be another one, and is a .cmd file on Windows.
  const caller = process.env.npm_execpath;
  const [command, before] = caller?.endsWith('.js') ? [process.execPath, [caller]] : ['npm', []];
  const shell = command === 'npm' && process.platform === 'win32';
  // What npm says is about the installation, and must not get into the output of the command.
  return spawnSync(command, [...before, ...words], { cwd: project, stdio: ['inherit', 2, 2], shell }).status === 0;
}

function install(project, { production, mayInstall }) {
  const reason = getInstallReason(project, { production });
  if (!reason) return;
  if (!mayInstall)
    throw new Error(`Livery cannot be served: ${reason}. Run \`npm ci --omit=dev\` first, or \`npm ci\` for development.`);
  const started = Date.now();
  console.error(`Installing the packages (${reason}) …`);
  // From npm's cache where it can; what npm would say about vulnerabilities and donors costs requests, and is not shown.
  const quick = ['--prefer-offline', '--no-audit', '--no-fund'];
  if (!npm(project, 'ci', '--include=dev', '--include=optional', '--loglevel=error', ...quick)) {
    throw new Error('The packages could not be installed; see the lines above. Is the network available?');
  }
  console.error(`Installed the packages in ${Math.round((Date.now() - started) / 1000)} s`);
}

/**
 * Whether a Node can take the place of the pinned one: the same major version, and no earlier minor one.
 *
 * @param {string} version of the Node, such as `26.10.0`
 * @param {string} pinned version
 */
export function isSuitableNode(version, pinned) {
  const [major, minor] = version.split('.').map(Number);
  const [pinnedMajor, pinnedMinor] = pinned.split('.').map(Number);
  return major === pinnedMajor && minor >= pinnedMinor;
}

/** The Node of the packages or, where only those of production are installed, the one that runs this. */
function chooseNode(project) {
  const folder = join(project, 'node_modules', 'node');
  if (!existsSync(folder)) {
    const pinned = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')).devDependencies.node;
    if (isSuitableNode(process.versions.node, pinned)) return { program: process.execPath, version: process.versions.node };
    const [major, minor] = pinned.split('.');
    throw new Error(
      `Livery runs on Node ${major}.${minor} or a later ${major}, and this is ${process.version}. Install that from https://nodejs.org, or run \`npm ci\`, whose packages for development contain it.`,
    );
  }
  const program = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  // The package fetches the program in its install script, which some people's settings forbid.
  if (!existsSync(program)) {
    console.error('Fetching the pinned Node …');
    npm(project, 'rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts');
  }
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (!existsSync(program))
    throw new Error(`Node ${version} could not be fetched. Run \`npm rebuild node --ignore-scripts=false\`.`);
  return { program, version };
}

function run(project, { program, version }, words, restarts) {
  // Node keeps what it has compiled, TypeScript included: a third less work at the next start.
  const env = { NODE_COMPILE_CACHE: join(project, '.cache/compiled'), ...process.env };
  // Where a supervisor runs the launcher itself, nothing needs to stand between it and the server: signals and exit codes reach them directly.
  if (!restarts && !process.env.npm_lifecycle_event && process.execve)
    process.execve(program, [program, ...NODE_FLAGS, ...words], env);
  const getPause = restarts ? createRestartPolicy() : () => undefined;
  let child;
  /** The exit code of a stop between two starts. */
  let stopCode;
  const stop = (signal) => {
    stopCode = 128 + constants.signals[signal];
    if (child) child.kill(signal);
    else process.exit(stopCode);
  };
  const start = () => {
    const startedAt = Date.now();
    child = spawn(program, [...NODE_FLAGS, ...words], { stdio: 'inherit', env });
    child.on('error', (error) => {
      console.error(`Node ${version} does not run on this machine: ${error.message}`);
      process.exitCode = 1;
    });
    child.on('exit', (code, signal) => {
      child = undefined;
      const pause = stopCode === undefined ? getPause({ code, signal, ranMs: Date.now() - startedAt }) : undefined;
      if (pause === undefined) process.exit(signal ? 128 + constants.signals[signal] : code);
      console.error(`Livery ended unexpectedly (${signal ?? `exit code ${code}`}). It starts again in ${pause / 1000} s.`);
      setTimeout(start, pause);
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
  if (process.env.npm_lifecycle_event) stopWithParent(() => stop('SIGTERM'));
  start();
}

/** A killed npm ends the shell that started this process, and the shell does not forward the signal. */
function stopWithParent(stop) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 200);
  watch.unref();
}

function main(args) {
  const isScript = (word) => !word.startsWith('--');
  const start = args.findIndex(isScript) === -1 ? args.length : args.findIndex(isScript);
  const options = new Set(args.slice(0, start));
  const [script, ...words] = args.slice(start);
  const restarts = options.has('--restart');
  const production = options.has('--production');
  const project = join(dirname(fileURLToPath(import.meta.url)), '..');
  if (Number(process.versions.node.split('.')[0]) < oldestNode) {
    console.error(
      `Livery needs Node ${oldestNode} or newer to start, and this is ${process.version}: install a newer one from https://nodejs.org.`,
    );
    process.exitCode = 1;
    return;
  }
  try {
    install(project, { production, mayInstall: !options.has('--no-install') });
    const node = chooseNode(project);
    if (!production) markInstalled(project);
    if (script) run(project, node, [join(project, script), ...words], restarts);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) main(process.argv.slice(2));
