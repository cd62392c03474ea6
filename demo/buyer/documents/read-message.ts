import { findDtdFaults } from '#api/integrations/punchout/cxml/dtds.ts';
import { readMoney } from '#api/integrations/punchout/cxml/shared-elements.rules.ts';
import { readXmlDocument } from '#api/integrations/punchout/xml/read-xml.ts';
import { findChild, listChildren, readChildText, type XmlElement } from '#api/integrations/punchout/xml/xml-element.ts';
import type { HeaderAmount, ReturnedLine } from '../requisitions.ts';
import type { Return } from '../returns.ts';
import { type FormFields, findField } from './form-fields.ts';
import { findVersion } from './read-documents.ts';

/** A form that does not hold what a shop returns. The message is for the user. */
export class UnreadableReturnError extends Error {}

const readText = (element: XmlElement | undefined, ...names: string[]): string => readChildText(element, ...names) ?? '';

/** The message in a form. Base64 counts where both are there, since it says itself how its bytes are read. */
export function readMessageField(fields: FormFields): { bytes: Buffer; findings: string[] } {
  const base64 = findField(fields, 'cxml-base64');
  if (base64 !== undefined) {
    const bytes = Buffer.from(base64, 'base64');
    return { bytes, findings: bytes[0] === 0xef ? ['The document has a byte order mark.'] : [] };
  }
  const text = findField(fields, 'cxml-urlencoded');
  if (text === undefined) throw new UnreadableReturnError('The form has neither cxml-urlencoded nor cxml-base64.');
  const findings: string[] = [];
  // Whatever follows is in ASCII, or each receiver would read it in another encoding.
  if (/[^\t\n\r -~]/.test(text)) findings.push('cxml-urlencoded has characters beyond ASCII.');
  if (text.startsWith('%3C')) throw new UnreadableReturnError('The document was encoded twice.');
  return { bytes: Buffer.from(text), findings };
}

function readHeaderAmount(header: XmlElement | undefined, name: string): HeaderAmount | undefined {
  const found = findChild(header, name);
  const money = readMoney(found);
  return money && { amount: money.amount, description: readText(found, 'Description') };
}

function readLine(item: XmlElement): ReturnedLine {
  const detail = findChild(item, 'ItemDetail');
  const price = readMoney(findChild(detail, 'UnitPrice'));
  const classification = findChild(detail, 'Classification');
  return {
    partId: readText(item, 'ItemID', 'SupplierPartID'),
    auxiliaryId: readText(item, 'ItemID', 'SupplierPartAuxiliaryID'),
    quantity: item.attributes.quantity ?? '',
    unitPrice: price?.amount ?? '',
    currencyCode: price?.currencyCode ?? '',
    shortName: readText(detail, 'Description', 'ShortName'),
    description: readText(detail, 'Description'),
    unit: readText(detail, 'UnitOfMeasure'),
    classificationDomain: classification?.attributes.domain ?? '',
    classification: readText(detail, 'Classification'),
    manufacturerPartId: readText(detail, 'ManufacturerPartID'),
    manufacturerName: readText(detail, 'ManufacturerName'),
    leadDays: readText(detail, 'LeadTime'),
  };
}

const isOperation = (text: string | undefined): text is Return['operationAllowed'] =>
  text === 'create' || text === 'inspect' || text === 'edit';

function listFindings(xml: string, root: XmlElement): string[] {
  const findings = findDtdFaults(xml, 'cXML', findVersion(xml, 'cXML'));
  if (xml.includes('<SharedSecret')) findings.push('A document that passes through a browser has a secret in it.');
  if (/Z$/.test(root.attributes.timestamp ?? '')) findings.push('The timestamp ends in Z.');
  return findings;
}

/** Reads a `PunchOutOrderMessage` from a posted form. Throws for a form in which there is none. */
export function readMessage(fields: FormFields): Return {
  const { bytes, findings } = readMessageField(fields);
  const root = readXmlDocument(bytes);
  const message = findChild(root, 'Message');
  const order = findChild(message, 'PunchOutOrderMessage');
  if (!message || !order) throw new UnreadableReturnError('The document is no PunchOutOrderMessage.');
  const header = findChild(order, 'PunchOutOrderMessageHeader');
  const operation = header?.attributes.operationAllowed;
  const status = findChild(message, 'Status');
  const code = Number(status?.attributes.code ?? 200);
  const xml = bytes.toString('utf8');
  return {
    status: code === 200 ? null : { code, text: status?.text.trim() || (status?.attributes.text ?? '') },
    buyerCookie: findChild(order, 'BuyerCookie')?.text ?? '',
    operationAllowed: isOperation(operation) ? operation : 'create',
    shipping: readHeaderAmount(header, 'Shipping'),
    tax: readHeaderAmount(header, 'Tax'),
    lines: listChildren(order, 'ItemIn').map(readLine),
    findings: [...findings, ...listFindings(xml, root)],
    xml,
  };
}
