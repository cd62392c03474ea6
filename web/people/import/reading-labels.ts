import type { ReplyOf } from '#contract/index.ts';
import type { SheetEncoding } from '#contract/platform/sheet-file.ts';
import { formatNumber, plural } from '#web/ui/format/format.ts';

export type ImportReading = ReplyOf<'GET /api/peopleimports/:id/reading'>['importReading'];

const ENCODING_LABELS: Record<SheetEncoding, string> = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big-endian)',
  'windows-1252': 'Western European (Windows-1252)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  macintosh: 'Western European (Mac Roman)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1257': 'Baltic (Windows-1257)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  shift_jis: 'Japanese (Shift JIS)',
  gb18030: 'Chinese, simplified (GB 18030)',
  big5: 'Chinese, traditional (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
};

/** The encodings that can be chosen. */
export const encodingChoices = Object.entries(ENCODING_LABELS).map(([value, label]) => ({ value, label }));

/** Characters of a line of headings that a choice shows. */
const MAX_SHOWN = 60;

const shorten = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text);

const toLineChoice = ({ line, cells }: { line: number; cells: readonly string[] }) => ({
  value: String(line),
  label: shorten(`Line ${formatNumber(line)}: ${cells.filter(Boolean).join(', ')}`),
});

/** The lines that can be those of the headings: above them, they themselves, and the first rows. */
export const listLineChoices = ({ linesAbove, line, headings, firstRows }: ImportReading) =>
  [...linesAbove, { line, cells: headings }, ...firstRows].map(toLineChoice);

/** The sheets that can be read. */
export const listSheetChoices = ({ sheets }: ImportReading) =>
  sheets.map(({ name, rows, isHidden }, index) => ({
    value: String(index),
    label: [name, ...(rows === null ? [] : [plural(rows, 'row')]), ...(isHidden ? ['hidden'] : [])].join(', '),
  }));
