import Type from 'typebox';
import {
  bool,
  dateTime,
  dayInput,
  described,
  entity,
  expectedVersion,
  id,
  int,
  maybe,
  nullable,
  paging,
  sku,
  text,
  totalCount,
} from '../../values.ts';
import { publicationFields } from '../publications.ts';
import {
  documentFileFields,
  documentIsExpired,
  documentKeyword,
  documentTypeFilter,
  documentValidUntil,
  documentVersion,
  readDocument,
} from './document-fields.ts';
import { MAX_DOCUMENT_PRODUCTS } from './document-limits.ts';

const product = entity('DocumentProduct', { id: int, name: text, sku });

const keptVersion = entity('KeptDocumentVersion', {
  ...documentVersion.properties,
  uploadedBy: described(nullable(text), 'Who added it; null for the portal itself.'),
  downloads: described(int, 'How often people have downloaded it.'),
});

/** A document in a list of those who keep it. */
export const listedDocumentFields = {
  id: int,
  name: readDocument.properties.name,
  description: readDocument.properties.description,
  documentTypeId: described(int, 'Its type.'),
  documentType: readDocument.properties.documentType,
  ...documentFileFields,
  currentVersion: described(int, 'Number of the current version, from 1.'),
  validUntil: documentValidUntil,
  isExpired: documentIsExpired,
  isExpiring: described(bool, 'Whether it expires within 30 days.'),
  isForProducts: described(bool, 'Whether only people who see one of its products read it.'),
  downloads: described(int, 'How often people have downloaded it, in all versions.'),
  createdOnUtc: dateTime,
  ...publicationFields,
};
/** What one document has besides. */
export const keptDocumentFields = {
  products: described(Type.Array(product), 'Products that it is about, by name.'),
  versions: described(Type.Array(keptVersion), 'Its versions, the newest first.'),
};
/** A file that was uploaded for a document. */
export const uploadedDocumentFile = entity('DocumentFile', { id: int, ...documentFileFields, createdOnUtc: dateTime });

const download = entity('DocumentDownload', {
  id: int,
  downloadedOnUtc: dateTime,
  version: described(int, 'Number of the version.'),
  by: described(nullable(text), 'Who downloaded it; null for someone who has been erased, and after two years.'),
  organisation: described(text, 'Name of the organisation, for example `Meridian Resorts`.'),
});
/** Who downloaded a document. */
export const documentDownloadsReply = entity('DocumentDownloads', { downloads: Type.Array(download), totalCount });

const content = {
  name: described(
    Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', message: 'Enter a name of at most 200 characters.' }),
    'What it is called, for example `Declaration of conformity, nitrile gloves`.',
  ),
  documentTypeId: described(id('documentType', 'Choose a type.'), 'Its type.'),
  description: described(
    maybe(Type.String({ maxLength: 2000, message: 'The description must not be longer than 2,000 characters.' })),
    'What is in it, as plain text, for example `EN ISO 374-1:2016, category III`; null or empty for none.',
  ),
  productIds: described(
    maybe(
      Type.Array(id('product'), {
        maxItems: MAX_DOCUMENT_PRODUCTS,
        uniqueItems: true,
        message: `A document can name ${MAX_DOCUMENT_PRODUCTS} products, each once.`,
      }),
    ),
    'Products that it is about: only people who see one of them read it. Empty: it is about none, and its whole audience reads it.',
  ),
};
const validUntilInput = described(
  maybe(dayInput('Enter a day as 2027-06-30.')),
  'The last day on which the current version is valid, for example `2027-06-30`; null: without end.',
);
const fileId = described(id('documentFile', 'Upload a file first.'), 'An uploaded file, which no document has yet.');
/** A new document, apart from its readers. */
export const documentInput = { ...content, fileId, validUntil: validUntilInput };
/** A change of a document, apart from its readers. */
export const documentChangeInput = {
  ...content,
  name: Type.Optional(content.name),
  documentTypeId: Type.Optional(content.documentTypeId),
  validUntil: validUntilInput,
  version: expectedVersion,
};
/** A new version of a document. */
export const documentVersionInput = entity('NewDocumentVersion', {
  fileId,
  validUntil: validUntilInput,
  version: expectedVersion,
});
/** Filters of the lists of those who keep documents. */
export const keptDocumentQuery = Type.Object({
  documentType: documentTypeFilter,
  keyword: documentKeyword,
  state: described(
    Type.Optional(
      Type.Unsafe<'published' | 'draft' | 'expiring' | 'expired'>({
        type: 'string',
        enum: ['published', 'draft', 'expiring', 'expired'],
        message: 'This state is not known.',
      }),
    ),
    'Only documents in this state; `expiring`: within 30 days.',
  ),
  ...paging,
});
/** Description of calls that upload a file. */
export const DOCUMENT_UPLOAD =
  '`multipart/form-data` with a file in the field `file`: PDF, Word, Excel, PowerPoint or OpenDocument without macros, or a JPEG, PNG or WebP picture, of at most 50 MB (413 `file`), told by its content (415 `file`, also for what cannot be read, has other files in it or loads something from elsewhere). A PDF called .docx is stored as .pdf. 422 `file` for an empty file or one with malware. Kept for 24 hours, in which a document can name it.';
/** Description of calls that save a document: what they refuse. */
export const DOCUMENT_SAVES =
  '404 `fileId` for a file that is not the caller’s or was used already, 422 for values that are not possible.';
/** Description of calls that change a document: what they refuse besides. */
export const DOCUMENT_CONFLICT = '409 `document` when someone else has changed it.';
