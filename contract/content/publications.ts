import Type from 'typebox';
import { endpoint, operator } from '../endpoint.ts';
import { bool, dayInput, described, entity, id, int, maybe, named, nullable, text } from '../values.ts';

/** The most organisations, groups or roles that a publication names. */
export const MAX_AUDIENCE = 500;

const ids = (entity: Parameters<typeof id>[0], description: string) =>
  described(Type.Array(id(entity), { maxItems: MAX_AUDIENCE, uniqueItems: true }), description);

const IS_PUBLISHED = 'False: a draft, which only those who keep it see.';
const FROM = 'The first day, such as `2026-12-01`, in the time zone of the organisation that reads it; null: from now on.';
const UNTIL = 'The last day, such as `2026-12-31`, in the time zone of the organisation that reads it; null: without end.';
const PLACE = 'Place among others, the lowest first.';
const BRANDS = 'Brands whose organisations all read it, for example `[1]`.';
const ORGANISATIONS = 'Organisations that read it, for example `[1, 2]`; with brands, in addition to theirs.';
const ROLES = 'Only people with one of these roles read it, for example `[34]`; empty: all roles.';
const GROUPS =
  'Of an organisation whose groups are named, only people of these groups, and those who administer them, read it; empty: all groups.';

/** Who reads a publication and when, in a reply to those who keep it. */
export const publicationFields = {
  isPublished: described(bool, IS_PUBLISHED),
  fromDate: described(nullable(text), FROM),
  untilDate: described(nullable(text), UNTIL),
  displayOrder: described(int, PLACE),
  brandIds: described(Type.Array(int), BRANDS),
  organisationIds: described(Type.Array(int), ORGANISATIONS),
  roleIds: described(Type.Array(int), ROLES),
  groupIds: described(Type.Array(int), GROUPS),
  version: described(
    int,
    'Changes with each save; sent back with a change, it is refused (409) where someone else has saved meanwhile.',
  ),
} as const;

/** Who is to read a publication and when, in a request of an operator. */
export const publicationInput = {
  isPublished: described(maybe(bool), IS_PUBLISHED),
  fromDate: described(maybe(dayInput('Enter a day as 2026-12-31.')), FROM),
  untilDate: described(maybe(dayInput('Enter a day as 2026-12-31.')), UNTIL),
  displayOrder: described(maybe(Type.Integer({ minimum: 0, maximum: 10_000 })), PLACE),
  brandIds: maybe(ids('brand', BRANDS)),
  organisationIds: maybe(ids('organisation', ORGANISATIONS)),
  roleIds: maybe(ids('role', ROLES)),
  groupIds: maybe(ids('group', GROUPS)),
} as const;

/** As `publicationInput`, from an administrator of an organisation, whose own it always is. */
export const ownPublicationInput = {
  isPublished: publicationInput.isPublished,
  fromDate: publicationInput.fromDate,
  untilDate: publicationInput.untilDate,
  displayOrder: publicationInput.displayOrder,
  roleIds: publicationInput.roleIds,
  groupIds: publicationInput.groupIds,
} as const;

/** What an operator is told of a publication besides. */
export const keptFields = {
  audience: described(text, 'Whom it is for, in words, for example `All clients of Alder & Vane, Meridian Resorts`.'),
  isOwn: described(bool, 'Whether administrators of an organisation keep it too, as one of their own.'),
  refusal: described(nullable(text), 'Why the caller cannot change it, as a sentence; null when they can.'),
} as const;

/** Words by which a list of publications is searched. */
export const searchTermOf = (description: string) =>
  described(
    Type.Optional(Type.String({ maxLength: 200, message: 'Search term must not be longer than 200 characters.' })),
    description,
  );

/** What copying announcements and slides does, for their descriptions. */
export const COPIES =
  'Adds one draft for each client and each brand named, for all their people. Send an `Idempotency-Key`: with the same key they are added once.';

const MAX_COPIES = 50;
const copyIds = (entity: 'brand' | 'organisation', description: string) =>
  described(
    Type.Optional(
      Type.Array(id(entity), {
        maxItems: MAX_COPIES,
        uniqueItems: true,
        message: `It can be copied ${MAX_COPIES} times at once.`,
      }),
    ),
    description,
  );

/** To whom a publication is copied. */
export const copyInput = {
  brandIds: copyIds('brand', 'Brands, for example `[1]`.'),
  organisationIds: copyIds('organisation', 'Clients, for example `[1, 2]`.'),
} as const;

const choices = (what: string) => described(Type.Array(named), what);

/** What an audience can be made of. */
export const publicationEndpoints = {
  'GET /api/operator/content/audiences': endpoint({
    name: 'listAudienceChoices',
    summary: 'List whom something can be published for',
    description: 'The caller’s brands with their clients, by name.',
    tags: ['Publications'],
    access: operator('content:read'),
    reply: entity({
      roles: choices('Roles that every client has, for example `OrganisationAdmin`.'),
      brands: described(
        Type.Array(
          entity('AudienceBrand', {
            id: int,
            name: described(text, 'Name of the brand, for example `Alder & Vane`.'),
            theme: described(text, 'Name of its design, for example `alder`.'),
            organisations: described(
              Type.Array(
                entity('AudienceOrganisation', {
                  id: int,
                  name: described(text, 'Name of the client.'),
                  roles: choices('Its own roles.'),
                  groups: choices('Its groups, in their order.'),
                }),
              ),
              'Its clients, by name.',
            ),
          }),
        ),
        'By name.',
      ),
    }),
  }),

  'POST /api/operator/content/audience/count': endpoint({
    name: 'countAudience',
    summary: 'Count whom something would reach',
    description:
      'The people of the caller’s brands with an account that is open, who would read what is published for this audience today. What is not of the caller’s brands is refused, as when something is published. Nothing is changed.',
    tags: ['Publications'],
    access: operator('content:read'),
    refusesUnknown: true,
    body: Type.Object({
      brandIds: publicationInput.brandIds,
      organisationIds: publicationInput.organisationIds,
      roleIds: publicationInput.roleIds,
      groupIds: publicationInput.groupIds,
    }),
    reply: entity({
      organisations: described(int, 'Clients with someone who would read it.'),
      people: described(int, 'People who would read it.'),
    }),
  }),
} as const;
