import type { ReplyOf } from '#contract/index.ts';
import { formatFileSize } from '#web/ui/format/format.ts';

/** A document as people read it. */
export type ReadDocument = ReplyOf<'GET /api/documents'>['documents'][number];
type ContentType = ReadDocument['contentType'];

const TYPES: Record<ContentType, string> = {
  'application/pdf': 'PDF',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint',
  'application/vnd.oasis.opendocument.text': 'OpenDocument text',
  'application/vnd.oasis.opendocument.spreadsheet': 'OpenDocument spreadsheet',
  'application/vnd.oasis.opendocument.presentation': 'OpenDocument presentation',
  'image/jpeg': 'JPEG picture',
  'image/png': 'PNG picture',
  'image/webp': 'WebP picture',
};

/** The file of a document in words: "PDF, 120 KB". */
export const describeFile = ({ contentType, sizeBytes }: { contentType: ContentType; sizeBytes: number }): string =>
  `${TYPES[contentType]}, ${formatFileSize(sizeBytes)}`;
