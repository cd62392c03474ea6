import { type RawBuilder, sql } from 'kysely';
import { badRequest } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { orderOwner } from './order-filters.queries.ts';
import { amountOf, seenOrders } from './seen-orders.queries.ts';

const SORTS = {
  createdOnUtc: ['o.created_at'],
  id: [],
  customer: ['c.last_name', 'c.first_name'],
  orderTotal: ['o.total_minor'],
  // Within a status in the order of the delivery, so that what is shown alike stands together.
  orderStatus: ['o.order_state_id', 'o.shipping_state_id'],
} satisfies Record<string, readonly string[]>;
type SortField = keyof typeof SORTS;

const SORT_FIELDS = new Map(Object.keys(SORTS).map((field) => [field.toLowerCase(), field as SortField]));

/**
 * The tables of a list of orders `o`, with their owners `c` if the order needs them, and its `order by` with ties by id. Parses `"<field> asc"`
 * or `"<field> desc"`; newest first when empty. Throws 400 for fields by which orders cannot be sorted, and for amounts when the person sees no prices.
 */
export function parseOrderSort(
  order: string | undefined,
  scope: Scope,
): { tables: RawBuilder<unknown>; by: RawBuilder<unknown> } {
  const words = (order ?? '').trim().toLowerCase().split(/\s+/).filter(Boolean);
  const [field = 'createdonutc', direction = words.length === 0 ? 'desc' : 'asc', ...more] = words;
  const sortField = SORT_FIELDS.get(field);
  if (!sortField || (direction !== 'asc' && direction !== 'desc') || more.length > 0)
    throw badRequest('order', 'Orders cannot be sorted by this.');
  if (sortField === 'orderTotal' && !scope.pricesVisible)
    throw badRequest('order', 'Only people who see prices can sort orders by their total.');
  const keyword = direction === 'desc' ? sql`desc` : sql`asc`;
  if (sortField === 'orderTotal')
    return {
      tables: sql`orders o ${seenOrders(scope)}`,
      by: sql`${amountOf(scope, 'total_minor')} ${keyword}, o.id ${keyword}`,
    };
  return {
    tables: sortField === 'customer' ? sql`orders o ${orderOwner}` : sql`orders o`,
    by: sql.join([...SORTS[sortField], 'o.id'].map((column) => sql`${sql.ref(column)} ${keyword}`)),
  };
}
