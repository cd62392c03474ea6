import Type from 'typebox';
import { endpoint, signedIn } from '../../endpoint.ts';
import { file, fileContent } from '../../platform/files.ts';
import { described, entity, id } from '../../values.ts';

/** Pictures and documents for a request for a return. */
export const returnFileEndpoints = {
  'POST /api/returnfile': endpoint({
    name: 'uploadReturnFiles',
    summary: 'Upload files for a return',
    description:
      '`multipart/form-data` with 1 to 10 files in the field `file`: JPEG, PNG or WebP pictures or PDF, of 10 MB each (413 `file`), told by their content (415 `file`; also for what cannot be read, and for HEIC). Pictures are reduced to 2,000 pixels and lose their metadata, such as where they were taken. Either all files of a request are stored or none. Kept for 24 hours, in which a request for a return can name them in `fileIds`.',
    tags: ['Returns'],
    access: signedIn,
    whileImpersonating: 'allowed',
    upload: 'files',
    reply: entity({ files: described(Type.Array(file), 'The stored files in the order of the upload.') }),
  }),

  'GET /api/returnfile/:id': endpoint({
    name: 'downloadReturnFile',
    summary: 'Download a file of a return',
    description: 'For those who may see the return, and for the person who uploaded the file. 404 `file` for anyone else.',
    tags: ['Returns'],
    access: signedIn,
    params: Type.Object({ id: id('storedFile') }),
    reply: fileContent,
  }),
};
