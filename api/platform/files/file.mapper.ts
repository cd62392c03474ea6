import type { Static } from 'typebox';
import type { file as fileSchema } from '#contract/platform/files.ts';
import type { StoredFile } from './stored-files.queries.ts';

/** A file as the contract shows it. */
export const toFile = (file: StoredFile): Static<typeof fileSchema> => ({
  id: file.id,
  filename: file.file_name,
  contentType: file.content_type,
  sizeBytes: file.size_bytes,
  createdOnUtc: file.created_at.toISOString(),
});
