import { DTD_VERSIONS, type DtdName, findDtdFaults } from '#api/integrations/punchout/cxml/dtds.ts';
import { type CxmlEnvelope, readEnvelope } from '#api/integrations/punchout/cxml/envelope.rules.ts';
import { readXmlDocument } from '#api/integrations/punchout/xml/read-xml.ts';
import { findChild, readChildText, type XmlElement } from '#api/integrations/punchout/xml/xml-element.ts';

/** A document of the supplier, as far as the buyer's system needs it. */
export interface SupplierDocument {
  envelope: CxmlEnvelope;
  kind: string;
  summary: string;
  /** The order that it is about, by its number and by the document of the buyer. */
  orderId: string | undefined;
  orderPayloadId: string | undefined;
  findings: readonly string[];
}

const DTDS: Readonly<Record<string, DtdName>> = {
  StatusUpdateRequest: 'cXML',
  ConfirmationRequest: 'Fulfill',
  ShipNoticeRequest: 'Fulfill',
  InvoiceDetailRequest: 'InvoiceDetail',
};

/** The version that a document names, or the next one that is kept here; the newest where it names none. */
export function findVersion(xml: string, name: DtdName): string {
  const asked = /\/cXML\/(1\.\d\.\d{3})\//.exec(xml.slice(0, 2000))?.[1] ?? '9';
  const versions = DTD_VERSIONS[name];
  return versions.find((version) => version >= asked) ?? (versions.at(-1) as string);
}

/** The first value that an attribute has in any element. */
function findAttribute(element: XmlElement, name: string, within: (name: string) => boolean): string | undefined {
  const own = within(element.name) ? element.attributes[name] : undefined;
  if (own !== undefined) return own;
  for (const child of element.children) {
    const found = findAttribute(child, name, within);
    if (found !== undefined) return found;
  }
  return undefined;
}

const SUMMARIES: Readonly<Record<string, (request: XmlElement) => (string | undefined)[]>> = {
  StatusUpdateRequest: (request) => {
    const status = findChild(request, 'Status');
    return [status?.attributes.code, status?.text.trim() || status?.attributes.text];
  },
  ConfirmationRequest: (request) => {
    const { confirmID, type } = findChild(request, 'ConfirmationHeader')?.attributes ?? {};
    return [type, confirmID];
  },
  ShipNoticeRequest: (request) => {
    const { shipmentID, operation } = findChild(request, 'ShipNoticeHeader')?.attributes ?? {};
    return [operation, shipmentID, readChildText(request, 'ShipControl', 'ShipmentIdentifier')];
  },
  InvoiceDetailRequest: (request) => {
    const { invoiceID, purpose } = findChild(request, 'InvoiceDetailRequestHeader')?.attributes ?? {};
    const money = findChild(request, 'InvoiceDetailSummary', 'NetAmount', 'Money');
    return [purpose, invoiceID, money && `${money.text.trim()} ${money.attributes.currency ?? ''}`];
  },
};

/** Reads a document of the supplier. A text says why it is none. */
export function readSupplierDocument(bytes: Buffer): SupplierDocument | string {
  const envelope = readEnvelope(readXmlDocument(bytes));
  if (typeof envelope === 'string') return `The document is not a request of cXML: ${envelope}.`;
  const { request } = envelope;
  const dtd = DTDS[request.name];
  const xml = bytes.toString('utf8');
  const isReference = (name: string) => name === 'OrderReference' || name === 'OrderIDInfo' || name === 'InvoiceDetailOrderInfo';
  return {
    envelope,
    kind: request.name,
    summary: (SUMMARIES[request.name]?.(request) ?? []).filter(Boolean).join(', '),
    orderId: findAttribute(request, 'orderID', isReference),
    orderPayloadId: findAttribute(request, 'payloadID', (name) => name === 'DocumentReference'),
    findings: dtd ? findDtdFaults(xml, dtd, findVersion(xml, dtd)) : [],
  };
}
