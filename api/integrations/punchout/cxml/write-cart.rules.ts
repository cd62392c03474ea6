import { element, type WrittenXml, type XmlOutput } from '../xml/write-xml.ts';
import type { SentAddress } from './shared-elements.rules.ts';
import { writeMoney, writePostalAddress, writeText } from './write-parts.rules.ts';

/** A line of a cart as it is returned. Prices are decimal numbers without separators, such as `24.95`. */
export interface ReturnedLine {
  quantity: number;
  sku: string;
  /** What leads back to the garment as it was chosen. */
  auxiliaryId: string;
  unitPrice: string;
  shortName: string;
  description: string;
  unitOfMeasure: string;
  /** Eight digits of UNSPSC. */
  classification: string;
  manufacturer: { partId: string; name: string } | undefined;
  leadDays: number | undefined;
  extrinsics: Readonly<Record<string, string>>;
}

/** An amount beside the lines, with what it is for. */
export interface HeaderAmount {
  amount: string;
  description: string;
}

/** A cart as it is returned. */
export interface ReturnedCart {
  /** As text, or as the XML that it came as. */
  buyerCookie: string | WrittenXml;
  /** The most that may be done with it later. */
  operationAllowed: 'create' | 'inspect' | 'edit';
  currencyCode: string;
  total: string;
  shipTo: SentAddress | undefined;
  shipping: HeaderAmount | undefined;
  tax: HeaderAmount | undefined;
  lines: readonly ReturnedLine[];
}

const described = (name: string, currency: string, { amount, description }: HeaderAmount): XmlOutput =>
  element(name, {}, writeMoney(currency, amount), writeText('Description', description));

/** A line of ours: in a cart, or as what is sent in place of what was ordered. */
export const writeItemIn = (line: ReturnedLine, currency: string, lineNumber: number): XmlOutput =>
  element(
    'ItemIn',
    { quantity: line.quantity, lineNumber },
    element('ItemID', {}, element('SupplierPartID', {}, line.sku), element('SupplierPartAuxiliaryID', {}, line.auxiliaryId)),
    element(
      'ItemDetail',
      {},
      element('UnitPrice', {}, writeMoney(currency, line.unitPrice)),
      writeText('Description', element('ShortName', {}, line.shortName), line.description),
      element('UnitOfMeasure', {}, line.unitOfMeasure),
      element('Classification', { domain: 'UNSPSC' }, line.classification),
      // Only together: readers take a number without a name for an error.
      line.manufacturer && element('ManufacturerPartID', {}, line.manufacturer.partId),
      line.manufacturer && element('ManufacturerName', {}, line.manufacturer.name),
      line.leadDays !== undefined && element('LeadTime', {}, String(line.leadDays)),
      Object.entries(line.extrinsics).map(([name, value]) => element('Extrinsic', { name }, value)),
    ),
  );

const writeAddress = (address: SentAddress): XmlOutput =>
  element(
    'ShipTo',
    {},
    element(
      'Address',
      { isoCountryCode: address.countryCode, addressID: address.id },
      writeText('Name', address.name ?? ''),
      writePostalAddress(address),
    ),
  );

/** The message that returns a cart. One without lines deletes what the buyer's system had, so a cart that was not changed is returned with a status instead. */
export const writeCart = (cart: ReturnedCart): XmlOutput =>
  element(
    'PunchOutOrderMessage',
    {},
    element('BuyerCookie', {}, cart.buyerCookie),
    element(
      'PunchOutOrderMessageHeader',
      { operationAllowed: cart.operationAllowed },
      element('Total', {}, writeMoney(cart.currencyCode, cart.total)),
      cart.shipTo && writeAddress(cart.shipTo),
      cart.shipping && described('Shipping', cart.currencyCode, cart.shipping),
      cart.tax && described('Tax', cart.currencyCode, cart.tax),
    ),
    cart.lines.map((line, place) => writeItemIn(line, cart.currencyCode, place + 1)),
  );
