import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Db, Tx } from '../db/database.ts';
import { HttpError, notFound, unavailable } from '../http/errors.ts';
import type { RequestContext } from '../http/request-context.ts';
import { type BlobStore, createBlobStore, isDiskFull } from './blob-store.ts';
import { cleanFileName } from './file-name.rules.ts';
import type { ContentType } from './file-type.rules.ts';
import { type KeptDocument, keepDocument } from './keep-document.ts';
import { measureFile, type PreparedFile, prepareFile } from './prepare-file.ts';
import { type MultipartLimits, type ReceivedFile, readMultipart } from './read-multipart.ts';
import { isClean } from './scan-file.ts';
import {
  deleteFileRows,
  type FileOwner,
  type FilePurpose,
  insertFiles,
  isQuotaError,
  keepFiles,
  markStored,
  type NewFile,
  type StoredFile,
  type StoredFileOwner,
} from './stored-files.queries.ts';
import { invalidFile, tooLarge } from './upload-errors.ts';
import { type Uploader, UploadSlots } from './upload-slots.ts';

/** What a call accepts. */
export interface UploadOptions {
  purpose: FilePurpose;
  /** Types that are stored as other pictures and PDFs are; or what checks a file, and writes what is stored of it beside it. */
  accept: readonly ContentType[] | ((file: ReceivedFile, person: string) => Promise<readonly FileToStore[]>);
  maxFiles: number;
  /** Bytes of one file, before it is re-encoded. */
  maxBytes: number;
  /** Receives the other fields of the form. */
  onField?: MultipartLimits['onField'];
}

/** What is stored of a file. */
export type FileToStore = NewFile & Pick<PreparedFile<ContentType>, 'path'>;

/** A file of a request that refuses none because of another. */
export interface ScannedFile extends ReceivedFile {
  isInfected: boolean;
}

/** The files that people upload, and the documents that are drawn for them. */
export interface FileStore {
  /**
   * Receives the files of a request of a call that `acceptUploads` registers, and stores them for 24 hours; `attachFiles` keeps them. Their type is
   * what their content says, pictures are re-encoded, PDFs are written anew, and either all files are stored or none.
   *
   * Throws, with a sentence for each under `file`: 413 when a file is too large or the organisation's quota is used up, 415 when a file has no accepted
   * type, cannot be read or is a PDF with more than pages, 422 when it is empty or there are too many or none; and 503 when too many are uploaded at the moment.
   */
  receiveUploads(request: FastifyRequest, owner: FileOwner, options: UploadOptions): Promise<StoredFile[]>;
  /**
   * Receives the files of a request and gives them to `use`, which checks and stores what it takes of them; they are deleted afterwards. Throws 413, 415, 422 and
   * 503 for the request as a whole, as `receiveUploads` does; a file that is too large or contains malware is only marked so.
   */
  receiveEach<T>(
    request: FastifyRequest,
    uploader: Uploader,
    limits: Pick<MultipartLimits, 'maxFiles' | 'maxBytes'>,
    use: (files: readonly ScannedFile[]) => Promise<T>,
  ): Promise<T>;
  /**
   * Stores content that came with a document of another system as it is, to the byte, for 24 hours; `attachFiles` keeps it. Nothing is said about its type, so
   * that it can only be downloaded. A file with malware, and files that exceed the quota of the organisation, are not stored. Throws 503 when the store does not
   * respond.
   */
  storeBytes(
    owner: StoredFileOwner,
    purpose: FilePurpose,
    files: readonly { name: string; bytes: Buffer }[],
  ): Promise<(StoredFile | 'infected' | 'full')[]>;
  /** Stores a local file under a key. Throws 503 when the store does not respond. */
  write: BlobStore['write'];
  /** The content of a file. Throws 404 when it has been lost, and 503 when the store does not respond. */
  openFile(file: Pick<StoredFile, 'id' | 'storage_key'>): Promise<Readable>;
  /** A document as it was drawn when it was first asked for; `draw` draws it when there is none. It is drawn, too, when the store does not respond. */
  openDocument(document: KeptDocument, draw: () => Promise<Buffer>): Promise<Readable>;
}

/** In each process. A file waits on disk until it is stored, so this also limits what uploads take there. */
const SLOTS = { total: 40, perOrganisation: 10, perPerson: 3 };
const BUSY = 'Many files are being uploaded at the moment. Nothing was saved; please try again in a few seconds.';
const UNAVAILABLE = 'Files cannot be stored or opened at the moment. Nothing was lost; please try again in a few minutes.';

/** Folders of files in progress that a killed process left behind are deleted after this time; none takes as long. */
const ABANDONED_MS = 60 * 60 * 1000;

interface FileStoreDependencies {
  config: Pick<Config, 'dataDir' | 'fileStorage' | 'scanner'>;
  db: Db;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/** Opens the file store. It creates no folder, and connects to nothing, before its first use. */
export function createFileStore({ config, db, log }: FileStoreDependencies): FileStore {
  const blobs = createBlobStore(config.fileStorage);
  const slots = new UploadSlots(SLOTS, BUSY);
  const uploads = join(config.dataDir, 'uploads');
  let prepared: Promise<void> | undefined;
  const prepareFolder = () => {
    prepared ??= mkdir(uploads, { recursive: true, mode: 0o700 }).then(() => deleteAbandoned(uploads));
    return prepared;
  };

  const failed = (error: unknown): HttpError => {
    if (error instanceof HttpError) return error;
    log.error({ err: error }, isDiskFull(error) ? 'no space is left for files' : 'the file store failed');
    return unavailable(UNAVAILABLE);
  };

  /** Receives files into a folder of their own, which is deleted when `use` is done. */
  const receive = async <T>(
    request: FastifyRequest,
    uploader: Uploader,
    limits: MultipartLimits,
    use: (files: readonly ReceivedFile[]) => Promise<T>,
  ): Promise<T> => {
    checkContentType(request);
    const release = slots.accept(uploader);
    let folder: string | undefined;
    try {
      await prepareFolder();
      folder = await mkdtemp(join(uploads, 'upload-'));
      return await use(await readMultipart(request.raw, folder, limits));
    } catch (error) {
      if ((error as { code?: string }).code?.match(/^(ENOSPC|EDQUOT|EACCES|EROFS|E_CANNOT_WRITE_FILE)$/)) throw failed(error);
      throw error;
    } finally {
      if (folder)
        await rm(folder, { recursive: true, force: true }).catch((error) =>
          log.error({ err: error }, 'an upload was not deleted'),
        );
      release();
    }
  };

  const isInfected = async ({ path, isTooLarge }: ReceivedFile): Promise<boolean> => {
    if (!config.scanner || isTooLarge) return false;
    return !(await isClean(config.scanner, path).catch((error) => {
      throw failed(error);
    }));
  };

  const storeOne = async (owner: StoredFileOwner, purpose: FilePurpose, file: FileToStore): Promise<StoredFile | 'full'> => {
    const [stored] = await storeFiles(db, blobs, owner, purpose, [file]).catch((error): (StoredFile | 'full')[] => {
      if (isQuotaError(error)) return ['full'];
      throw error;
    });
    return stored as StoredFile | 'full';
  };

  return {
    receiveUploads: (request, owner, options) =>
      receive(request, { organisationId: owner.organisationId, person: personOf(owner) }, options, async (received) => {
        const { accept } = options;
        const files: FileToStore[] = [];
        for (const file of received)
          if (await isInfected(file)) throw invalidFile(`“${cleanFileName(file.name)}” contains malware. Nothing was saved.`);
        for (const file of received) {
          if (typeof accept === 'function') files.push(...(await accept(file, personOf(owner))));
          else files.push(await prepareFile(file, accept, personOf(owner)));
        }
        try {
          return await storeFiles(db, blobs, owner, options.purpose, files);
        } catch (error) {
          if (!isQuotaError(error)) throw error;
          throw tooLarge(
            'The storage of your organisation for files is full. Nothing was saved; please ask your supplier for more.',
          );
        }
      }),
    receiveEach: (request, uploader, { maxFiles, maxBytes }, use) =>
      receive(request, uploader, { maxFiles, maxBytes, keepsOthers: true }, async (received) => {
        const files: ScannedFile[] = [];
        for (const file of received) files.push({ ...file, isInfected: await isInfected(file) });
        return use(files);
      }),
    storeBytes: async (owner, purpose, files) => {
      await prepareFolder();
      const folder = await mkdtemp(join(uploads, 'bytes-'));
      try {
        const results: (StoredFile | 'infected' | 'full')[] = [];
        for (const [index, { name, bytes }] of files.entries()) {
          const path = join(folder, String(index));
          await writeFile(path, bytes, { mode: 0o600 });
          const isRefused = config.scanner && !(await isClean(config.scanner, path));
          const file: FileToStore = { ...(await measureFile(path)), name, contentType: 'application/octet-stream' };
          results.push(isRefused ? 'infected' : await storeOne(owner, purpose, file));
        }
        return results;
      } catch (error) {
        throw failed(error);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    write: (key, path) =>
      blobs.write(key, path).catch((error) => {
        throw failed(error);
      }),
    openFile: async (file) => {
      const content = await blobs.read(file.storage_key).catch((error) => {
        throw failed(error);
      });
      if (content) return content;
      log.error({ file: file.id, key: file.storage_key }, 'the content of a file is missing from the store');
      throw notFound('file');
    },
    openDocument: async (document, draw) => {
      await prepareFolder();
      return keepDocument({ db, blobs, folder: uploads }, document, draw, (error) => {
        log.error({ err: error }, 'a document was not stored');
      });
    },
  };
}

/** The owner of what a request uploads: the person whom it is about, who need not be the one who makes it. */
export const ownerOf = ({ caller, effective }: Pick<RequestContext, 'caller' | 'effective'>): FileOwner => ({
  organisationId: effective.organisationId,
  actorKind: 'customer',
  actorId: caller.customerId,
  customerId: effective.customerId,
});

/**
 * Registers calls whose requests contain files: for them alone, `multipart/form-data` is accepted, and its body is not read before the handler calls
 * `receiveUploads`.
 */
export function acceptUploads(app: FastifyInstance, register: (inner: FastifyInstance) => void): void {
  void app.register(async (inner) => {
    inner.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
    register(inner);
  });
}

/**
 * Keeps uploaded files for good, in the transaction that stores what refers to them. Throws 404 `fileIds` when one of them is not an unexpired file of the
 * owner for this purpose, or has been attached already.
 */
export async function attachFiles(tx: Tx, owner: FileOwner, purpose: FilePurpose, ids: readonly number[]): Promise<StoredFile[]> {
  const files = await keepFiles(tx, owner, purpose, ids);
  if (files) return files;
  throw new HttpError(404, { fileIds: ['A file was not found. Uploaded files are kept for 24 hours; please upload it again.'] });
}

function checkContentType(request: FastifyRequest): void {
  const type = request.headers['content-type'];
  if (type === undefined) throw invalidFile('Please choose a file.');
  if (!/^multipart\/form-data\s*(;|$)/i.test(type))
    throw new HttpError(415, { request: ['This content type is not accepted here.'] });
}

/** Who uploads, for their share of what uploads may take. */
const personOf = ({ actorKind, actorId }: FileOwner) => `${actorKind} ${actorId}`;

/** Deletes what killed processes have left in a folder of files in progress. */
export async function deleteAbandoned(uploads: string): Promise<void> {
  for (const name of await readdir(uploads)) {
    const path = join(uploads, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true });
  }
}

/** Writes the rows, the content, and last that the content is stored. A process that is killed in between leaves rows that expire. */
async function storeFiles(
  db: Db,
  blobs: BlobStore,
  owner: StoredFileOwner,
  purpose: FilePurpose,
  files: readonly FileToStore[],
): Promise<StoredFile[]> {
  const stored = await insertFiles(db, owner, purpose, files);
  try {
    for (const { storageKey, path } of files) await blobs.write(storageKey, path);
    await markStored(db, stored);
  } catch (error) {
    // Whatever fails here, the rows expire, and then their content is deleted.
    await Promise.all(stored.map((file) => blobs.delete(file.storage_key)))
      .then(() => deleteFileRows(db, stored))
      .catch(() => {});
    throw error;
  }
  return stored;
}
