import type { STORED_FILE_TYPES } from '#contract/platform/files.ts';

/** Types of files that are stored. */
export type ContentType = (typeof STORED_FILE_TYPES)[number];

export interface FileType {
  contentType: ContentType;
  /** Its extensions in lower case, without the dot; the first is the usual one. */
  extensions: readonly string[];
  /** What the type is called in a sentence. */
  label: string;
}

export const FILE_TYPES: Readonly<Record<ContentType, FileType>> = {
  'image/jpeg': { contentType: 'image/jpeg', extensions: ['jpg', 'jpeg'], label: 'JPEG' },
  'image/png': { contentType: 'image/png', extensions: ['png'], label: 'PNG' },
  'image/webp': { contentType: 'image/webp', extensions: ['webp'], label: 'WebP' },
  'application/pdf': { contentType: 'application/pdf', extensions: ['pdf'], label: 'PDF' },
};

/** As many bytes of the beginning of a file as `detectType` reads. */
export const SIGNATURE_LENGTH = 16;

const startsWith = (head: Buffer, text: string, offset = 0) =>
  head.subarray(offset, offset + text.length).equals(Buffer.from(text, 'latin1'));

/** The brands of photos that are compressed with HEVC, as phones save them. */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1']);

/** The type that a file's first bytes say; `heic` is known but not stored, and undefined is any other. */
export function detectType(head: Buffer): ContentType | 'heic' | undefined {
  if (startsWith(head, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(head, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8)) return 'image/webp';
  if (startsWith(head, '%PDF-')) return 'application/pdf';
  if (startsWith(head, 'ftyp', 4) && HEIC_BRANDS.has(head.toString('latin1', 8, 12))) return 'heic';
  return undefined;
}

/** Whether a file's first bytes say that it is a GIF, which is not stored. */
export const isGif = (head: Buffer): boolean => startsWith(head, 'GIF8');

/** As many bytes of the end of a file as `isWholePdf` reads. */
export const TRAILER_LENGTH = 1024;

/** Whether a PDF ends where its content ends: nothing but white space follows the last end marker, so that no other file is appended. */
export function isWholePdf(tail: Buffer): boolean {
  const text = tail.toString('latin1');
  const end = text.lastIndexOf('%%EOF');
  return end !== -1 && [...text.slice(end + 5)].every((sign) => '\0\t\n\f\r '.includes(sign));
}

/** The accepted types in a sentence: "JPEG, PNG or WebP picture or PDF". */
export function describeTypes(accept: readonly ContentType[]): string {
  const pictures = accept.filter((type) => type !== 'application/pdf').map((type) => FILE_TYPES[type].label);
  const list = pictures.length > 1 ? `${pictures.slice(0, -1).join(', ')} or ${pictures.at(-1)}` : pictures.join('');
  return [pictures.length > 0 ? `${list} picture` : '', accept.includes('application/pdf') ? 'PDF' : '']
    .filter(Boolean)
    .join(' or ');
}
