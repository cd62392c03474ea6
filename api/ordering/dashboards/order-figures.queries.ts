import { type RawBuilder, sql } from 'kysely';
import { ORDER, SHIPPING } from '../order-states/order-states.rules.ts';

/** Columns of figures of orders `o`, each with the sums and counts of the contract; read from the index of the list alone. */

const inStates = (column: 'order_state_id' | 'shipping_state_id', states: readonly number[]): RawBuilder<unknown> =>
  sql`${sql.ref(`o.${column}`)} in (${sql.join(states.map((state) => sql.lit(state)))})`;

const COUNTED_STATES = [ORDER.pending, ORDER.processing, ORDER.complete];

/** Condition that an order counts as one; the list of orders has these with `orderStatusId=10,20,30`. */
export const isCounted = inStates('order_state_id', COUNTED_STATES);
export const isAwaitingApproval = inStates('order_state_id', [ORDER.awaitingApproval]);
export const isCancelled = inStates('order_state_id', [ORDER.cancelled, ORDER.rejected]);
export const hasShipped = sql`${isCounted} and ${inStates('shipping_state_id', [SHIPPING.notRequired, SHIPPING.shipped, SHIPPING.delivered])}`;
export const hasShippedPartly = sql`${isCounted} and ${inStates('shipping_state_id', [SHIPPING.partiallyShipped])}`;
export const hasNotShipped = sql`${isCounted} and ${inStates('shipping_state_id', [SHIPPING.notYetShipped])}`;

/** The number of orders to which a condition applies. */
export const countIf = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`(count(*) filter (where ${condition}))::int`;

/** The sum of a column of the orders to which a condition applies, in minor units. */
export const sumIf = (column: 'goods_minor' | 'pending_value_minor' | 'shipped_value_minor', condition: RawBuilder<unknown>) =>
  sql`coalesce(sum(${sql.ref(`o.${column}`)}) filter (where ${condition}), 0)::bigint`;

/** Amounts in minor units and the number of orders that `orderFigures` selects. */
export interface OrderFigures {
  orderCount: number;
  totalMinor: number;
  shippedMinor: number;
  pendingMinor: number;
  cancelledMinor: number;
}

/** What was cancelled is summed of all orders, so that cancelled and rejected ones count there alone. */
export const orderFigures = sql`
  ${countIf(isCounted)} as "orderCount", ${sumIf('goods_minor', isCounted)} as "totalMinor", ${sumIf('shipped_value_minor', isCounted)} as "shippedMinor",
  ${sumIf('pending_value_minor', isCounted)} as "pendingMinor", coalesce(sum(o.cancelled_value_minor), 0)::bigint as "cancelledMinor"`;
