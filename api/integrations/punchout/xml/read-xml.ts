import {
  XmlElement as ParsedElement,
  ParseOption,
  XmlCData,
  XmlDocument,
  XmlLibError,
  XmlText,
  type XmlTreeNode,
} from 'libxml2-wasm';
import { findPrologFault } from './prolog.rules.ts';
import type { XmlElement } from './xml-element.ts';

/** Elements and attributes of a document at most: an order with 500 lines of personalised garments has a tenth of this. */
const MAX_NODES = 200_000;

/** Characters of text that stands in one element at most. */
const MAX_TEXT_LENGTH = 1_000_000;

// Nothing outside the document is loaded, and no entity is replaced by what it stands for.
const OPTIONS: ParseOption =
  ParseOption.XML_PARSE_NO_XXE |
  ParseOption.XML_PARSE_NONET |
  ParseOption.XML_PARSE_NO_SYS_CATALOG |
  ParseOption.XML_PARSE_NOERROR |
  ParseOption.XML_PARSE_NOWARNING;

/** Bytes that are not a document we read. The message says why, for the administrator of a connection. */
export class UnreadableXmlError extends Error {}

/**
 * Reads a document from its bytes, in UTF-8, UTF-16, Latin-1 or ASCII, without loading anything that it names. The caller limits how many bytes it takes.
 *
 * @param keptAsXml the name of elements whose content goes back as it came, where it holds elements (`inner`)
 * @throws UnreadableXmlError when it is no well-formed XML, declares entities, or is nested deeper or has more parts than any real document
 */
export function readXmlDocument(bytes: Uint8Array, keptAsXml?: string): XmlElement {
  const fault = findPrologFault(bytes);
  if (fault !== undefined) throw new UnreadableXmlError(PROLOG_FAULTS[fault]);
  let document: XmlDocument;
  try {
    document = XmlDocument.fromBuffer(bytes, { option: OPTIONS });
  } catch (error) {
    if (error instanceof XmlLibError)
      throw new UnreadableXmlError(`The document is not well-formed XML: ${error.message.trim()}`);
    throw error;
  }
  try {
    return toElement(document.root, { left: MAX_NODES, keptAsXml });
  } finally {
    document.dispose();
  }
}

const PROLOG_FAULTS: Readonly<Record<NonNullable<ReturnType<typeof findPrologFault>>, string>> = {
  'no XML': 'The document is not XML.',
  'unknown encoding': 'The document names an encoding that is not read. Please send it in UTF-8.',
  'internal subset': 'The document declares entities or elements of its own. Please send it without such declarations.',
  'long prolog': 'The document has no element.',
};

/** The parser limits the depth to 256, so this may call itself. */
function toElement(element: ParsedElement, nodes: { left: number; keptAsXml: string | undefined }): XmlElement {
  const attributes: Record<string, string> = {};
  for (const { prefix, name, content } of element.attrs) attributes[prefix ? `${prefix}:${name}` : name] = content;
  nodes.left -= 1 + element.attrs.length;
  if (nodes.left < 0) throw new UnreadableXmlError('The document has more elements than are read.');
  const children: XmlElement[] = [];
  const texts: string[] = [];
  for (let child: XmlTreeNode | null = element.firstChild; child !== null; child = child.next) {
    if (child instanceof ParsedElement) children.push(toElement(child, nodes));
    else if (child instanceof XmlText || child instanceof XmlCData) texts.push(child.content);
  }
  const text = texts.join('');
  if (text.length > MAX_TEXT_LENGTH) throw new UnreadableXmlError('The document has a longer text than is read.');
  const read = { name: element.name, attributes, children, text };
  return element.name === nodes.keptAsXml && children.length > 0 ? { ...read, inner: writeInner(element) } : read;
}

/** The content of an element that holds others, as XML. The first `>` ends its own tag, since the writer has references for those in attributes. */
function writeInner(element: ParsedElement): string {
  const written = element.toString({ encoding: 'utf-8', format: false, noDeclaration: true });
  return written.slice(written.indexOf('>') + 1, written.lastIndexOf('</'));
}
