import type { UnitOfMeasure } from '#contract/catalogue/products/units.ts';
import type { LIMIT_NAMES, PUNCHOUT_PROTOCOLS } from '#contract/integrations/punchout/connection-values.ts';
import { isTooLong, type TextLimit } from '../texts/cut-text.rules.ts';

/** A system whose limits are known. */
type LimitProfile = (typeof LIMIT_NAMES)[number];

/** What of a connection says which limits it has. */
export interface LimitSettings {
  limits: LimitProfile;
  protocol: (typeof PUNCHOUT_PROTOCOLS)[number];
}

/** What a system takes in a line. Of what is too long, numbers cannot be returned, since a cut number is another one; texts are cut. */
export interface Limits {
  /** What the system is called. */
  system: string;
  partNumber: TextLimit;
  shortName: TextLimit;
  description: TextLimit;
  manufacturerName: TextLimit;
  manufacturerPartId: TextLimit;
  unit: TextLimit;
  /** Whether a line may cost nothing. */
  permitsFree: boolean;
}

const characters = (most: number): TextLimit => ({ most, countedIn: 'characters' });
const bytes = (most: number): TextLimit => ({ most, countedIn: 'bytes' });

/**
 * What every cXML system is known to take. Ariba cuts descriptions at 255 bytes on the order, which others do not exceed either; part numbers have at most 100
 * characters, short names 50; names of manufacturers 30, where Oracle has the least room.
 */
const GENERAL: Limits = {
  system: 'The buyer’s system',
  partNumber: characters(100),
  shortName: characters(50),
  description: bytes(255),
  manufacturerName: characters(30),
  manufacturerPartId: characters(30),
  unit: characters(10),
  permitsFree: true,
};

const PROFILES: Readonly<Record<LimitProfile, Limits>> = {
  general: GENERAL,
  // 255 bytes, not characters; `?`, `{` and `}` are refused in part numbers (see FORBIDDEN_IN_NUMBERS).
  ariba: { ...GENERAL, system: 'SAP Ariba', manufacturerName: characters(255), manufacturerPartId: characters(255) },
  coupa: { ...GENERAL, system: 'Coupa', manufacturerName: characters(255), manufacturerPartId: characters(255) },
  // Prices of at most four decimals: ours have two.
  jaggaer: { ...GENERAL, system: 'Jaggaer', manufacturerName: characters(255), manufacturerPartId: characters(255) },
  // Part numbers of direct connections are cut at 25 characters; the column of descriptions has 240 bytes, that of manufacturers' numbers 30 characters. A line
  // without a price counts as "to be determined", and is refused.
  oracle: { ...GENERAL, system: 'Oracle', partNumber: characters(25), description: bytes(240), permitsFree: false },
  // The fields of OCI 4.0: VENDORMAT and DESCRIPTION 40, MANUFACTMAT 40, UNIT 3. MANUFACTCODE has 10, and takes no longer name
  // (see `oci/return-form.rules.ts`). LONGTEXT has no limit; ours keeps to what a page shows.
  sap_srm: {
    system: 'SAP SRM',
    partNumber: characters(40),
    shortName: characters(40),
    description: characters(2000),
    manufacturerName: characters(255),
    manufacturerPartId: characters(40),
    unit: characters(3),
    permitsFree: true,
  },
};

const tighter = (one: TextLimit, other: TextLimit): TextLimit => (other.most < one.most ? other : one);

/** The limits of a connection. Over OCI, which has fields of fixed lengths, those apply too. */
export function findLimits({ limits, protocol }: LimitSettings): Limits {
  const profile = PROFILES[limits];
  if (protocol === 'cxml') return profile;
  const oci = PROFILES.sap_srm;
  return {
    ...profile,
    partNumber: tighter(profile.partNumber, oci.partNumber),
    shortName: tighter(profile.shortName, oci.shortName),
    // The description is the long text, for which OCI has room.
    description: oci.description,
    manufacturerName: tighter(profile.manufacturerName, oci.manufacturerName),
    manufacturerPartId: tighter(profile.manufacturerPartId, oci.manufacturerPartId),
    unit: tighter(profile.unit, oci.unit),
  };
}

/** Characters that Ariba refuses in part numbers. Ours have none of them for any system, so that one catalogue serves all. */
const FORBIDDEN_IN_NUMBERS = /[?{}\p{Cc}]/u;

/** Whether a part number has a character that it cannot have. */
export const hasForbiddenCharacter = (partNumber: string): boolean => FORBIDDEN_IN_NUMBERS.test(partNumber);

/** Codes of our units in a buyer's system; what has none cannot be returned. */
export type UnitMap = Readonly<Partial<Record<UnitOfMeasure, string>>>;

/**
 * Codes that SAP does not know as ISO codes of units, though other systems or SAP itself use them: "Unit of measure … is not an ISO code. Item will not be
 * transferred". `PAK` is SAP's own name of a pack, whose ISO code is `PK`.
 */
const NOT_ISO = ['EA', 'ST', 'EACH', 'PAK', 'PAA'];

/** What is wrong with a code of a unit; undefined when nothing is. */
export function findUnitFault(code: string, { limits, protocol }: LimitSettings): string | undefined {
  const { unit } = findLimits({ limits, protocol });
  if (!/^[A-Za-z0-9]{1,10}$/.test(code)) return 'Use 1 to 10 letters and digits.';
  if (protocol === 'oci' && (NOT_ISO.includes(code.toUpperCase()) || !/^[A-Z0-9]{2,3}$/.test(code)))
    return `OCI takes ISO codes of units, such as PCE, PR, SET and PK, and drops lines with others. Replace “${code}”.`;
  if (isTooLong(code, unit)) return `Use at most ${unit.most} characters.`;
  return undefined;
}

/** The segments of UNSPSC: its first two digits. */
const SEGMENTS = new Set(
  '10 11 12 13 14 15 20 21 22 23 24 25 26 27 30 31 32 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 60 64 70 71 72 73 76 77 78 80 81 82 83 84 85 86 90 91 92 93 94 95'.split(
    ' ',
  ),
);

/** Whether a text is a code of UNSPSC: eight digits, of a segment that exists, without a gap between its levels (`46001531` would be a class of no family). */
export const isUnspsc = (code: string): boolean =>
  /^\d{8}$/.test(code) && SEGMENTS.has(code.slice(0, 2)) && !/^\d\d00(?!0000)|^\d{4}00(?!00)/.test(code);
