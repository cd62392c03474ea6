import { findChild, listChildren, readChildText, type XmlElement } from '../xml/xml-element.ts';
import { readAddress, readExtrinsics, readItemId, type SentAddress, type SentItemId } from './shared-elements.rules.ts';

export const OPERATIONS = ['create', 'edit', 'inspect', 'source'] as const;
export type SetupOperation = (typeof OPERATIONS)[number];

/** A line of the cart that the buyer's system wants to change or see. */
export interface SetupItem extends SentItemId {
  /** Whole pieces; undefined when it is no whole number above 0. */
  quantity: number | undefined;
}

/** What a buyer's system asks when one of its users begins to shop. */
export interface SetupRequest {
  operation: SetupOperation;
  /** Goes back as it came, whatever it holds. */
  buyerCookie: string;
  /** Whether the cookie is XML: it holds elements. */
  buyerCookieIsXml: boolean;
  returnUrl: string | undefined;
  extrinsics: ReadonlyMap<string, string>;
  /** Where the buyer's system says who the user is. */
  contact: { name: string | undefined; email: string | undefined };
  shipTo: SentAddress | undefined;
  selectedItem: SentItemId | undefined;
  items: readonly SetupItem[];
}

const isOperation = (text: string | undefined): text is SetupOperation => OPERATIONS.some((operation) => operation === text);

/** A quantity is a decimal number, such as `5` or `5.000`; garments are ordered in whole pieces. */
export function readItemQuantity(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,9}(?:\.\d{0,9})?$/.test(text.trim())) return undefined;
  const quantity = Number(text);
  return Number.isInteger(quantity) && quantity > 0 ? quantity : undefined;
}

/** Reads a `PunchOutSetupRequest`, in whatever order its elements come. Undefined when it has none of the operations. */
export function readSetupRequest(request: XmlElement): SetupRequest | undefined {
  const operation = request.attributes.operation?.trim();
  if (!isOperation(operation)) return undefined;
  const contacts = listChildren(request, 'Contact');
  const contact = contacts.find(({ attributes }) => attributes.role === 'endUser') ?? contacts[0];
  const cookie = findChild(request, 'BuyerCookie');
  const selected = findChild(request, 'SelectedItem');
  return {
    operation,
    buyerCookie: cookie?.inner ?? cookie?.text ?? '',
    buyerCookieIsXml: cookie?.inner !== undefined,
    returnUrl: readChildText(request, 'BrowserFormPost', 'URL'),
    extrinsics: readExtrinsics(request),
    contact: { name: readChildText(contact, 'Name'), email: readChildText(contact, 'Email') },
    shipTo: readAddress(findChild(request, 'ShipTo')),
    selectedItem: selected && readItemId(selected),
    items: listChildren(request, 'ItemOut').map((item) => ({
      ...readItemId(item),
      quantity: readItemQuantity(item.attributes.quantity),
    })),
  };
}

/** The names under which systems send the email address of the user, the most trusted first. */
const EMAIL_EXTRINSICS = ['UserEmail', 'Email', 'EmailAddress', 'UserPrintableName'] as const;

/** The email address of the user, from wherever the buyer's system has put it; undefined when it is nowhere. */
export function findUserEmail({ extrinsics, shipTo, contact }: SetupRequest): string | undefined {
  const candidates = [
    ...EMAIL_EXTRINSICS.map((name) => extrinsics.get(name)),
    shipTo?.email,
    contact.email,
    extrinsics.get('UniqueName'),
  ];
  return candidates.find((text) => text?.includes('@'));
}
