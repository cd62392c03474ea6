import { SaxesParser } from 'saxes';

/** A document that is not well-formed XML, or that contains what documents of a workbook do not. */
export class MalformedXmlError extends Error {}

/** The attributes of an element, by their names with prefix. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** Receives a document while it is read. Names of elements are without their prefix. A text can arrive in several parts. */
export interface XmlHandlers {
  open(name: string, attributes: XmlAttributes): void;
  text(text: string): void;
  close(name: string): void;
}

/** A tag, comment, instruction or text longer than this, in characters, is refused: the parser keeps it until it ends. */
const MAX_PART_LENGTH = 100_000;
/** The parser keeps the elements that are open. Those of a workbook are a dozen deep. */
const MAX_DEPTH = 100;

/** Without namespaces, since workbooks with undeclared prefixes are read too. */
const OPTIONS = { xmlns: false, position: false } as const;

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1);

/** The value of an attribute by its name without prefix; undefined if there is none. */
export function readPrefixed(attributes: XmlAttributes, name: string): string | undefined {
  return Object.entries(attributes).find(([key]) => withoutPrefix(key) === name)?.[1];
}

/**
 * Reads a document from its bytes, chunk by chunk: memory does not depend on its size. Document types are refused, since they can define
 * entities. Throws MalformedXmlError, and what the handlers throw.
 */
export async function readXml(chunks: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  const { parser, checkLength } = createParser(handlers);
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(detectEncoding(chunk));
    parser.write(decoder.decode(chunk, { stream: true }));
    checkLength();
  }
  parser.write(decoder?.decode() ?? '').close();
}

/** A parser that passes on what it reads, and a check of how much it has kept since. */
function createParser(handlers: XmlHandlers): { parser: SaxesParser<typeof OPTIONS>; checkLength: () => void } {
  const parser = new SaxesParser(OPTIONS);
  let passedOn = 0;
  let depth = 0;
  const passOn = <T>(handle: (part: T) => void) => {
    return (part: T) => {
      passedOn = parser.position;
      handle(part);
    };
  };
  parser.on('error', ({ message }) => {
    throw new MalformedXmlError(message);
  });
  parser.on('doctype', () => {
    throw new MalformedXmlError('The document has a document type.');
  });
  parser.on(
    'opentag',
    passOn(({ name, attributes }) => {
      depth += 1;
      if (depth > MAX_DEPTH) throw new MalformedXmlError('Too many elements are within one another.');
      handlers.open(withoutPrefix(name), attributes);
    }),
  );
  parser.on(
    'closetag',
    passOn(({ name }) => {
      depth -= 1;
      handlers.close(withoutPrefix(name));
    }),
  );
  const text = passOn((part: string) => handlers.text(part));
  parser.on('text', text);
  parser.on('cdata', text);
  const checkLength = () => {
    if (parser.position - passedOn > MAX_PART_LENGTH) throw new MalformedXmlError('A tag or a text is too long.');
  };
  return { parser, checkLength };
}

function detectEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
