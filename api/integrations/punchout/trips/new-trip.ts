import type { Credential } from '../cxml/envelope.rules.ts';
import type { SetupItem } from '../cxml/setup-request.rules.ts';
import type { SentAddress } from '../cxml/shared-elements.rules.ts';

/** What a buyer's system says about its user. */
export interface SentUser {
  email: string | undefined;
  firstName: string | undefined;
  lastName: string | undefined;
}

/** What a buyer's system asks for when one of its users begins to shop, whatever its protocol. */
export interface NewTrip {
  operation: 'create' | 'edit' | 'inspect';
  /** Whether the request says that it is a test; those of a test connection are tests anyway. */
  isTest: boolean;
  /** Goes back as it came; empty for OCI. */
  buyerCookie: string;
  /** Whether the cookie is XML and no text. */
  buyerCookieIsXml?: boolean;
  /** Whom the cart is returned to, as it has named itself; null for OCI. */
  buyerIdentity: Credential | null;
  returnUrl: string | undefined;
  /** Whether `returnUrl` is a page of ours, because nothing goes back to the buyer's system. */
  endsHere?: boolean;
  /** The window or frame in which the buyer's system wants its answer; null when it does not say. */
  returnTarget: string | null;
  /** OCI: fields that go back with the cart. */
  returnFields: readonly (readonly [name: string, value: string])[];
  /** OCI: the encoding of the answer, and the version of the protocol. */
  charset: string | null;
  ociVersion: string | null;
  user: SentUser;
  shipTo: SentAddress | undefined;
  /** The product with which it begins. */
  selectedPart: { sku: string | undefined; auxiliaryId: string | undefined } | undefined;
  /** The cart to be changed or looked at. */
  items: readonly SetupItem[];
}
