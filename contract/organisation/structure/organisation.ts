import Type from 'typebox';
import { endpoint, signedIn } from '../../endpoint.ts';
import { address } from '../../identity/addresses.ts';
import {
  bool,
  dateTime,
  described,
  displayOrder,
  entity,
  hexColour,
  int,
  listOf,
  named,
  nullable,
  text,
  version,
} from '../../values.ts';
import { help } from '../brands.ts';

const allocationType = named;

/** A division of the organisation. */
export const organisationGroup = entity('Group', {
  id: int,
  name: text,
  displayOrder,
  childCollections: described(Type.Array(named), 'Wardrobes of the group.'),
  allowedAllocationTypes: described(
    Type.Array(allocationType),
    'Allocation types that members may be given: 10 fixed, 20 quantity, 30 points, 40 money, 50 unlimited.',
  ),
  version,
});

/** A programme period. */
export const season = entity('Season', {
  id: int,
  name: text,
  startDateUtc: described(nullable(dateTime), 'First day of the season; null when it is open-ended.'),
  endDateUtc: described(nullable(dateTime), 'Last day of the season; null when it is open-ended.'),
  isCurrent: described(bool, 'Whether new people are added to this season.'),
});

/** A season with its ordering window. */
export const organisationSeason = entity('OrganisationSeason', {
  ...season.properties,
  orderingOpensUtc: described(nullable(dateTime), 'First day on which people can order; null for no limit.'),
  orderingClosesUtc: described(nullable(dateTime), 'Last day on which people can order; null for no limit.'),
  version,
});

/** A destination: a work site with delivery addresses and departments. */
export const organisationResort = entity('Destination', {
  id: int,
  name: text,
  displayOrder,
  departments: described(
    Type.Array(entity('DestinationDepartment', { ...named.properties, displayOrder, version })),
    'Departments of the destination.',
  ),
  organisationResortAddresses: described(Type.Array(address), 'Delivery addresses; empty unless asked for.'),
  version,
});

/** Structure and settings of the organisation, for everyone in it. */
export const organisationEndpoints = {
  'GET /api/allocationtypes': endpoint({
    name: 'listAllocationTypes',
    summary: 'List the ways of allocating garments',
    tags: ['Organisation'],
    access: signedIn,
    reply: listOf('allocationTypes', allocationType),
  }),

  'GET /api/organisationgroups': endpoint({
    name: 'listGroups',
    summary: 'List groups of the organisation',
    description: 'Admins get the groups that they manage, Sales all, others their own.',
    tags: ['Organisation'],
    access: signedIn,
    query: Type.Object({ addDefaultAll: described(Type.Optional(bool), 'Put `{"id":0,"name":"All"}` first.') }),
    reply: listOf('organisationGroups', organisationGroup),
  }),

  'GET /api/organisationbusinessareas': endpoint({
    name: 'listBusinessAreas',
    summary: 'List business areas of the organisation',
    tags: ['Organisation'],
    access: signedIn,
    reply: listOf('organisationBusinessAreas', entity('BusinessArea', { id: int, name: text, displayOrder, version })),
  }),

  'GET /api/organisationjobroles': endpoint({
    name: 'listJobRoles',
    summary: 'List job roles of the organisation',
    tags: ['Organisation'],
    access: signedIn,
    reply: listOf(
      'organisationJobRoles',
      entity({
        id: int,
        name: text,
        displayOrder,
        organisationBusinessAreaId: described(nullable(int), 'Business area that the job role belongs to; null for none.'),
        version,
      }),
    ),
  }),

  'GET /api/organisationresorts': endpoint({
    name: 'listDestinations',
    summary: 'List destinations of the organisation',
    description: 'Destinations are work sites with departments and delivery addresses.',
    tags: ['Organisation'],
    access: signedIn,
    query: Type.Object({
      includeOrganisationResortAddresses: described(Type.Optional(bool), 'Return the addresses of each destination as well.'),
    }),
    reply: listOf('organisationResorts', organisationResort),
  }),

  'GET /api/organisationseasons': endpoint({
    name: 'listSeasons',
    summary: 'List seasons of the organisation',
    description: 'The latest start first.',
    tags: ['Organisation'],
    access: signedIn,
    reply: listOf('organisationSeasons', organisationSeason),
  }),

  'GET /api/organisations/settings': endpoint({
    name: 'getOrganisation',
    summary: 'Get name, look and settings of the organisation',
    description: 'Values for help that the organisation does not set are those of its brand.',
    tags: ['Organisation'],
    access: signedIn,
    reply: entity({
      name: text,
      logoUrl: described(nullable(text), 'Address of the organisation’s logo; null for the logo of the brand.'),
      primaryColour: hexColour,
      secondaryColour: hexColour,
      tertiaryColour: hexColour,
      keepsOwnPrices: described(bool, 'Whether administrators set the prices of the range; otherwise the supplier does.'),
      poNumberRequired: described(bool, 'Whether orders need a PO number.'),
      poNumberFromApprover: described(bool, 'Whether the approver enters the PO number, not the person who places the order.'),
      allowOptOut: described(bool, 'Whether wearers may opt out of a uniform.'),
      returnDays: described(int, 'Days after delivery within which pieces can be returned; 0 for no limit.'),
      timeZone: described(text, 'IANA name of the time zone in which days begin and end.'),
      ...help,
    }),
  }),
};
