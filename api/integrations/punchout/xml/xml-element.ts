/** An element of a document that was read. Comments and processing instructions are left out. */
export interface XmlElement {
  name: string;
  /** Attributes by name, such as `xml:lang`. */
  attributes: Readonly<Record<string, string>>;
  children: readonly XmlElement[];
  /** The text that stands in the element itself, without that of its children, as it was sent. */
  text: string;
  /** What it holds, as XML; only of elements that hold others, and that the reader was asked to keep so. */
  inner?: string;
}

/** The first child with that name; of several names, the first child of the first child and so on. */
export function findChild(element: XmlElement | undefined, ...names: string[]): XmlElement | undefined {
  let found = element;
  for (const name of names) found = found?.children.find((child) => child.name === name);
  return found;
}

/** All children with that name. */
export const listChildren = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** The text of an element without the spaces and line breaks around it; undefined when there is none. */
export function readElementText(element: XmlElement | undefined): string | undefined {
  const text = element?.text.trim();
  return text === '' ? undefined : text;
}

/** The text of the first child that the names lead to, without the spaces around it; undefined when there is none. */
export const readChildText = (element: XmlElement | undefined, ...names: string[]): string | undefined =>
  readElementText(findChild(element, ...names));
