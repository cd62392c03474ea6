/** What an element to be written holds: further elements and texts; what is undefined or false is left out. */
export type XmlContent = XmlOutput | WrittenXml | string | undefined | false | readonly XmlContent[];

/** What is XML already: it was read from a document, and goes back as it came. */
export interface WrittenXml {
  xml: string;
}

/** Attributes by name; those that are undefined are left out. */
export type OutputAttributes = Readonly<Record<string, string | number | undefined>>;

/** An element to be written. */
export interface XmlOutput {
  name: string;
  attributes: OutputAttributes;
  content: readonly XmlContent[];
}

/** An element: `element('Money', { currency: 'GBP' }, '12.50')`. */
export const element = (name: string, attributes: OutputAttributes = {}, ...content: XmlContent[]): XmlOutput => ({
  name,
  attributes,
  content,
});

/** Characters that XML 1.0 cannot hold in any form: the control characters up to 31 besides tab and line breaks, and two that are none. */
const FORBIDDEN = /(?![\t\n\r\x7F-\x9F])[\p{Cc}\uFFFE\uFFFF]/gu;

const REFERENCES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

const escapeText = (text: string): string =>
  text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>"\r]/g, (character) => REFERENCES[character] as string);

/** In an attribute, a parser reads line breaks and tabs as spaces unless they are references. */
const escapeAttribute = (text: string): string =>
  escapeText(text).replace(/[\t\n]/g, (character) => `&#${character.charCodeAt(0)};`);

function writeContent(content: XmlContent): string {
  if (content === undefined || content === false) return '';
  if (typeof content === 'string') return escapeText(content);
  if ('xml' in content) return content.xml;
  return 'name' in content ? writeElement(content) : content.map(writeContent).join('');
}

function writeElement({ name, attributes, content }: XmlOutput): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${escapeAttribute(String(value))}"`,
  );
  const inner = content.map(writeContent).join('');
  return inner === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${inner}</${name}>`;
}

/** A document with its declaration and the address of its DTD. Nothing is added between elements, so that texts are read as they were given. */
export const writeXml = (root: XmlOutput, systemId: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE ${root.name} SYSTEM "${escapeAttribute(systemId)}">\n${writeElement(root)}\n`;

/** The same document in characters of ASCII alone, every other one as a numeric reference: what `cxml-urlencoded` takes. */
export const toAscii = (xml: string): string => xml.replace(/[^\n\r\t -~]/gu, (character) => `&#${character.codePointAt(0)};`);
