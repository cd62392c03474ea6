import { detectUtf16 } from '#api/platform/text-encoding.ts';

/** How much of a document may come before its first element, in bytes. */
const MAX_PROLOG_BYTES = 8192;

/** Encodings in which `<` is the byte 60, as the search for the document type needs. */
const READ_ENCODINGS = new Set([
  'utf-8',
  'us-ascii',
  'ascii',
  'iso-8859-1',
  'iso-8859-15',
  'latin1',
  'windows-1252',
  'utf-16',
  'utf-16le',
  'utf-16be',
]);

const ENCODING = /^<\?xml [^>]{0,100}?encoding\s{0,10}=\s{0,10}["']([A-Za-z0-9._-]{1,40})["']/;

/** Why a document is refused before it is parsed. */
export type PrologFault = 'no XML' | 'unknown encoding' | 'internal subset' | 'long prolog';

/**
 * What is wrong with what stands before the first element; undefined when nothing is. Declarations within the document (`<!DOCTYPE cXML [ … ]>`) can define
 * entities, of which no buyer's system makes use and every known attack does.
 */
export function findPrologFault(bytes: Uint8Array): PrologFault | undefined {
  const start = decodeStart(bytes);
  if (!start.startsWith('<')) return 'no XML';
  const encoding = ENCODING.exec(start)?.[1];
  if (encoding !== undefined && !READ_ENCODINGS.has(encoding.toLowerCase())) return 'unknown encoding';
  for (let place = 0; ; ) {
    place = skipSpace(start, place);
    if (start.startsWith('<!--', place)) place = endOf(start, '-->', place + 4);
    else if (start.startsWith('<?', place)) place = endOf(start, '?>', place + 2);
    else if (start.startsWith('<!', place)) {
      const end = findEndOfDoctype(start, place);
      if (end === 'internal subset') return end;
      place = end;
    } else if (start[place] === '<') return undefined;
    else return place >= start.length ? 'long prolog' : 'no XML';
  }
}

/** The first bytes as text, without a byte order mark. Only the characters of markup matter, which are those of ASCII. */
function decodeStart(bytes: Uint8Array): string {
  const start = bytes.subarray(0, MAX_PROLOG_BYTES);
  return new TextDecoder(detectUtf16(start) ?? (isUtf8Marked(start) ? 'utf-8' : 'latin1')).decode(start).trimStart();
}

const isUtf8Marked = (bytes: Uint8Array) => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

function skipSpace(text: string, from: number): number {
  let place = from;
  while (place < text.length && ' \t\r\n'.includes(text[place] as string)) place++;
  return place;
}

/** The place after the mark, or the end of the text. */
function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}

/** The place after a declaration of the document type that begins there. */
function findEndOfDoctype(text: string, from: number): number | 'internal subset' {
  for (let place = from + 2, quote = ''; place < text.length; place++) {
    const character = text[place] as string;
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '[') return 'internal subset';
    else if (character === '>') return place + 1;
  }
  return text.length;
}
