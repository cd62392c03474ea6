import Type from 'typebox';
import {
  bool,
  currencyCode,
  dateTime,
  described,
  entity,
  id,
  int,
  maybe,
  named,
  nullable,
  oneOf,
  text,
  version,
} from '../../values.ts';
import {
  AMOUNT_MODES,
  CUSTOM_VALUES,
  DTD_VERSIONS,
  FORM_ENCODINGS,
  LIMIT_NAMES,
  OUTGOING_KINDS,
  PUNCHOUT_PROTOCOLS,
  RETURN_TARGETS,
  USER_POLICIES,
} from './connection-values.ts';
import { SETTING_DESCRIPTIONS as D } from './setting-descriptions.ts';

/** A connection of PunchOut, as calls of operators reply and take it. */

const credential = entity('PunchoutCredential', {
  domain: described(text, D.domain),
  identity: described(text, D.identity),
});
const unitCodes = (value: typeof text | ReturnType<typeof unitCode>) => ({
  piece: described(nullable(value), 'Code of a piece, for example `EA`; null for none.'),
  pair: described(nullable(value), 'Code of a pair, for example `PR`; null for none.'),
  set: described(nullable(value), 'Code of a set, for example `SET`; null for none.'),
  pack: described(nullable(value), 'Code of a pack, for example `PK`; null for none.'),
});
const extrinsicNames = (value: typeof text | ReturnType<typeof shortText>) => ({
  email: described(nullable(value), 'Name of the extrinsic with the email address, for example `UserEmail`; null for none.'),
  firstName: described(nullable(value), 'Name of the extrinsic with the first name, for example `FirstName`; null for none.'),
  lastName: described(nullable(value), 'Name of the extrinsic with the last name, for example `LastName`; null for none.'),
  employeeNumber: described(
    nullable(value),
    'Name of the extrinsic with the employee number, for example `User`; null for none.',
  ),
  group: described(nullable(value), 'Name of the extrinsic with the group, for example `BusinessUnit`; null for none.'),
});

/** What was asked last, and what became of it. */
export const punchoutAttempt = entity('PunchoutAttempt', {
  id: int,
  createdOnUtc: described(dateTime, 'When the request came.'),
  kind: described(text, 'What was asked for, for example `PunchOutSetupRequest`.'),
  statusCode: described(int, 'Status of the answer, for example 200.'),
  outcome: described(text, 'What became of it, as a sentence.'),
});

/** A connection in a list. */
export const listedConnection = entity('ListedPunchoutConnection', {
  id: int,
  organisationId: int,
  organisationName: text,
  name: described(text, D.name),
  protocol: oneOf(PUNCHOUT_PROTOCOLS, 'Standard by which it shops.'),
  key: described(text, 'Names the connection in its address, for example `corvane-demo`.'),
  isActive: described(bool, D.isActive),
  isTest: described(bool, D.isTest),
  hasSecret: described(bool, 'Whether it has a secret, without which every request is refused.'),
  learntReturnOrigin: described(nullable(text), 'Return origin that waits for approval; null for none.'),
  tripCount: described(int, 'Visits of the last 30 days.'),
  lastAttempt: described(nullable(punchoutAttempt), 'The last request; null when there was none.'),
});

/** A connection with all its settings. */
export const punchoutConnection = entity('PunchoutConnection', {
  id: int,
  organisationId: int,
  organisationName: text,
  name: described(text, D.name),
  protocol: oneOf(PUNCHOUT_PROTOCOLS, 'Standard by which it shops. It never changes.'),
  key: described(text, 'Names the connection in its address, for example `corvane-demo`. It never changes and is no secret.'),
  url: described(
    text,
    'Address to enter in the buyer’s system, for example `https://portal.example/punchout/cxml/corvane-demo`.',
  ),
  isActive: described(bool, D.isActive),
  isTest: described(bool, D.isTest),
  buyerIdentities: described(Type.Array(credential), D.buyerIdentities),
  senderIdentities: described(Type.Array(credential), D.senderIdentities),
  supplierIdentity: described(nullable(credential), D.supplierIdentity),
  userField: described(nullable(text), D.userField),
  passwordField: described(nullable(text), D.passwordField),
  userName: described(nullable(text), D.userName),
  returnTarget: nullable(oneOf(RETURN_TARGETS, D.returnTarget)),
  dtdVersion: described(text, D.dtdVersion),
  formEncoding: oneOf(FORM_ENCODINGS, D.formEncoding),
  limits: oneOf(LIMIT_NAMES, D.limits),
  units: described(entity('PunchoutUnits', unitCodes(text)), D.units),
  classifications: described(
    Type.Array(
      entity('PunchoutClassification', {
        categoryId: described(int, 'Category of products.'),
        categoryName: described(text, 'Name of the category, for example `Shirts`.'),
        code: described(text, 'UNSPSC code, for example `53102700`.'),
      }),
    ),
    D.classifications,
  ),
  materialGroups: described(
    Type.Array(
      entity('PunchoutMaterialGroup', {
        classification: described(text, 'Beginning of UNSPSC codes, for example `5310`.'),
        group: described(text, 'Material group of the buyer, for example `APPAREL`.'),
      }),
    ),
    D.materialGroups,
  ),
  customFields: described(
    Type.Array(
      entity('PunchoutCustomField', {
        number: described(int, '1 for CUST_FIELD1, to 5.'),
        value: oneOf(CUSTOM_VALUES, 'What it holds.'),
      }),
    ),
    D.customFields,
  ),
  vendorNumber: described(nullable(text), D.vendorNumber),
  currencyCode,
  taxMode: oneOf(AMOUNT_MODES, D.taxMode),
  deliveryMode: oneOf(AMOUNT_MODES, D.deliveryMode),
  charge: described(
    nullable(
      entity('PunchoutCharge', {
        sku: described(text, 'Its part number, for example `SET-UP`.'),
        classification: described(text, 'Its UNSPSC code, for example `82121500`.'),
        unit: described(text, 'The code of its unit, for example `EA`.'),
      }),
    ),
    D.charge,
  ),
  frameOrigins: described(Type.Array(text), D.frameOrigins),
  returnOrigins: described(Type.Array(text), D.returnOrigins),
  learntReturnOrigin: described(
    nullable(text),
    'Origin of the first return address, which waits for approval, for example `https://buyer.example`; null for none.',
  ),
  permitsHttp: described(bool, D.permitsHttp),
  permitsSapevent: described(bool, D.permitsSapevent),
  returnsCartOnCancel: described(bool, D.returnsCartOnCancel),
  extrinsics: described(entity('PunchoutExtrinsics', extrinsicNames(text)), D.extrinsics),
  userPolicy: oneOf(USER_POLICIES, D.userPolicy),
  sharedCustomer: described(
    nullable(entity('PunchoutPerson', { id: int, name: text, email: text })),
    'Who everyone shops as; where people are found by email address, those who are not known. Null: they are refused.',
  ),
  createdRoles: described(Type.Array(named), D.createdRoleIds),
  createdGroups: described(Type.Array(named), D.createdGroupIds),
  createdCollections: described(Type.Array(named), D.createdCollectionIds),
  allowsAddressChoice: described(bool, D.allowsAddressChoice),
  shipTos: described(
    Type.Array(
      entity('PunchoutShipTo', {
        code: described(text, 'Code of the address in the buyer’s system, for example `LEEDS-01`.'),
        addressId: described(int, 'Address of the organisation.'),
        address: described(text, 'The address in one line.'),
      }),
    ),
    'Which addresses of the organisation the codes of the buyer’s system stand for.',
  ),
  waivesTerms: described(bool, D.waivesTerms),
  waivesApproval: described(bool, D.waivesApproval),
  idleMinutes: described(int, D.idleMinutes),
  priceDays: described(int, D.priceDays),
  outgoingUrl: described(nullable(text), D.outgoingUrl),
  hasOutgoingSecret: described(bool, 'Whether documents that the portal sends carry a secret.'),
  outgoingKinds: described(Type.Array(oneOf(OUTGOING_KINDS, 'A document.')), D.outgoingKinds),
  secrets: described(
    Type.Array(
      entity('PunchoutSecret', {
        id: int,
        createdOnUtc: described(dateTime, 'When it was set.'),
        expiresOnUtc: described(nullable(dateTime), 'Until when it is accepted; null: until another one is set.'),
      }),
    ),
    'Secrets that are accepted now, the newest first: two while the buyer changes to a new one. They are never read back.',
  ),
  isUsed: described(bool, 'Whether it has had visits or orders, so that it can be switched off but not deleted.'),
  version,
});

// --- What operators enter

const shortText = (max: number, message: string) => Type.String({ minLength: 1, maxLength: max, pattern: '\\S', message });
const unitCode = () =>
  Type.String({
    pattern: '^[A-Za-z0-9]{1,10}$',
    message: 'Please enter a code of a unit with 1 to 10 letters and digits, such as EA.',
  });
const UNSPSC_HELP = 'Please enter a UNSPSC code with 8 digits, such as 53102700.';
const unspsc = Type.String({ pattern: '^[0-9]{8}$', message: UNSPSC_HELP });
const origin = Type.String({ minLength: 1, maxLength: 300, message: 'Please enter an address such as https://buyer.example.' });
const origins = Type.Array(origin, { maxItems: 20, uniqueItems: true, message: 'Please enter at most 20 addresses, each once.' });
const credentialInput = Type.Object({
  domain: described(shortText(100, 'Please enter a domain, such as DUNS.'), D.domain),
  identity: described(shortText(200, 'Please enter an identity of at most 200 characters.'), D.identity),
});
const credentials = Type.Array(credentialInput, { maxItems: 10, message: 'Please enter at most 10 identities.' });
const fieldName = shortText(100, 'Please enter a name of at most 100 characters.');
const ids = (kind: Parameters<typeof id>[0]) =>
  Type.Array(id(kind), { maxItems: 100, uniqueItems: true, message: 'Please choose at most 100.' });
const choice = <const V extends string>(values: readonly V[], message: string) =>
  Type.Unsafe<V>({ type: 'string', enum: [...values], message });

/** The name of a connection. */
export const connectionName = described(shortText(100, 'Please enter a name of at most 100 characters.'), D.name);
/** Settings that can be entered. All are optional: what is absent stays, or gets the default of the profile. */
export const connectionSettings = {
  isActive: described(Type.Optional(bool), D.isActive),
  isTest: described(Type.Optional(bool), D.isTest),
  buyerIdentities: described(Type.Optional(credentials), D.buyerIdentities),
  senderIdentities: described(Type.Optional(credentials), D.senderIdentities),
  supplierIdentity: described(maybe(credentialInput), D.supplierIdentity),
  userField: described(maybe(fieldName), D.userField),
  passwordField: described(maybe(fieldName), D.passwordField),
  userName: described(maybe(shortText(200, 'Please enter a user name of at most 200 characters.')), D.userName),
  returnTarget: described(maybe(choice(RETURN_TARGETS, 'The target must be _self, _top or _parent.')), D.returnTarget),
  dtdVersion: described(Type.Optional(choice(DTD_VERSIONS, 'Please choose one of the versions of cXML.')), D.dtdVersion),
  formEncoding: described(Type.Optional(choice(FORM_ENCODINGS, 'The encoding must be urlencoded or base64.')), D.formEncoding),
  limits: described(Type.Optional(choice(LIMIT_NAMES, 'Please choose one of the systems.')), D.limits),
  units: described(Type.Optional(entity('PunchoutUnitsInput', unitCodes(unitCode()))), D.units),
  classifications: described(
    Type.Optional(
      Type.Array(
        Type.Object({
          categoryId: described(id('category'), 'Category of products.'),
          code: described(unspsc, 'UNSPSC code, for example `53102700`.'),
        }),
        { maxItems: 200, message: 'Please enter at most 200 categories.' },
      ),
    ),
    D.classifications,
  ),
  materialGroups: described(
    Type.Optional(
      Type.Array(
        Type.Object({
          classification: described(
            Type.String({ pattern: '^[0-9]{0,8}$', message: 'Please enter the beginning of UNSPSC codes: up to 8 digits.' }),
            'Beginning of UNSPSC codes, for example `5310`; empty for all.',
          ),
          group: described(
            shortText(10, 'Please enter a material group of at most 10 characters.'),
            'Material group of the buyer, for example `APPAREL`.',
          ),
        }),
        { maxItems: 200, message: 'Please enter at most 200 material groups.' },
      ),
    ),
    D.materialGroups,
  ),
  customFields: described(
    Type.Optional(
      Type.Array(
        Type.Object({
          number: described(
            Type.Integer({ minimum: 1, maximum: 5, message: 'The fields are 1 to 5.' }),
            '1 for CUST_FIELD1, to 5.',
          ),
          value: described(choice(CUSTOM_VALUES, 'Please choose one of the values.'), 'What it holds.'),
        }),
        { maxItems: 5, message: 'There are five fields.' },
      ),
    ),
    D.customFields,
  ),
  vendorNumber: described(maybe(shortText(10, 'Please enter a number of at most 10 characters.')), D.vendorNumber),
  currencyCode: described(
    Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', message: 'Please enter the code of a currency, such as GBP.' })),
    'Currency of returned carts, an ISO 4217 code such as `GBP`. At first that in which the organisation buys.',
  ),
  taxMode: described(Type.Optional(choice(AMOUNT_MODES, 'Please choose none, header or line.')), D.taxMode),
  deliveryMode: described(Type.Optional(choice(AMOUNT_MODES, 'Please choose none, header or line.')), D.deliveryMode),
  charge: described(
    maybe(
      entity('PunchoutChargeInput', {
        sku: described(
          Type.String({
            pattern: '^[^?{}\\s]{1,50}$',
            message: 'Please enter a part number of at most 50 characters without spaces, ?, { and }.',
          }),
          'Its part number, for example `SET-UP`.',
        ),
        classification: described(unspsc, 'Its UNSPSC code, for example `82121500`.'),
        unit: described(unitCode(), 'The code of its unit, for example `EA`.'),
      }),
    ),
    D.charge,
  ),
  frameOrigins: described(Type.Optional(origins), D.frameOrigins),
  returnOrigins: described(Type.Optional(origins), D.returnOrigins),
  permitsHttp: described(Type.Optional(bool), D.permitsHttp),
  permitsSapevent: described(Type.Optional(bool), D.permitsSapevent),
  returnsCartOnCancel: described(Type.Optional(bool), D.returnsCartOnCancel),
  extrinsics: described(
    Type.Optional(
      entity('PunchoutExtrinsicsInput', extrinsicNames(shortText(100, 'Please enter a name of at most 100 characters.'))),
    ),
    D.extrinsics,
  ),
  userPolicy: described(Type.Optional(choice(USER_POLICIES, 'Please choose shared, email or create.')), D.userPolicy),
  sharedCustomerId: described(maybe(id('customer')), 'Who everyone shops as, or those who are not known; null for no one.'),
  createdRoleIds: described(Type.Optional(ids('role')), D.createdRoleIds),
  createdGroupIds: described(Type.Optional(ids('group')), D.createdGroupIds),
  createdCollectionIds: described(Type.Optional(ids('collection')), D.createdCollectionIds),
  allowsAddressChoice: described(Type.Optional(bool), D.allowsAddressChoice),
  shipTos: described(
    Type.Optional(
      Type.Array(
        Type.Object({
          code: described(
            shortText(100, 'Please enter a code of at most 100 characters.'),
            'Code of the address in the buyer’s system, for example `LEEDS-01`.',
          ),
          addressId: described(id('address'), 'Address of the organisation or of one of its destinations.'),
        }),
        { maxItems: 2000, message: 'Please enter at most 2,000 addresses.' },
      ),
    ),
    'Which addresses of the organisation the codes of the buyer’s system stand for.',
  ),
  waivesTerms: described(Type.Optional(bool), D.waivesTerms),
  waivesApproval: described(Type.Optional(bool), D.waivesApproval),
  idleMinutes: described(
    Type.Optional(Type.Integer({ minimum: 5, maximum: 720, message: 'Please enter 5 to 720 minutes.' })),
    D.idleMinutes,
  ),
  priceDays: described(
    Type.Optional(Type.Integer({ minimum: 0, maximum: 365, message: 'Please enter 0 to 365 days.' })),
    D.priceDays,
  ),
  outgoingUrl: described(
    maybe(Type.String({ minLength: 1, maxLength: 2000, message: 'Please enter an address of at most 2,000 characters.' })),
    D.outgoingUrl,
  ),
  outgoingSecret: described(
    maybe(shortText(200, 'Please enter a secret of at most 200 characters.')),
    'Secret that documents of the portal carry. Null removes it; absent: as it is. It is stored encrypted and never read back.',
  ),
  outgoingKinds: described(
    Type.Optional(Type.Array(choice(OUTGOING_KINDS, 'Please choose from the documents.'), { maxItems: 4, uniqueItems: true })),
    D.outgoingKinds,
  ),
};
