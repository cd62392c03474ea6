import type { FileType } from './file-type.rules.ts';

/** Characters of a file name; the extension is always kept. */
const MAX_NAME_LENGTH = 200;

/** Letters, and digits after the first letter: the "2026" of "Report 12.3.2026" is no extension. */
const EXTENSION = /\.([a-z][a-z0-9]{0,9})$/i;

/** Names that Windows reserves for devices, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** The extension of a file name in lower case, without the dot; undefined when there is none. */
export const getExtension = (name: string): string | undefined => EXTENSION.exec(name)?.[1]?.toLowerCase();

/**
 * A name that is safe to show: the last part of a path, without control characters, invisible characters (which can reverse the direction of the text) and
 * characters that file systems reserve; at most 200 characters.
 */
export function cleanFileName(name: string): string {
  const lastPart = name
    .toWellFormed()
    .normalize('NFC')
    // Browsers encode these characters in the names of files.
    .replaceAll(/%0[ad]/gi, ' ')
    .replaceAll('%22', '_')
    .split(/[/\\]/)
    .at(-1) as string;
  const clean = lastPart
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replaceAll(/\s+/g, ' ');
  return shorten(trimDots(clean), MAX_NAME_LENGTH) || 'file';
}

/** The name of a stored file: a clean name with an extension of the file's type, which is added if the name has none of them. */
export function toStoredName(cleanName: string, { extensions }: Pick<FileType, 'extensions'>): string {
  const extension = getExtension(cleanName);
  const isOwn = extension !== undefined && extensions.includes(extension);
  const suffix = `.${isOwn ? extension : extensions[0]}`;
  const stem = isOwn ? cleanName.slice(0, -suffix.length) : cleanName;
  const safeStem = trimDots(RESERVED.test(stem) ? `_${stem}` : stem) || 'file';
  return shorten(safeStem, MAX_NAME_LENGTH - suffix.length) + suffix;
}

/** Names that begin with dots are hidden, and those that end with them invalid on some systems. */
function trimDots(text: string): string {
  const isTrimmed = (index: number) => text[index] === '.' || text[index] === ' ';
  let start = 0;
  let end = text.length;
  while (start < end && isTrimmed(start)) start += 1;
  while (start < end && isTrimmed(end - 1)) end -= 1;
  return text.slice(start, end);
}

/** At most this many characters; those of two code units stay whole. */
const shorten = (text: string, length: number) => [...text].slice(0, length).join('');
