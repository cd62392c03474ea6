import Type from 'typebox';
import { endpoint, roles } from '../../endpoint.ts';
import { fileContent } from '../../platform/files.ts';
import { entity, paging, totalCount } from '../../values.ts';
import { ownPublicationInput } from '../publications.ts';
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

const listedOwnDocument = entity('ListedOwnDocument', listedDocumentFields);
const ownDocument = entity('OwnDocument', { ...listedDocumentFields, ...keptDocumentFields });
const OWN =
  'For Admins, of their own organisation; an Admin of groups keeps what is for those groups alone (403 `groupIds` for others).';

/** Documents that Admins keep for their own organisation. */
export const ownDocumentEndpoints = {
  'GET /api/owndocuments': endpoint({
    name: 'listOwnDocuments',
    summary: 'List documents that the caller keeps',
    description: `${OWN} Drafts too, the newest first.`,
    tags,
    access: roles('OrganisationAdmin'),
    query: keptDocumentQuery,
    reply: entity({ documents: Type.Array(listedOwnDocument), totalCount }),
  }),

  'POST /api/owndocuments/files': endpoint({
    name: 'uploadOwnDocumentFile',
    summary: 'Upload the file of a document of the organisation',
    description: `${DOCUMENT_UPLOAD} It counts against what the files of the organisation may take (413 \`file\`).`,
    tags,
    access: roles('OrganisationAdmin'),
    upload: 'file',
    reply: entity({ file: uploadedDocumentFile }),
  }),

  'GET /api/owndocuments/download/:id': endpoint({
    name: 'downloadOwnDocument',
    summary: 'Download a document that the caller keeps',
    description: 'Any version. It is not counted.',
    tags,
    access: roles('OrganisationAdmin'),
    params: documentDownloadParams,
    reply: fileContent,
  }),

  'GET /api/owndocuments/:id': endpoint({
    name: 'getOwnDocument',
    summary: 'Get a document that the caller keeps',
    description: OWN,
    tags,
    access: roles('OrganisationAdmin'),
    params: documentParams,
    reply: entity({ document: ownDocument }),
  }),

  'GET /api/owndocuments/:id/downloads': endpoint({
    name: 'listOwnDocumentDownloads',
    summary: 'List the downloads of a document of the organisation',
    description: 'The newest first.',
    tags,
    access: roles('OrganisationAdmin'),
    params: documentParams,
    query: Type.Object({ ...paging }),
    reply: documentDownloadsReply,
  }),

  'POST /api/owndocuments': endpoint({
    name: 'addOwnDocument',
    summary: 'Add a document of the organisation',
    description: `${OWN} A draft unless \`isPublished\` is true. ${DOCUMENT_SAVES} Send an \`Idempotency-Key\`: with the same key it is added once.`,
    tags,
    access: roles('OrganisationAdmin'),
    refusesUnknown: true,
    body: Type.Object({ ...documentInput, ...ownPublicationInput }),
    reply: entity({ document: ownDocument }),
  }),

  'PUT /api/owndocuments/:id': endpoint({
    name: 'updateOwnDocument',
    summary: 'Change a document of the organisation',
    description: `${OWN} What is absent stays as it is. ${DOCUMENT_CONFLICT}`,
    tags,
    access: roles('OrganisationAdmin'),
    refusesUnknown: true,
    params: documentParams,
    body: Type.Object({ ...documentChangeInput, ...ownPublicationInput }),
    reply: entity({ document: ownDocument }),
  }),

  'POST /api/owndocuments/:id/versions': endpoint({
    name: 'addOwnDocumentVersion',
    summary: 'Add a version of a document of the organisation',
    description: `${OWN} It is the current one from now on. ${DOCUMENT_SAVES} ${DOCUMENT_CONFLICT} Send an \`Idempotency-Key\`.`,
    tags,
    access: roles('OrganisationAdmin'),
    refusesUnknown: true,
    params: documentParams,
    body: documentVersionInput,
    reply: entity({ document: ownDocument }),
  }),

  'DELETE /api/owndocuments/:id': endpoint({
    name: 'deleteOwnDocument',
    summary: 'Delete a document of the organisation',
    description: `${OWN} It can be put back for 90 days.`,
    tags,
    access: roles('OrganisationAdmin'),
    params: documentParams,
    reply: entity({}),
  }),

  'POST /api/owndocuments/:id/restore': endpoint({
    name: 'restoreOwnDocument',
    summary: 'Put a deleted document of the organisation back',
    description: OWN,
    tags,
    access: roles('OrganisationAdmin'),
    params: documentParams,
    reply: entity({ document: ownDocument }),
  }),
} as const;
