import type { Static } from 'typebox';
import type { file as fileSchema } from '#contract/platform/files.ts';
import type { StoredFile } from './stored-files.queries.ts';

/** A file as the contract shows it. Throws for a file for production, which no one but operators may download. */
export function toFile(file: StoredFile): Static<typeof fileSchema> {
  const { content_type: contentType } = file;
  if (contentType === 'application/octet-stream') throw new Error(`File ${file.id} is for production.`);
  return {
    id: file.id,
    filename: file.file_name,
    contentType,
    sizeBytes: file.size_bytes,
    createdOnUtc: file.created_at.toISOString(),
  };
}
