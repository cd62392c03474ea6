import { toSystemId } from '#api/integrations/punchout/cxml/dtds.ts';
import type { Credential } from '#api/integrations/punchout/cxml/envelope.rules.ts';
import { formatTimestamp } from '#api/integrations/punchout/cxml/write-envelope.rules.ts';
import { element, writeXml, type XmlOutput } from '#api/integrations/punchout/xml/write-xml.ts';
import type { BuyerAddress, SupplierConnection } from '../connection.ts';
import type { BuyerProfile } from '../profiles.ts';

/** What every document of the buyer says about itself. */
export interface BuyerDocumentFacts {
  /** A document that is sent again keeps it. */
  payloadId: string;
  at: Date;
}

/** A text as the profile writes identities and addresses. */
export const wrapText = ({ wrapsTexts }: BuyerProfile, text: string): string => (wrapsTexts ? `\n      ${text}\n    ` : text);

const TIMESTAMPS: Readonly<Record<BuyerProfile['timestamp'], (at: Date) => string>> = {
  offset: formatTimestamp,
  zulu: (at) => at.toISOString(),
  rfc822: (at) => at.toUTCString(),
};

const writeCredential = (profile: BuyerProfile, { domain, identity }: Credential, secret?: string): XmlOutput =>
  element(
    'Credential',
    { domain: profile.writeDomain(domain) },
    element('Identity', {}, wrapText(profile, identity)),
    secret !== undefined && element('SharedSecret', {}, wrapText(profile, secret)),
  );

const writeHeader = (profile: BuyerProfile, { buyer, sender, supplier, secret }: SupplierConnection): XmlOutput =>
  element(
    'Header',
    {},
    element(
      'From',
      {},
      profile.networkIdentity && writeCredential(profile, profile.networkIdentity),
      writeCredential(profile, buyer),
    ),
    element('To', {}, writeCredential(profile, supplier)),
    element('Sender', {}, writeCredential(profile, sender, secret), element('UserAgent', {}, profile.userAgent)),
  );

/** A request of the buyer as a document, in the way of its profile. */
export function writeBuyerRequest(
  { payloadId, at }: BuyerDocumentFacts,
  profile: BuyerProfile,
  connection: SupplierConnection,
  content: XmlOutput,
): string {
  const attributes = {
    payloadID: payloadId,
    timestamp: TIMESTAMPS[profile.timestamp](at),
    version: profile.namesVersion ? profile.dtdVersion : undefined,
    'xml:lang': 'en-GB',
  };
  const request = element('Request', { deploymentMode: connection.isTest ? 'test' : 'production' }, content);
  return writeXml(element('cXML', attributes, writeHeader(profile, connection), request), toSystemId('cXML', profile.dtdVersion));
}

/** An address in `ShipTo` or `BillTo`. */
export const writeBuyerAddress = (name: 'ShipTo' | 'BillTo', address: BuyerAddress, email?: string): XmlOutput =>
  element(
    name,
    {},
    element(
      'Address',
      { isoCountryCode: address.countryCode, addressID: address.id },
      element('Name', { 'xml:lang': 'en-GB' }, address.name),
      element(
        'PostalAddress',
        {},
        element('Street', {}, address.street),
        element('City', {}, address.city),
        element('PostalCode', {}, address.postcode),
        element('Country', { isoCountryCode: address.countryCode }, address.country),
      ),
      email !== undefined && element('Email', {}, email),
    ),
  );
