import type { UploadOptions } from '#api/platform/files/file-store.ts';
import { MAX_QUOTE_FILE_BYTES, MAX_QUOTE_FILES } from '#contract/ordering/quotes/quote-limits.ts';

/** What is uploaded for quotes, by customers and operators. */
export const QUOTE_FILES: UploadOptions = {
  purpose: 'quote',
  accept: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
  maxFiles: MAX_QUOTE_FILES,
  maxBytes: MAX_QUOTE_FILE_BYTES,
};
