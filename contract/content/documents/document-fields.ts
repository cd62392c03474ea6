import Type from 'typebox';
import { OFFICE_FILE_TYPES, type STORED_FILE_TYPES } from '../../platform/files.ts';
import { bool, dateTime, described, entity, id, idOrNone, int, nullable, oneOf, text } from '../../values.ts';

/** The media types of the files that documents have. */
export const DOCUMENT_FILE_TYPES = [
  'application/pdf',
  ...OFFICE_FILE_TYPES,
  'image/jpeg',
  'image/png',
  'image/webp',
] as const satisfies readonly ((typeof STORED_FILE_TYPES)[number] | (typeof OFFICE_FILE_TYPES)[number])[];

/** The file of a version. */
export const documentFileFields = {
  filename: described(text, 'Name under which it is downloaded, for example `Gloves declaration.pdf`.'),
  contentType: oneOf(DOCUMENT_FILE_TYPES, 'Media type of the content, whatever the upload said.'),
  sizeBytes: described(int, 'Size of the file.'),
};
/** Whether the version is no longer valid. */
export const documentIsExpired = described(bool, 'Whether the last day on which it is valid has passed.');
/** Until when it is valid. */
export const documentValidUntil = described(
  nullable(text),
  'The last day on which it is valid, such as `2027-06-30`, in the time zone of whoever reads it; null: without end.',
);
const validUntilUtc = described(
  nullable(text),
  'The same day as a date and time, such as `2027-06-30T00:00:00Z`: the day is the last on which it is valid. Null: without end.',
);

/** A document as people read it. */
export const readDocument = entity('Document', {
  id: int,
  name: described(text, 'What it is called, for example `Declaration of conformity, nitrile gloves`.'),
  description: described(nullable(text), 'What is in it, as plain text.'),
  documentTypeId: described(int, 'Its type.'),
  documentType: described(text, 'Name of its type, for example `Care`.'),
  ...documentFileFields,
  version: described(int, 'Number of the version, from 1.'),
  validUntilUtc,
  validUntil: documentValidUntil,
  isExpired: documentIsExpired,
  isNew: described(
    bool,
    'Whether it, or this version of it, appeared after the caller was last in the list before this visit. A visit ends after half an hour. In the first visit, what appeared in the last 30 days.',
  ),
  productIds: described(Type.Array(int), 'Products that it is about, those that the caller sees.'),
  createdOnUtc: dateTime,
  updatedOnUtc: dateTime,
});

/** A version of a document as people read it. */
export const documentVersion = entity('DocumentVersion', {
  id: described(int, 'For downloading it; no document has the same id.'),
  version: readDocument.properties.version,
  ...documentFileFields,
  validUntilUtc,
  validUntil: documentValidUntil,
  isExpired: documentIsExpired,
  isCurrent: described(bool, 'Whether it is the one that is downloaded by the id of the document.'),
  createdOnUtc: dateTime,
});

/** Words to search documents by. */
export const documentKeyword = described(
  Type.Optional(Type.String({ maxLength: 200, message: 'Keyword must not be longer than 200 characters.' })),
  'Words of the name, the description, the type, the file name or the names of its products, for example `gloves`.',
);
/** The type by which lists of documents are filtered. */
export const documentTypeFilter = described(Type.Optional(idOrNone('documentType')), 'Only documents of this type; 0: of all.');

/** The document in a path. */
export const documentParams = Type.Object({ id: id('document') });
/** The document, or the version of one, in the path of a download. */
export const documentDownloadParams = Type.Object({
  id: described(id('document'), 'Id of a document, for its current version, or of one of its versions.'),
});
