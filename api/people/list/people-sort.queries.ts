import { type RawBuilder, sql } from 'kysely';
import { badRequest } from '#api/platform/http/errors.ts';
import { canSeeField, type PersonViewer } from '../person/field-visibility.rules.ts';

interface Column {
  name: string;
  nullable?: true;
}

const id: Column = { name: 'id' };
const lastName: Column = { name: 'last_name' };
const firstName: Column = { name: 'first_name' };

const SORTS = {
  name: [lastName, firstName],
  lastName: [lastName, firstName],
  firstName: [firstName, lastName],
  email: [{ name: 'email' }],
  employeeNumber: [{ name: 'employee_number', nullable: true }],
  poNumber: [{ name: 'po_number', nullable: true }],
  createdOnUtc: [{ name: 'created_at' }],
  lastLoginDateUtc: [{ name: 'last_login_at', nullable: true }],
  startDateUtc: [{ name: 'starts_on', nullable: true }],
  active: [{ name: 'active' }],
  id: [],
} satisfies Record<string, readonly Column[]>;
type SortField = keyof typeof SORTS;

const FIELDS = new Map(Object.keys(SORTS).map((field) => [field.toLowerCase(), field as SortField]));

/** The order of a list of people. An index provides each order in both directions, so that nothing is sorted. */
export interface PeopleSort {
  columns: readonly Column[];
  direction: 'asc' | 'desc';
  /** People who have started work without a uniform come before all others, in the order of their first day. */
  startedFirst?: true;
}

/** The order of people who have started work without a uniform, where they come first. */
export const BY_START: PeopleSort = { columns: [{ name: 'starts_on' }, id], direction: 'asc' };

const STARTED_FIRST = 'startedwithoutuniform desc';

/**
 * Parses `"<field> asc"` or `"<field> desc"`; by name when empty. Throws 400 for fields by which people cannot be sorted, and for
 * those that the viewer may not see, because their order would reveal them.
 */
export function parsePeopleSort(order: string | undefined, viewer: PersonViewer): PeopleSort {
  const [field = 'name', direction = 'asc', ...more] = (order ?? '').trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (`${field} ${direction}` === STARTED_FIRST && more.length === 0) {
    if (!canSeeField('startDateUtc', viewer)) throw badRequest('order', 'Only administrators can sort people by this.');
    return { columns: [...SORTS.name, id], direction: 'asc', startedFirst: true };
  }
  const sortField = FIELDS.get(field);
  if (!sortField || (direction !== 'asc' && direction !== 'desc') || more.length > 0)
    throw badRequest('order', 'People cannot be sorted by this.');
  if (sortField !== 'name' && !canSeeField(sortField, viewer))
    throw badRequest('order', 'Only administrators can sort people by this.');
  return { columns: [...SORTS[sortField], id], direction };
}

/**
 * The order as SQL on `customer c`: ties by id, people without a value last. `reversed` reads the same list from its end. The clauses
 * match the definitions of the indexes, which PostgreSQL can read in both directions.
 */
export function peopleOrderBy({ columns, direction }: PeopleSort, reversed = false): RawBuilder<unknown> {
  const isDescending = (direction === 'desc') !== reversed;
  const keyword = isDescending ? sql`desc` : sql`asc`;
  const hasNulls = columns.some(({ nullable }) => nullable);
  const nulls = hasNulls ? (reversed ? sql` nulls first` : sql` nulls last`) : sql``;
  return sql.join(columns.map(({ name, nullable }) => sql`${sql.ref(`c.${name}`)} ${keyword}${nullable ? nulls : sql``}`));
}
