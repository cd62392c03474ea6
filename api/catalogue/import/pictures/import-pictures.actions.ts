import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { BlobStore } from '#api/platform/files/blob-store.ts';
import { MAX_PICTURE_BYTES } from '#contract/catalogue/products/picture-sizes.ts';
import { assignPictures } from '../../pictures/assign-pictures.queries.ts';
import { formatPictureAddress } from '../../pictures/product-picture.rules.ts';
import { storePicture } from '../../pictures/store-picture.ts';
import { refreshImportedListing } from '../listing.queries.ts';
import { openPictureFolder } from './picture-folder.ts';
import { listNamedPictures, type NamedPicture, setPictureSources } from './pictures.queries.ts';

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
      // A copy, because what is written meanwhile is beside the file.
      const copy = join(work, 'picture');
      await copyFile(path, copy);
      const { size } = await stat(path);
      const file = { path: copy, name: basename(path), size, isTooLarge: size > MAX_PICTURE_BYTES };
      const stored = await storePicture({ db, blobs }, file, 'import');
      const src = 'key' in stored ? formatPictureAddress(stored.key) : undefined;
      if (src === undefined) {
        summary.refused++;
        options.onRefused('problem' in stored ? stored.problem : '');
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
    await assignPictures(tx, products);
    await refreshImportedListing(tx, products);
  });
  return summary;
}
