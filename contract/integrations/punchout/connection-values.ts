/** What connections of PunchOut can be set to. This file has no schemas, so that pages can load it. */

/** The standards by which a buyer’s system shops. */
export const PUNCHOUT_PROTOCOLS = ['cxml', 'oci'] as const;
export const FORM_ENCODINGS = ['urlencoded', 'base64'] as const;
export const RETURN_TARGETS = ['_self', '_top', '_parent'] as const;
export const LIMIT_NAMES = ['general', 'ariba', 'coupa', 'jaggaer', 'oracle', 'sap_srm'] as const;
/** How tax and delivery go into a returned cart. */
export const AMOUNT_MODES = ['none', 'header', 'line'] as const;
/** Who shops: one shared person, people found by email address, or people who are also created. */
export const USER_POLICIES = ['shared', 'email', 'create'] as const;
export const OUTGOING_KINDS = ['status', 'confirmation', 'shipNotice', 'invoice'] as const;
/** What CUST_FIELD1 to 5 of OCI can hold. */
export const CUSTOM_VALUES = ['wearer', 'destination', 'costCentre', 'employeeNumber'] as const;
/** The versions of cXML of which the portal’s documents are valid. */
export const DTD_VERSIONS = [
  '1.2.008',
  '1.2.011',
  '1.2.014',
  '1.2.020',
  '1.2.023',
  '1.2.037',
  '1.2.045',
  '1.2.050',
  '1.2.063',
  '1.2.071',
] as const;

/** The systems of which the usual settings are known. */
export const PROFILE_NAMES = ['general', 'ariba', 'coupa', 'jaggaer', 'oracle', 'sap_srm', 'oci'] as const;
export type ProfileName = (typeof PROFILE_NAMES)[number];

/** What a new connection begins with. */
export interface ConnectionProfile {
  label: string;
  protocol: (typeof PUNCHOUT_PROTOCOLS)[number];
  dtdVersion: (typeof DTD_VERSIONS)[number];
  formEncoding: (typeof FORM_ENCODINGS)[number];
  limits: (typeof LIMIT_NAMES)[number];
  units: { piece: string | null; pair: string | null; set: string | null; pack: string | null };
  extrinsics: {
    email: string | null;
    firstName: string | null;
    lastName: string | null;
    employeeNumber: string | null;
    group: string | null;
  };
}

const COMMON_UNITS = { piece: 'EA', pair: 'PR', set: 'SET', pack: 'PK' };
const ISO_UNITS = { ...COMMON_UNITS, piece: 'PCE' };
const NO_EXTRINSICS = { email: null, firstName: null, lastName: null, employeeNumber: null, group: null };

const CXML = {
  protocol: 'cxml',
  dtdVersion: '1.2.014',
  formEncoding: 'urlencoded',
  units: COMMON_UNITS,
  extrinsics: { ...NO_EXTRINSICS, email: 'UserEmail' },
} as const;

const OCI = {
  protocol: 'oci',
  dtdVersion: '1.2.014',
  formEncoding: 'urlencoded',
  units: ISO_UNITS,
  extrinsics: NO_EXTRINSICS,
} as const;

/**
 * What is usual at each system. Every buyer can have set up something else: they say so, or the first test shows it. Versions of Oracle, Jaggaer and Ariba are those
 * of the profiles of `punchout-simulator`; Coupa’s and the names of extrinsics are in its documentation.
 */
export const CONNECTION_PROFILES: Readonly<Record<ProfileName, ConnectionProfile>> = {
  general: { label: 'Another cXML system', ...CXML, limits: 'general' },
  ariba: { label: 'SAP Ariba', ...CXML, dtdVersion: '1.2.045', formEncoding: 'base64', limits: 'ariba' },
  coupa: {
    label: 'Coupa',
    ...CXML,
    limits: 'coupa',
    extrinsics: { email: 'UserEmail', firstName: 'FirstName', lastName: 'LastName', employeeNumber: null, group: 'BusinessUnit' },
  },
  jaggaer: { label: 'Jaggaer', ...CXML, dtdVersion: '1.2.011', limits: 'jaggaer' },
  oracle: { label: 'Oracle', ...CXML, dtdVersion: '1.2.008', limits: 'oracle', units: { ...COMMON_UNITS, piece: 'EACH' } },
  sap_srm: { label: 'SAP SRM', ...OCI, limits: 'sap_srm' },
  oci: { label: 'Another OCI system', ...OCI, limits: 'general' },
};

/** What each value is called on screen. */
export const AMOUNT_MODE_LABELS: Readonly<Record<(typeof AMOUNT_MODES)[number], string>> = {
  none: 'Not returned',
  header: 'In the header of the cart',
  line: 'As a line of its own',
};
export const USER_POLICY_LABELS: Readonly<Record<(typeof USER_POLICIES)[number], string>> = {
  shared: 'Everyone shops as one shared person',
  email: 'People are found by their email address',
  create: 'People are found by their email address, or added',
};
export const CUSTOM_VALUE_LABELS: Readonly<Record<(typeof CUSTOM_VALUES)[number], string>> = {
  wearer: 'Wearer',
  destination: 'Destination',
  costCentre: 'Cost centre',
  employeeNumber: 'Employee number',
};
