import Type from 'typebox';
import { endpoint, signedIn } from '../endpoint.ts';
import { address } from '../identity/addresses.ts';
import { season } from '../organisation/organisation.ts';
import { bool, dateTime, entity, int, named, nullable, text } from '../values.ts';

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

export const profileEndpoints = {
  'GET /api/customerprofile': endpoint({
    summary: 'The profile of the person who is logged in',
    tags: ['Access'],
    access: signedIn,
    reply: customerProfile,
  }),
};
