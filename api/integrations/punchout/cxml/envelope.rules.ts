import { findChild, listChildren, readChildText, readElementText, type XmlElement } from '../xml/xml-element.ts';

/** Who a party says it is: an identity within a domain, such as `DUNS` or `NetworkID`. */
export interface Credential {
  domain: string;
  identity: string;
}

/** The envelope of a document that was sent to us, and what it asks. */
export interface CxmlEnvelope {
  /** The same when a document is sent again; empty when it has none. */
  payloadId: string;
  from: readonly Credential[];
  to: readonly Credential[];
  sender: readonly (Credential & { secret: string | undefined })[];
  userAgent: string | undefined;
  isTest: boolean;
  /** The element within `Request`, such as `OrderRequest`. */
  request: XmlElement;
}

/** Why a document is not taken as a request. */
export type EnvelopeFault = 'no cXML' | 'no request' | 'no header';

const readCredentials = (party: XmlElement | undefined): Credential[] =>
  listChildren(party, 'Credential').flatMap((credential) => {
    const identity = readChildText(credential, 'Identity');
    return identity === undefined ? [] : [{ domain: (credential.attributes.domain ?? '').trim(), identity }];
  });

const readSender = (sender: XmlElement | undefined): CxmlEnvelope['sender'] =>
  listChildren(sender, 'Credential').flatMap((credential) =>
    readCredentials({ name: '', attributes: {}, text: '', children: [credential] }).map((read) => ({
      ...read,
      // A secret may have spaces of its own, but no sender means the line breaks around it.
      secret: readChildText(credential, 'SharedSecret'),
    })),
  );

/**
 * Reads what comes before a request, however old its version; elements and attributes that are not known are passed over. A response or a message is no
 * request: only a buyer's browser brings messages, and they are sent by us.
 */
export function readEnvelope(root: XmlElement): CxmlEnvelope | EnvelopeFault {
  if (root.name !== 'cXML') return 'no cXML';
  const request = findChild(root, 'Request');
  const content = request?.children.find(({ name }) => name !== 'Status');
  if (!request || !content) return 'no request';
  const header = findChild(root, 'Header');
  if (!header) return 'no header';
  return {
    payloadId: (root.attributes.payloadID ?? '').trim(),
    from: readCredentials(findChild(header, 'From')),
    to: readCredentials(findChild(header, 'To')),
    sender: readSender(findChild(header, 'Sender')),
    userAgent: readElementText(findChild(header, 'Sender', 'UserAgent')),
    isTest: request.attributes.deploymentMode?.trim() === 'test',
    request: content,
  };
}

/** Whether two credentials name the same party. Domains are written in several ways: `NetworkID` and `NetworkId` both stand in texts of one network. */
export const isSameParty = (one: Credential, other: Credential): boolean =>
  one.domain.toLowerCase() === other.domain.toLowerCase() && one.identity === other.identity;
