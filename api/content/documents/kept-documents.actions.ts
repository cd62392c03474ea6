import { recordAuditEvent, recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { BodyOf } from '#contract/index.ts';
import { type KeptContent, listContent } from '../publications/content.queries.ts';
import {
  addContent,
  changeContent,
  copyContent,
  type KeepContext,
  readKeptContent,
} from '../publications/keep-content.actions.ts';
import type { Keeper } from '../publications/keeper.ts';
import { cleanPlainText } from '../publications/plain-text.rules.ts';
import { isInListOf, lockKept } from '../publications/publications.actions.ts';
import { takeFile } from './document-files.queries.ts';
import { holdType } from './document-types.queries.ts';
import {
  changeValidity,
  copyCurrentVersion,
  DOCUMENTS,
  type DocumentDetails,
  type DocumentValues,
  findUnknownProducts,
  insertVersion,
  isAskedFor,
  type KeptVersionRow,
  listKeptVersions,
  listProducts,
  markDocumentPublished,
  readDetails,
  touch,
  writeProducts,
} from './kept-documents.queries.ts';

type NewDocument = BodyOf<'POST /api/operator/documents'> | BodyOf<'POST /api/owndocuments'>;
type DocumentChange = BodyOf<'PUT /api/operator/documents/:id'> | BodyOf<'PUT /api/owndocuments/:id'>;

/** A document of a list, as those who keep it see it. */
export interface ListedDocumentRow {
  kept: KeptContent<DocumentValues>;
  details: DocumentDetails;
}

/** A document as those who keep it see it. */
export interface KeptDocumentRow extends ListedDocumentRow {
  versions: KeptVersionRow[];
  products: { id: number; name: string; sku: string | null }[];
}

async function withDetails(
  db: Db | Tx,
  keeper: Keeper,
  rows: readonly KeptContent<DocumentValues>[],
): Promise<ListedDocumentRow[]> {
  const details = await readDetails(
    db,
    keeper,
    rows.map(({ publication }) => publication.id),
  );
  return rows.flatMap((kept) => {
    const own = details.get(kept.publication.id);
    return own ? [{ kept, details: own }] : [];
  });
}

/** A page of the documents that the keeper keeps, or sees. */
export async function listKeptDocuments(
  db: Db,
  keeper: Keeper,
  {
    page,
    limit,
    organisationId,
    ...asked
  }: Parameters<typeof isAskedFor>[1] & { page?: number; limit?: number; organisationId?: number },
  today: string,
): Promise<{ rows: ListedDocumentRow[]; totalCount: number }> {
  const condition = isAskedFor(isInListOf(keeper), asked, today);
  const { rows, totalCount } = await listContent(db, DOCUMENTS, condition, {
    page,
    limit,
    organisationId,
    order: 'newest',
    operator: keeper.operator,
  });
  return { rows: await withDetails(db, keeper, rows), totalCount };
}

/** A document that the keeper sees, with its versions and products. Throws 404. */
export async function readKeptDocument(db: Db | Tx, keeper: Keeper, publicationId: number): Promise<KeptDocumentRow> {
  const [document] = await withDetails(db, keeper, [await readKeptContent(db, DOCUMENTS, keeper, publicationId)]);
  if (!document) throw notFound('document');
  const [versions, products] = await Promise.all([listKeptVersions(db, keeper, publicationId), listProducts(db, publicationId)]);
  return { ...document, versions, products };
}

/** Adds a document with an uploaded file as its first version. Throws 403, 404 and 422. */
export async function addDocument(
  tx: Tx,
  context: KeepContext,
  { name, description, documentTypeId, productIds, fileId, validUntil, ...audience }: NewDocument,
): Promise<KeptDocumentRow> {
  const { keeper } = context;
  await checkType(tx, documentTypeId);
  const products = productIds ?? [];
  await checkProducts(tx, keeper, products);
  const { publication } = await addContent(tx, DOCUMENTS, context, audience, {
    name: readName(name),
    description: readDescription(description) ?? null,
    documentTypeId,
    isForProducts: products.length > 0,
  });
  await writeProducts(tx, publication.id, products);
  await addFile(tx, keeper, publication.id, { fileId, validUntil: validUntil ?? null });
  await markDocumentPublished(tx, publication.id);
  return readKeptDocument(tx, keeper, publication.id);
}

/** Changes a document; what the request leaves out stays as it is. Throws 403, 404, 409 and 422. */
export async function changeDocument(
  tx: Tx,
  context: KeepContext,
  publicationId: number,
  { name, description, documentTypeId, productIds, validUntil, ...change }: DocumentChange,
): Promise<KeptDocumentRow> {
  const { keeper } = context;
  if (documentTypeId !== undefined) await checkType(tx, documentTypeId);
  const isForProducts = productIds === undefined ? undefined : (productIds?.length ?? 0) > 0;
  await changeContent(tx, DOCUMENTS, context, publicationId, {
    ...change,
    name: name === undefined ? undefined : readName(name),
    description: readDescription(description),
    documentTypeId,
    isForProducts,
  });
  if (productIds !== undefined) {
    const products = productIds ?? [];
    const named = new Set((await listProducts(tx, publicationId)).map(({ id }) => id));
    // What it names already may be a product that the keeper does not see any more.
    await checkProducts(
      tx,
      keeper,
      products.filter((id) => !named.has(id)),
    );
    await writeProducts(tx, publicationId, products);
  }
  if (validUntil !== undefined) await changeValidity(tx, publicationId, validUntil);
  await markDocumentPublished(tx, publicationId);
  return readKeptDocument(tx, keeper, publicationId);
}

/** Adds an uploaded file as the new current version. Throws 403, 404 and 409. */
export async function addVersion(
  tx: Tx,
  { keeper, requestId }: KeepContext,
  publicationId: number,
  { fileId, validUntil = null, version }: BodyOf<'POST /api/operator/documents/:id/versions'>,
): Promise<KeptDocumentRow> {
  await lockKept(tx, 'document', keeper, publicationId, version);
  await addFile(tx, keeper, publicationId, { fileId, validUntil });
  await touch(tx, publicationId);
  const document = await readKeptDocument(tx, keeper, publicationId);
  const event = {
    action: 'document.version_added',
    subjectId: String(publicationId),
    after: { number: document.details.number, fileName: document.details.fileName, validUntil },
    requestId,
  };
  if (keeper.admin) await recordAuditEvent(tx, { caller: keeper.admin, effective: keeper.admin }, event);
  else await recordOperatorAuditEvent(tx, keeper.operator, { organisationId: null, brandId: null }, event);
  return document;
}

/** Copies a document with its current version: a draft for each brand and client. Throws 404 and 422. */
export async function copyDocument(
  tx: Tx,
  context: KeepContext,
  publicationId: number,
  audience: BodyOf<'POST /api/operator/documents/:id/copies'>,
): Promise<ListedDocumentRow[]> {
  const { keeper } = context;
  const copies = await copyContent(tx, DOCUMENTS, context, publicationId, audience);
  const products = (await listProducts(tx, publicationId)).map(({ id }) => id);
  for (const { publication } of copies) {
    await writeProducts(tx, publication.id, products);
    await copyCurrentVersion(tx, keeper, publicationId, publication.id);
  }
  return withDetails(tx, keeper, copies);
}

async function addFile(tx: Tx, keeper: Keeper, publicationId: number, version: { fileId: number; validUntil: string | null }) {
  if (!(await takeFile(tx, keeper, version.fileId)))
    throw new HttpError(404, {
      fileId: ['The file was not found. Uploaded files are kept for 24 hours; please upload it again.'],
    });
  await insertVersion(tx, keeper, publicationId, version);
}

async function checkType(tx: Tx, typeId: number): Promise<void> {
  if (!(await holdType(tx, typeId))) throw invalid('documentTypeId', 'Choose a type.');
}

async function checkProducts(tx: Tx, keeper: Keeper, productIds: readonly number[]): Promise<void> {
  const unknown = await findUnknownProducts(tx, keeper, productIds);
  if (unknown.length > 0) throw new HttpError(404, { productIds: ['One of these products was not found.'] });
}

function readName(typed: string): string {
  const name = cleanPlainText(typed);
  if (name === '') throw invalid('name', 'Enter a name of at most 200 characters.');
  return name;
}

/** Undefined where the request does not say it. */
const readDescription = (typed: string | null | undefined): string | null | undefined =>
  typed === undefined || typed === null ? typed : cleanPlainText(typed, { lines: true }) || null;
