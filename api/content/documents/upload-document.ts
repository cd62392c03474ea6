import type { FastifyRequest } from 'fastify';
import type { Db } from '#api/platform/db/database.ts';
import { cleanFileName } from '#api/platform/files/file-name.rules.ts';
import type { FileStore } from '#api/platform/files/file-store.ts';
import { prepareFile } from '#api/platform/files/prepare-file.ts';
import { isQuotaError } from '#api/platform/files/stored-files.queries.ts';
import { invalidFile, tooLarge } from '#api/platform/files/upload-errors.ts';
import { DOCUMENT_FILE_TYPES } from '#contract/content/documents/document-fields.ts';
import { MAX_DOCUMENT_BYTES } from '#contract/content/documents/document-limits.ts';
import type { Keeper } from '../publications/keeper.ts';
import { type DocumentFileRow, documentActorOf, insertDocumentFile, markFileStored } from './document-files.queries.ts';

/**
 * Receives a file for a document, checks it and stores it for a day, until a document takes it. It is never in memory as a whole, except a PDF while it is
 * written anew, one at a time. Throws 413, 415, 422 and 503 under `file`, as the contract says.
 */
export function uploadDocumentFile(
  { db, files }: { db: Db; files: Pick<FileStore, 'receiveEach' | 'write'> },
  keeper: Keeper,
  request: FastifyRequest,
): Promise<DocumentFileRow> {
  const { kind, id } = documentActorOf(keeper);
  const person = `${kind} ${id}`;
  const uploader = { organisationId: keeper.admin?.organisationId, person };
  return files.receiveEach(request, uploader, { maxFiles: 1, maxBytes: MAX_DOCUMENT_BYTES }, async ([received]) => {
    if (!received) throw invalidFile('Please choose a file.');
    const name = cleanFileName(received.name);
    if (received.isTooLarge) throw tooLarge(`“${name}” is larger than 50 MB.`);
    if (received.isInfected) throw invalidFile(`“${name}” contains malware. Nothing was saved.`);
    const prepared = await prepareFile(received, DOCUMENT_FILE_TYPES, person);
    const file = await insertDocumentFile(db, keeper, prepared).catch((error: unknown) => {
      if (!isQuotaError(error)) throw error;
      throw tooLarge('The storage of your organisation for files is full. Nothing was saved; please ask your supplier for more.');
    });
    // Whatever fails here, the row expires, and then the content is deleted.
    await files.write(prepared.storageKey, prepared.path);
    await markFileStored(db, file.id);
    return file;
  });
}
