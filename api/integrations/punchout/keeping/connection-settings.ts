import { checkWebhookUrl } from '#api/integrations/webhooks/webhook-url.rules.ts';
import { invalid } from '#api/platform/http/errors.ts';
import type { BodyOf } from '#contract/index.ts';
import { CONNECTION_PROFILES, type ProfileName } from '#contract/integrations/punchout/connection-values.ts';
import { findLimits, findUnitFault, isUnspsc } from '../carts/limits.rules.ts';
import type { Connection, Protocol } from '../connections/connection.queries.ts';
import type { Credential } from '../cxml/envelope.rules.ts';

/** Everything of a connection that operators enter. */
export type ConnectionSettings = Omit<Connection, 'organisationId' | 'brandId' | 'id' | 'protocol' | 'key' | 'version'>;

/** What an operator sends of it. What is absent stays as it is. */
export type SettingsInput = Omit<BodyOf<'PUT /api/operator/punchout/connections/:id'>, 'version' | 'shipTos' | 'outgoingSecret'>;

/** What a new connection begins with, before anything that the operator enters. */
export function createSettings(
  { name, currencyCode }: { name: string; currencyCode: string },
  profileName: ProfileName,
): ConnectionSettings {
  const { dtdVersion, formEncoding, limits, units, extrinsics } = CONNECTION_PROFILES[profileName];
  return {
    name,
    active: true,
    isTest: true,
    buyerIdentities: [],
    senderIdentities: [],
    supplierIdentity: null,
    userField: null,
    passwordField: null,
    userName: null,
    dtdVersion,
    formEncoding,
    returnTarget: null,
    limits,
    units: withoutNulls(units),
    classifications: [],
    materialGroups: [],
    customFields: {},
    vendorNumber: null,
    currencyCode,
    taxMode: 'none',
    deliveryMode: 'none',
    charge: null,
    frameOrigins: [],
    returnOrigins: [],
    learntReturnOrigin: null,
    permitsHttp: false,
    permitsSapevent: false,
    returnsCartOnCancel: false,
    extrinsics: withoutNulls(extrinsics),
    userPolicy: 'email',
    sharedCustomerId: null,
    createdRoleIds: [],
    createdGroupIds: [],
    createdCollectionIds: [],
    allowsAddressChoice: false,
    waivesTerms: true,
    waivesApproval: true,
    idleMinutes: 240,
    priceDays: 30,
    outgoingUrl: null,
    outgoingKinds: [],
  };
}

const withoutNulls = (values: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value.trim()]])));

const trimCredential = ({ domain, identity }: Credential): Credential => ({ domain: domain.trim(), identity: identity.trim() });
const trimText = (text: string | null): string | null => text?.trim() || null;

/** How each setting is read from what was sent, where it is not taken as it is. */
const READERS: { [F in keyof SettingsInput & keyof ConnectionSettings]?: (value: never) => ConnectionSettings[F] } = {
  name: (name: string) => name.trim(),
  buyerIdentities: (all: Credential[]) => all.map(trimCredential),
  senderIdentities: (all: Credential[]) => all.map(trimCredential),
  supplierIdentity: (credential: Credential | null) => credential && trimCredential(credential),
  userField: trimText,
  passwordField: trimText,
  userName: trimText,
  vendorNumber: trimText,
  units: withoutNulls,
  extrinsics: withoutNulls,
  customFields: (fields: { number: number; value: string }[]) =>
    Object.fromEntries(fields.map(({ number, value }) => [String(number), value])),
  outgoingUrl: trimText,
};

/** The settings with what the input names. */
export function applySettings(before: ConnectionSettings, { isActive, ...input }: SettingsInput): ConnectionSettings {
  const read = Object.entries(input).flatMap(([field, value]) => {
    if (value === undefined || !(field in before)) return [];
    const reader = READERS[field as keyof typeof READERS] as ((value: unknown) => unknown) | undefined;
    return [[field, reader ? reader(value) : value]];
  });
  const after = { ...before, ...(isActive === undefined ? {} : { active: isActive }), ...Object.fromEntries(read) };
  // Whoever lists origins has decided about the one that was learnt.
  return after.returnOrigins.length > 0 ? { ...after, learntReturnOrigin: null } : after;
}

/** An origin as browsers write it. Throws 422 for anything else: a path, a wildcard, an unencrypted address that is not permitted. */
function toOrigin(text: string, field: string, permitsHttp: boolean): string {
  const url = URL.parse(text.trim());
  const isScheme = url?.protocol === 'https:' || (permitsHttp && url?.protocol === 'http:');
  if (!url || !isScheme)
    throw invalid(field, `“${text.trim()}” is no address that begins with https://. Enter one such as https://buyer.example.`);
  if (url.username !== '' || url.password !== '' || url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw invalid(field, `Enter only the beginning of the address: ${url.origin}.`);
  if (!/^[a-z0-9.-]+$|^\[[0-9a-f:]+\]$/.test(url.hostname))
    throw invalid(field, `“${url.hostname}” is no name of a host. Enter each address in full, without *.`);
  return url.origin;
}

const refuseTwice = (values: readonly string[], field: string, noun: string) => {
  const twice = values.find((value, place) => values.indexOf(value) !== place);
  if (twice !== undefined) throw invalid(field, `${noun} “${twice}” is entered twice. Remove one of them.`);
};

function checkUnspsc(code: string, field: string): void {
  if (!isUnspsc(code)) throw invalid(field, `${code} is not a UNSPSC code. Look it up at unspsc.org and correct it.`);
}

/** Throws 422 for what does not fit the protocol: it would make every request fail. */
function checkParty({ buyerIdentities, userName, active }: ConnectionSettings, protocol: Protocol): void {
  if (!active) return;
  if (protocol === 'cxml' && buyerIdentities.length === 0)
    throw invalid('buyerIdentities', 'Enter the identity that the buyer sends in From.');
  if (protocol === 'oci' && userName === null) throw invalid('userName', 'Enter the user name that the buyer sends.');
}

function checkUsers({ userPolicy, sharedCustomerId, createdRoleIds }: ConnectionSettings): void {
  if (userPolicy === 'shared' && sharedCustomerId === null)
    throw invalid('sharedCustomerId', 'Choose the person as whom everyone shops.');
  if (userPolicy === 'create' && createdRoleIds.length === 0)
    throw invalid('createdRoleIds', 'Choose at least one role for people who are added.');
}

function checkCodes(settings: ConnectionSettings, protocol: Protocol): void {
  const { units, limits, classifications, charge } = settings;
  for (const code of Object.values(units)) {
    const fault = findUnitFault(code, { limits, protocol });
    if (fault !== undefined) throw invalid('units', fault);
  }
  for (const { code } of classifications) checkUnspsc(code, 'classifications');
  refuseTwice(
    classifications.map(({ categoryId }) => String(categoryId)),
    'classifications',
    'Category',
  );
  if (charge === null) return;
  checkUnspsc(charge.classification, 'charge');
  const fault = findUnitFault(charge.unit, { limits, protocol });
  if (fault !== undefined) throw invalid('charge', fault);
  const { partNumber, system } = findLimits({ limits, protocol });
  if (charge.sku.length > partNumber.most)
    throw invalid('charge', `${system} takes part numbers of at most ${partNumber.most} characters. Shorten it.`);
}

/**
 * The settings with addresses as they are compared. Throws 422 for what is not possible; ids of other records are not checked here. `allowsPrivate`: whether
 * documents may be sent to addresses within the network, for tests and demonstrations.
 */
export function checkSettings(
  settings: ConnectionSettings,
  protocol: Protocol,
  { allowsPrivate }: { allowsPrivate: boolean },
): ConnectionSettings {
  const { permitsHttp, outgoingUrl, outgoingKinds, currencyCode } = settings;
  checkParty(settings, protocol);
  checkUsers(settings);
  checkCodes(settings, protocol);
  if (!Intl.supportedValuesOf('currency').includes(currencyCode))
    throw invalid('currencyCode', 'Enter the code of a currency, such as GBP.');
  if (outgoingUrl === null && outgoingKinds.length > 0)
    throw invalid('outgoingUrl', 'Enter the address to which the documents are sent.');
  return {
    ...settings,
    frameOrigins: [...new Set(settings.frameOrigins.map((text) => toOrigin(text, 'frameOrigins', permitsHttp)))],
    returnOrigins: [...new Set(settings.returnOrigins.map((text) => toOrigin(text, 'returnOrigins', permitsHttp)))],
    outgoingUrl: outgoingUrl === null ? null : toOutgoingUrl(outgoingUrl, { allowsPrivate, permitsHttp }),
  };
}

function toOutgoingUrl(text: string, { allowsPrivate, permitsHttp }: { allowsPrivate: boolean; permitsHttp: boolean }): string {
  if (permitsHttp && allowsPrivate && URL.parse(text)?.protocol === 'http:') return text;
  const checked = checkWebhookUrl(text, { allowsPrivate });
  if ('problem' in checked) throw invalid('outgoingUrl', checked.problem);
  return checked.url;
}

/** Codes of ship-to addresses, trimmed. Throws 422 for one that is entered twice. */
export function checkShipTos<T extends { code: string }>(shipTos: readonly T[]): T[] {
  const trimmed = shipTos.map((shipTo) => ({ ...shipTo, code: shipTo.code.trim() }));
  refuseTwice(
    trimmed.map(({ code }) => code),
    'shipTos',
    'Code',
  );
  return trimmed;
}

const LABELS: Readonly<Partial<Record<string, string>>> = {
  name: 'Name',
  active: 'Switched on',
  isTest: 'Orders are tests',
  buyerIdentities: 'Identities of the buyer',
  senderIdentities: 'Identities of the network',
  supplierIdentity: 'Identity of the supplier',
  userField: 'Parameter with the user name',
  passwordField: 'Parameter with the secret',
  userName: 'User name',
  returnTarget: 'Target of the return',
  dtdVersion: 'Version of cXML',
  formEncoding: 'Encoding',
  limits: 'Limits',
  units: 'Units',
  classifications: 'UNSPSC codes',
  materialGroups: 'Material groups',
  customFields: 'Custom fields',
  vendorNumber: 'Supplier number',
  currencyCode: 'Currency',
  taxMode: 'Tax',
  deliveryMode: 'Delivery',
  charge: 'Set-up charges',
  frameOrigins: 'Frames',
  returnOrigins: 'Return addresses',
  learntReturnOrigin: 'Return address to approve',
  permitsHttp: 'Unencrypted addresses',
  permitsSapevent: 'SAPEVENT addresses',
  returnsCartOnCancel: 'Cart on cancel',
  extrinsics: 'Extrinsics',
  userPolicy: 'Who shops',
  sharedCustomerId: 'Shared person',
  createdRoleIds: 'Roles',
  createdGroupIds: 'Groups',
  createdCollectionIds: 'Wardrobes',
  allowsAddressChoice: 'Choice of address',
  waivesTerms: 'Terms',
  waivesApproval: 'Approval',
  idleMinutes: 'Idle minutes',
  priceDays: 'Days of prices',
  outgoingUrl: 'Address for documents',
  outgoingKinds: 'Documents',
};

/** What a setting is called. */
export const labelSetting = (field: string): string => LABELS[field] ?? field;

/** The settings that differ. */
export const listSettingDifferences = (one: ConnectionSettings, other: ConnectionSettings): (keyof ConnectionSettings)[] =>
  (Object.keys(one) as (keyof ConnectionSettings)[]).filter(
    (field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]),
  );
