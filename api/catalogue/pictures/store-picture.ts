import { createHash } from 'node:crypto';
import { open, rm, writeFile } from 'node:fs/promises';
import { formatBytes } from '#api/platform/bytes.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { BlobStore } from '#api/platform/files/blob-store.ts';
import { cleanFileName } from '#api/platform/files/file-name.rules.ts';
import { detectType, isGif, SIGNATURE_LENGTH } from '#api/platform/files/file-type.rules.ts';
import { type ImageCut, isImageType, reencodeInSizes } from '#api/platform/files/reencode-image.ts';
import { HttpError } from '#api/platform/http/errors.ts';
import { MAX_PICTURE_BYTES, PICTURE_SIDES } from '#contract/catalogue/products/picture-sizes.ts';
import { keyOfSize, MAX_SOURCE_SIDE, PICTURE_TYPE } from './product-picture.rules.ts';
import { markPictureStored, registerPicture } from './stored-pictures.queries.ts';

/** A file that may be a photograph. */
export interface PictureFile {
  path: string;
  name: string;
  size: number;
  isTooLarge?: boolean;
  isInfected?: boolean;
}

/**
 * Stores a photograph in all its sizes, reduced, without metadata and under a key made of its content, so that storing the same file again changes nothing. It
 * is deleted after a day unless something shows it by then. `owner` says whose picture it is, for their share of the time that pictures take. `cut` stores a
 * part of it, which has to be `minWidth` pixels wide.
 *
 * Returns the key, or a sentence that says why the file is no picture that can be used. Throws when the store does not respond, and 503 when the wait is too long.
 */
export async function storePicture(
  { db, blobs }: { db: Db; blobs: Pick<BlobStore, 'write'> },
  file: PictureFile,
  owner: string,
  part: { cut?: ImageCut; minWidth?: number } = {},
): Promise<{ key: string } | { problem: string }> {
  const name = cleanFileName(file.name);
  const problem = await findProblem(file, name);
  if (typeof problem === 'string') return { problem };
  const sizes = await reencodeInSizes(file.path, problem.type, {
    name,
    owner,
    into: PICTURE_TYPE,
    sides: PICTURE_SIDES,
    maxSourceSide: MAX_SOURCE_SIDE,
    ...part,
  }).catch((error: unknown) => refusalOf(error));
  if (!Array.isArray(sizes)) return sizes;
  const checksums = sizes.map((content) => createHash('sha256').update(content).digest());
  const key = checksums[0]?.toString('hex').slice(0, 40) as string;
  // The row first, so that no content is without one, wherever the process is killed.
  await registerPicture(db, key);
  const target = `${file.path}.size`;
  try {
    for (const [index, side] of PICTURE_SIDES.entries()) {
      await writeFile(target, sizes[index] as Buffer, { mode: 0o600 });
      await blobs.write(keyOfSize(key, side), target);
    }
  } finally {
    await rm(target, { force: true });
  }
  await markPictureStored(db, key, checksums);
  return { key };
}

/** The type of a file, or why it is not taken. */
async function findProblem({ path, size, isTooLarge, isInfected }: PictureFile, name: string) {
  if (isTooLarge) return `“${name}” is larger than ${formatBytes(MAX_PICTURE_BYTES)}.`;
  if (isInfected) return `“${name}” contains malware.`;
  if (size === 0) return `“${name}” is empty.`;
  const head = await readHead(path);
  const type = detectType(head);
  if (isGif(head)) return `“${name}” is a GIF. Please save it as JPEG, PNG or WebP.`;
  if (type === 'heic') return `“${name}” is a photo in the HEIC format. Please save it as JPEG.`;
  if (!type || !isImageType(type)) return `“${name}” is not a JPEG, PNG or WebP picture.`;
  return { type };
}

/** The reason why a picture was refused; other errors, such as those of the store, are thrown again. */
function refusalOf(error: unknown): { problem: string } {
  const reason = error instanceof HttpError && error.status < 500 ? Object.values(error.errors).flat()[0] : undefined;
  if (reason === undefined) throw error;
  return { problem: reason };
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SIGNATURE_LENGTH), 0, SIGNATURE_LENGTH, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
