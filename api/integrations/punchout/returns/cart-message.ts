import { writeCxmlForm } from '../carts/cxml-form.rules.ts';
import type { Connection } from '../connections/connection.queries.ts';
import { findDtdFaults, findDtdVersion } from '../cxml/dtds.ts';
import type { Credential } from '../cxml/envelope.rules.ts';
import type { SentAddress } from '../cxml/shared-elements.rules.ts';
import { type ReturnedCart, type ReturnedLine, writeCart } from '../cxml/write-cart.rules.ts';
import { createPayloadId, writeMessage } from '../cxml/write-envelope.rules.ts';
import { type CustomFields, type CustomValue, type ReturnForm, writeReturnForm } from '../oci/return-form.rules.ts';
import { toDecimalAmount } from '../texts/decimal-amount.rules.ts';
import type { EndingTrip } from './ending-trips.queries.ts';

/** A line with what fields that were agreed with the buyer can hold. */
export type MessageLine = ReturnedLine & { details: Readonly<Partial<Record<CustomValue, string>>> };

/** A cart in the words and numbers of a buyer's system. */
export interface MessageCart extends Pick<ReturnedCart, 'total' | 'shipping' | 'tax'> {
  lines: readonly MessageLine[];
  shipTo: SentAddress | undefined;
}

/** When and from where a message is written. */
export interface MessageOrigin {
  at: Date;
  /** The host of the portal. */
  host: string;
}

/** What takes a cart, or the news that there is none, to the buyer's system. */
export interface CartMessage {
  kind: 'PunchOutOrderMessage' | 'OCI';
  payloadId: string;
  /** The document, or the fields of OCI as JSON. */
  body: string;
  form: ReturnForm;
  /** What is wrong with the document by its type; empty when it is valid. */
  faults: string[];
}

/** Who we are for a buyer that has not been asked how it calls us. */
const UNNAMED: Credential = { domain: 'PrivateID', identity: 'Livery' };

/**
 * Writes what ends a trip. Without a cart it says that nothing was changed: over cXML by a status, since a message without lines would delete what the buyer's system
 * had; OCI has none, and takes a form without lines for that.
 */
export function writeCartMessage(
  trip: EndingTrip,
  connection: Connection,
  cart: MessageCart | undefined,
  { at, host }: MessageOrigin,
): CartMessage {
  const payloadId = createPayloadId(at, host);
  return connection.protocol === 'oci'
    ? writeOciMessage(trip, connection, cart, payloadId)
    : writeCxmlMessage(trip, connection, cart, { payloadId, at });
}

function writeCxmlMessage(
  trip: EndingTrip,
  connection: Connection,
  cart: MessageCart | undefined,
  { payloadId, at }: { payloadId: string; at: Date },
): CartMessage {
  const { currencyCode } = connection;
  const dtdVersion = findDtdVersion('cXML', connection.dtdVersion);
  const parties = {
    from: connection.supplierIdentity ?? UNNAMED,
    to: trip.buyerIdentity ?? connection.buyerIdentities[0] ?? UNNAMED,
  };
  const nothing: MessageCart = {
    lines: [],
    total: toDecimalAmount(0, currencyCode),
    shipping: undefined,
    tax: undefined,
    shipTo: undefined,
  };
  const status = cart ? undefined : ({ code: 204, text: 'Nothing was changed.' } as const);
  const write = (buyerCookie: ReturnedCart['buyerCookie']) =>
    writeMessage(
      { payloadId, at, dtdVersion },
      parties,
      trip.isTest,
      writeCart({ ...(cart ?? nothing), buyerCookie, operationAllowed: 'edit', currencyCode }),
      status,
    );
  const body = write(trip.buyerCookieIsXml ? { xml: trip.buyerCookie } : trip.buyerCookie);
  return {
    kind: 'PunchOutOrderMessage',
    payloadId,
    body,
    form: writeCxmlForm(trip.returnUrl, trip.returnTarget ?? connection.returnTarget, body, connection.formEncoding),
    // Elements in the cookie are the buyer's own, and no document type has them.
    faults: findDtdFaults(trip.buyerCookieIsXml ? write('') : body, 'cXML', dtdVersion),
  };
}

function writeOciMessage(
  trip: EndingTrip,
  connection: Connection,
  cart: MessageCart | undefined,
  payloadId: string,
): CartMessage {
  const form = writeReturnForm(
    {
      hookUrl: trip.returnUrl,
      target: trip.returnTarget ?? connection.returnTarget,
      charset: trip.charset ?? 'iso-8859-1',
      controlFields: trip.returnFields,
    },
    (cart?.lines ?? []).map(({ auxiliaryId, extrinsics: _extrinsics, ...line }) => ({ ...line, productId: auxiliaryId })),
    { ...connection, customFields: connection.customFields as CustomFields },
  );
  return { kind: 'OCI', payloadId, body: JSON.stringify(form.fields), form, faults: [] };
}
