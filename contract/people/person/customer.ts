import Type from 'typebox';
import {
  bool,
  described,
  type EntityName,
  entity,
  expectedVersion,
  id,
  idOrNone,
  int,
  maybe,
  nullable,
  text,
} from '../../values.ts';
import { profileFields } from './profile.ts';

/** A person in a list. Values that the caller may not see are null, false or empty. */
export const customer = entity('Person', {
  ...profileFields,
  orderingStatusId: described(
    nullable(int),
    'Uniform status in the season: 10 not started, 20 partly ordered, 30 complete, 40 opted out.',
  ),
  orderingBodiMeStatusId: described(nullable(int), '10 not measured, 20 measured, 30 special measurements; null to Buyers.'),
  orderingProgress: described(
    nullable(
      entity({
        owed: described(int, 'Pieces that the person is entitled to.'),
        counted: described(int, 'Pieces ordered that count towards the entitlement.'),
        ordered: described(int, 'All pieces ordered.'),
        openChoices: described(int, 'Either/or questions that the person has not answered.'),
      }),
    ),
    'Progress in the season; null outside lists.',
  ),
  impersonationBlocker: described(
    nullable(text),
    'Why the caller cannot order for this person, in a few words; null when they can.',
  ),
});

/** In a change of wardrobes: how what was ordered counts when it corrects the cut. */
export const moveOrdered = described(
  Type.Optional(bool),
  'Where one cut of a wardrobe is replaced by another cut of the same one: whether what was ordered in it counts in the groups of the same name of the other cut, and in its budget. Otherwise it stays where it is, and the other cut grants in full. The preview says how much it is (`corrections`).',
);

const limited = (label: string, maxLength: number) =>
  maybe(Type.String({ maxLength, message: `${label} must not be longer than ${maxLength} characters.` }));

const day = (label: string) => maybe(Type.String({ maxLength: 40, message: `${label} is not a date.` }));

/** Records by id; clients may also send back the objects that they received. */
const ids = (kind: EntityName, message: string) =>
  maybe(Type.Array(Type.Union([id(kind), Type.Object({ id: id(kind) })]), { maxItems: 200, message }));

/**
 * A change of a person: absent properties stay as they are, null clears. The server decides who may change what; properties
 * that are not here, or that the caller may not change, are ignored.
 */
export const customerInput = entity('PersonInput', {
  version: expectedVersion,
  email: described(
    limited('Email', 254),
    'Login name, unique within the brand. Admins only. Of someone with a password it changes once the new address is confirmed; an Admin’s is changed by `POST /api/customers/{id}/email` only.',
  ),
  firstName: limited('First name', 100),
  lastName: limited('Last name', 100),
  gender: described(
    maybe(Type.Integer({ enum: [0, 10, 20, null], message: 'Gender is not valid.' })),
    '0 not given, 10 male, 20 female.',
  ),
  employeeNumber: described(limited('Employee number', 100), 'The organisation’s own number for the person. Admins only.'),
  poNumber: described(limited('PO number', 100), 'Purchase order number to use by default.'),
  marketingByEmail: described(maybe(bool), 'Consent to marketing by email.'),
  marketingByFax: described(maybe(bool), 'Consent to marketing by fax.'),
  marketingByPhone: described(maybe(bool), 'Consent to marketing by phone.'),
  marketingByPost: described(maybe(bool), 'Consent to marketing by post.'),
  termsAgreed: described(maybe(bool), 'Agreement to the current terms.'),
  privacyAgreed: described(maybe(bool), 'Agreement to the current privacy notice.'),
  adhocSelectedBusinessAreaId: described(maybe(idOrNone('businessArea')), 'Business area last chosen for an ad hoc order.'),
  adhocSelectedCollectionId: described(maybe(idOrNone('collection')), 'Wardrobe last chosen for an ad hoc order.'),
  bodiMeCustomerId: described(limited('Body id', 100), 'Body of the person in the sizing service.'),
  bodiMeUsedBodyBlocks: described(
    maybe(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
    'Parts of the body that have been measured.',
  ),
  organisationResortId: described(maybe(idOrNone('resort')), 'Destination; another one clears the departments. Admins only.'),
  organisationBusinessAreaId: described(maybe(idOrNone('businessArea')), 'Business area. Admins only.'),
  jobRoleId: described(maybe(idOrNone('jobRole')), 'Job role. Admins only.'),
  costCentreId: described(
    maybe(idOrNone('costCentre')),
    'Cost centre of their orders until they choose another one; 0 or null for none. Admins only.',
  ),
  departments: described(
    maybe(
      Type.Array(
        Type.Union([
          id('department'),
          Type.Object({ id: id('department') }),
          Type.String({ minLength: 1, maxLength: 200, message: 'Departments are not valid.' }),
        ]),
        { maxItems: 100, message: 'Departments are not valid.' },
      ),
    ),
    'Departments of the destination, as ids, objects with an id, or names. Admins only.',
  ),
  startDateUtc: described(day('The first day of work'), 'First day of work, ISO 8601. Admins only.'),
  endDateUtc: described(day('The last day of work'), 'Last day of work, ISO 8601. Admins only.'),
  weeklyHours: described(
    maybe(Type.Number({ minimum: 0, maximum: 168, message: 'Weekly hours must be between 0 and 168.' })),
    'Contracted hours per week; null for full time. Admins only.',
  ),
  roleIds: described(
    ids('role', 'Roles are not valid.'),
    'Roles, as ids or objects with an id. Role 3 is added; a new person without any other role becomes Staff (34). Admins only.',
  ),
  organisationGroupIds: described(ids('group', 'Groups are not valid.'), 'Groups, as ids or objects with an id. Admins only.'),
  adminableOrganisationGroupIds: described(
    ids('group', 'Groups are not valid.'),
    'Groups that an Admin manages; empty for the whole organisation. Admins only.',
  ),
  organisationSeasons: described(
    ids('season', 'Seasons are not valid.'),
    'Seasons, as ids or objects with an id. Empty for a new person: the current season. Admins only.',
  ),
  organisationCollections: described(
    ids('collection', 'Wardrobes are not valid.'),
    'Wardrobes, as ids or objects with an id. Admins only.',
  ),
  allocationTypeId: described(
    maybe(Type.Integer({ enum: [0, 10, 20, 30, 40, 50, null], message: 'Allocation type is not valid.' })),
    '10 fixed, 20 quantity, 30 points, 40 money, 50 unlimited; 0 or null for none. Admins only.',
  ),
  allowOrderApproval: described(maybe(bool), 'Whether the person may approve orders. Admins only.'),
  active: described(maybe(bool), 'Whether the person can log in. Admins only.'),
  wardrobeOptOut: described(
    maybe(bool),
    'Whether the person has opted out of the uniform allocation, which is confirmed to them by email. Admins only.',
  ),
  callerPassword: described(
    maybe(Type.String({ maxLength: 2048, message: 'The password is not correct.' })),
    'The caller’s own password. Required, else 422, to make someone an Admin, to widen what an Admin administers, and to let someone approve orders.',
  ),
  callerOtp: described(
    maybe(Type.String({ maxLength: 100, message: 'Code is not valid.' })),
    'With `callerPassword`, where the caller has a second factor: a code of the authenticator app or a recovery code.',
  ),
});
