import type { Credential } from '#api/integrations/punchout/cxml/envelope.rules.ts';

/** Someone of the buyer who shops. */
export interface BuyerUser {
  firstName: string;
  lastName: string;
  email: string;
  costCentre: string;
}

/** Where the buyer has things sent. */
export interface BuyerAddress {
  /** As the buyer's system names it. */
  id: string;
  name: string;
  street: string;
  city: string;
  postcode: string;
  countryCode: string;
  country: string;
}

/** What a buyer and its supplier have agreed on: everything that one enters in a procurement system to set up a shop. */
export interface SupplierConnection {
  /** The shop's name in the procurement system. */
  name: string;
  /** Where setup and order requests are sent. */
  cxmlUrl: string;
  /** Where browsers are sent over OCI. */
  ociUrl: string;
  buyer: Credential;
  /** Who sends the documents and knows the secret; the buyer itself unless a network stands between. */
  sender: Credential;
  supplier: Credential;
  secret: string;
  oci: { userName: string; password: string };
  currencyCode: string;
  /** Whether documents are marked as tests. */
  isTest: boolean;
}

/** The company that buys. */
export interface BuyerCompany {
  name: string;
  users: readonly BuyerUser[];
  shipTo: BuyerAddress;
  billTo: BuyerAddress;
}

/** The addresses of a connection at a portal. */
export const toPortalUrls = (origin: string, key: string) => ({
  cxmlUrl: `${origin}/punchout/cxml/${key}`,
  ociUrl: `${origin}/punchout/oci/${key}`,
});
