import { OFFICE_FILE_TYPES, type STORED_FILE_TYPES } from '#contract/platform/files.ts';

/** Types of files that people upload for returns and the like. */
export type ContentType = (typeof STORED_FILE_TYPES)[number];
/** Types of files that are archives of texts and pictures, which programs for offices write. */
export type OfficeType = (typeof OFFICE_FILE_TYPES)[number];
/** Types of files that documents may have. */
export type DocumentFileType = ContentType | OfficeType;

export interface FileType {
  contentType: DocumentFileType;
  /** Its extensions in lower case, without the dot; the first is the usual one. */
  extensions: readonly string[];
  /** What the type is called in a sentence. */
  label: string;
}

const ofOffice = <T extends OfficeType>(contentType: T, extension: string, label: string) =>
  ({ [contentType]: { contentType, extensions: [extension], label } }) as unknown as Record<T, FileType>;

export const FILE_TYPES: Readonly<Record<DocumentFileType, FileType>> = {
  'image/jpeg': { contentType: 'image/jpeg', extensions: ['jpg', 'jpeg'], label: 'JPEG' },
  'image/png': { contentType: 'image/png', extensions: ['png'], label: 'PNG' },
  'image/webp': { contentType: 'image/webp', extensions: ['webp'], label: 'WebP' },
  'application/pdf': { contentType: 'application/pdf', extensions: ['pdf'], label: 'PDF' },
  ...ofOffice('application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx', 'Word'),
  ...ofOffice('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx', 'Excel'),
  ...ofOffice('application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx', 'PowerPoint'),
  ...ofOffice('application/vnd.oasis.opendocument.text', 'odt', 'OpenDocument text'),
  ...ofOffice('application/vnd.oasis.opendocument.spreadsheet', 'ods', 'OpenDocument spreadsheet'),
  ...ofOffice('application/vnd.oasis.opendocument.presentation', 'odp', 'OpenDocument presentation'),
};

/** Whether files of the type are archives of an office program. */
export const isOfficeType = (type: DocumentFileType): type is OfficeType =>
  (OFFICE_FILE_TYPES as readonly string[]).includes(type);

/** As many bytes of the beginning of a file as `detectType` reads. */
export const SIGNATURE_LENGTH = 16;

const startsWith = (head: Buffer, text: string, offset = 0) =>
  head.subarray(offset, offset + text.length).equals(Buffer.from(text, 'latin1'));

/** The brands of photos that are compressed with HEVC, as phones save them. */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1']);

/** What a file's first bytes say that is no type of its own: a photo of a phone, an archive, or the container of older office files and of those with a password. */
export type UnstoredType = 'heic' | 'zip' | 'ole';

/** The type that a file's first bytes say; undefined is any other. What an archive is, its content says. */
export function detectType(head: Buffer): ContentType | UnstoredType | undefined {
  if (startsWith(head, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(head, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8)) return 'image/webp';
  if (startsWith(head, '%PDF-')) return 'application/pdf';
  if (startsWith(head, 'ftyp', 4) && HEIC_BRANDS.has(head.toString('latin1', 8, 12))) return 'heic';
  if (startsWith(head, 'PK\x03\x04')) return 'zip';
  if (startsWith(head, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'ole';
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

/** The accepted types in a sentence: "JPEG, PNG or WebP picture or PDF", "PDF, Word, … file or JPEG, PNG or WebP picture". */
export function describeTypes(accept: readonly DocumentFileType[]): string {
  const labels = (types: readonly DocumentFileType[]) => types.map((type) => FILE_TYPES[type].label);
  const pictures = labels(accept.filter((type) => type !== 'application/pdf' && !isOfficeType(type)));
  const list = pictures.length > 1 ? `${pictures.slice(0, -1).join(', ')} or ${pictures.at(-1)}` : pictures.join('');
  const picture = pictures.length > 0 ? `${list} picture` : '';
  const office = labels(accept.filter(isOfficeType));
  if (office.length > 0) return [`PDF, ${office.join(', ')} file`, picture].filter(Boolean).join(' or ');
  return [picture, accept.includes('application/pdf') ? 'PDF' : ''].filter(Boolean).join(' or ');
}
