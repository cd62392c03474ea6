// The entry point of every npm script, on whichever Node runs npm: installs the locked packages and the pinned Node if needed, and runs the
// script with it. Without a script it only installs. With --restart before the script, it starts the script again when it crashes. Plain JavaScript without imports from packages, since they may be missing.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const oldestNode = 20;

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
 * @returns {string | undefined}
 */
export function getInstallReason(project) {
  const modules = join(project, 'node_modules');
  const found = lstatSync(modules, { throwIfNoEntry: false });
  if (!found) return 'the packages are not installed yet';
  // A linked folder is shared between checkouts and managed elsewhere.
  if (found.isSymbolicLink()) return undefined;
  const lock = readFileSync(join(project, 'package-lock.json'), 'utf8');
  const savedHash = readOr(join(modules, '.livery-lock'), undefined);
  if (savedHash === undefined ? isInstalled(lock, modules) : savedHash === hashOf(lock)) return undefined;
  return savedHash === undefined ? 'the packages are incomplete' : 'package-lock.json has changed';
}

/**
 * Saves the hash of the lock file, so that the next start does not have to compare packages.
 *
 * @param {string} project folder of the project
 */
export function markInstalled(project) {
  const modules = join(project, 'node_modules');
  if (lstatSync(modules).isSymbolicLink()) return;
  const hash = hashOf(readFileSync(join(project, 'package-lock.json'), 'utf8'));
  const note = join(modules, '.livery-lock');
  if (readOr(note, undefined) === hash) return;
  try {
    writeFileSync(note, hash);
  } catch {
    // Without permission to write, the next start compares again.
  }
}

/** Compares the lock file with npm's list of installed packages, from which a killed or filtered install is missing. */
function isInstalled(lock, modules) {
  const installed = readOr(join(modules, '.package-lock.json'), undefined);
  if (installed === undefined) return false;
  const { packages } = JSON.parse(installed);
  return Object.entries(JSON.parse(lock).packages).every(
    ([path, { version, optional, link }]) =>
      path === '' || link || (packages[path] ? packages[path].version === version : optional),
  );
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
  return spawnSync(command, [...before, ...words], { cwd: project, stdio: 'inherit', shell }).status === 0;
}

function install(project) {
  const reason = getInstallReason(project);
  if (reason) {
    const started = Date.now();
    console.log(`Installing the packages (${reason}) …`);
    if (!npm(project, 'ci', '--include=dev', '--include=optional', '--loglevel=error')) {
      throw new Error('The packages could not be installed; see the lines above. Is the network available?');
    }
    console.log(`Installed the packages in ${Math.round((Date.now() - started) / 1000)} s`);
  }
}

function pinnedNode(project) {
  const folder = join(project, 'node_modules', 'node');
  const program = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  // The package fetches the program in its install script, which some people's settings forbid.
  if (!existsSync(program)) {
    console.log('Fetching the pinned Node …');
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
      console.error(`The pinned Node ${version} does not run on this machine: ${error.message}`);
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
  const restarts = args[0] === '--restart';
  const [script, ...words] = restarts ? args.slice(1) : args;
  const project = join(dirname(fileURLToPath(import.meta.url)), '..');
  if (Number(process.versions.node.split('.')[0]) < oldestNode) {
    console.error(
      `Livery needs Node ${oldestNode} or newer to start, and this is ${process.version}: install a newer one from https://nodejs.org.`,
    );
    process.exitCode = 1;
    return;
  }
  try {
    install(project);
    const node = pinnedNode(project);
    markInstalled(project);
    if (script) run(project, node, [join(project, script), ...words], restarts);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) main(process.argv.slice(2));
