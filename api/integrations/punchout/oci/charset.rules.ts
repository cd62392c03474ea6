/** What OCI returns are in when nothing else is asked for. */
const DEFAULT_CHARSET = 'iso-8859-1';

/**
 * The encoding in which a form is posted, for what a call-up asked for: as browsers name it in `accept-charset`. Without a wish, or for one that no browser can
 * write, it is ISO-8859-1. Browsers post UTF-8 where UTF-16 is asked for.
 */
export function chooseCharset(asked: string | undefined): string {
  const name = asked?.trim().toLowerCase() ?? '';
  // Browsers read these names as Windows-1252, of which they are a part; the receiver may not.
  if (/^(iso[-_]?8859[-_]?1|latin-?1|l1)$/.test(name)) return DEFAULT_CHARSET;
  if (/^(us-)?ascii$/.test(name)) return 'us-ascii';
  const encoding = readEncodingName(name);
  return encoding?.startsWith('utf-16') ? 'utf-8' : (encoding ?? DEFAULT_CHARSET);
}

/** The name of an encoding that browsers know by this label; undefined for any other, and for those that they only read. */
function readEncodingName(label: string): string | undefined {
  try {
    const { encoding } = new TextDecoder(label);
    return encoding === 'x-user-defined' ? undefined : encoding;
  } catch {
    return undefined;
  }
}

/** A decoder of the bytes that a form in an encoding has. */
export const createDecoder = (charset: string): TextDecoder => new TextDecoder(charset);

const known = new Map<string, ReadonlySet<string>>();

/** Encodings with more than one byte for a character that do not hold all of Unicode. */
const TWO_BYTES = new Set(['shift_jis', 'euc-jp', 'euc-kr', 'big5', 'iso-2022-jp', 'gbk']);

/** The characters beyond ASCII that an encoding holds; undefined when it holds all. */
function findRepertoire(charset: string): ReadonlySet<string> | undefined {
  if (charset === 'utf-8' || charset === 'gb18030') return undefined;
  let found = known.get(charset);
  if (!found) {
    found = new Set(listCharacters(charset));
    known.set(charset, found);
  }
  return found;
}

function listCharacters(charset: string): string[] {
  if (charset === 'us-ascii') return [];
  // Not by decoding, which reads it as Windows-1252.
  if (charset === DEFAULT_CHARSET) return Array.from({ length: 96 }, (_, place) => String.fromCharCode(0xa0 + place));
  // Its characters are those of euc-jp, whose bytes are not switched by escape sequences.
  const decoder = new TextDecoder(charset === 'iso-2022-jp' ? 'euc-jp' : charset);
  const characters: string[] = [];
  const add = (...bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if (!text.includes('\uFFFD') && [...text].length === 1 && text > '\u009F') characters.push(text);
  };
  for (let first = 0x80; first <= 0xff; first++) {
    add(first);
    if (TWO_BYTES.has(charset)) for (let second = 0x40; second <= 0xfe; second++) add(first, second);
  }
  return characters;
}

/** What is written for characters that many encodings lack. Letters with accents are not among them: they lose their accents. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '®': '(R)',
  '©': '(C)',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‹': "'",
  '›': "'",
  '′': "'",
  '″': '"',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '―': '-',
  '−': '-',
  '•': '*',
  '⁄': '/',
  '·': '.',
  '×': 'x',
  '÷': '/',
  '°': ' deg',
  '→': '->',
  '←': '<-',
  '≤': '<=',
  '≥': '>=',
  '≈': '~',
  ß: 'ss',
  ẞ: 'SS',
  Æ: 'AE',
  æ: 'ae',
  Œ: 'OE',
  œ: 'oe',
  Ø: 'O',
  ø: 'o',
  Đ: 'D',
  đ: 'd',
  Ð: 'D',
  ð: 'd',
  Þ: 'Th',
  þ: 'th',
  Ł: 'L',
  ł: 'l',
  ı: 'i',
  Ħ: 'H',
  ħ: 'h',
};

/** Without a form of their own: what joins, hides or directs the characters beside it, and pictures, which say nothing that the words do not. */
const LEFT_OUT = /^[\p{Cf}\p{Cc}\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]/u;

const graphemes = new Intl.Segmenter('en-GB', { granularity: 'grapheme' });

/**
 * A text in the characters of an encoding. What it lacks is written in others where they say the same (`€` as `EUR`, `–` as a hyphen, `ő` as `o`), left out where
 * it is a picture, and otherwise a question mark for each character: a browser would write `&#28450;`, which receivers show as it is.
 */
export function toCharset(text: string, charset: string): string {
  const repertoire = findRepertoire(charset);
  const composed = text.toWellFormed().normalize('NFC');
  if (!repertoire) return composed;
  let written = '';
  let hasLeftOut = false;
  for (const { segment } of graphemes.segment(composed)) {
    const replaced = replaceCharacter(segment, repertoire);
    hasLeftOut ||= replaced === '';
    written += replaced;
  }
  return hasLeftOut ? written.replace(/ {2,}/g, ' ').trim() : written;
}

const isHeld = (text: string, repertoire: ReadonlySet<string>): boolean =>
  [...text].every((character) => character <= '\u007F' || repertoire.has(character));

function replaceCharacter(character: string, repertoire: ReadonlySet<string>): string {
  if (isHeld(character, repertoire)) return character;
  const compatible = character.normalize('NFKC');
  if (isHeld(compatible, repertoire)) return compatible;
  // Of `½`, one, a slash of its own and two.
  const parts = [...character.normalize('NFKD').replace(/\p{M}+/gu, '')];
  const replaced = parts.map((part) => (isHeld(part, repertoire) ? part : REPLACEMENTS[part]));
  if (parts.length > 0 && replaced.every((part) => part !== undefined)) return replaced.join('');
  return LEFT_OUT.test(character) ? '' : '?';
}
