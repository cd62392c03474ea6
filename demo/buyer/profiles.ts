import type { Credential } from '#api/integrations/punchout/cxml/envelope.rules.ts';

/** How a procurement system shows a shop: in its own window, in a new one, in a frame, or in a frame that cannot leave the page. */
export const OPENINGS = ['window', 'new', 'frame', 'sandbox'] as const;
export type Opening = (typeof OPENINGS)[number];

export const PROFILE_IDS = ['ariba', 'coupa', 'coupa-old', 'jaggaer', 'oracle', 'srm'] as const;
export type ProfileId = (typeof PROFILE_IDS)[number];

/** What a user's extrinsics are made of. */
export type UserValue = 'email' | 'userName' | 'firstName' | 'lastName' | 'costCentre' | 'businessUnit';

/** What a system does with a line whose unit it does not know: takes it as each, without a word, or refuses the line. */
export type UnknownUnit = 'EA' | 'refused' | 'kept';

/** How one procurement system speaks and what it does to what it receives. */
export interface BuyerProfile {
  id: ProfileId;
  name: string;
  protocol: 'cxml' | 'oci';
  opening: Opening;
  userAgent: string;
  /** A further identity of the buyer, before the one that was agreed on. */
  networkIdentity?: Credential;
  /** Domains are compared without case, and systems write them as they like. */
  writeDomain: (domain: string) => string;
  dtdVersion: string;
  /** Whether the envelope names its version. */
  namesVersion: boolean;
  /** How a moment is written: with the offset, with `Z`, or as in RFC 822. */
  timestamp: 'offset' | 'zulu' | 'rfc822';
  extrinsics: readonly (readonly [name: string, value: UserValue])[];
  /** Whether there is a contact with the email address. */
  hasContact: boolean;
  /** Whether the setup says where it is delivered to; and whether with the email address. */
  shipTo: 'none' | 'address' | 'withEmail';
  /** The contact stands before the return address, which the DTD does not allow. */
  hasContactFirst: boolean;
  /** Identities and addresses have line breaks around them. */
  wrapsTexts: boolean;
  /** Units that it knows. */
  units: readonly string[];
  unknownUnit: UnknownUnit;
  /** So many characters of a part number are kept. */
  partNumberLength: number | undefined;
  /** So many bytes of a description are kept. */
  descriptionBytes: number | undefined;
}

const UN_UNITS = ['EA', 'PR', 'SET', 'PK', 'BX', 'DZN'];
const asGiven = (domain: string): string => domain;

const COMMON = {
  protocol: 'cxml',
  opening: 'window',
  writeDomain: asGiven,
  namesVersion: false,
  timestamp: 'offset',
  hasContact: true,
  shipTo: 'none',
  hasContactFirst: false,
  wrapsTexts: false,
  units: UN_UNITS,
  unknownUnit: 'kept',
  partNumberLength: undefined,
  descriptionBytes: undefined,
} as const satisfies Partial<BuyerProfile>;

const COUPA = {
  ...COMMON,
  name: 'Coupa',
  userAgent: 'Coupa Procurement 1.0',
  dtdVersion: '1.2.014',
  extrinsics: [
    ['FirstName', 'firstName'],
    ['LastName', 'lastName'],
    ['UniqueName', 'userName'],
    ['UserEmail', 'email'],
    ['User', 'userName'],
    ['BusinessUnit', 'businessUnit'],
  ],
  unknownUnit: 'refused',
} as const satisfies Partial<BuyerProfile>;

/** The systems that the demonstration can play. What each does is known from its documentation and from documents of real buyers. */
export const PROFILES: Readonly<Record<ProfileId, BuyerProfile>> = {
  ariba: {
    ...COMMON,
    id: 'ariba',
    name: 'SAP Ariba',
    opening: 'frame',
    userAgent: 'Ariba Buyer',
    networkIdentity: { domain: 'NetworkID', identity: 'AN01000000111-T' },
    dtdVersion: '1.2.045',
    namesVersion: true,
    extrinsics: [
      ['CostCenter', 'costCentre'],
      ['User', 'userName'],
    ],
    hasContact: false,
    shipTo: 'withEmail',
    // It lacks UN, which others have for a piece.
    units: UN_UNITS,
    // The purchase order has so much of it.
    descriptionBytes: 255,
  },
  coupa: { ...COUPA, id: 'coupa' },
  'coupa-old': { ...COUPA, id: 'coupa-old', name: 'Coupa, older release', timestamp: 'rfc822', hasContactFirst: true },
  jaggaer: {
    ...COMMON,
    id: 'jaggaer',
    name: 'Jaggaer',
    opening: 'sandbox',
    userAgent: 'SelectSite 1.0',
    writeDomain: (domain) => domain.toLowerCase(),
    dtdVersion: '1.2.011',
    timestamp: 'zulu',
    extrinsics: [
      ['UniqueName', 'userName'],
      ['UserEmail', 'email'],
    ],
    hasContact: false,
    // Sets are not among them, so that what becomes of an unknown unit can be seen.
    units: ['EA', 'PR', 'PK', 'BX'],
    unknownUnit: 'EA',
  },
  oracle: {
    ...COMMON,
    id: 'oracle',
    name: 'Oracle iProcurement',
    opening: 'new',
    userAgent: 'Oracle iProcurement',
    dtdVersion: '1.2.008',
    extrinsics: [['User', 'userName']],
    wrapsTexts: true,
    units: ['EACH', 'EA', 'PR', 'SET', 'PK'],
    unknownUnit: 'refused',
    partNumberLength: 25,
    descriptionBytes: 240,
  },
  srm: {
    ...COMMON,
    id: 'srm',
    name: 'SAP SRM',
    protocol: 'oci',
    userAgent: 'SAP SRM',
    // Orders of SRM go over a gateway that writes them as cXML.
    dtdVersion: '1.2.014',
    extrinsics: [],
    units: ['PCE', 'PR', 'SET', 'PK', 'DZN'],
    unknownUnit: 'refused',
    partNumberLength: 40,
  },
};
