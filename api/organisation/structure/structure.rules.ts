import { forbidden, HttpError } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { RecordColumns, RecordField, RecordKind } from './records.rules.ts';

/** The kinds of items that an organisation's structure consists of. */
export type StructureItemKind = 'group' | 'resort' | 'department' | 'businessArea' | 'jobRole' | 'season' | 'role';

const name: RecordField = { column: 'name', label: 'Name', type: 'name' };
const displayOrder: RecordField = { column: 'display_order', label: 'Position', type: 'number' };

/** The ways of allocating garments: fixed, quantity, points, money and unlimited. They are the same for every organisation. */
const ALLOCATION_TYPES = [10, 20, 30, 40, 50];

/** The list of allocation types that an item permits; an empty list permits all. `table` has a row for each, `ownerColumn` names the item. */
export const allocationTypesField = (table: string, ownerColumn: string): RecordField => ({
  column: 'allowed_allocation_type_ids',
  label: 'Allocation types',
  type: 'ids',
  link: { table, ownerColumn, memberColumn: 'allocation_type_id', all: ALLOCATION_TYPES },
});

export const ITEM_KINDS: Readonly<Record<StructureItemKind, RecordKind>> = {
  group: {
    table: 'organisation_group',
    entity: 'organisationGroup',
    one: 'group',
    fields: {
      name,
      displayOrder,
      allowedAllocationTypeIds: allocationTypesField('organisation_group_allocation_type', 'organisation_group_id'),
    },
  },
  resort: { table: 'resort', entity: 'organisationResort', one: 'destination', fields: { name, displayOrder } },
  department: {
    table: 'department',
    entity: 'department',
    one: 'department',
    parentColumn: 'resort_id',
    fields: { name, displayOrder },
  },
  businessArea: {
    table: 'business_area',
    entity: 'organisationBusinessArea',
    one: 'business area',
    fields: { name, displayOrder },
  },
  jobRole: {
    table: 'job_role',
    entity: 'organisationJobRole',
    one: 'job role',
    fields: {
      name,
      displayOrder,
      organisationBusinessAreaId: { column: 'business_area_id', label: 'Business area', type: 'id' },
    },
  },
  season: {
    table: 'season',
    entity: 'organisationSeason',
    one: 'season',
    fields: {
      name,
      startDateUtc: { column: 'starts_on', label: 'First day', type: 'day' },
      endDateUtc: { column: 'ends_on', label: 'Last day', type: 'day' },
      orderingOpensUtc: { column: 'ordering_opens_on', label: 'Ordering opens', type: 'day' },
      orderingClosesUtc: { column: 'ordering_closes_on', label: 'Ordering closes', type: 'day' },
      isCurrent: { column: 'is_current', label: 'Current season', type: 'flag' },
    },
  },
  role: {
    table: 'role',
    entity: 'customerRole',
    one: 'role',
    fields: { name, active: { column: 'active', label: 'Active', type: 'flag' } },
  },
};

/** Whether the role is the organisation's own: 33 to 36 are the portal's, the same everywhere, and lower ids the platform's. */
export const isOrganisationRole = (roleId: number) => roleId > 36;

/**
 * All groups of an organisation share its structure, so only administrators of the whole organisation may change it; an
 * administrator of some groups may change these. Throws 403.
 */
export function assertCanManageStructure(
  caller: Pick<Scope, 'adminableGroupIds'>,
  kind?: StructureItemKind,
  changedId?: number,
): void {
  const groups = caller.adminableGroupIds;
  if (groups.length === 0) return;
  if (kind === 'group' && changedId !== undefined && groups.includes(changedId)) return;
  throw forbidden('Only an administrator of the whole organisation may do this.');
}

/** A role with such a name could be mistaken for one of the portal's own, which grant rights by name. */
const RESERVED_ROLE_NAME = /^organisation|,/i;

/**
 * Checks the invariants of an item, whichever change led to it: `after` has all of its columns after the change. Throws 422
 * with a sentence for each field.
 */
export function assertValidItem(kind: StructureItemKind, after: RecordColumns, before?: RecordColumns): void {
  const errors: Record<string, string[]> = {};
  if (after.name === '' || after.name === undefined) errors.name = ['Name is required.'];
  if (kind === 'role' && RESERVED_ROLE_NAME.test(String(after.name)))
    errors.name = ['The name of a role must not start with “Organisation” or contain a comma.'];
  if (kind === 'season') Object.assign(errors, seasonErrors(after, before));
  if (Object.keys(errors).length > 0) throw new HttpError(422, errors);
}

function seasonErrors(after: RecordColumns, before?: RecordColumns): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const { starts_on: starts, ends_on: ends, ordering_opens_on: opens, ordering_closes_on: closes } = after;
  if (!starts) errors.startDateUtc = ['First day is required.'];
  if (!ends) errors.endDateUtc = ['Last day is required.'];
  if (starts && ends && ends < starts) errors.endDateUtc = ['The last day must not be before the first.'];
  if (opens && closes && closes < opens) errors.orderingClosesUtc = ['Ordering must not close before it opens.'];
  if (before?.is_current === true && after.is_current === false)
    errors.isCurrent = ['There is always one current season. Make another season current instead.'];
  return errors;
}

export interface Usage {
  kind: string;
  count: number;
  words: string;
}

/** "12 people, 3 wardrobes". */
export const describeUsage = (usages: readonly Usage[]): string => usages.map(({ words }) => words).join(', ');

/** The 409 response for deleting an item in use. */
export const inUseError = (kind: StructureItemKind, usages: readonly Usage[]) =>
  new HttpError(409, {
    [ITEM_KINDS[kind].entity]: [
      `This ${ITEM_KINDS[kind].one} is used by ${describeUsage(usages)}. Nothing was deleted. Choose where to move them, or change them first.`,
    ],
  });
