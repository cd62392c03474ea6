import { findChild, listChildren, readChildText, readElementText, type XmlElement } from '../xml/xml-element.ts';
import {
  readAddress,
  readExtrinsics,
  readItemId,
  readMoney,
  type SentAddress,
  type SentItemId,
  type SentMoney,
} from './shared-elements.rules.ts';

export const ORDER_TYPES = ['new', 'update', 'delete'] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

/** A line of an order as the buyer's system sent it. */
export interface SentLine extends SentItemId {
  /** As the buyer counts them; its place when it is not numbered. */
  lineNumber: number;
  /** As it was sent: a decimal number. */
  quantity: string;
  unitPrice: SentMoney | undefined;
  unitOfMeasure: string | undefined;
  description: string | undefined;
  shipTo: SentAddress | undefined;
  requestedDelivery: string | undefined;
  comments: readonly string[];
}

/** An order as the buyer's system sent it. */
export interface OrderRequest {
  /** The buyer's number of the order. */
  orderId: string;
  orderDate: string | undefined;
  version: string | undefined;
  type: OrderType;
  total: SentMoney | undefined;
  shipTo: SentAddress | undefined;
  billTo: SentAddress | undefined;
  shipping: SentMoney | undefined;
  tax: SentMoney | undefined;
  contact: { name: string | undefined; email: string | undefined };
  comments: readonly string[];
  extrinsics: ReadonlyMap<string, string>;
  /** `cid:` references of files that came with it. */
  attachments: readonly string[];
  lines: readonly SentLine[];
}

const readComments = (holder: XmlElement | undefined): string[] =>
  listChildren(holder, 'Comments').flatMap((comment) => readElementText(comment) ?? []);

const readAttachments = (holder: XmlElement | undefined): string[] =>
  listChildren(holder, 'Comments').flatMap((comment) =>
    listChildren(comment, 'Attachment').flatMap((attachment) => readChildText(attachment, 'URL') ?? []),
  );

/** Reads an `OrderRequest`. Undefined when it has no number. A type that is left out is a new order, as the DTD has it. */
export function readOrderRequest(request: XmlElement): OrderRequest | undefined {
  const header = findChild(request, 'OrderRequestHeader');
  const orderId = header?.attributes.orderID?.trim();
  if (!header || !orderId) return undefined;
  const items = listChildren(request, 'ItemOut');
  const contact =
    listChildren(header, 'Contact').find(({ attributes }) => attributes.role === 'endUser') ?? findChild(header, 'Contact');
  return {
    orderId,
    orderDate: header.attributes.orderDate?.trim() || undefined,
    version: header.attributes.orderVersion?.trim() || undefined,
    type: ORDER_TYPES.find((type) => type === header.attributes.type?.trim()) ?? 'new',
    total: readMoney(findChild(header, 'Total')),
    shipTo: readAddress(findChild(header, 'ShipTo')),
    billTo: readAddress(findChild(header, 'BillTo')),
    shipping: readMoney(findChild(header, 'Shipping')),
    tax: readMoney(findChild(header, 'Tax')),
    contact: { name: readChildText(contact, 'Name'), email: readChildText(contact, 'Email') },
    comments: readComments(header),
    extrinsics: readExtrinsics(header),
    attachments: [header, ...items].flatMap(readAttachments),
    lines: items.map((item, place) => {
      const detail = findChild(item, 'ItemDetail') ?? findChild(item, 'BlanketItemDetail');
      const lineNumber = Number(item.attributes.lineNumber);
      return {
        ...readItemId(item),
        lineNumber: Number.isInteger(lineNumber) && lineNumber > 0 ? lineNumber : place + 1,
        quantity: item.attributes.quantity?.trim() ?? '',
        unitPrice: readMoney(findChild(detail, 'UnitPrice')),
        unitOfMeasure: readChildText(detail, 'UnitOfMeasure'),
        description: readChildText(detail, 'Description') ?? readChildText(detail, 'Description', 'ShortName'),
        shipTo: readAddress(findChild(item, 'ShipTo')),
        requestedDelivery: item.attributes.requestedDeliveryDate?.trim() || undefined,
        comments: readComments(item),
      };
    }),
  };
}
