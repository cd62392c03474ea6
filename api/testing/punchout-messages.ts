import { readXmlDocument } from '#api/integrations/punchout/xml/read-xml.ts';
import { findChild, listChildren, readChildText, type XmlElement } from '#api/integrations/punchout/xml/xml-element.ts';

/** A line of a cart as the buyer's system reads it. */
export interface ReceivedLine {
  quantity: string | undefined;
  sku: string | undefined;
  auxiliaryId: string | undefined;
  unitPrice: string | undefined;
  unit: string | undefined;
  classification: string | undefined;
  description: string | undefined;
}

/** A message that has taken a cart to the buyer's system, as that reads it. */
export interface ReceivedMessage {
  buyerCookie: string;
  /** The code of its status; undefined for one without. */
  status: string | undefined;
  total: string | undefined;
  lines: ReceivedLine[];
}

function readLine(item: XmlElement): ReceivedLine {
  const detail = findChild(item, 'ItemDetail');
  return {
    quantity: item.attributes.quantity,
    sku: readChildText(item, 'ItemID', 'SupplierPartID'),
    auxiliaryId: readChildText(item, 'ItemID', 'SupplierPartAuxiliaryID'),
    unitPrice: readChildText(detail, 'UnitPrice', 'Money'),
    unit: readChildText(detail, 'UnitOfMeasure'),
    classification: readChildText(detail, 'Classification'),
    description: findChild(detail, 'Description')?.text,
  };
}

/** Reads the only field of a form of cXML: base64, or characters of ASCII alone. */
export function readCartMessage(fields: Readonly<Record<string, string | string[]>>): ReceivedMessage {
  const [[name, value] = ['', ''], ...others] = Object.entries(fields);
  if (others.length > 0 || typeof value !== 'string') throw new Error('The form does not have one field.');
  if (name === 'cxml-urlencoded' && /[^\t\n -~]/.test(value)) throw new Error('The document is not in ASCII.');
  const bytes = Buffer.from(value, name === 'cxml-base64' ? 'base64' : 'utf8');
  const message = findChild(readXmlDocument(bytes, 'BuyerCookie'), 'Message');
  const order = findChild(message, 'PunchOutOrderMessage');
  const cookie = findChild(order, 'BuyerCookie');
  return {
    // Not trimmed: it goes back to the byte.
    buyerCookie: cookie?.inner ?? cookie?.text ?? '',
    status: findChild(message, 'Status')?.attributes.code,
    total: readChildText(findChild(order, 'PunchOutOrderMessageHeader'), 'Total', 'Money'),
    lines: listChildren(order, 'ItemIn').map(readLine),
  };
}
