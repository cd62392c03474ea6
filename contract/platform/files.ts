import Type from 'typebox';
import { dateTime, described, entity, int, text } from '../values.ts';

/** An uploaded file. */
export const file = entity('StoredFile', {
  id: int,
  filename: described(text, 'Name under which the file is downloaded.'),
  contentType: described(
    text,
    'Media type of the content, whatever the upload said: `image/jpeg`, `image/png`, `image/webp` or `application/pdf`.',
  ),
  sizeBytes: described(int, 'Size as stored; pictures are re-encoded and may be smaller than the upload.'),
  createdOnUtc: dateTime,
});

/** A reply that is an uploaded file, not JSON. */
export const fileContent = Type.String({
  contentMediaType: 'application/octet-stream',
  description: 'The file, with its own media type. The file name is in the headers `x-filename` and `Content-Disposition`.',
});
