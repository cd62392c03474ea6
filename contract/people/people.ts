import Type from 'typebox';
import { endpoint, roles, signedIn } from '../endpoint.ts';
import { address, addressInput } from '../identity/addresses.ts';
import {
  bool,
  dateTime,
  type EntityName,
  entity,
  fields,
  id,
  idOrNone,
  int,
  listOf,
  maybe,
  nullable,
  paging,
  workbook,
} from '../values.ts';
import { customerProfile, profileFields } from './profile.ts';

/** Somebody in the list of people. What the caller may not know of others is null, false or empty. */
export const customer = entity({
  ...profileFields,
  orderingStatusId: nullable(int),
  orderingBodiMeStatusId: nullable(int),
  // Pieces owed and ordered in the season, and choices between options that are still open.
  orderingProgress: nullable(entity({ owed: int, counted: int, ordered: int, openChoices: int })),
});

const limited = (label: string, maxLength: number) =>
  maybe(Type.String({ maxLength, message: `${label} must not be longer than ${maxLength} characters.` }));
const day = (label: string) => maybe(Type.String({ maxLength: 40, message: `${label} is not a date.` }));

/** A list of things by id; clients post the objects back that they were given. */
const ids = (kind: EntityName, message: string) =>
  maybe(Type.Array(Type.Union([id(kind), Type.Object({ id: id(kind) })]), { maxItems: 200, message }));

/**
 * What a change of a person may carry: absent stays, null clears. Who may write what is the server's rule; keys that are
 * not here, or that the caller may not write, change nothing.
 */
export const customerInput = Type.Object({
  version: maybe(int),
  email: limited('Email', 254),
  firstName: limited('First name', 100),
  lastName: limited('Last name', 100),
  gender: maybe(Type.Integer({ enum: [0, 10, 20, null], message: 'Gender is not valid.' })),
  employeeNumber: limited('Employee number', 100),
  poNumber: limited('PO number', 100),
  marketingByEmail: maybe(bool),
  marketingByFax: maybe(bool),
  marketingByPhone: maybe(bool),
  marketingByPost: maybe(bool),
  termsAgreed: maybe(bool),
  privacyAgreed: maybe(bool),
  adhocSelectedBusinessAreaId: maybe(idOrNone('businessArea')),
  adhocSelectedCollectionId: maybe(idOrNone('collection')),
  bodiMeCustomerId: limited('Body id', 100),
  bodiMeUsedBodyBlocks: maybe(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
  organisationResortId: maybe(idOrNone('resort')),
  organisationBusinessAreaId: maybe(idOrNone('businessArea')),
  jobRoleId: maybe(idOrNone('jobRole')),
  // The wire takes ids, objects and names.
  departments: maybe(
    Type.Array(
      Type.Union([
        id('department'),
        Type.Object({ id: id('department') }),
        Type.String({ minLength: 1, maxLength: 200, message: 'Departments are not valid.' }),
      ]),
      { maxItems: 100, message: 'Departments are not valid.' },
    ),
  ),
  startDateUtc: day('The first day of work'),
  endDateUtc: day('The last day of work'),
  weeklyHours: maybe(Type.Number({ minimum: 0, maximum: 168, message: 'Weekly hours must be between 0 and 168.' })),
  roleIds: ids('role', 'Roles are not valid.'),
  organisationGroupIds: ids('group', 'Groups are not valid.'),
  adminableOrganisationGroupIds: ids('group', 'Groups are not valid.'),
  organisationSeasons: ids('season', 'Seasons are not valid.'),
  organisationCollections: ids('collection', 'Wardrobes are not valid.'),
  allocationTypeId: maybe(Type.Integer({ enum: [0, 10, 20, 30, 40, 50, null], message: 'Allocation type is not valid.' })),
  allowOrderApproval: maybe(bool),
  active: maybe(bool),
});

const oneOf = (...values: number[]) => Type.Optional(Type.Integer({ enum: values, message: 'There is no such status.' }));
/** 0 all, 10 not started, 20 part ordered, 30 complete, 40 opted out. */
const orderingStatus = oneOf(0, 10, 20, 30, 40);
/** 0 all, 10 not measured, 20 measured, 30 special measurements. */
const measuringStatus = oneOf(0, 10, 20, 30);

/** What narrows and orders a list of people; the same for the list and its export. The after-start-date twins look only at
 * whom the first day of work has come for, and count what they did since. */
export const peopleFilters = {
  query: Type.Optional(Type.String({ maxLength: 200, message: 'Search must not be longer than 200 characters.' })),
  order: Type.Optional(Type.String({ maxLength: 60, message: 'People cannot be sorted by this.' })),
  businessAreaId: Type.Optional(idOrNone('businessArea')),
  resortId: Type.Optional(idOrNone('resort')),
  seasonId: Type.Optional(idOrNone('season')),
  orderingStatusId: orderingStatus,
  orderingBodiMeStatusId: measuringStatus,
  orderingAfterStartDateStatusId: orderingStatus,
  orderingAfterStartDateBodiMeStatusId: measuringStatus,
};

export const peopleEndpoints = {
  'GET /api/customers': endpoint({
    summary: 'People the caller may see',
    tags: ['Customers'],
    access: roles('OrganisationAdmin', 'OrganisationSales', 'OrganisationBuyer'),
    query: Type.Object({
      ...peopleFilters,
      ...paging,
      fields,
    }),
    fieldsOf: 'customers',
    /** `seenOnUtc` is for changes of all that match: who is changed after it was not seen like this. */
    reply: Type.Object({ customers: Type.Array(customer), totalCount: int, seenOnUtc: dateTime }),
  }),

  'GET /api/customers/exportToExcel': endpoint({
    summary: 'The list of people as an Excel workbook, all of its pages',
    tags: ['Customers'],
    access: roles('OrganisationAdmin'),
    query: Type.Object({ ...peopleFilters, ...paging, fields }),
    reply: workbook,
  }),

  'GET /api/customers/:id': endpoint({
    summary: 'One person: oneself, or somebody in the reach of an Admin or Sales',
    tags: ['Customers'],
    access: signedIn,
    params: Type.Object({ id: id('customer') }),
    query: Type.Object({ fields }),
    fieldsOf: 'customers',
    reply: listOf('customers', customer),
  }),

  'PUT /api/customers/:id': endpoint({
    summary: 'Change oneself, or as an Admin somebody else; also the preferences and terms',
    tags: ['Customers'],
    access: signedIn,
    whileImpersonating: 'refused',
    params: Type.Object({ id: id('customer') }),
    root: 'customer',
    body: customerInput,
    reply: listOf('customers', customer),
  }),

  'GET /api/customers/impersonate/:id': endpoint({
    summary: 'Act for somebody else from now on, for an hour at most',
    tags: ['Customers'],
    access: roles('OrganisationAdmin', 'OrganisationSales'),
    changesByGet: true,
    // For the person one acts for already it changes nothing; for another one it is refused by its own rule.
    whileImpersonating: 'allowed',
    params: Type.Object({ id: id('customer') }),
    reply: customerProfile,
  }),

  'GET /api/customers/impersonateCancel': endpoint({
    summary: 'Stop acting for somebody else',
    tags: ['Customers'],
    access: signedIn,
    changesByGet: true,
    whileImpersonating: 'allowed',
    reply: customerProfile,
  }),

  'POST /api/customers/saveImpersonatedCustomerShippingAddressDetails': endpoint({
    summary: 'Where the next order of the person acted for is delivered: exactly one of the three',
    tags: ['Customers'],
    access: roles('OrganisationAdmin', 'OrganisationSales'),
    whileImpersonating: 'allowed',
    body: Type.Object({
      addressId: maybe(id('address')),
      address: maybe(addressInput),
      organisationResortAddressId: maybe(id('address')),
    }),
    reply: Type.Object({ success: bool, address }),
  }),
};
