import { type RawBuilder, sql } from 'kysely';
import { badRequest } from '#api/platform/http/errors.ts';

interface Column {
  name: string;
  nullable?: true;
}

const id: Column = { name: 'id' };
const lastName: Column = { name: 'last_name' };
const firstName: Column = { name: 'first_name' };

const SORTS: Record<string, readonly Column[]> = {
  name: [lastName, firstName],
  lastname: [lastName, firstName],
  firstname: [firstName, lastName],
  email: [{ name: 'email' }],
  employeenumber: [{ name: 'employee_number', nullable: true }],
  ponumber: [{ name: 'po_number', nullable: true }],
  createdonutc: [{ name: 'created_at' }],
  lastlogindateutc: [{ name: 'last_login_at', nullable: true }],
  startdateutc: [{ name: 'starts_on', nullable: true }],
  active: [{ name: 'active' }],
  id: [],
};

/** The order of a list of people. An index provides each order in both directions, so that nothing is sorted. */
export interface PeopleSort {
  columns: readonly Column[];
  direction: 'asc' | 'desc';
}

/** Parses `"<field> asc"` or `"<field> desc"`; by name when empty. Throws 400 for fields by which people cannot be sorted. */
export function parsePeopleSort(order: string | undefined): PeopleSort {
  const [field = 'name', direction = 'asc', ...more] = (order ?? '').trim().toLowerCase().split(/\s+/).filter(Boolean);
  const columns = Object.hasOwn(SORTS, field) ? SORTS[field] : undefined;
  if (!columns || (direction !== 'asc' && direction !== 'desc') || more.length > 0)
    throw badRequest('order', 'People cannot be sorted by this.');
  return { columns: [...columns, id], direction };
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
