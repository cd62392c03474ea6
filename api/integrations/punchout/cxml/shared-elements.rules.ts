import { findChild, listChildren, readChildText, readElementText, type XmlElement } from '../xml/xml-element.ts';

/** An address as a buyer's system sends it. */
export interface SentAddress {
  /** How the buyer's system names it; undefined when it does not. */
  id: string | undefined;
  name: string | undefined;
  /** The people or departments to whom it is delivered. */
  deliverTo: readonly string[];
  streets: readonly string[];
  city: string | undefined;
  state: string | undefined;
  postcode: string | undefined;
  /** ISO 3166, two letters, in capitals. */
  countryCode: string | undefined;
  country: string | undefined;
  email: string | undefined;
  phone: string | undefined;
}

/** An amount as it was sent: nothing is rounded before it is compared. */
export interface SentMoney {
  amount: string;
  currencyCode: string;
}

/** What a line of a buyer's document is about. */
export interface SentItemId {
  partId: string | undefined;
  auxiliaryId: string | undefined;
}

const readTexts = (element: XmlElement | undefined, name: string): string[] =>
  listChildren(element, name).flatMap((child) => readElementText(child) ?? []);

function readPhone(address: XmlElement | undefined): string | undefined {
  const number = findChild(address, 'Phone', 'TelephoneNumber');
  const parts = ['CountryCode', 'AreaOrCityCode', 'Number'].map((name) => readChildText(number, name));
  const [country, area, own] = parts;
  if (own === undefined) return undefined;
  return [country && `+${country.replace(/^\+/, '')}`, area, own].filter(Boolean).join(' ');
}

/** Reads an `Address` within an element such as `ShipTo`; undefined when there is none. */
export function readAddress(holder: XmlElement | undefined): SentAddress | undefined {
  const address = findChild(holder, 'Address');
  if (!address) return undefined;
  const postal = findChild(address, 'PostalAddress');
  const country = findChild(postal, 'Country');
  return {
    id: address.attributes.addressID?.trim() || undefined,
    name: readChildText(address, 'Name'),
    deliverTo: readTexts(postal, 'DeliverTo'),
    streets: readTexts(postal, 'Street'),
    city: readChildText(postal, 'City'),
    state: readChildText(postal, 'State'),
    postcode: readChildText(postal, 'PostalCode'),
    countryCode: (country?.attributes.isoCountryCode ?? address.attributes.isoCountryCode)?.trim().toUpperCase() || undefined,
    country: readElementText(country),
    email: readChildText(address, 'Email'),
    phone: readPhone(address),
  };
}

/** Reads the `Money` within an element such as `UnitPrice`; undefined when there is none. */
export function readMoney(holder: XmlElement | undefined): SentMoney | undefined {
  const money = findChild(holder, 'Money');
  const amount = readElementText(money);
  return money && amount !== undefined
    ? { amount, currencyCode: (money.attributes.currency ?? '').trim().toUpperCase() }
    : undefined;
}

/** Reads the `ItemID` within a line. */
export const readItemId = (line: XmlElement | undefined): SentItemId => ({
  partId: readChildText(line, 'ItemID', 'SupplierPartID'),
  auxiliaryId: readChildText(line, 'ItemID', 'SupplierPartAuxiliaryID'),
});

/** Extrinsics by name; where a name occurs twice, the first counts. */
export function readExtrinsics(holder: XmlElement | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const extrinsic of listChildren(holder, 'Extrinsic')) {
    const name = extrinsic.attributes.name?.trim();
    const value = readElementText(extrinsic);
    if (name && value !== undefined && !found.has(name)) found.set(name, value);
  }
  return found;
}
