import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import { fileContent } from '../../platform/files.ts';
import { described, entity, id, paging, totalCount } from '../../values.ts';
import { copyInput, keptFields, publicationInput } from '../publications.ts';
import { documentDownloadParams, documentParams } from './document-fields.ts';
import {
  DOCUMENT_CONFLICT,
  DOCUMENT_SAVES,
  DOCUMENT_UPLOAD,
  documentChangeInput,
  documentDownloadsReply,
  documentInput,
  documentVersionInput,
  keptDocumentFields,
  keptDocumentQuery,
  listedDocumentFields,
  uploadedDocumentFile,
} from './kept-documents.ts';

const tags = ['Documents'] as const;

const listedDocument = entity('ListedDocument', { ...listedDocumentFields, ...keptFields });
const keptDocument = entity('KeptDocument', { ...listedDocumentFields, ...keptFields, ...keptDocumentFields });
const listQueryOfOperator = Type.Object({
  ...keptDocumentQuery.properties,
  organisationId: described(Type.Optional(id('organisation')), 'Only documents for this organisation.'),
});

/** Documents that operators keep for clients. */
export const operatorDocumentEndpoints = {
  'GET /api/operator/documents': endpoint({
    name: 'listKeptDocuments',
    summary: 'List documents of clients',
    description: 'Those for the caller’s brands and their clients, the newest first.',
    tags,
    access: operator('content:read'),
    query: listQueryOfOperator,
    reply: entity({ documents: Type.Array(listedDocument), totalCount }),
  }),

  'POST /api/operator/documents/files': endpoint({
    name: 'uploadDocumentFile',
    summary: 'Upload the file of a document',
    description: DOCUMENT_UPLOAD,
    tags,
    access: operator('content:write'),
    upload: 'file',
    reply: entity({ file: uploadedDocumentFile }),
  }),

  'GET /api/operator/documents/download/:id': endpoint({
    name: 'downloadKeptDocument',
    summary: 'Download a document of clients',
    description: 'Any version. It is not counted.',
    tags,
    access: operator('content:read'),
    params: documentDownloadParams,
    reply: fileContent,
  }),

  'GET /api/operator/documents/:id': endpoint({
    name: 'getKeptDocument',
    summary: 'Get a document to change it',
    tags,
    access: operator('content:read'),
    params: documentParams,
    reply: entity({ document: keptDocument }),
  }),

  'GET /api/operator/documents/:id/downloads': endpoint({
    name: 'listDocumentDownloads',
    summary: 'List the downloads of a document',
    description: 'By people of the caller’s brands, the newest first.',
    tags,
    access: operator('content:read'),
    params: documentParams,
    query: Type.Object({ ...paging }),
    reply: documentDownloadsReply,
  }),

  'POST /api/operator/documents': endpoint({
    name: 'addDocument',
    summary: 'Add a document',
    description: `A draft unless \`isPublished\` is true. ${DOCUMENT_SAVES} Send an \`Idempotency-Key\`: with the same key it is added once.`,
    tags,
    access: operator('content:write'),
    refusesUnknown: true,
    body: Type.Object({ ...documentInput, ...publicationInput }),
    reply: entity({ document: keptDocument }),
  }),

  'PUT /api/operator/documents/:id': endpoint({
    name: 'updateDocument',
    summary: 'Change a document',
    description: `What is absent stays as it is; for a new file, add a version. 403 when it is also for brands that are not the caller’s. ${DOCUMENT_CONFLICT}`,
    tags,
    access: operator('content:write'),
    refusesUnknown: true,
    params: documentParams,
    body: Type.Object({ ...documentChangeInput, ...publicationInput }),
    reply: entity({ document: keptDocument }),
  }),

  'POST /api/operator/documents/:id/versions': endpoint({
    name: 'addDocumentVersion',
    summary: 'Add a version of a document',
    description: `It is the current one from now on. ${DOCUMENT_SAVES} ${DOCUMENT_CONFLICT} Send an \`Idempotency-Key\`.`,
    tags,
    access: operator('content:write'),
    refusesUnknown: true,
    params: documentParams,
    body: documentVersionInput,
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
    params: documentParams,
    body: Type.Object({ ...copyInput }),
    reply: entity({ documents: described(Type.Array(listedDocument), 'The drafts that were added.') }),
  }),

  'DELETE /api/operator/documents/:id': endpoint({
    name: 'deleteDocument',
    summary: 'Delete a document',
    description: 'No one sees it any more. `POST /api/operator/documents/:id/restore` puts it back within 90 days.',
    tags,
    access: operator('content:write'),
    params: documentParams,
    reply: entity({}),
  }),

  'POST /api/operator/documents/:id/restore': endpoint({
    name: 'restoreDocument',
    summary: 'Put a deleted document back',
    description: 'As it was when it was deleted. Nothing changes for one that is not deleted.',
    tags,
    access: operator('content:write'),
    params: documentParams,
    reply: entity({ document: keptDocument }),
  }),
} as const;
