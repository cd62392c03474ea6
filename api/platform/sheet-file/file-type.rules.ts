import { detectUtf16 } from '#api/platform/text-encoding.ts';

/** First bytes of other kinds of file, in Latin-1. */
const OTHER_TYPES: readonly [what: string, bytes: string][] = [
  ['a picture', '\x89PNG'],
  ['a picture', '\xff\xd8\xff'],
  ['a picture', 'GIF8'],
  ['a PDF document', '%PDF-'],
  ['a compressed file', '\x1f\x8b'],
  ['a compressed file', 'Rar!'],
  ['a compressed file', '7z\xbc\xaf'],
];
const MARKUP: readonly [what: string, pattern: RegExp][] = [
  ['a picture', /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<svg[\s>]/is],
  ['a web page', /^\s*(?:<!doctype|<html|<head|<body|<table)/i],
  ['an XML file', /^\s*<\?xml/i],
  ['a JSON file', /^\s*[[{]\s*["{]/],
];
const SAVE_AS = 'Please open it in your spreadsheet program and save it as .xlsx or CSV.';

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, index) => bytes[index] === byte);

/** Whether a file is a ZIP archive, as workbooks are. */
export const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04);

/**
 * Why a file is neither a table of text nor a workbook, as a sentence for users; undefined where it may be one. Also a text that is called .xlsx
 * is refused: it was meant to be a workbook, and is probably not what was meant to be sent.
 */
export function explainWrongType(bytes: Uint8Array, name: string): string | undefined {
  if (bytes.length === 0) return 'The file is empty.';
  if (isZip(bytes)) return undefined;
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    return 'This Excel workbook is password-protected or in an old format. Please save it as .xlsx or CSV, without a password.';
  const start = bytes.subarray(0, 8192);
  const plain = Buffer.from(start).toString('latin1');
  const other = OTHER_TYPES.find(([, first]) => plain.startsWith(first));
  if (other) return `This is ${other[0]}, not a table. Please choose a CSV file or an Excel workbook (.xlsx).`;
  const extension = /\.xls[xm]$/i.exec(name)?.[0].toLowerCase();
  if (extension) return `This is not an Excel workbook, although its name ends in ${extension}. ${SAVE_AS}`;
  const encoding = detectUtf16(start);
  if (!encoding && start.includes(0)) return `This is neither a text file nor an Excel workbook. ${SAVE_AS}`;
  const text = new TextDecoder(encoding ?? 'utf-8').decode(start);
  const markup = MARKUP.find(([, pattern]) => pattern.test(text));
  if (markup) return `This is ${markup[0]}, neither a CSV file nor an Excel workbook. ${SAVE_AS}`;
  return undefined;
}
