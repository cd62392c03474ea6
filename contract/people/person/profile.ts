import Type from 'typebox';
import { endpoint, signedIn } from '../../endpoint.ts';
import { address } from '../../identity/addresses.ts';
import { season } from '../../organisation/structure/organisation.ts';
import {
  bool,
  currencyCode,
  dateTime,
  described,
  employeeNumber,
  entity,
  gender,
  int,
  named,
  nullable,
  oneOf,
  poNumber,
  singleKeyShortcuts,
  taxDisplayType,
  text,
  version,
} from '../../values.ts';

const marketing = described(bool, 'Whether the person agreed to marketing by this channel.');

/** Properties that the profile and the list of people have in common. */
export const profileFields = {
  id: int,
  bodiMeCustomerId: described(
    nullable(text),
    'Body of the person in the sizing service; null when there is none, and to everyone else.',
  ),
  organisationId: int,
  email: described(text, 'Login name, unique within the brand.'),
  firstName: text,
  lastName: text,
  employeeNumber,
  poNumber,
  gender,
  roleIds: described(
    Type.Array(int),
    'Roles: 3 registered (always), 33 Admin, 34 Staff, 35 Buyer, 36 Sales, others are the organisation’s own.',
  ),
  roles: described(Type.Array(text), 'System names of the roles, for example `OrganisationStaff`.'),
  permissions: described(
    Type.Array(text),
    'Permissions of the person; of a person being impersonated those that hold in the session.',
  ),
  adminableOrganisationGroupIds: described(Type.Array(int), 'Groups that an Admin manages; empty for the whole organisation.'),
  organisationGroupIds: described(Type.Array(int), 'Groups that the person belongs to.'),
  organisationGroups: described(Type.Array(named), 'Groups that the person belongs to, with names.'),
  organisationCollections: described(Type.Array(named), 'The person’s wardrobes.'),
  organisationSeasons: described(Type.Array(season), 'The person’s seasons.'),
  departments: described(Type.Array(named), 'The person’s departments.'),
  allocationTypeId: described(
    nullable(int),
    '10 fixed, 20 quantity, 30 points, 40 money, 50 unlimited; null when none has been set.',
  ),
  marketingPreferencesEnabled: described(bool, 'Setting of the organisation: show marketing preferences.'),
  termsAndConditionsEnabled: described(bool, 'Setting of the organisation: show the terms and the privacy notice.'),
  termsAndConditionsRequired: described(bool, 'Whether the person must still agree to the current terms and privacy notice.'),
  marketingByEmail: marketing,
  marketingByFax: marketing,
  marketingByPhone: marketing,
  marketingByPost: marketing,
  termsAgreed: described(bool, 'Whether the person agreed to the current terms.'),
  privacyAgreed: described(bool, 'Whether the person agreed to the current privacy notice.'),
  organisationResortId: described(nullable(int), 'Destination (work site); null for none.'),
  organisationBusinessAreaId: described(nullable(int), 'Business area; null for none.'),
  organisationResortAddresses: described(Type.Array(address), 'Delivery addresses of the person’s destination.'),
  limitAdhocToCustomerCollection: described(
    bool,
    'Setting of the organisation: ad hoc orders only from the person’s own wardrobes.',
  ),
  adhocSelectedBusinessAreaId: described(nullable(int), 'Business area last chosen for an ad hoc order; null for none.'),
  adhocSelectedCollectionId: described(nullable(int), 'Wardrobe last chosen for an ad hoc order; null for none.'),
  punchoutAllowShippingAddressSelection: described(bool, 'False in a PunchOut session whose delivery address is fixed.'),
  punchoutSessionGuid: described(nullable(text), 'PunchOut session (UUID); null outside PunchOut.'),
  punchoutOperation: nullable(oneOf(['create', 'edit', 'inspect'], 'What the buyer’s system asked for; null outside PunchOut.')),
  taxDisplayType,
  wardrobeOptOut: described(bool, 'Whether the person has opted out of the uniform allocation.'),
  wardrobeOptOutDateUtc: described(nullable(dateTime), 'When the person opted out; null when they have not.'),
  allowOrderApproval: described(bool, 'Whether the person may approve orders.'),
  liveChatGroupId: described(nullable(int), 'Group of the live chat; null when there is no chat.'),
  bodiMeUsedBodyBlocks: described(Type.Array(text), 'Parts of the body that have been measured; empty to everyone else.'),
  domain: described(nullable(text), 'Host of the organisation; null when unknown.'),
  logo: described(
    nullable(entity({ src: described(text, 'Address of the picture.') })),
    'Logo of the organisation; null for the logo of the brand.',
  ),
  token: described(nullable(text), 'Always null.'),
  userRegistrationType: described(nullable(int), 'Always null here.'),
  active: described(bool, 'Whether the person can log in.'),
  createdOnUtc: dateTime,
  lastLoginDateUtc: described(nullable(dateTime), 'Time of the latest login; null before the first, and to Buyers.'),
  costCentreId: described(nullable(int), 'Cost centre of their orders until they choose another one; null for none.'),
  jobRoleId: described(nullable(int), 'Job role; narrows the products that a wearer sees; null for none.'),
  startDateUtc: described(nullable(dateTime), 'First day of work; null when unknown, and to Buyers.'),
  endDateUtc: described(nullable(dateTime), 'Last day of work; null when open-ended, and to Buyers.'),
  weeklyHours: described(nullable(Type.Number()), 'Contracted hours per week; null for full time, and to Buyers.'),
  leaves: described(
    Type.Array(
      entity({
        fromUtc: described(dateTime, 'First day of the leave.'),
        toUtc: described(dateTime, 'Last day of the leave.'),
      }),
    ),
    'Times of leave, in which nothing is granted; empty for none, and to everyone but the person and Admins.',
  ),
  pricesVisible: described(
    bool,
    'False for wearers from whom the organisation hides prices, or whose entitlement is in pieces or points: prices are then null, and screens show no amounts.',
  ),
  currencyCode,
  version,
};

const isApprovalDelegate = described(
  bool,
  'Whether an approver has delegated their decisions on orders to the person for today.',
);

/** Of the profile alone, and not of the list of people. */
const ownFields = {
  isApprovalDelegate,
  singleKeyShortcuts: described(
    singleKeyShortcuts,
    'Whether shortcuts that are a single key work on pages. During impersonation as the caller prefers.',
  ),
  punchoutBuyerName: described(
    nullable(text),
    'Name of the buyer’s system to which a PunchOut session returns; null outside PunchOut.',
  ),
  paysOwnPart: described(bool, 'Whether people pay by card for pieces beyond their entitlement, where their wardrobe says so.'),
};

/** The caller's profile. During impersonation it contains the profile of the person being impersonated, one level deep. */
export const customerProfile = entity('Profile', {
  ...profileFields,
  ...ownFields,
  impersonatedCustomer: described(
    nullable(
      entity({
        ...profileFields,
        ...ownFields,
        impersonatedCustomer: described(Type.Null(), 'Always null.'),
        impersonationEndsOnUtc: described(Type.Null(), 'Always null.'),
      }),
    ),
    'Profile of the person being impersonated; null for none.',
  ),
  impersonationEndsOnUtc: described(nullable(dateTime), 'When the impersonation ends by itself; null for none.'),
});

/** The profile of the person who is logged in. */
export const profileEndpoints = {
  'GET /api/customerprofile': endpoint({
    name: 'getOwnProfile',
    summary: 'Get the profile of the person who is logged in',
    description: 'During impersonation it contains the profile of the person being impersonated.',
    tags: ['Access'],
    access: signedIn,
    reply: customerProfile,
  }),
  'PUT /api/customerprofile': endpoint({
    name: 'updateOwnPreferences',
    summary: 'Change the preferences of the person who is logged in',
    description: 'What only the person needs, and no one else sees. Absent properties stay as they are.',
    tags: ['Access'],
    access: signedIn,
    root: 'profile',
    body: Type.Object({ singleKeyShortcuts: Type.Optional(singleKeyShortcuts) }),
    reply: customerProfile,
  }),
};
