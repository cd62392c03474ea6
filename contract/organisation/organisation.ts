import Type from 'typebox';
import { endpoint, signedIn } from '../endpoint.ts';
import { address } from '../identity/addresses.ts';
import { bool, dateTime, entity, int, listOf, named, nullable, text } from '../values.ts';

const allocationType = named;

export const organisationGroup = entity({
  id: int,
  name: text,
  displayOrder: int,
  childCollections: Type.Array(named),
  allowedAllocationTypes: Type.Array(allocationType),
  version: int,
});

export const season = entity({
  id: int,
  name: text,
  startDateUtc: nullable(dateTime),
  endDateUtc: nullable(dateTime),
  isCurrent: bool,
});

/** A season with its ordering window: the first and the last day on which can be ordered; null is no limit. */
export const organisationSeason = entity({
  ...season.properties,
  orderingOpensUtc: nullable(dateTime),
  orderingClosesUtc: nullable(dateTime),
  version: int,
});

export const organisationResort = entity({
  id: int,
  name: text,
  displayOrder: int,
  departments: Type.Array(entity({ ...named.properties, displayOrder: int, version: int })),
  organisationResortAddresses: Type.Array(address),
  version: int,
});

export const organisationEndpoints = {
  'GET /api/organisationgroups': endpoint({
    summary: 'Groups of the organisation that the caller belongs to or may administer',
    tags: ['Organisation'],
    access: signedIn,
    query: Type.Object({ addDefaultAll: Type.Optional(bool) }),
    reply: listOf('organisationGroups', organisationGroup),
  }),

  'GET /api/organisationbusinessareas': endpoint({
    summary: 'Business areas of the organisation',
    tags: ['Organisation'],
    access: signedIn,
    reply: listOf('organisationBusinessAreas', entity({ id: int, name: text, displayOrder: int, version: int })),
  }),

  'GET /api/organisationjobroles': endpoint({
    summary: 'Job roles of the organisation',
    tags: ['Organisation'],
    access: signedIn,
    reply: listOf(
      'organisationJobRoles',
      entity({ id: int, name: text, displayOrder: int, organisationBusinessAreaId: nullable(int), version: int }),
    ),
  }),

  'GET /api/organisationresorts': endpoint({
    summary: 'Work sites of the organisation with their departments, and their addresses when asked for',
    tags: ['Organisation'],
    access: signedIn,
    query: Type.Object({ includeOrganisationResortAddresses: Type.Optional(bool) }),
    reply: listOf('organisationResorts', organisationResort),
  }),

  'GET /api/organisationseasons': endpoint({
    summary: 'Seasons of the organisation, newest start first',
    tags: ['Organisation'],
    access: signedIn,
    reply: listOf('organisationSeasons', organisationSeason),
  }),

  'GET /api/organisations/slider': endpoint({
    summary: 'Pictures of the home page',
    tags: ['Organisation'],
    access: signedIn,
    reply: listOf(
      'sliderImages',
      entity({ id: int, src: text, text: nullable(text), link: nullable(text), altText: nullable(text), displayOrder: int }),
    ),
  }),

  'GET /api/organisations/settings': endpoint({
    summary: 'Logo and colours of the organisation',
    tags: ['Organisation'],
    access: signedIn,
    reply: entity({
      name: text,
      logoUrl: nullable(text),
      primaryColour: nullable(text),
      secondaryColour: nullable(text),
      tertiaryColour: nullable(text),
    }),
  }),
};
