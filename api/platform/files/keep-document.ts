import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Db } from '../db/database.ts';
import type { BlobStore } from './blob-store.ts';
import { findDocument, insertDocument, markDocumentStored } from './documents.queries.ts';

/** A document that is drawn once. */
export interface KeptDocument {
  organisationId: number;
  /** What it is made of, or which document it is. The same again is the same document. */
  madeOf: string;
  /** Name of the file, such as `SUN-1042.pdf`. */
  name: string;
}

interface DocumentStore {
  db: Db;
  blobs: BlobStore;
  /** A folder for files in progress, which exists. */
  folder: string;
}

/** The stored document; undefined when there is none, or its content has been lost. */
async function read({ db, blobs }: DocumentStore, organisationId: number, key: Buffer): Promise<Readable | undefined> {
  const found = await findDocument(db, organisationId, key);
  return found && blobs.read(found.storageKey);
}

/** Stores a document, unless another request stores it. The row is written first, as for uploads; it expires if the content does not follow. */
async function store({ db, blobs, folder }: DocumentStore, document: KeptDocument, key: Buffer, content: Buffer): Promise<void> {
  const storageKey = randomUUID();
  const sha256 = createHash('sha256').update(content).digest();
  const { organisationId, name } = document;
  if (!(await insertDocument(db, { organisationId, key, storageKey, name, size: content.length, sha256 }))) return;
  const work = await mkdtemp(join(folder, 'document-'));
  try {
    const path = join(work, 'content');
    await writeFile(path, content, { mode: 0o600 });
    await blobs.write(storageKey, path);
    await markDocumentStored(db, organisationId, storageKey);
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
  const key = createHash('sha256').update(document.madeOf).digest();
  const stored = await read(kept, document.organisationId, key).catch(onFailure);
  if (stored) return stored;
  const content = await draw();
  await store(kept, document, key, content).catch(onFailure);
  return Readable.from([content], { objectMode: false });
}
