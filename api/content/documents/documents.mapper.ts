import { addDaysTo } from '#api/platform/local-day.ts';
import { EXPIRY_WARNING_DAYS } from '#contract/content/documents/document-limits.ts';
import type { ReplyOf } from '#contract/index.ts';
import { toKeptContent, toOwnContent } from '../publications/content.mapper.ts';
import type { KeptContent } from '../publications/content.queries.ts';
import type { DocumentFileRow } from './document-files.queries.ts';
import type { DocumentRow, VersionRow } from './documents.queries.ts';
import type { DocumentDetails, DocumentValues, KeptVersionRow } from './kept-documents.queries.ts';

type Document = ReplyOf<'GET /api/documents'>['documents'][number];
type Version = ReplyOf<'GET /api/documents/:id/versions'>['versions'][number];
type Listed = ReplyOf<'GET /api/operator/documents'>['documents'][number];
type ListedOwn = ReplyOf<'GET /api/owndocuments'>['documents'][number];
type Kept = ReplyOf<'GET /api/operator/documents/:id'>['document'];

const toMoment = (day: string | null) => (day === null ? null : `${day}T00:00:00Z`);

/** The first day on which a version is no longer valid has come. */
const hasExpired = ({ validUntil }: Pick<VersionRow, 'validUntil'>, today: string) => validUntil !== null && validUntil < today;

const toFileFields = ({ fileName, contentType, size }: Pick<VersionRow, 'fileName' | 'contentType' | 'size'>) => ({
  filename: fileName,
  contentType,
  sizeBytes: size,
});

/** A document as someone reads it; what appeared after `since` is new to them. */
export const toDocument = (row: DocumentRow, today: string, since: Date): Document => ({
  id: row.id,
  name: row.name,
  description: row.description,
  documentTypeId: row.typeId,
  documentType: row.typeName,
  ...toFileFields(row),
  version: row.number,
  validUntilUtc: toMoment(row.validUntil),
  validUntil: row.validUntil,
  isExpired: hasExpired(row, today),
  isNew: row.appearedAt > since,
  productIds: row.productIds,
  createdOnUtc: row.documentCreatedAt.toISOString(),
  updatedOnUtc: row.updatedAt.toISOString(),
});

export const toVersion = (row: VersionRow & { isCurrent: boolean }, today: string): Version => ({
  id: row.id,
  version: row.number,
  ...toFileFields(row),
  validUntilUtc: toMoment(row.validUntil),
  validUntil: row.validUntil,
  isExpired: hasExpired(row, today),
  isCurrent: row.isCurrent,
  createdOnUtc: row.createdAt.toISOString(),
});

export const toKeptVersion = (row: KeptVersionRow, today: string): Kept['versions'][number] => ({
  ...toVersion(row, today),
  uploadedBy: row.uploadedBy,
  downloads: row.downloads,
});

const toListedFields = ({ values }: KeptContent<DocumentValues>, details: DocumentDetails, today: string) => ({
  ...values,
  documentType: details.typeName,
  ...toFileFields(details),
  currentVersion: details.number,
  validUntil: details.validUntil,
  isExpired: hasExpired(details, today),
  isExpiring:
    details.validUntil !== null && !hasExpired(details, today) && details.validUntil <= addDaysTo(today, EXPIRY_WARNING_DAYS),
  downloads: details.downloads,
});

/** A document in the list of an operator. */
export const toListedDocument = (kept: KeptContent<DocumentValues>, details: DocumentDetails, today: string): Listed => ({
  ...toKeptContent(kept),
  ...toListedFields(kept, details, today),
});

/** A document in the list of an administrator. */
export const toListedOwnDocument = (kept: KeptContent<DocumentValues>, details: DocumentDetails, today: string): ListedOwn => ({
  ...toOwnContent(kept),
  ...toListedFields(kept, details, today),
});

/** An uploaded file. */
export const toDocumentFile = (row: DocumentFileRow): ReplyOf<'POST /api/operator/documents/files'>['file'] => ({
  id: row.id,
  ...toFileFields(row),
  createdOnUtc: row.createdAt.toISOString(),
});
