import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DtdValidator, XmlDocument, XmlDtd, XmlLibError, XmlValidateError } from 'libxml2-wasm';

/** The document types of cXML. Each contains the whole common part, so that a document has one of them. */
export const DTD_NAMES = ['cXML', 'Fulfill', 'InvoiceDetail'] as const;
export type DtdName = (typeof DTD_NAMES)[number];

/** The versions of each document type that are kept here, unmodified as their licence asks. */
export const DTD_VERSIONS: Readonly<Record<DtdName, readonly string[]>> = {
  cXML: ['1.2.014', '1.2.020', '1.2.071'],
  Fulfill: ['1.2.050', '1.2.063', '1.2.071'],
  InvoiceDetail: ['1.2.020', '1.2.037', '1.2.071'],
};

/** The address that a document names as its type. */
export const toSystemId = (name: DtdName, version: string): string => `http://xml.cxml.org/schemas/cXML/${version}/${name}.dtd`;

/**
 * The version of a document type that is kept here and that suits a connection with this one: the newest that is no newer, otherwise the oldest. The document types
 * for what follows an order have other versions than that of carts.
 */
export const findDtdVersion = (name: DtdName, dtdVersion: string): string => {
  const kept = DTD_VERSIONS[name];
  return kept.findLast((version) => version <= dtdVersion) ?? (kept[0] as string);
};

const validators = new Map<string, DtdValidator>();

/** Reading a document type takes about 30 ms, so each is read once. */
function getValidator(name: DtdName, version: string): DtdValidator {
  const file = `${version}-${name}.dtd`;
  const known = validators.get(file);
  if (known) return known;
  const validator = new DtdValidator(XmlDtd.fromBuffer(readFileSync(join(import.meta.dirname, 'dtd', file))));
  validators.set(file, validator);
  return validator;
}

/** What is wrong with a document that we have written, by one version of its document type; empty when it is valid. */
export function findDtdFaults(xml: string, name: DtdName, version: string): string[] {
  const validator = getValidator(name, version);
  let document: XmlDocument;
  try {
    document = XmlDocument.fromBuffer(Buffer.from(xml));
  } catch (error) {
    if (error instanceof XmlLibError) return [error.message.trim()];
    throw error;
  }
  try {
    validator.validate(document);
    return [];
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error;
    return error.details.map(({ line, message }) => `line ${line}: ${message.trim()}`);
  } finally {
    document.dispose();
  }
}
