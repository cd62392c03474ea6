import Type from 'typebox';
import { endpoint, roles } from '../endpoint.ts';
import {
  dateTime,
  described,
  entity,
  fields,
  groupIds,
  idOrNone,
  int,
  nullable,
  paging,
  totalCount,
  workbook,
} from '../values.ts';
import { customer } from './person/customer.ts';

const oneOf = (...values: number[]) => Type.Optional(Type.Integer({ enum: values, message: 'There is no such status.' }));
const orderingStatus = oneOf(0, 10, 20, 30, 40);
const measuringStatus = oneOf(0, 10, 20, 30);

/** Filters of the list of people, except those by uniform status. */
const peopleFiltersWithoutStatus = {
  query: described(
    Type.Optional(Type.String({ maxLength: 200, message: 'Search must not be longer than 200 characters.' })),
    'Words to find in name, email or employee number.',
  ),
  groupIds: described(
    groupIds,
    'Only people in at least one of these groups, separated by commas or repeated; absent or 0 for all.',
  ),
  businessAreaId: described(Type.Optional(idOrNone('businessArea')), 'Only people of this business area; 0 for all.'),
  resortId: described(Type.Optional(idOrNone('resort')), 'Only people of this destination; 0 for all.'),
  collectionId: described(Type.Optional(idOrNone('collection')), 'Only people who have this wardrobe; 0 for all.'),
  seasonId: described(Type.Optional(idOrNone('season')), 'Season that the statuses are about; 0 for the current one.'),
  orderingBodiMeStatusId: described(measuringStatus, '0 all, 10 not measured, 20 measured, 30 special measurements.'),
  orderingAfterStartDateBodiMeStatusId: described(
    measuringStatus,
    'Measuring status of people who have started work, counting only measurements since then.',
  ),
};

/** Filters and order of the list of people; its export takes the same. */
export const peopleFilters = {
  ...peopleFiltersWithoutStatus,
  order: described(
    Type.Optional(Type.String({ maxLength: 60, message: 'People cannot be sorted by this.' })),
    'Field and direction, for example `lastName desc`. 400 for a field that the caller may not see. `startedWithoutUniform desc` lists those who have started work without ordering first, the longest at work first, then everyone else by name; with a search or a wardrobe it is the order by name.',
  ),
  orderingStatusId: described(
    orderingStatus,
    'Uniform status: 0 all, 10 not started, 20 partly ordered, 30 complete, 40 opted out.',
  ),
  orderingAfterStartDateStatusId: described(
    orderingStatus,
    'Uniform status of people who have started work, counting only orders since then.',
  ),
};

/** The list of people, its counts and its export. */
export const peopleListEndpoints = {
  'GET /api/customers': endpoint({
    name: 'listPeople',
    summary: 'List people',
    description:
      'Admins see the people of the groups that they manage, Sales everyone, Buyers the members of their own groups. Values that the caller may not see are null, false or empty.',
    tags: ['Customers'],
    access: roles('OrganisationAdmin', 'OrganisationSales', 'OrganisationBuyer'),
    query: Type.Object({
      ...peopleFilters,
      ...paging,
      fields,
    }),
    fieldsOf: 'customers',
    reply: Type.Object({
      customers: Type.Array(customer),
      totalCount,
      seenOnUtc: described(dateTime, 'Time as of which the list was read. Send it with a bulk edit of all that match.'),
    }),
  }),

  'GET /api/customers/counts': endpoint({
    name: 'countPeople',
    summary: 'Count people by uniform status',
    description:
      'Of the people whom the list contains with these filters. `total` is the sum of the four statuses and `withoutEntitlement`. For the roles that may list people.',
    tags: ['Customers'],
    access: roles('OrganisationAdmin', 'OrganisationSales', 'OrganisationBuyer'),
    query: Type.Object(peopleFiltersWithoutStatus),
    reply: Type.Object({
      counts: entity({
        total: described(int, 'Everyone who matches.'),
        notStarted: described(int, 'Nothing ordered that counts.'),
        partlyOrdered: described(int, 'Part of the entitlement ordered.'),
        complete: described(int, 'All of the entitlement ordered.'),
        optedOut: described(int, 'Opted out of the uniform.'),
        withoutEntitlement: described(int, 'No uniform status: account closed, no wardrobe, or not in the season.'),
        startedWithoutUniform: described(
          nullable(int),
          'People in `notStarted` who have started work and have ordered nothing since; null to Buyers.',
        ),
      }),
    }),
  }),

  'GET /api/customers/exportToExcel': endpoint({
    name: 'exportPeople',
    summary: 'Export people to Excel',
    description: 'All pages of the list.',
    tags: ['Customers'],
    access: roles('OrganisationAdmin'),
    query: Type.Object({ ...peopleFilters, ...paging, fields }),
    reply: workbook,
  }),
};
