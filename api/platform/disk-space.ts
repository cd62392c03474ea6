import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { formatBytes } from './bytes.ts';

const MB = 1_000_000;

/** What is needed to start with folders that exist already: room for the journal of a recovery, temporary files and uploads. */
export const NEEDED_TO_START = 100 * MB;
/** What a new embedded database with the demonstration needs, and some room to work. */
export const NEEDED_FOR_NEW_DATABASE = 400 * MB;
/** Below this, people should free some space soon. */
export const LITTLE_SPACE = 1000 * MB;

/** Thrown when too little space is left for a start. */
export class TooLittleSpaceError extends Error {}

/** Bytes that the account of this process may still write to the disk of a folder, which need not exist yet. */
export async function measureFreeSpace(folder: string): Promise<number> {
  return (await measureDisk(folder)).free;
}

/** The disk of a folder, which need not exist yet, in bytes: how large it is, and what the account of this process may still write to it. */
export async function measureDisk(folder: string): Promise<{ size: number; free: number }> {
  let existing = folder;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  const { blocks, bavail, bsize } = await statfs(existing);
  return { size: blocks * bsize, free: bavail * bsize };
}

/**
 * Resolves to the free bytes on the disk of a folder.
 *
 * @throws TooLittleSpaceError when they are fewer than `needed`: the start would fail in the middle of its work
 */
export async function checkFreeSpace(folder: string, needed: number): Promise<number> {
  const free = await measureFreeSpace(folder);
  if (free >= needed) return free;
  throw new TooLittleSpaceError(
    `Only ${formatBytes(free)} are free on the disk of ${folder}, and at least ${formatBytes(needed)} are needed. Free some space, then start again; nothing is lost.`,
  );
}

interface SpaceLog {
  warn(details: object, message: string): void;
}

/** Looks every minute whether fewer than `below` bytes are free on the disks of these folders, and logs a warning at most every 15 minutes while that is so. */
export function watchFreeSpace(
  folders: readonly string[],
  log: SpaceLog,
  { below = LITTLE_SPACE, everyMs = 60_000, warnEveryMs = 15 * 60_000 } = {},
): { close(): void } {
  let warnedAt = Number.NEGATIVE_INFINITY;
  const look = async () => {
    for (const folder of folders) {
      const free = await measureFreeSpace(folder).catch(() => undefined);
      if (free === undefined || free >= below || Date.now() - warnedAt < warnEveryMs) continue;
      warnedAt = Date.now();
      log.warn({ folder, free: formatBytes(free) }, 'little space is left on the disk');
    }
  };
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  void look();
  return { close: () => clearInterval(timer) };
}
