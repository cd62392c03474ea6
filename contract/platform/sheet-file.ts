/** The encodings of text files. The first seven are recognised; the others can be chosen. */
export const SHEET_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'macintosh',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'iso-8859-2',
  'koi8-r',
  'windows-1255',
  'windows-1256',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const;

/** One of `SHEET_ENCODINGS`. */
export type SheetEncoding = (typeof SHEET_ENCODINGS)[number];

/** What happens to rows that a spreadsheet does not show. */
export const HIDDEN_ROWS = ['leave out', 'import'] as const;

/** One of `HIDDEN_ROWS`. */
export type HiddenRows = (typeof HIDDEN_ROWS)[number];
