import type { FastifyRequest } from 'fastify';
import { cleanFileName } from '#api/platform/files/file-name.rules.ts';
import type { FileStore } from '#api/platform/files/file-store.ts';
import { measureFile } from '#api/platform/files/prepare-file.ts';
import type { FileOwner, StoredFile } from '#api/platform/files/stored-files.queries.ts';
import { invalidFile } from '#api/platform/files/upload-errors.ts';
import { MAX_PNG_LOGO_BYTES, MAX_PRODUCTION_FILE_BYTES } from '#contract/catalogue/customisation/logo-limits.ts';
import { nameOfFile, type PreparedLogo, prepareLogo } from './prepare-logo.ts';

type Files = Pick<FileStore, 'receiveUploads'>;

/** An uploaded logo, whose files are kept for a day until a logo takes them. */
export interface UploadedLogo {
  /** As it was typed, or from the name of the file. */
  name: string;
  pictureId: number;
  originalId: number;
  widthPx: number;
  heightPx: number;
}

/** Receives a logo and its name. Throws 413, 415, 422 and 503 under `file`, as `prepareLogo` and `receiveUploads` do. */
export async function uploadLogo(files: Files, owner: FileOwner, request: FastifyRequest): Promise<UploadedLogo> {
  let typed = '';
  let fileName = '';
  let prepared: PreparedLogo | undefined;
  const [picture, original] = await files.receiveUploads(request, owner, {
    purpose: 'garmentLogo',
    maxFiles: 1,
    maxBytes: MAX_PNG_LOGO_BYTES,
    accept: async (file, person) => {
      fileName = file.name;
      prepared = await prepareLogo(file, person);
      return prepared.files;
    },
    onField: (field, value) => {
      if (field === 'name') typed = value.trim();
    },
  });
  if (!picture || !original || !prepared) throw invalidFile('Please choose a file.');
  const { width: widthPx, height: heightPx } = prepared;
  return { name: typed || nameOfFile(fileName), pictureId: picture.id, originalId: original.id, widthPx, heightPx };
}

/** Receives a file for production, of any type and as it is. Throws 413, 422 and 503 under `file`. */
export async function uploadProductionFile(files: Files, owner: FileOwner, request: FastifyRequest): Promise<StoredFile> {
  const [stored] = await files.receiveUploads(request, owner, {
    purpose: 'production',
    maxFiles: 1,
    maxBytes: MAX_PRODUCTION_FILE_BYTES,
    accept: async (file) => {
      const name = cleanFileName(file.name);
      if (file.size === 0) throw invalidFile(`“${name}” is empty.`);
      return [{ ...(await measureFile(file.path)), name, contentType: 'application/octet-stream' }];
    },
  });
  if (!stored) throw invalidFile('Please choose a file.');
  return stored;
}
