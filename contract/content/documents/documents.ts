import Type from 'typebox';
import { endpoint, operator, roles, signedIn } from '../../endpoint.ts';
import { fileContent, OFFICE_FILE_TYPES, type STORED_FILE_TYPES } from '../../platform/files.ts';
import {
  bool,
  dateTime,
  dayInput,
  described,
  entity,
  expectedVersion,
  fields,
  id,
  idOrNone,
  int,
  listOf,
  maybe,
  named,
  nullable,
  oneOf,
  paging,
  sku,
  text,
  totalCount,
} from '../../values.ts';
import { copyInput, keptFields, ownPublicationInput, publicationFields, publicationInput } from '../publications.ts';
import { MAX_DOCUMENT_PRODUCTS } from './document-limits.ts';

/** The media types of the files that documents have. */
export const DOCUMENT_FILE_TYPES = [
  'application/pdf',
  ...OFFICE_FILE_TYPES,
  'image/jpeg',
  'image/png',
  'image/webp',
] as const satisfies readonly ((typeof STORED_FILE_TYPES)[number] | (typeof OFFICE_FILE_TYPES)[number])[];

const tags = ['Documents'] as const;

const fileFields = {
  filename: described(text, 'Name under which it is downloaded, for example `Gloves declaration.pdf`.'),
  contentType: oneOf(DOCUMENT_FILE_TYPES, 'Media type of the content, whatever the upload said.'),
  sizeBytes: described(int, 'Size of the file.'),
};
const isExpired = described(bool, 'Whether the last day on which it is valid has passed.');
const validUntil = described(
  nullable(text),
  'The last day on which it is valid, such as `2027-06-30`, in the time zone of whoever reads it; null: without end.',
);
const validUntilUtc = described(
  nullable(text),
  'The same day as a date and time, such as `2027-06-30T00:00:00Z`: the day is the last on which it is valid. Null: without end.',
);

const document = entity('Document', {
  id: int,
  name: described(text, 'What it is called, for example `Declaration of conformity, nitrile gloves`.'),
  description: described(nullable(text), 'What is in it, as plain text.'),
  documentTypeId: described(int, 'Its type.'),
  documentType: described(text, 'Name of its type, for example `Care`.'),
  ...fileFields,
  version: described(int, 'Number of the version, from 1.'),
  validUntilUtc,
  validUntil,
  isExpired,
  isNew: described(
    bool,
    'Whether it, or this version of it, appeared after the caller was last in the list before this visit. A visit ends after half an hour. In the first visit, what appeared in the last 30 days.',
  ),
  productIds: described(Type.Array(int), 'Products that it is about, those that the caller sees.'),
  createdOnUtc: dateTime,
  updatedOnUtc: dateTime,
});

const version = entity('DocumentVersion', {
  id: described(int, 'For downloading it; no document has the same id.'),
  version: document.properties.version,
  ...fileFields,
  validUntilUtc,
  validUntil,
  isExpired,
  isCurrent: described(bool, 'Whether it is the one that is downloaded by the id of the document.'),
  createdOnUtc: dateTime,
});

const product = entity('DocumentProduct', { id: int, name: text, sku });

const keptVersion = entity('KeptDocumentVersion', {
  ...version.properties,
  uploadedBy: described(nullable(text), 'Who added it; null for the portal itself.'),
  downloads: described(int, 'How often people have downloaded it.'),
});

const listedFields = {
  id: int,
  name: document.properties.name,
  description: document.properties.description,
  documentTypeId: described(int, 'Its type.'),
  documentType: document.properties.documentType,
  ...fileFields,
  currentVersion: described(int, 'Number of the current version, from 1.'),
  validUntil,
  isExpired,
  isExpiring: described(bool, 'Whether it expires within 30 days.'),
  isForProducts: described(bool, 'Whether only people who see one of its products read it.'),
  downloads: described(int, 'How often people have downloaded it, in all versions.'),
  createdOnUtc: dateTime,
  ...publicationFields,
};
const oneFields = {
  products: described(Type.Array(product), 'Products that it is about, by name.'),
  versions: described(Type.Array(keptVersion), 'Its versions, the newest first.'),
};
const listedDocument = entity('ListedDocument', { ...listedFields, ...keptFields });
const keptDocument = entity('KeptDocument', { ...listedFields, ...keptFields, ...oneFields });
const listedOwnDocument = entity('ListedOwnDocument', listedFields);
const ownDocument = entity('OwnDocument', { ...listedFields, ...oneFields });

const uploadedFile = entity('DocumentFile', { id: int, ...fileFields, createdOnUtc: dateTime });

const download = entity('DocumentDownload', {
  id: int,
  downloadedOnUtc: dateTime,
  version: described(int, 'Number of the version.'),
  by: described(nullable(text), 'Who downloaded it; null for someone who has been erased, and after two years.'),
  organisation: described(text, 'Name of the organisation, for example `Meridian Resorts`.'),
});
const downloadsReply = entity('DocumentDownloads', { downloads: Type.Array(download), totalCount });

const keyword = described(
  Type.Optional(Type.String({ maxLength: 200, message: 'Keyword must not be longer than 200 characters.' })),
  'Words of the name, the description, the type or the file name, for example `gloves`.',
);
const documentType = described(Type.Optional(idOrNone('documentType')), 'Only documents of this type; 0: of all.');

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
const addInput = { ...content, fileId, validUntil: validUntilInput };
const changeInput = {
  ...content,
  name: Type.Optional(content.name),
  documentTypeId: Type.Optional(content.documentTypeId),
  validUntil: validUntilInput,
  version: expectedVersion,
};
const versionInput = entity('NewDocumentVersion', { fileId, validUntil: validUntilInput, version: expectedVersion });
const listQuery = Type.Object({
  documentType,
  keyword,
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
const listQueryOfOperator = Type.Object({
  ...listQuery.properties,
  organisationId: described(Type.Optional(id('organisation')), 'Only documents for this organisation.'),
});

const params = Type.Object({ id: id('document') });
const downloadParams = Type.Object({
  id: described(id('document'), 'Id of a document, for its current version, or of one of its versions.'),
});
const UPLOAD =
  '`multipart/form-data` with a file in the field `file`: PDF, Word, Excel, PowerPoint or OpenDocument without macros, or a JPEG, PNG or WebP picture, of at most 50 MB (413 `file`), told by its content (415 `file`, also for what cannot be read, has other files in it or loads something from elsewhere). A PDF called .docx is stored as .pdf. 422 `file` for an empty file or one with malware. Kept for 24 hours, in which a document can name it.';
const OWN =
  'For Admins, of their own organisation; an Admin of groups keeps what is for those groups alone (403 `groupIds` for others).';
const SAVES = '404 `fileId` for a file that is not the caller’s or was used already, 422 for values that are not possible.';
const CONFLICT = '409 `document` when someone else has changed it.';

/** Documents: read and downloaded by people, kept by operators, and by Admins for their own organisation. */
export const documentEndpoints = {
  'GET /api/documents': endpoint({
    name: 'listDocuments',
    summary: 'List documents',
    description:
      'Those that the caller may read, in their current version, the newest first. Without `productId`, this is a visit: what appears after it is new at the next one.',
    tags,
    access: signedIn,
    query: Type.Object({
      ...paging,
      documentType,
      keyword,
      productId: described(Type.Optional(idOrNone('product')), 'Only documents that name this product; 0: all.'),
      fields,
    }),
    fieldsOf: 'documents',
    reply: entity({ documents: Type.Array(document), totalCount }),
  }),

  'GET /api/documenttypes': endpoint({
    name: 'listDocumentTypes',
    summary: 'List the types of documents',
    tags,
    access: signedIn,
    reply: listOf('documentTypes', named),
  }),

  'GET /api/documents/download/:id': endpoint({
    name: 'downloadDocument',
    summary: 'Download a document',
    description:
      'The current version by the id of a document, any version by its own id. Each download is recorded. 404 `document`.',
    tags,
    access: signedIn,
    params: downloadParams,
    reply: fileContent,
  }),

  'GET /api/documents/:id/versions': endpoint({
    name: 'listDocumentVersions',
    summary: 'List the versions of a document',
    description: 'The newest first. 404 `document`.',
    tags,
    access: signedIn,
    params,
    reply: listOf('versions', version),
  }),

  'GET /api/owndocuments': endpoint({
    name: 'listOwnDocuments',
    summary: 'List documents that the caller keeps',
    description: `${OWN} Drafts too, the newest first.`,
    tags,
    access: roles('OrganisationAdmin'),
    query: listQuery,
    reply: entity({ documents: Type.Array(listedOwnDocument), totalCount }),
  }),

  'POST /api/owndocuments/files': endpoint({
    name: 'uploadOwnDocumentFile',
    summary: 'Upload the file of a document of the organisation',
    description: `${UPLOAD} It counts against what the files of the organisation may take (413 \`file\`).`,
    tags,
    access: roles('OrganisationAdmin'),
    upload: 'file',
    reply: entity({ file: uploadedFile }),
  }),

  'GET /api/owndocuments/download/:id': endpoint({
    name: 'downloadOwnDocument',
    summary: 'Download a document that the caller keeps',
    description: 'Any version. It is not counted.',
    tags,
    access: roles('OrganisationAdmin'),
    params: downloadParams,
    reply: fileContent,
  }),

  'GET /api/owndocuments/:id': endpoint({
    name: 'getOwnDocument',
    summary: 'Get a document that the caller keeps',
    description: OWN,
    tags,
    access: roles('OrganisationAdmin'),
    params,
    reply: entity({ document: ownDocument }),
  }),

  'GET /api/owndocuments/:id/downloads': endpoint({
    name: 'listOwnDocumentDownloads',
    summary: 'List the downloads of a document of the organisation',
    description: 'The newest first.',
    tags,
    access: roles('OrganisationAdmin'),
    params,
    query: Type.Object({ ...paging }),
    reply: downloadsReply,
  }),

  'POST /api/owndocuments': endpoint({
    name: 'addOwnDocument',
    summary: 'Add a document of the organisation',
    description: `${OWN} A draft unless \`isPublished\` is true. ${SAVES} Send an \`Idempotency-Key\`: with the same key it is added once.`,
    tags,
    access: roles('OrganisationAdmin'),
    refusesUnknown: true,
    body: Type.Object({ ...addInput, ...ownPublicationInput }),
    reply: entity({ document: ownDocument }),
  }),

  'PUT /api/owndocuments/:id': endpoint({
    name: 'updateOwnDocument',
    summary: 'Change a document of the organisation',
    description: `${OWN} What is absent stays as it is. ${CONFLICT}`,
    tags,
    access: roles('OrganisationAdmin'),
    refusesUnknown: true,
    params,
    body: Type.Object({ ...changeInput, ...ownPublicationInput }),
    reply: entity({ document: ownDocument }),
  }),

  'POST /api/owndocuments/:id/versions': endpoint({
    name: 'addOwnDocumentVersion',
    summary: 'Add a version of a document of the organisation',
    description: `${OWN} It is the current one from now on. ${SAVES} ${CONFLICT} Send an \`Idempotency-Key\`.`,
    tags,
    access: roles('OrganisationAdmin'),
    refusesUnknown: true,
    params,
    body: versionInput,
    reply: entity({ document: ownDocument }),
  }),

  'DELETE /api/owndocuments/:id': endpoint({
    name: 'deleteOwnDocument',
    summary: 'Delete a document of the organisation',
    description: `${OWN} It can be put back for 90 days.`,
    tags,
    access: roles('OrganisationAdmin'),
    params,
    reply: entity({}),
  }),

  'POST /api/owndocuments/:id/restore': endpoint({
    name: 'restoreOwnDocument',
    summary: 'Put a deleted document of the organisation back',
    description: OWN,
    tags,
    access: roles('OrganisationAdmin'),
    params,
    reply: entity({ document: ownDocument }),
  }),

  'GET /api/operator/documents': endpoint({
    name: 'listKeptDocuments',
    summary: 'List documents of clients',
    description: 'Those for the caller’s brands and their clients, the newest first.',
    tags,
    access: operator('content:read'),
    query: listQueryOfOperator,
    reply: entity({ documents: Type.Array(listedDocument), totalCount }),
  }),

  'GET /api/operator/documenttypes': endpoint({
    name: 'listKeptDocumentTypes',
    summary: 'List the types of documents, for operators',
    tags,
    access: operator('content:read'),
    reply: listOf('documentTypes', named),
  }),

  'POST /api/operator/documenttypes': endpoint({
    name: 'addDocumentType',
    summary: 'Add a type of documents',
    description: 'It is in the lists of all brands. 409 `name` for a type that there is already. Send an `Idempotency-Key`.',
    tags,
    access: operator('content:write'),
    refusesUnknown: true,
    body: Type.Object({
      name: described(
        Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', message: 'Enter a name of at most 100 characters.' }),
        'Name of the type, for example `Certificate`.',
      ),
    }),
    reply: entity({ documentType: named }),
  }),

  'POST /api/operator/documents/files': endpoint({
    name: 'uploadDocumentFile',
    summary: 'Upload the file of a document',
    description: UPLOAD,
    tags,
    access: operator('content:write'),
    upload: 'file',
    reply: entity({ file: uploadedFile }),
  }),

  'GET /api/operator/documents/download/:id': endpoint({
    name: 'downloadKeptDocument',
    summary: 'Download a document of clients',
    description: 'Any version. It is not counted.',
    tags,
    access: operator('content:read'),
    params: downloadParams,
    reply: fileContent,
  }),

  'GET /api/operator/documents/:id': endpoint({
    name: 'getKeptDocument',
    summary: 'Get a document to change it',
    tags,
    access: operator('content:read'),
    params,
    reply: entity({ document: keptDocument }),
  }),

  'GET /api/operator/documents/:id/downloads': endpoint({
    name: 'listDocumentDownloads',
    summary: 'List the downloads of a document',
    description: 'By people of the caller’s brands, the newest first.',
    tags,
    access: operator('content:read'),
    params,
    query: Type.Object({ ...paging }),
    reply: downloadsReply,
  }),

  'POST /api/operator/documents': endpoint({
    name: 'addDocument',
    summary: 'Add a document',
    description: `A draft unless \`isPublished\` is true. ${SAVES} Send an \`Idempotency-Key\`: with the same key it is added once.`,
    tags,
    access: operator('content:write'),
    refusesUnknown: true,
    body: Type.Object({ ...addInput, ...publicationInput }),
    reply: entity({ document: keptDocument }),
  }),

  'PUT /api/operator/documents/:id': endpoint({
    name: 'updateDocument',
    summary: 'Change a document',
    description: `What is absent stays as it is; for a new file, add a version. 403 when it is also for brands that are not the caller’s. ${CONFLICT}`,
    tags,
    access: operator('content:write'),
    refusesUnknown: true,
    params,
    body: Type.Object({ ...changeInput, ...publicationInput }),
    reply: entity({ document: keptDocument }),
  }),

  'POST /api/operator/documents/:id/versions': endpoint({
    name: 'addDocumentVersion',
    summary: 'Add a version of a document',
    description: `It is the current one from now on. ${SAVES} ${CONFLICT} Send an \`Idempotency-Key\`.`,
    tags,
    access: operator('content:write'),
    refusesUnknown: true,
    params,
    body: versionInput,
    reply: entity({ document: keptDocument }),
  }),

  'POST /api/operator/documents/:id/copies': endpoint({
    name: 'copyDocument',
    summary: 'Copy a document to other clients',
    description:
      'Adds one draft with the current version for each client and each brand named, for all their people. Send an `Idempotency-Key`: with the same key they are added once.',
    tags,
    access: operator('content:write'),
    refusesUnknown: true,
    params,
    body: Type.Object({ ...copyInput }),
    reply: entity({ documents: described(Type.Array(listedDocument), 'The drafts that were added.') }),
  }),

  'DELETE /api/operator/documents/:id': endpoint({
    name: 'deleteDocument',
    summary: 'Delete a document',
    description: 'No one sees it any more. `POST /api/operator/documents/:id/restore` puts it back within 90 days.',
    tags,
    access: operator('content:write'),
    params,
    reply: entity({}),
  }),

  'POST /api/operator/documents/:id/restore': endpoint({
    name: 'restoreDocument',
    summary: 'Put a deleted document back',
    description: 'As it was when it was deleted. Nothing changes for one that is not deleted.',
    tags,
    access: operator('content:write'),
    params,
    reply: entity({ document: keptDocument }),
  }),
} as const;
