import { parseIsoDate } from '#api/platform/http/dates.ts';
import { forbidden, HttpError, invalid } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** The kinds of items that an organisation's structure consists of. */
export type StructureItemKind = 'group' | 'resort' | 'department' | 'businessArea' | 'jobRole' | 'season' | 'role';

interface Field {
  column: string;
  /** The label on screen. */
  label: string;
  type: 'name' | 'number' | 'day' | 'flag' | 'id';
}

interface ItemKind {
  /** The key of its errors, and the root of its request body. */
  entity: string;
  one: string;
  fields: Readonly<Record<string, Field>>;
}

const name: Field = { column: 'name', label: 'Name', type: 'name' };
const displayOrder: Field = { column: 'display_order', label: 'Position', type: 'number' };

export const ITEM_KINDS: Readonly<Record<StructureItemKind, ItemKind>> = {
  group: { entity: 'organisationGroup', one: 'group', fields: { name, displayOrder } },
  resort: { entity: 'organisationResort', one: 'destination', fields: { name, displayOrder } },
  department: { entity: 'department', one: 'department', fields: { name, displayOrder } },
  businessArea: { entity: 'organisationBusinessArea', one: 'business area', fields: { name, displayOrder } },
  jobRole: {
    entity: 'organisationJobRole',
    one: 'job role',
    fields: {
      name,
      displayOrder,
      organisationBusinessAreaId: { column: 'business_area_id', label: 'Business area', type: 'id' },
    },
  },
  season: {
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
  role: { entity: 'customerRole', one: 'role', fields: { name, active: { column: 'active', label: 'Active', type: 'flag' } } },
};

/** The label of a column of a kind, for sentences. */
export const itemColumnLabel = (kind: StructureItemKind, column: string): string =>
  Object.values(ITEM_KINDS[kind].fields).find((field) => field.column === column)?.label ?? 'Something';

export type ItemColumns = Readonly<Record<string, string | number | boolean | null>>;

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

const parseDay = (field: string, { label }: Field, input: unknown): string | null => {
  if (input === null || input === '') return null;
  const day = parseIsoDate(String(input))?.moment.toISOString().slice(0, 10);
  if (!day) throw invalid(field, `${label} is not a date.`);
  return day;
};

function columnValue(field: string, definition: Field, input: unknown): string | number | boolean | null {
  switch (definition.type) {
    case 'name':
      return String(input ?? '').trim();
    case 'number':
      return Number(input ?? 0);
    case 'day':
      return parseDay(field, definition, input);
    case 'flag':
      return input === true;
    case 'id':
      return input === 0 || input === null ? null : Number(input);
  }
}

/** The columns that the input fields belong to. Throws 422 for values that cannot be parsed. */
export function toItemColumns(kind: StructureItemKind, input: Readonly<Record<string, unknown>>): ItemColumns {
  const read = Object.entries(ITEM_KINDS[kind].fields).flatMap(([field, definition]) =>
    input[field] === undefined ? [] : [[definition.column, columnValue(field, definition, input[field])] as const],
  );
  return Object.fromEntries(read);
}

/** A role with such a name could be mistaken for one of the portal's own, which grant rights by name. */
const RESERVED_ROLE_NAME = /^organisation|,/i;

/**
 * Checks the invariants of an item, whichever change led to it: `after` has all of its columns after the change. Throws 422
 * with a sentence for each field.
 */
export function assertValidItem(kind: StructureItemKind, after: ItemColumns, before?: ItemColumns): void {
  const errors: Record<string, string[]> = {};
  if (after.name === '' || after.name === undefined) errors.name = ['Name is required.'];
  if (kind === 'role' && RESERVED_ROLE_NAME.test(String(after.name)))
    errors.name = ['The name of a role must not start with “Organisation” or contain a comma.'];
  if (kind === 'season') Object.assign(errors, seasonErrors(after, before));
  if (Object.keys(errors).length > 0) throw new HttpError(422, errors);
}

function seasonErrors(after: ItemColumns, before?: ItemColumns): Record<string, string[]> {
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

/** The columns whose values differ from the current ones. */
export const getChangedItemColumns = (columns: ItemColumns, current: ItemColumns): ItemColumns =>
  Object.fromEntries(Object.entries(columns).filter(([column, value]) => current[column] !== value));

/** An item's columns under the names of the wire, for the audit log. */
export const toItemAuditValues = (
  kind: StructureItemKind,
  columns: ItemColumns,
): Record<string, string | number | boolean | null> =>
  Object.fromEntries(
    Object.entries(ITEM_KINDS[kind].fields).flatMap(([field, { column }]) =>
      columns[column] === undefined ? [] : [[field, columns[column]] as const],
    ),
  );

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
