/**
 * Runs programs as a container does, without a container engine: with a root folder of their own, as process 1 of their own process namespace, as another
 * user, and read-only. The programs of this machine take the place of the base image's unless it has some of its own, with the pinned Node before them.
 * Needs root on Linux.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Sandbox {
  /** The folder that is `/` inside. */
  root: string;
  /** The folder that is `/usr` inside, if not that of this machine. */
  programs?: string;
  workdir: string;
  env: Record<string, string>;
  /** Numbers of user and group, as `1000:1000`. */
  user: string;
  isReadOnly: boolean;
  /** Folders of this machine by their path inside; they can be written to. */
  folders: Record<string, string>;
}

/** A container of an image: read-only, but for its volumes and /tmp. */
export function containerOf<T extends Omit<Sandbox, 'folders' | 'isReadOnly'>>(
  image: T,
  env: Record<string, string>,
  folders: Record<string, string>,
): T & Sandbox {
  return { ...image, env: { ...image.env, ...env }, folders, isReadOnly: true };
}

const FOLDERS = ['usr', 'etc', 'dev', 'proc', 'tmp', 'root', 'var/lib', 'opt/node/bin'];

/** Creates an empty root folder with an account beside root, as official images have: `node:1000`. */
export function createRoot(root: string, account: string): void {
  for (const folder of FOLDERS) mkdirSync(join(root, folder), { recursive: true });
  for (const name of ['bin', 'sbin', 'lib', 'lib64'])
    if (existsSync(`/${name}`) && lstatSync(`/${name}`).isSymbolicLink()) symlinkSync(readlinkSync(`/${name}`), join(root, name));
  for (const name of ['resolv.conf', 'hosts', 'nsswitch.conf', 'ssl'])
    if (existsSync(`/etc/${name}`)) cpSync(`/etc/${name}`, join(root, 'etc', name), { recursive: true, verbatimSymlinks: true });
  const [name, id] = account.split(':');
  writeFileSync(join(root, 'etc/passwd'), `root:x:0:0::/root:/bin/sh\n${name}:x:${id}:${id}::/tmp:/bin/sh\n`);
  writeFileSync(join(root, 'etc/group'), `root:x:0:\n${name}:x:${id}:\n`);
}

const NODE_PATH = '/opt/node/bin';
const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin';

const SCRIPT = `
set -e
root=$1 programs=$2 node=$3 user=$4 workdir=$5 read_only=$6; shift 6
mount --make-rprivate /
mount --bind "$root" "$root"
mount --rbind "$programs" "$root/usr"; mount -o remount,bind,ro "$root/usr"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount --bind "$(dirname "$node")" "$root/opt/node/bin"; mount -o remount,bind,ro "$root/opt/node/bin"
while [ "$1" != -- ]; do mount --bind "$2" "$root$1"; shift 2; done; shift
if [ "$read_only" = true ]; then mount -o remount,bind,ro "$root"; fi
exec chroot --userspec="$user" "$root" sh -c 'cd "$0" && exec "$@"' "$workdir" "$@"`;

/** Starts a program, which is process 1 inside. */
export function startInSandbox(
  { root, programs = '/usr', workdir, env, user, isReadOnly, folders }: Sandbox,
  words: readonly string[],
): SandboxProcess {
  const mounts = Object.entries(folders).flatMap(([inside, outside]) => {
    mkdirSync(join(root, inside), { recursive: true });
    return [inside, outside];
  });
  const given = [root, programs, process.execPath, user, workdir, String(isReadOnly), ...mounts, '--', ...words];
  const child = spawn('unshare', ['--mount', '--pid', '--fork', 'sh', '-c', SCRIPT, 'sh', ...given], {
    env: { HOME: '/tmp', ...env, PATH: `${NODE_PATH}:${env.PATH ?? DEFAULT_PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const run: SandboxProcess = { child, output: '', ended: once(child, 'close').then(([code, signal]) => code ?? signal) };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (run.output += chunk));
  return run;
}

export interface SandboxProcess {
  child: ChildProcess;
  /** What it has written so far. */
  output: string;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
}

/** Sends a signal to process 1 of the sandbox itself, as a container engine does. Nothing if it has ended. */
export function signalSandbox({ child }: SandboxProcess, signal: NodeJS.Signals): void {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ');
  process.kill(Number(children[0]), signal);
}

/**
 * Runs a program to its end.
 *
 * @throws an error with its output if it fails
 */
export async function runInSandbox(sandbox: Sandbox, words: readonly string[]): Promise<string> {
  const run = startInSandbox(sandbox, words);
  const code = await run.ended;
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}:\n${run.output}`);
  return run.output;
}

/** The path of this machine for a path inside a root folder. */
export function pathInRoot(root: string, path: string): string {
  const outside = join(root, path);
  mkdirSync(dirname(outside), { recursive: true });
  return outside;
}
