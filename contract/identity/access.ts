import Type from 'typebox';
import { anonymous, endpoint, optional, signedIn } from '../endpoint.ts';
import { season } from '../organisation/organisation.ts';
import { bool, dateTime, entity, int, maybe, named, nullable, text } from '../values.ts';
import { address } from './addresses.ts';

/** What a profile and an entry of the list of people share. */
export const profileFields = {
  id: int,
  bodiMeCustomerId: nullable(text),
  organisationId: int,
  email: text,
  firstName: text,
  lastName: text,
  employeeNumber: nullable(text),
  poNumber: nullable(text),
  gender: int,
  roleIds: Type.Array(int),
  roles: Type.Array(text),
  permissions: Type.Array(text),
  adminableOrganisationGroupIds: Type.Array(int),
  organisationGroupIds: Type.Array(int),
  organisationGroups: Type.Array(named),
  organisationCollections: Type.Array(named),
  organisationSeasons: Type.Array(season),
  departments: Type.Array(named),
  allocationTypeId: nullable(int),
  marketingPreferencesEnabled: bool,
  termsAndConditionsEnabled: bool,
  termsAndConditionsRequired: bool,
  marketingByEmail: bool,
  marketingByFax: bool,
  marketingByPhone: bool,
  marketingByPost: bool,
  termsAgreed: bool,
  privacyAgreed: bool,
  organisationResortId: nullable(int),
  organisationBusinessAreaId: nullable(int),
  organisationResortAddresses: Type.Array(address),
  limitAdhocToCustomerCollection: bool,
  adhocSelectedBusinessAreaId: nullable(int),
  adhocSelectedCollectionId: nullable(int),
  punchoutAllowShippingAddressSelection: bool,
  punchoutSessionGuid: nullable(text),
  punchoutOperation: nullable(text),
  taxDisplayType: int,
  wardrobeOptOut: bool,
  wardrobeOptOutDateUtc: nullable(dateTime),
  allowOrderApproval: bool,
  liveChatGroupId: nullable(int),
  bodiMeUsedBodyBlocks: Type.Array(text),
  domain: nullable(text),
  logo: nullable(entity({ src: text })),
  token: nullable(text),
  userRegistrationType: nullable(int),
  active: bool,
  createdOnUtc: dateTime,
  lastLoginDateUtc: nullable(dateTime),
  jobRoleId: nullable(int),
  startDateUtc: nullable(dateTime),
  endDateUtc: nullable(dateTime),
  weeklyHours: nullable(Type.Number()),
  currencyCode: text,
  /** Counts changes; sent back with a change, it shows whether somebody else changed the same meanwhile. */
  version: int,
};

/** The caller's profile; while acting for somebody it carries that person's profile one level deep. */
export const customerProfile = entity({
  ...profileFields,
  impersonatedCustomer: nullable(
    entity({ ...profileFields, impersonatedCustomer: Type.Null(), impersonationEndsOnUtc: Type.Null() }),
  ),
  impersonationEndsOnUtc: nullable(dateTime),
});

export const accessEndpoints = {
  'POST /api/token': endpoint({
    summary: 'Log in, or renew the access token',
    tags: ['Access'],
    access: anonymous,
    limit: 'login',
    bodyLimit: 16384,
    // Checked by the handler: OAuth has error answers of its own for what is missing or wrong here.
    form: Type.Object({
      grant_type: Type.Optional(text),
      username: Type.Optional(text),
      password: Type.Optional(text),
      captcha_response: Type.Optional(text),
      auto: Type.Optional(text),
      /** Six digits of the authenticator app or a recovery code, where the answer was `mfa_required`. */
      otp: Type.Optional(text),
      refresh_token: Type.Optional(text),
    }),
    reply: entity({ access_token: text, token_type: text, expires_in: int, refresh_token: text }),
  }),

  'GET /api/customerprofile': endpoint({
    summary: 'The profile of the person who is logged in',
    tags: ['Access'],
    access: signedIn,
    reply: customerProfile,
  }),

  'GET /api/logout': endpoint({
    summary: 'End the session; never fails, also without a token',
    tags: ['Access'],
    access: optional,
    reply: entity({ returnUrl: nullable(text) }),
  }),

  'POST /api/reportError': endpoint({
    summary: 'Report an error of the client; any JSON up to 16 KB',
    tags: ['Access'],
    access: optional,
    whileImpersonating: 'allowed',
    limit: 'report',
    bodyLimit: 16384,
    body: Type.Object({}, { additionalProperties: true, lenient: true }),
    reply: entity({ success: bool }),
  }),

  'PUT /api/toggletaxtype': endpoint({
    summary: 'Flip between prices with and without tax for the caller',
    tags: ['Access'],
    access: signedIn,
    whileImpersonating: 'allowed',
    body: Type.Object({ unused: maybe(text) }),
    reply: entity({ taxDisplayType: int }),
  }),
};
