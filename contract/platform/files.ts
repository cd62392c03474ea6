import Type from 'typebox';
import { dateTime, described, entity, int, oneOf, text } from '../values.ts';

/** The media types of uploaded files. */
export const STORED_FILE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;

/** The media types of files of word processors, spreadsheets and presentations. */
export const OFFICE_FILE_TYPES = [
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation',
] as const;

/** An uploaded file. */
export const file = entity('StoredFile', {
  id: int,
  filename: described(text, 'Name under which the file is downloaded.'),
  contentType: oneOf(STORED_FILE_TYPES, 'Media type of the content, whatever the upload said.'),
  sizeBytes: described(int, 'Size as stored; pictures are re-encoded and may be smaller than the upload.'),
  createdOnUtc: dateTime,
});

/** A reply that is an uploaded file, not JSON. */
export const fileContent = Type.String({
  contentMediaType: 'application/octet-stream',
  description: 'The file, with its own media type. The file name is in the headers `x-filename` and `Content-Disposition`.',
});
