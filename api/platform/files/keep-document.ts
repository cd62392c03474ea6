import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Db, runInTransaction, type Tx } from '../db/database.ts';
import type { BlobStore } from './blob-store.ts';
import {
  dropLostDocument,
  findDocument,
  insertStoredDocument,
  markDocumentStored,
  type NewStoredDocument,
  tryLockDocuments,
} from './documents.queries.ts';

/** A document that is drawn once. */
export interface KeptDocument {
  organisationId: number;
  /** Which document of the organisation it is, in at most 100 characters: the same again is the same document. `drop_documents` names those to be drawn again. */
  key: string;
  /** Name of the file, such as `SUN-1042.pdf`. */
  name: string;
  /** Whether what it was drawn from is still the same: a person whom it names may have been erased since. */
  isCurrent: (tx: Tx) => Promise<boolean>;
}

interface DocumentStore {
  db: Db;
  blobs: BlobStore;
  /** A folder for files in progress, which exists. */
  folder: string;
}

/** The stored document; undefined when there is none, or its content has been lost. */
async function read({ db, blobs }: DocumentStore, { organisationId, key }: KeptDocument): Promise<Readable | undefined> {
  const found = await findDocument(db, organisationId, key);
  if (!found) return undefined;
  const content = await blobs.read(found.storageKey);
  if (!content) await dropLostDocument(db, organisationId, found.storageKey);
  return content;
}

/** Stores a document, unless another request does, or it is out of date. The row is written first, as for uploads; it expires if the content does not follow. */
async function store({ db, blobs, folder }: DocumentStore, document: KeptDocument, content: Buffer): Promise<void> {
  const { organisationId, key, name, isCurrent } = document;
  const sha256 = createHash('sha256').update(content).digest();
  const row: NewStoredDocument = { organisationId, key, storageKey: randomUUID(), name, size: content.length, sha256 };
  const isNew = await runInTransaction(
    db,
    async (tx) => (await tryLockDocuments(tx, organisationId)) && (await isCurrent(tx)) && insertStoredDocument(tx, row),
  );
  if (!isNew) return;
  const work = await mkdtemp(join(folder, 'document-'));
  try {
    const path = join(work, 'content');
    await writeFile(path, content, { mode: 0o600 });
    await blobs.write(row.storageKey, path);
    await markDocumentStored(db, row);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * A document, as it was stored when it was first asked for; drawn and stored by this call when it is the first. `onFailure` is told when it could not be read or
 * stored; then it is drawn.
 */
export async function keepDocument(
  kept: DocumentStore,
  document: KeptDocument,
  draw: () => Promise<Buffer>,
  onFailure: (error: unknown) => void,
): Promise<Readable> {
  const stored = await read(kept, document).catch(onFailure);
  if (stored) return stored;
  const content = await draw();
  await store(kept, document, content).catch(onFailure);
  return Readable.from([content], { objectMode: false });
}
