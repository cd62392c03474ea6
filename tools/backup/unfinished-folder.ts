import { mkdir, opendir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DataFolderInUseError, lockDataFolder } from '#api/platform/db/embedded/data-lock.ts';
import { flushFolder } from './copy-file.ts';

/** The end of the names of folders that are not complete. */
export const UNFINISHED_SUFFIX = '.unfinished';

/** A folder that gets its name only when it is complete, so that what is left of a killed process never looks complete. */
export interface UnfinishedFolder {
  path: string;
  /** Flushes all folders to the disk and gives the folder its name. */
  finish(): Promise<void>;
  /** Deletes it. */
  discard(): Promise<void>;
}

/** @throws if there is something with this name */
export async function createUnfinishedFolder(target: string): Promise<UnfinishedFolder> {
  const path = `${target}${UNFINISHED_SUFFIX}`;
  await mkdir(dirname(target), { recursive: true });
  await mkdir(path, { mode: 0o700 });
  // Says that a process is working on it; the kernel releases it when the process is killed.
  const lock = await lockDataFolder(path);
  return {
    path,
    finish: async () => {
      await flushTree(path);
      await rename(path, target);
      await rm(join(target, 'owner.lock'), { force: true });
      await flushFolder(target);
      await flushFolder(dirname(target));
      await lock.release();
    },
    discard: async () => {
      await rm(path, { recursive: true, force: true });
      await lock.release();
    },
  };
}

async function flushTree(folder: string): Promise<void> {
  for await (const entry of await opendir(folder)) if (entry.isDirectory()) await flushTree(join(folder, entry.name));
  await flushFolder(folder);
}

/** Deletes what killed processes have left in a folder. Returns the names. */
export async function deleteLeftovers(parent: string, prefix: string): Promise<string[]> {
  const deleted: string[] = [];
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    if (!entry.isDirectory() || !entry.name.startsWith(prefix) || !entry.name.endsWith(UNFINISHED_SUFFIX)) continue;
    const folder = join(parent, entry.name);
    try {
      const lock = await lockDataFolder(folder);
      await rm(folder, { recursive: true, force: true });
      await lock.release();
      deleted.push(basename(folder));
    } catch (error) {
      if (!(error instanceof DataFolderInUseError)) throw error;
    }
  }
  return deleted;
}
