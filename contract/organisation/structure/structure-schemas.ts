import Type from 'typebox';
import {
  bool,
  described,
  displayOrder,
  entity,
  expectedVersion,
  idOrNone,
  int,
  maybe,
  nullable,
  seenOutcomeFingerprint,
  text,
  version,
} from '../../values.ts';

const name = maybe(Type.String({ maxLength: 100, message: 'Name must not be longer than 100 characters.' }));
const displayOrderInput = described(
  maybe(Type.Integer({ minimum: 0, maximum: 100_000, message: 'Position must be a whole number from 0 to 100000.' })),
  'Position in lists, ascending.',
);
const day = (label: string) => maybe(Type.String({ maxLength: 40, message: `${label} is not a date.` }));

/** The allocation types that a wardrobe or a group permits, in a request. */
export const allowedAllocationTypeIds = described(
  Type.Optional(
    Type.Array(
      Type.Union([Type.Literal(10), Type.Literal(20), Type.Literal(30), Type.Literal(40), Type.Literal(50)], {
        message: 'There is no such allocation type.',
      }),
      { maxItems: 20, message: 'Allocation types are not valid.' },
    ),
  ),
  'Allocation types that its people can have: 10 fixed, 20 quantity, 30 points, 40 money, 50 unlimited. An empty list allows all.',
);

const itemInput = { version: expectedVersion, name, displayOrder: displayOrderInput };
/** What an administrator states of a group. */
export const organisationGroupInput = entity('GroupInput', { ...itemInput, allowedAllocationTypeIds });
/** What an administrator states of a destination. */
export const resortInput = entity('DestinationInput', itemInput);
/** What an administrator states of a department. */
export const departmentInput = entity('DepartmentInput', itemInput);
/** What an administrator states of a business area. */
export const businessAreaInput = entity('BusinessAreaInput', itemInput);
/** What an administrator states of a job role. */
export const jobRoleInput = entity('JobRoleInput', {
  ...itemInput,
  organisationBusinessAreaId: described(
    maybe(idOrNone('businessArea')),
    'Business area that the job role belongs to; 0 or null for none.',
  ),
});
/** What an administrator states of a season. */
export const seasonInput = entity('SeasonInput', {
  version: expectedVersion,
  name,
  startDateUtc: described(day('The first day'), 'First day, ISO 8601; null for open-ended.'),
  endDateUtc: described(day('The last day'), 'Last day, ISO 8601; null for open-ended.'),
  orderingOpensUtc: described(day('The day on which ordering opens'), 'First day on which people can order; null for no limit.'),
  orderingClosesUtc: described(day('The day on which ordering closes'), 'Last day on which people can order; null for no limit.'),
  isCurrent: described(maybe(bool), 'New people are added to the current season. Only one season is current.'),
  outcomeFingerprint: seenOutcomeFingerprint,
});
/** What an administrator states of a role of the organisation’s own. */
export const customerRoleInput = entity('RoleInput', {
  version: expectedVersion,
  name,
  active: described(maybe(bool), 'Whether people can be given the role.'),
});

/** Name of a permission. */
export const permissionName = Type.Union(
  [
    Type.Literal('AllowDashboard'),
    Type.Literal('AllowAdhocOrder'),
    Type.Literal('AllowAdhocOrderModal'),
    Type.Literal('AllowUniformBuilder'),
    Type.Literal('AllowProducts'),
    Type.Literal('AllowProductsModal'),
    Type.Literal('AllowStockEnquiry'),
  ],
  { message: 'There is no such permission.' },
);

/** A role with its permissions. */
export const customerRole = entity('Role', {
  id: int,
  name: text,
  systemName: described(
    nullable(text),
    'Fixed name of one of the portal’s own roles, for example `OrganisationAdmin`; else null.',
  ),
  active: described(bool, 'Whether people can be given the role.'),
  isSystemRole: described(
    bool,
    'One of the portal’s own roles, the same in every organisation: only its permissions can be changed.',
  ),
  permissions: described(Type.Array(text), 'Permissions that the role grants in this organisation.'),
  version,
});

/** A business area. */
export const businessArea = entity('BusinessArea', { id: int, name: text, displayOrder, version });
/** A job role. */
export const jobRole = entity('JobRole', {
  id: int,
  name: text,
  displayOrder,
  organisationBusinessAreaId: described(nullable(int), 'Business area that the job role belongs to; null for none.'),
  version,
});
/** A department of a destination. */
export const department = entity('Department', {
  id: int,
  name: text,
  displayOrder,
  organisationResortId: described(int, 'Destination that the department belongs to.'),
  version,
});
