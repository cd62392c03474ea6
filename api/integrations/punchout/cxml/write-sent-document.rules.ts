import type { XmlOutput } from '../xml/write-xml.ts';
import { type DtdName, findDtdVersion } from './dtds.ts';
import { type Confirmation, writeConfirmation } from './write-confirmation.rules.ts';
import { type DocumentFacts, type Parties, writeRequest } from './write-envelope.rules.ts';
import { type Invoice, writeInvoice } from './write-invoice.rules.ts';
import { type ShipNotice, writeShipNotice } from './write-ship-notice.rules.ts';
import { type StatusUpdate, writeStatusUpdate } from './write-status-update.rules.ts';

/** What we send after an order, by the names that connections have for it. */
export type SentDocument =
  | { kind: 'status'; content: StatusUpdate }
  | { kind: 'confirmation'; content: Confirmation }
  | { kind: 'shipNotice'; content: ShipNotice }
  | { kind: 'invoice'; content: Invoice };

/** The document type of each. */
export const DTD_OF: Readonly<Record<SentDocument['kind'], DtdName>> = {
  status: 'cXML',
  confirmation: 'Fulfill',
  shipNotice: 'Fulfill',
  invoice: 'InvoiceDetail',
};

function writeContent(document: SentDocument): XmlOutput | undefined {
  switch (document.kind) {
    case 'status':
      return writeStatusUpdate(document.content);
    case 'confirmation':
      return writeConfirmation(document.content);
    case 'shipNotice':
      return writeShipNotice(document.content);
    case 'invoice':
      return writeInvoice(document.content);
  }
}

/**
 * Writes what we send after an order. `facts` has the connection's version; the document names the version of its own type that suits it, by which it is to be
 * checked before it leaves. Undefined when there is nothing to tell. Throws for contents that buyers' systems would misread.
 */
export function writeSentDocument(
  facts: DocumentFacts,
  parties: Parties,
  isTest: boolean,
  document: SentDocument,
): { xml: string; dtd: DtdName; dtdVersion: string } | undefined {
  const content = writeContent(document);
  if (!content) return undefined;
  const dtd = DTD_OF[document.kind];
  const dtdVersion = findDtdVersion(dtd, facts.dtdVersion);
  return { xml: writeRequest({ ...facts, dtdVersion }, parties, dtd, isTest, content), dtd, dtdVersion };
}
