import { toSystemId } from '../cxml/dtds.ts';
import type { Credential } from '../cxml/envelope.rules.ts';
import { createPayloadId, formatTimestamp } from '../cxml/write-envelope.rules.ts';
import { element, writeXml, type XmlOutput } from '../xml/write-xml.ts';

/** Who asks, as the documents of a buyer's system say it. */
export interface TestBuyer {
  from: Credential;
  sender: Credential;
  to: Credential;
  host: string;
  dtdVersion: string;
}

const writeCredential = ({ domain, identity }: Credential, secret?: string): XmlOutput =>
  element(
    'Credential',
    { domain },
    element('Identity', {}, identity),
    secret !== undefined && element('SharedSecret', {}, secret),
  );

/** A request as a buyer's system sends it, marked as a test. */
function writeBuyerRequest(
  { from, sender, to, host, dtdVersion }: TestBuyer,
  secret: string,
  at: Date,
  content: XmlOutput,
): string {
  const attributes = { payloadID: createPayloadId(at, host), timestamp: formatTimestamp(at), 'xml:lang': 'en-GB' };
  return writeXml(
    element(
      'cXML',
      attributes,
      element(
        'Header',
        {},
        element('From', {}, writeCredential(from)),
        element('To', {}, writeCredential(to)),
        element('Sender', {}, writeCredential(sender, secret), element('UserAgent', {}, 'Livery self-test')),
      ),
      element('Request', { deploymentMode: 'test' }, content),
    ),
    toSystemId('cXML', dtdVersion),
  );
}

/** Asks which requests are accepted. */
export const writeProfileRequest = (buyer: TestBuyer, secret: string, at: Date): string =>
  writeBuyerRequest(buyer, secret, at, element('ProfileRequest', {}));

/** Begins a visit of someone who returns to an address. */
export const writeSetupRequest = (
  buyer: TestBuyer,
  secret: string,
  at: Date,
  { email, extrinsic, returnUrl, cookie }: { email: string | undefined; extrinsic: string; returnUrl: string; cookie: string },
): string =>
  writeBuyerRequest(
    buyer,
    secret,
    at,
    element(
      'PunchOutSetupRequest',
      { operation: 'create' },
      element('BuyerCookie', {}, cookie),
      email !== undefined && element('Extrinsic', { name: extrinsic }, email),
      element('BrowserFormPost', {}, element('URL', {}, returnUrl)),
    ),
  );
