import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import { isLikeAny, mustBeginWord, searchWords } from '#api/platform/db/search-words.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { parseOrderNumber, withoutOrderWord } from '#contract/platform/search-words.ts';
import {
  ORDER_STATES,
  type OrderState,
  SHIPPING_STATES,
  type ShippingState,
  toUtcString,
} from '../order-states/order-states.rules.ts';
import { listedOrders, openableOrders, orderOwner, searchedOrders } from './order-filters.queries.ts';
import { ifWhole, seenOrders, shippingStateOf } from './seen-orders.queries.ts';

/** An order as a search shows it. */
interface FoundOrder {
  id: number;
  customer: string;
  createdOnUtc: string;
  orderStatusId: OrderState;
  orderStatus: (typeof ORDER_STATES)[OrderState];
  shippingStatus: (typeof SHIPPING_STATES)[ShippingState];
  deliveryKind: 'sent' | 'collected';
  readyToCollectOnUtc: string | null;
  poNumber: string | null;
}

interface Row {
  id: number;
  customer: string;
  created_at: Date;
  order_state_id: OrderState;
  shipping_state_id: ShippingState;
  delivery_kind: 'sent' | 'collected';
  ready_to_collect_at: Date | null;
  po_number: string | null;
}

/**
 * The words as conditions on the text of an order. As in the search of people, one or two letters or digits must be at the start of a word: so the trigram index
 * finds those that no order has, which are part of no other word.
 */
function searchConditions(text: RawBuilder<unknown>, query: string): RawBuilder<unknown>[] {
  return searchWords(query).map((spellings) =>
    mustBeginWord(spellings[0] ?? '')
      ? sql`(${isLikeAny(text, spellings, (word) => `${word}%`)} or ${isLikeAny(text, spellings, (word) => `% ${word}%`)})`
      : isLikeAny(text, spellings),
  );
}

/**
 * The newest orders of the person's list with this search, preceded by the one that has exactly this number if they can open it; and whether the
 * list has more.
 */
export async function findOrders(
  tx: Tx,
  scope: Scope,
  query: string,
  limit: number,
): Promise<{ results: FoundOrder[]; hasMore: boolean }> {
  const words = withoutOrderWord(query);
  const { rows } = await sql<Row>`
    with exact as materialized (
      select o.id from orders o where o.organisation_id = ${scope.organisationId} and o.id = ${parseOrderNumber(query)} and ${openableOrders(scope)}),
    listed as materialized (
      select o.id from orders o where ${sql.join([listedOrders(scope), sql`not o.is_test`, ...searchedOrders(scope, (text) => searchConditions(text, words))], sql` and `)}
      order by o.created_at desc, o.id desc limit ${limit + 1}),
    found as (select id, true as is_exact from exact union all select id, false from listed where id not in (select id from exact))
    select o.id, c.first_name || ' ' || c.last_name as customer, o.created_at, o.order_state_id, ${shippingStateOf(scope)} as shipping_state_id, o.delivery_kind, o.ready_to_collect_at, ${ifWhole(scope, sql`o.po_number`)} as po_number
    from found join orders o on o.organisation_id = ${scope.organisationId} and o.id = found.id ${orderOwner} ${seenOrders(scope)}
    order by found.is_exact desc, o.created_at desc, o.id desc limit ${limit + 1}`.execute(tx);
  return { results: rows.slice(0, limit).map(toFoundOrder), hasMore: rows.length > limit };
}

const toFoundOrder = (row: Row): FoundOrder => ({
  id: row.id,
  customer: row.customer,
  createdOnUtc: toUtcString(row.created_at),
  orderStatusId: row.order_state_id,
  orderStatus: ORDER_STATES[row.order_state_id],
  shippingStatus: SHIPPING_STATES[row.shipping_state_id],
  deliveryKind: row.delivery_kind,
  readyToCollectOnUtc: row.ready_to_collect_at && toUtcString(row.ready_to_collect_at),
  poNumber: row.po_number,
});
