import Type from 'typebox';
import { bool, dayInput, described, id, int, maybe, nullable, text } from '../values.ts';

/** The most organisations, groups or roles that a publication names. */
export const MAX_AUDIENCE = 500;

const ids = (entity: Parameters<typeof id>[0], description: string) =>
  described(Type.Array(id(entity), { maxItems: MAX_AUDIENCE, uniqueItems: true }), description);

const BRANDS = 'Brands whose organisations all read it, for example `[1]`.';
const ORGANISATIONS = 'Organisations that read it, for example `[1, 2]`; with brands, in addition to theirs.';
const ROLES = 'Only people with one of these roles read it, for example `[34]`; empty: all roles.';
const GROUPS =
  'Of an organisation whose groups are named, only people of these groups, and those who administer them, read it; empty: all groups.';

/** Who reads a publication and when, in a reply to those who keep it. */
export const publicationFields = {
  isPublished: described(bool, 'False: a draft, which only those who keep it see.'),
  fromDate: described(
    nullable(text),
    'The first day, such as `2026-12-01`, in the time zone of the organisation that reads it; null: from now on.',
  ),
  untilDate: described(
    nullable(text),
    'The last day, such as `2026-12-31`, in the time zone of the organisation that reads it; null: without end.',
  ),
  displayOrder: described(int, 'Place among others, the lowest first.'),
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
  isPublished: maybe(bool),
  fromDate: maybe(dayInput('Enter a day as 2026-12-31.')),
  untilDate: maybe(dayInput('Enter a day as 2026-12-31.')),
  displayOrder: maybe(Type.Integer({ minimum: 0, maximum: 10_000 })),
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
