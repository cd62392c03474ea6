import { once } from 'node:events';
import { createReadStream, ReadStream } from 'node:fs';
import { chmod, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Disk } from 'flydrive';
import type { FileStorage } from '../config.ts';

/** How often content is written to a store that fails. */
const MAX_ATTEMPTS = 3;
const CONNECT_TIMEOUT_MS = 3000;
const REQUEST_TIMEOUT_MS = 10_000;

/**
 * The content of files, by their random key: in a folder, or in an S3 bucket. It only knows keys that the database names, and never lists or deletes anything
 * else, so that a database restored from yesterday, or one that was configured with a wrong bucket, cannot delete files.
 */
export interface BlobStore {
  /** Stores the content of a local file. On disk it survives a power failure. */
  write(key: string, path: string): Promise<void>;
  /** The content; undefined when there is none with this key. */
  read(key: string): Promise<Readable | undefined>;
  /** Deletes the content, if there is any. */
  delete(key: string): Promise<void>;
}

/** The path of a key in the store. The first part divides the files among folders. */
export const pathOfKey = (key: string) => `files/${key.slice(0, 2)}/${key}`;

/** Opens the store that is configured. Libraries are loaded with its first use: that of S3 takes 400 ms and 27 MB. */
export function createBlobStore(storage: FileStorage): BlobStore {
  let opened: Promise<Disk> | undefined;
  const openDisk = () => {
    opened ??= storage.kind === 'disk' ? openFolder(storage.folder) : openBucket(storage);
    return opened;
  };
  return {
    write: async (key, path) => {
      const disk = await openDisk();
      if (storage.kind === 'disk') await makePrivateFolders(storage.folder, pathOfKey(key));
      for (let attempt = 1; ; attempt += 1) {
        try {
          // The content is opened again for each attempt.
          await disk.putStream(pathOfKey(key), createReadStream(path));
          break;
        } catch (error) {
          if (attempt >= MAX_ATTEMPTS || isDiskFull(error)) throw error;
        }
      }
      if (storage.kind === 'disk') await flush(join(storage.folder, pathOfKey(key)));
    },
    read: async (key) => {
      const disk = await openDisk();
      try {
        const stream = await disk.getStream(pathOfKey(key));
        // A stream of the file system reports only later that there is no such file.
        if (stream instanceof ReadStream) await once(stream, 'open');
        return stream;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    delete: async (key) => {
      const disk = await openDisk();
      await disk.delete(pathOfKey(key));
    },
  };
}

const causesOf = (error: unknown): { code?: string; name?: string }[] => {
  const causes = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) causes.push(cause as Error & { code?: string });
  return causes;
};

const isMissing = (error: unknown) => causesOf(error).some(({ code, name }) => code === 'ENOENT' || name === 'NoSuchKey');

/** Whether an error means that the disk, or its quota, is full. */
export const isDiskFull = (error: unknown) => causesOf(error).some(({ code }) => code === 'ENOSPC' || code === 'EDQUOT');

async function openFolder(folder: string): Promise<Disk> {
  const [flydrive, { FSDriver }] = await Promise.all([import('flydrive'), import('flydrive/drivers/fs')]);
  return new flydrive.Disk(new FSDriver({ location: folder, visibility: 'private' }));
}

async function openBucket(storage: Extract<FileStorage, { kind: 's3' }>): Promise<Disk> {
  const [flydrive, { S3Driver }] = await Promise.all([import('flydrive'), import('flydrive/drivers/s3')]);
  const { bucket, region, endpoint, pathStyle, accessKeyId, secretAccessKey } = storage;
  return new flydrive.Disk(
    new S3Driver({
      bucket,
      region,
      ...(endpoint ? { endpoint } : {}),
      forcePathStyle: pathStyle,
      credentials: { accessKeyId, secretAccessKey },
      visibility: 'private',
      // Buckets are private; several services do not know the call that says so for each file.
      supportsACL: false,
      // Newer checksums are refused by several services. The signature covers the content anyway.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS, throwOnRequestTimeout: true },
    }),
  );
}

/** Only this user can list or enter the folders of files, also those that an earlier version made. */
async function makePrivateFolders(root: string, path: string): Promise<void> {
  const folder = join(root, dirname(path));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await Promise.all([dirname(folder), folder].map((each) => chmod(each, 0o700)));
}

/** Makes a file readable to this user alone, and writes it to the disk. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
}
