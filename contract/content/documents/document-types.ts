import Type from 'typebox';
import { endpoint, operator, signedIn } from '../../endpoint.ts';
import { described, entity, id, int, listOf, named, text } from '../../values.ts';

const tags = ['Documents'] as const;

const params = Type.Object({ id: id('documentType') });
const nameInput = described(
  Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', message: 'Enter a name of at most 100 characters.' }),
  'Name of the type, for example `Certificate`.',
);
const keptType = entity('KeptDocumentType', {
  id: int,
  name: described(text, 'Name of the type, for example `Certificate`.'),
  documentCount: described(int, 'Documents of this type for the caller’s brands and their clients.'),
});

/** Types by which people look for documents; operators keep them. */
export const documentTypeEndpoints = {
  'GET /api/documenttypes': endpoint({
    name: 'listDocumentTypes',
    summary: 'List the types of documents',
    tags,
    access: signedIn,
    reply: listOf('documentTypes', named),
  }),

  'GET /api/operator/documenttypes': endpoint({
    name: 'listKeptDocumentTypes',
    summary: 'List the types of documents, for operators',
    tags,
    access: operator('content:read'),
    reply: listOf('documentTypes', keptType),
  }),

  'POST /api/operator/documenttypes': endpoint({
    name: 'addDocumentType',
    summary: 'Add a type of documents',
    description: 'It is in the lists of all brands. 409 `name` for a type that there is already. Send an `Idempotency-Key`.',
    tags,
    access: operator('content:write'),
    refusesUnknown: true,
    body: Type.Object({ name: nameInput }),
    reply: entity({ documentType: keptType }),
  }),

  'PUT /api/operator/documenttypes/:id': endpoint({
    name: 'renameDocumentType',
    summary: 'Rename a type of documents',
    description:
      'Everyone sees the new name at once. 403 when documents of clients of other brands have the type, 404 `documentType`, 409 `name` for a type that there is already.',
    tags,
    access: operator('content:write'),
    refusesUnknown: true,
    params,
    body: Type.Object({ name: nameInput }),
    reply: entity({ documentType: keptType }),
  }),

  'DELETE /api/operator/documenttypes/:id': endpoint({
    name: 'deleteDocumentType',
    summary: 'Delete a type of documents',
    description:
      '404 `documentType`, 409 `documentType` while documents have the type, of whatever brand, or deleted ones that can still be put back.',
    tags,
    access: operator('content:write'),
    params,
    reply: entity({}),
  }),
} as const;
