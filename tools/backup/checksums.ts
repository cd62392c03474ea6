import { createReadStream } from 'node:fs';
import { type FileHandle, open, opendir } from 'node:fs/promises';
import { isAbsolute, join, normalize, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { type CopyContext, forEachConcurrently, hashFile } from './copy-file.ts';
import { CHECKSUMS } from './manifest.ts';

const BUFFERED_CHARACTERS = 64 * 1024;

/** The list of the files in a backup, in the format of `sha256sum`. */
export class ChecksumList {
  #file: FileHandle;
  #lines = '';
  #written = Promise.resolve();

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(folder: string): Promise<ChecksumList> {
    return new ChecksumList(await open(join(folder, CHECKSUMS), 'wx', 0o600));
  }

  /** Adds a file, by its path in the backup. */
  async add(path: string, sha256: string): Promise<void> {
    this.#lines += `${sha256}  ${path.replaceAll(sep, '/')}\n`;
    if (this.#lines.length >= BUFFERED_CHARACTERS) await this.#write();
  }

  async close(): Promise<void> {
    await this.#write();
    await this.#file.sync();
    await this.#file.close();
  }

  #write(): Promise<void> {
    const lines = this.#lines;
    this.#lines = '';
    this.#written = this.#written.then(() => this.#file.appendFile(lines));
    return this.#written;
  }
}

/** A file of a backup that is in its list. */
interface Listed {
  path: string;
  sha256: string;
}

/** The files of a backup, as its list names them. Throws when the list cannot be read. */
export async function* readChecksums(folder: string): AsyncGenerator<Listed> {
  for await (const line of createInterface({
    input: createReadStream(join(folder, CHECKSUMS)),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const [, sha256 = '', path = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    const isOutside = isAbsolute(path) || normalize(path).startsWith('..');
    if (path === '' || isOutside) throw new Error(`${join(folder, CHECKSUMS)} is damaged: "${line.slice(0, 100)}".`);
    yield { path, sha256 };
  }
}

/**
 * Checks that a backup contains exactly the files of its list, with their checksums.
 *
 * @returns the number of files
 * @throws an error that names the first file that is missing, was changed or is not in the list
 */
export async function verifyChecksums(folder: string, context: CopyContext): Promise<number> {
  let listed = 0;
  await forEachConcurrently(readChecksums(folder), async ({ path, sha256 }) => {
    listed += 1;
    const found = await hashFile(join(folder, path), context).catch((error: { code?: string }) => {
      throw error.code === 'ENOENT' ? new Error(`The file ${path} of the backup is missing. Use another backup.`) : error;
    });
    if (found.sha256 !== sha256)
      throw new Error(`The file ${path} of the backup is damaged: its SHA-256 differs. Use another backup.`);
  });
  const present = await countFiles(folder);
  if (present !== listed)
    throw new Error(
      `The backup ${folder} contains ${present} files, but ${CHECKSUMS} lists ${listed}: files were added, or lines are missing. Use another backup.`,
    );
  return listed;
}

/** Without the list itself, and the lock of a backup that was killed when it was complete. */
async function countFiles(folder: string, isTop = true): Promise<number> {
  let count = 0;
  for await (const entry of await opendir(folder)) {
    if (entry.isDirectory()) count += await countFiles(join(folder, entry.name), false);
    else if (!isTop || ![CHECKSUMS, 'owner.lock'].includes(entry.name)) count += 1;
  }
  return count;
}
