import { parseIsoDate } from '#api/platform/http/dates.ts';
import { forbidden, HttpError, invalid } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** The kinds of things an organisation is made of. */
export type StructureItemKind = 'group' | 'resort' | 'department' | 'businessArea' | 'jobRole' | 'season' | 'role';

interface Field {
  column: string;
  /** How people call it. */
  spoken: string;
  type: 'name' | 'number' | 'day' | 'flag' | 'id';
}

interface KindFacts {
  /** The key of its errors, and the root of its body. */
  entity: string;
  one: string;
  fields: Readonly<Record<string, Field>>;
}

const name: Field = { column: 'name', spoken: 'Name', type: 'name' };
const displayOrder: Field = { column: 'display_order', spoken: 'Position', type: 'number' };

export const ITEM_KINDS: Readonly<Record<StructureItemKind, KindFacts>> = {
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
      organisationBusinessAreaId: { column: 'business_area_id', spoken: 'Business area', type: 'id' },
    },
  },
  season: {
    entity: 'organisationSeason',
    one: 'season',
    fields: {
      name,
      startDateUtc: { column: 'starts_on', spoken: 'First day', type: 'day' },
      endDateUtc: { column: 'ends_on', spoken: 'Last day', type: 'day' },
      orderingOpensUtc: { column: 'ordering_opens_on', spoken: 'Ordering opens', type: 'day' },
      orderingClosesUtc: { column: 'ordering_closes_on', spoken: 'Ordering closes', type: 'day' },
      isCurrent: { column: 'is_current', spoken: 'Current season', type: 'flag' },
    },
  },
  role: { entity: 'customerRole', one: 'role', fields: { name, active: { column: 'active', spoken: 'Active', type: 'flag' } } },
};

/** How a column of a kind is called in a sentence. */
export const itemColumnLabel = (kind: StructureItemKind, column: string): string =>
  Object.values(ITEM_KINDS[kind].fields).find((field) => field.column === column)?.spoken ?? 'Something';

export type ItemColumns = Readonly<Record<string, string | number | boolean | null>>;

/** Roles from 33 to 36 are the portal's own, in every organisation the same; those below are of the platform. */
export const isOrganisationRole = (roleId: number) => roleId > 36;

/**
 * Who may change what. The parts of an organisation are shared by all its groups, so they are kept by administrators of the
 * whole of it; whoever administers some groups may change these. Throws 403.
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

const dayOf = (field: string, { spoken }: Field, sent: unknown): string | null => {
  if (sent === null || sent === '') return null;
  const day = parseIsoDate(String(sent))?.moment.toISOString().slice(0, 10);
  if (!day) throw invalid(field, `${spoken} is not a date.`);
  return day;
};

function columnValue(field: string, facts: Field, sent: unknown): string | number | boolean | null {
  switch (facts.type) {
    case 'name':
      return String(sent ?? '').trim();
    case 'number':
      return Number(sent ?? 0);
    case 'day':
      return dayOf(field, facts, sent);
    case 'flag':
      return sent === true;
    case 'id':
      return sent === 0 || sent === null ? null : Number(sent);
  }
}

/** The columns that the sent fields stand for. Throws 422 for what cannot be read. */
export function toItemColumns(kind: StructureItemKind, sent: Readonly<Record<string, unknown>>): ItemColumns {
  const read = Object.entries(ITEM_KINDS[kind].fields).flatMap(([field, facts]) =>
    sent[field] === undefined ? [] : [[facts.column, columnValue(field, facts, sent[field])] as const],
  );
  return Object.fromEntries(read);
}

/** Whoever has a role that is called so would count as having the right. */
const NAMES_A_RIGHT = /^organisation|,/i;

/**
 * Holds what must be true of a thing however it came to be so: `after` is all of its columns as they would be. Throws 422
 * with a sentence for each field.
 */
export function assertValidItem(kind: StructureItemKind, after: ItemColumns, before?: ItemColumns): void {
  const errors: Record<string, string[]> = {};
  if (after.name === '' || after.name === undefined) errors.name = ['Name is required.'];
  if (kind === 'role' && NAMES_A_RIGHT.test(String(after.name)))
    errors.name = ['The name of a role must not begin with “Organisation” and has no comma.'];
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
    errors.isCurrent = ['One season is always the current one. Make another season current instead.'];
  return errors;
}

/** The columns that would really change. */
export const getChangedItemColumns = (columns: ItemColumns, current: ItemColumns): ItemColumns =>
  Object.fromEntries(Object.entries(columns).filter(([column, value]) => current[column] !== value));

/** Columns of a thing under the names of the wire, for the audit trail. */
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
export const describeUsage = (uses: readonly Usage[]): string => uses.map(({ words }) => words).join(', ');

/** The sentence that refuses to delete what is in use. */
export const inUseError = (kind: StructureItemKind, uses: readonly Usage[]) =>
  new HttpError(409, {
    [ITEM_KINDS[kind].entity]: [
      `This ${ITEM_KINDS[kind].one} is used by ${describeUsage(uses)}. Nothing was deleted; choose where they go, or change them first.`,
    ],
  });
