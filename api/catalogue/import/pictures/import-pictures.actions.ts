import { createHash } from 'node:crypto';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { BlobStore } from '#api/platform/files/blob-store.ts';
import { detectType, SIGNATURE_LENGTH } from '#api/platform/files/file-type.rules.ts';
import { isImageType, reencodeImage } from '#api/platform/files/reencode-image.ts';
import { formatPictureAddress, PRODUCT_PICTURE } from '../../pictures/product-picture.rules.ts';
import { refreshImportedListing } from '../listing.queries.ts';
import { openPictureFolder } from './picture-folder.ts';
import { assignVariantPictures, listNamedPictures, type NamedPicture, setPictureSources } from './pictures.queries.ts';

export interface PictureImport {
  /** The client whose range the pictures are for; null: the whole catalogue. */
  organisationId: number | null;
  /** The folder with the files of the pictures, under the names that their addresses end with. */
  folder: string;
  /** Called with a sentence for each file that cannot be used. */
  onRefused: (text: string) => void;
}

export interface PictureSummary {
  /** Pictures that the catalogue names. */
  named: number;
  stored: number;
  unchanged: number;
  refused: number;
  missing: number;
}

/**
 * Stores the files of the pictures that an imported catalogue names: reduced, without metadata and under a name made of their content, so
 * that storing the same file again changes nothing. From then on the portal shows them instead of drawings. Throws if the folder cannot
 * be read or the store fails; what was stored by then is used with the next import.
 */
export async function importPictures(db: Db, blobs: BlobStore, options: PictureImport): Promise<PictureSummary> {
  const { organisationId } = options;
  const folder = await openPictureFolder(options.folder);
  const named = await runInTransaction(db, (tx) => listNamedPictures(tx, organisationId));
  const summary: PictureSummary = { named: named.length, stored: 0, unchanged: 0, refused: 0, missing: 0 };
  const changed: (NamedPicture & { src: string })[] = [];
  const work = await mkdtemp(join(tmpdir(), 'livery-pictures-'));
  try {
    for (const picture of named) {
      const path = folder.find(picture.handle, picture.sourceUrl);
      if (path === undefined) {
        summary.missing++;
        continue;
      }
      const src = await storePicture(blobs, path, work).catch((error: unknown) => refusalOf(error));
      if (typeof src !== 'string') {
        summary.refused++;
        options.onRefused(`${basename(path)}: ${src.refusal}`);
      } else if (src === picture.src) summary.unchanged++;
      else {
        summary.stored++;
        changed.push({ ...picture, src });
      }
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  if (changed.length === 0) return summary;
  const products = [...new Set(changed.map(({ productId }) => productId))];
  await runInTransaction(db, async (tx) => {
    await setPictureSources(
      tx,
      changed.map(({ id, src }) => ({ id, src })),
    );
    await assignVariantPictures(tx, products);
    await refreshImportedListing(tx, products);
  });
  return summary;
}

/** Stores one file and returns the address at which it is served. Throws an error with messages by field for a file that is no picture. */
async function storePicture(blobs: BlobStore, path: string, work: string): Promise<string | { refusal: string }> {
  const type = detectType(await readHead(path));
  if (!type || type === 'heic' || !isImageType(type)) return { refusal: 'not a JPEG, PNG or WebP picture' };
  const target = join(work, 'picture');
  await reencodeImage(path, target, type, { name: basename(path), owner: 'import', into: PRODUCT_PICTURE });
  const key = createHash('sha256')
    .update(await readFile(target))
    .digest('hex')
    .slice(0, 40);
  await blobs.write(key, target);
  return formatPictureAddress(key);
}

/** The reason why a picture was refused; other errors, such as those of the store, are thrown again. */
function refusalOf(error: unknown): { refusal: string } {
  const errors = (error as { errors?: Record<string, string[]> }).errors;
  const reason = errors && Object.values(errors).flat()[0];
  if (!reason) throw error;
  return { refusal: reason };
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
