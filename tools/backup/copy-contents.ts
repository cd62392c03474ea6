import { createReadStream } from 'node:fs';
import { appendFile, type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ClientBase } from 'pg';
import { keyOfSize } from '#api/catalogue/pictures/product-picture.rules.ts';
import { type BlobStore, pathOfKey } from '#api/platform/files/blob-store.ts';
import { FILES_IN_USE } from '#api/platform/files/files-lock.ts';
import { PICTURE_SIDES } from '#contract/catalogue/products/picture-sizes.ts';
import type { ChecksumList } from './checksums.ts';
import { type Copied, type CopyContext, forEachConcurrently, hashFile, writeFileFrom } from './copy-file.ts';
import { MISSING_FILES } from './manifest.ts';

/** Rows that are read at a time. */
const PAGE_SIZE = 10_000;
/** How often the content of a file is read from a store that fails. */
const MAX_ATTEMPTS = 3;

/** Keeps the portal from deleting contents of files until the session ends, so that those which the copied database names are still there. */
export async function keepFileContents(client: ClientBase): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1)', [FILES_IN_USE]);
}

/**
 * Writes a list of the files that are in use, in the order of their keys: a line with key and SHA-256 for each. A file that has expired is left out: its content
 * may have been deleted, and its row is about to be.
 */
export async function listContents(client: ClientBase, path: string): Promise<void> {
  const list = await open(path, 'wx', 0o600);
  try {
    for (let last = ''; ; ) {
      const { rows } = await client.query<{ key: string; sha256: string }>(
        `SELECT storage_key AS key, encode(sha256, 'hex') AS sha256 FROM public.stored_file
          WHERE stored_at IS NOT NULL AND (expires_at IS NULL OR expires_at > now()) AND ($1 = '' OR storage_key > $1::uuid)
          ORDER BY storage_key LIMIT ${PAGE_SIZE}`,
        [last],
      );
      await list.appendFile(rows.map(({ key, sha256 }) => `${key} ${sha256}\n`).join(''));
      if (rows.length < PAGE_SIZE) break;
      last = rows.at(-1)?.key ?? '';
    }
    await listPictures(client, list);
    await listDocumentFiles(client, list);
  } finally {
    await list.close();
  }
}

/**
 * The same for the photographs of products, each in all its sizes. Of one that was stored in the largest size alone, the key is the beginning of
 * the checksum.
 */
async function listPictures(client: ClientBase, list: FileHandle): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await client.query<{ key: string; sha256: string[] }>(
      `SELECT key, coalesce((SELECT array_agg(encode(s, 'hex') ORDER BY place) FROM unnest(sha256) WITH ORDINALITY AS size (s, place)), ARRAY[key]) AS sha256
         FROM public.picture WHERE stored_at IS NOT NULL AND key > $1 ORDER BY key LIMIT ${PAGE_SIZE}`,
      [last],
    );
    const lines = rows.flatMap(({ key, sha256 }) =>
      sha256.map((sum, place) => `${keyOfSize(key, PICTURE_SIDES[place] ?? 0)} ${sum}\n`),
    );
    await list.appendFile(lines.join(''));
    if (rows.length < PAGE_SIZE) return;
    last = rows.at(-1)?.key ?? '';
  }
}

/** The same for the files of documents. */
async function listDocumentFiles(client: ClientBase, list: FileHandle): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await client.query<{ key: string; sha256: string }>(
      `SELECT storage_key AS key, encode(sha256, 'hex') AS sha256 FROM public.document_file
        WHERE stored_at IS NOT NULL AND (expires_at IS NULL OR expires_at > now()) AND ($1 = '' OR storage_key > $1::uuid)
        ORDER BY storage_key LIMIT ${PAGE_SIZE}`,
      [last],
    );
    await list.appendFile(rows.map(({ key, sha256 }) => `${key} ${sha256}\n`).join(''));
    if (rows.length < PAGE_SIZE) return;
    last = rows.at(-1)?.key ?? '';
  }
}

export interface CopiedContents {
  count: number;
  bytes: number;
  /** How many files lack their content; `missing-files.txt` in the backup names them. */
  missing: number;
}

/**
 * Copies the contents that a list names from the file store into the folder of a backup. One that is missing or differs from its row is reported, and left out.
 *
 * @throws if the store does not respond
 */
export async function copyContents(
  list: string,
  blobs: BlobStore,
  folder: string,
  { checksums, ...context }: CopyContext & { checksums: ChecksumList },
): Promise<CopiedContents> {
  const total: CopiedContents = { count: 0, bytes: 0, missing: 0 };
  const created = new Set<string>();
  await forEachConcurrently(createInterface({ input: createReadStream(list) }), async (line) => {
    const [key = '', sha256 = ''] = line.split(' ');
    const target = join(folder, pathOfKey(key));
    if (!created.has(dirname(target))) await mkdir(dirname(target), { recursive: true });
    created.add(dirname(target));
    const copied = await copyContent(key, blobs, target, context);
    if (copied?.sha256.startsWith(sha256)) {
      total.count += 1;
      total.bytes += copied.bytes;
      await checksums.add(pathOfKey(key), copied.sha256);
      return;
    }
    await rm(target, { force: true });
    total.missing += 1;
    const reason = copied ? 'its content differs from its checksum in the database' : 'its content is not in the file store';
    await appendFile(join(folder, MISSING_FILES), `${key} ${reason}\n`, { flush: true });
  });
  await rm(list);
  if (total.missing > 0) {
    const { sha256 } = await hashFile(join(folder, MISSING_FILES), context);
    await checksums.add(MISSING_FILES, sha256);
  }
  return total;
}

/** Undefined if there is no content. */
async function copyContent(key: string, blobs: BlobStore, target: string, context: CopyContext): Promise<Copied | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const content = await blobs.read(key);
      return content && (await writeFileFrom(content, target, context));
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || context.signal.aborted) throw error;
      await rm(target, { force: true });
    }
  }
}
