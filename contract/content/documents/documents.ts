import Type from 'typebox';
import { endpoint, signedIn } from '../../endpoint.ts';
import { fileContent } from '../../platform/files.ts';
import { described, entity, fields, idOrNone, listOf, paging, totalCount } from '../../values.ts';
import {
  documentDownloadParams,
  documentKeyword,
  documentParams,
  documentTypeFilter,
  documentVersion,
  readDocument,
} from './document-fields.ts';

const tags = ['Documents'] as const;

/** Documents that people read and download. */
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
      documentType: documentTypeFilter,
      keyword: documentKeyword,
      productId: described(Type.Optional(idOrNone('product')), 'Only documents that name this product; 0: all.'),
      fields,
    }),
    fieldsOf: 'documents',
    reply: entity({ documents: Type.Array(readDocument), totalCount }),
  }),

  'GET /api/documents/download/:id': endpoint({
    name: 'downloadDocument',
    summary: 'Download a document',
    description:
      'The current version by the id of a document, any version by its own id. Each download is recorded. 404 `document`.',
    tags,
    access: signedIn,
    params: documentDownloadParams,
    reply: fileContent,
  }),

  'GET /api/documents/:id/versions': endpoint({
    name: 'listDocumentVersions',
    summary: 'List the versions of a document',
    description: 'The newest first. 404 `document`.',
    tags,
    access: signedIn,
    params: documentParams,
    reply: listOf('versions', documentVersion),
  }),
} as const;
