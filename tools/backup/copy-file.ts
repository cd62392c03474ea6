import { createHash } from 'node:crypto';
import { chown, type FileHandle, open } from 'node:fs/promises';

/** What has been written. */
export interface Copied {
  bytes: number;
  /** SHA-256 in hexadecimal digits. */
  sha256: string;
}

/** What a copy needs besides its source and target. */
export interface CopyContext {
  signal: AbortSignal;
  /** Called with the number of bytes after each part. */
  onBytes(count: number): void;
}

/** How many files are copied at the same time. They spend most of their time waiting for the disk or the network. */
const CONCURRENT_COPIES = 8;
const CHUNK_BYTES = 256 * 1024;

/** Writes a new file, flushes it to the disk, and computes its checksum on the way. */
export async function writeFileFrom(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  target: string,
  { signal, onBytes }: CopyContext,
): Promise<Copied> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(target, 'wx', 0o600);
  try {
    for await (const chunk of source) {
      signal.throwIfAborted();
      hash.update(chunk);
      for (let written = 0; written < chunk.length; ) written += (await file.write(chunk, written)).bytesWritten;
      bytes += chunk.length;
      onBytes(chunk.length);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** The content of an open file up to its end, also while it grows. Each part is valid until the next one is read. */
async function* readChunks(file: FileHandle): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Copies a file. Throws ENOENT if there is none. */
export async function copyFile(source: string, target: string, context: CopyContext): Promise<Copied> {
  const file = await open(source, 'r');
  try {
    return await writeFileFrom(readChunks(file), target, context);
  } finally {
    await file.close();
  }
}

/** The checksum of a file. Throws ENOENT if there is none. */
export async function hashFile(path: string, { signal, onBytes }: CopyContext): Promise<Copied> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(path, 'r');
  try {
    for await (const chunk of readChunks(file)) {
      signal.throwIfAborted();
      hash.update(chunk);
      bytes += chunk.length;
      onBytes(chunk.length);
    }
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Flushes a file or a folder to the disk. */
export async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Runs `work` for each item, several at a time. After the first error no further ones are begun, and those in progress are waited for. */
export async function forEachConcurrently<T>(
  items: AsyncIterable<T> | Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  const running = new Set<Promise<void>>();
  for await (const item of items) {
    if (errors.length > 0) break;
    const task = work(item)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => running.delete(task));
    running.add(task);
    if (running.size >= CONCURRENT_COPIES) await Promise.race(running);
  }
  await Promise.all(running);
  if (errors.length > 0) throw errors[0];
}

/** Gives a file or folder to an account, if one is given. */
export const giveTo = async (path: string, account: { uid: number; gid: number } | undefined) => {
  if (account) await chown(path, account.uid, account.gid);
};
