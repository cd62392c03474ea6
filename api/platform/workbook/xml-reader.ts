/** A document that is not well-formed XML, or that contains what documents of a workbook do not. */
export class MalformedXmlError extends Error {}

/** Receives a document while it is read. Names are without their prefix. A text can arrive in several parts. */
export interface XmlHandlers {
  open(name: string, attributes: string): void;
  text(text: string): void;
  close(name: string): void;
}

/** Tags, comments and instructions longer than this, in characters, are refused: they are read at once. */
const MAX_MARKUP_LENGTH = 100_000;
/** The longest reference to a character, `&#1114111;`. */
const MAX_REFERENCE_LENGTH = 10;

const REFERENCES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A text with its references (`&amp;`, `&#8364;`) replaced. Unknown ones stay. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (reference, hex, decimal, name) => {
    if (name !== undefined) return REFERENCES[name] ?? reference;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : reference;
  });
}

const [DOUBLE_QUOTE, SINGLE_QUOTE, GREATER_THAN] = [0x22, 0x27, 0x3e];
const isBlank = (code: number) => code === 0x20 || (code >= 0x09 && code <= 0x0d);
const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1);

const ATTRIBUTE = /\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The value of an attribute by its name without prefix; undefined if there is none. */
export function readAttribute(attributes: string, name: string): string | undefined {
  // Sheets consist of millions of tags: the usual notation is read without an expression.
  if (!attributes.includes("'") && !attributes.includes(' =')) {
    const at = attributes.indexOf(`${name}="`);
    if (at < 0) return undefined;
    const start = at + name.length + 2;
    if (isBlank(attributes.charCodeAt(at - 1))) return decodeReferences(attributes.slice(start, attributes.indexOf('"', start)));
  }
  for (const [, key = '', double, single] of attributes.matchAll(ATTRIBUTE))
    if (withoutPrefix(key) === name) return decodeReferences(double ?? single ?? '');
  return undefined;
}

/**
 * Reads a document from its bytes, chunk by chunk: memory does not depend on its size. Document types are refused, since they can define
 * entities. Throws MalformedXmlError.
 */
export async function readXml(chunks: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  let decoder: TextDecoder | undefined;
  let pending = '';
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(detectEncoding(chunk));
    pending += decoder.decode(chunk, { stream: true });
    pending = readMarkup(pending, handlers);
    if (pending.length > MAX_MARKUP_LENGTH) throw new MalformedXmlError('A tag is too long.');
  }
  if (readMarkup(pending + (decoder?.decode() ?? ''), handlers).trim() !== '')
    throw new MalformedXmlError('The document is incomplete.');
}

function detectEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Passes on what is complete, and returns the rest. */
function readMarkup(input: string, handlers: XmlHandlers): string {
  let at = 0;
  while (at < input.length) {
    const start = input.indexOf('<', at);
    if (start !== at) {
      const end = start < 0 ? findTextEnd(input, at) : start;
      if (end > at) handlers.text(decodeReferences(input.slice(at, end)));
      if (start < 0) return input.slice(end);
      at = start;
    }
    const end = findMarkupEnd(input, at);
    if (end === undefined) return input.slice(at);
    passOn(input.slice(at, end), handlers);
    at = end;
  }
  return '';
}

/** Where the text at the end of the input can be cut: not within a reference. */
function findTextEnd(input: string, start: number): number {
  const reference = input.lastIndexOf('&');
  const isCut = reference >= start && reference >= input.length - MAX_REFERENCE_LENGTH && !input.includes(';', reference);
  return isCut ? reference : input.length;
}

/** Where the markup that begins at a position ends; undefined if the input does not contain its end. */
function findMarkupEnd(input: string, start: number): number | undefined {
  const after = (end: string) => {
    const position = input.indexOf(end, start);
    return position < 0 ? undefined : position + end.length;
  };
  if (input.startsWith('<!', start)) {
    if (input.startsWith('<!--', start)) return after('-->');
    if (input.startsWith('<![CDATA[', start)) return after(']]>');
    if ('<![CDATA['.startsWith(input.slice(start)) || '<!--'.startsWith(input.slice(start))) return undefined;
    throw new MalformedXmlError('The document has a document type.');
  }
  if (input.startsWith('<?', start)) return after('?>');
  let quote = 0;
  for (let at = start + 1; at < input.length; at += 1) {
    const code = input.charCodeAt(at);
    if (quote !== 0) quote = code === quote ? 0 : quote;
    else if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) quote = code;
    else if (code === GREATER_THAN) return at + 1;
  }
  return undefined;
}

function passOn(markup: string, handlers: XmlHandlers): void {
  if (markup.startsWith('<![')) handlers.text(markup.slice(9, -3));
  else if (markup.startsWith('</')) handlers.close(withoutPrefix(markup.slice(2, -1).trimEnd()));
  else if (!markup.startsWith('<!') && !markup.startsWith('<?')) passOnStart(markup, handlers);
}

function passOnStart(markup: string, handlers: XmlHandlers): void {
  const isEmpty = markup.endsWith('/>');
  const content = markup.slice(1, isEmpty ? -2 : -1);
  let nameEnd = 0;
  while (nameEnd < content.length && !isBlank(content.charCodeAt(nameEnd))) nameEnd += 1;
  const name = withoutPrefix(content.slice(0, nameEnd));
  handlers.open(name, content.slice(nameEnd));
  if (isEmpty) handlers.close(name);
}
