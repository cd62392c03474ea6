import type { OrderType } from '#api/integrations/punchout/cxml/order-request.rules.ts';
import { formatTimestamp } from '#api/integrations/punchout/cxml/write-envelope.rules.ts';
import { element, type XmlOutput } from '#api/integrations/punchout/xml/write-xml.ts';
import { sumLines } from '../amounts.ts';
import type { BuyerCompany, BuyerUser } from '../connection.ts';
import type { HeaderAmount, RequisitionLine } from '../requisitions.ts';
import { writeBuyerAddress } from './buyer-envelope.ts';
import { writeItemDetail, writeItemId, writeMoney } from './items.ts';

/** An order as the buyer sends it. */
export interface OrderFacts {
  orderId: string;
  at: Date;
  type: OrderType;
  version: number;
  /** The document of the order that this one changes or deletes. */
  previousPayloadId: string | undefined;
  currencyCode: string;
  lines: readonly RequisitionLine[];
  shipping: HeaderAmount | undefined;
  tax: HeaderAmount | undefined;
  user: BuyerUser;
  company: BuyerCompany;
  comment: string;
  /** The content ids of files that come with it. */
  attachmentIds: readonly string[];
}

/** The `OrderRequest`. */
export function writeOrderRequest(facts: OrderFacts): XmlOutput {
  const { orderId, at, type, version, previousPayloadId, currencyCode, lines, shipping, tax, user, company } = facts;
  return element(
    'OrderRequest',
    {},
    element(
      'OrderRequestHeader',
      { orderID: orderId, orderDate: formatTimestamp(at), type, orderVersion: version },
      writeMoney('Total', currencyCode, sumLines(lines)),
      writeBuyerAddress('ShipTo', company.shipTo),
      writeBuyerAddress('BillTo', company.billTo),
      shipping && writeMoney('Shipping', currencyCode, shipping.amount, shipping.description),
      tax && writeMoney('Tax', currencyCode, tax.amount, tax.description),
      element(
        'Contact',
        { role: 'endUser' },
        element('Name', { 'xml:lang': 'en-GB' }, `${user.firstName} ${user.lastName}`),
        element('Email', {}, user.email),
      ),
      (facts.comment !== '' || facts.attachmentIds.length > 0) &&
        element(
          'Comments',
          { 'xml:lang': 'en-GB' },
          facts.comment,
          facts.attachmentIds.map((id) => element('Attachment', {}, element('URL', {}, `cid:${id}`))),
        ),
      previousPayloadId !== undefined && element('DocumentReference', { payloadID: previousPayloadId }),
    ),
    lines.map((line, place) =>
      element('ItemOut', { quantity: line.quantity, lineNumber: place + 1 }, writeItemId(line), writeItemDetail(line)),
    ),
  );
}
