import { type RawBuilder, sql } from 'kysely';
import { isOrganisationAdmin, type Scope } from '#api/platform/http/scope.ts';
import { wholeOrders } from './order-filters.queries.ts';
import { ownParcels, ownShippingState } from './own-parcels.queries.ts';

// Of someone else's order, a wearer sees the lines for them and what these add up to.

/** The amounts of an order that its lines add up to. */
type Amount =
  | 'cancelled_value_minor'
  | 'goods_minor'
  | 'goods_tax_minor'
  | 'pending_value_minor'
  | 'shipped_value_minor'
  | 'total_minor';

/**
 * To join to orders `o`: `seen.is_whole` says whether the person sees all of the order, and otherwise `own` has the sums of the lines for them, without
 * delivery and fee, as `project_order_values` counts them. Nothing for an Admin of the whole organisation, who sees every order.
 */
export const seenOrders = (scope: Scope): RawBuilder<unknown> =>
  isOrganisationAdmin(scope)
    ? sql``
    : sql`
  cross join lateral (select ${wholeOrders(scope)} as is_whole offset 0) seen
  left join lateral (
    select s.*, s.goods_minor + s.goods_tax_minor as total_minor, s.goods_minor - s.shipped_value_minor - s.cancelled_value_minor as pending_value_minor
    from (
      select coalesce(sum(l.price_minor), 0)::bigint as goods_minor, coalesce(sum(l.tax_minor), 0)::bigint as goods_tax_minor,
        coalesce(sum(l.unit_price_minor * l.shipped_quantity) filter (where l.exchange_of_line_id is null), 0)::bigint as shipped_value_minor,
        coalesce(sum(l.price_minor - l.unit_price_minor * (l.quantity - l.cancelled_quantity)) filter (where l.exchange_of_line_id is null), 0)::bigint
          as cancelled_value_minor,
        coalesce(sum(l.quantity - l.cancelled_quantity), 0)::int as pieces, coalesce(sum(l.shipped_quantity), 0)::int as shipped_pieces
      from order_line l
      where not seen.is_whole and l.organisation_id = o.organisation_id and l.order_id = o.id and l.wearer_id = ${scope.customerId}) s) own on true`;

/** Whether the person sees all of an order `o`; of `seenOrders`. */
export const isSeenWhole = (scope: Scope): RawBuilder<boolean> =>
  isOrganisationAdmin(scope) ? sql<boolean>`true` : sql<boolean>`seen.is_whole`;

/** What only those who see all of an order `o` are told; null for others. */
export const ifWhole = (scope: Scope, value: RawBuilder<unknown>): RawBuilder<unknown> => ofWhole(scope, value, sql`null`);

/** A value of an order `o` for those who see all of it, and another one for the wearers of its lines. */
export const ofWhole = (scope: Scope, value: RawBuilder<unknown>, own: RawBuilder<unknown>): RawBuilder<unknown> =>
  isOrganisationAdmin(scope) ? value : sql`case when seen.is_whole then ${value} else ${own} end`;

/** An amount of an order `o`, or the sum of it over the lines that the person sees. */
export const amountOf = (scope: Scope, amount: Amount): RawBuilder<unknown> =>
  ofWhole(scope, sql.ref(`o.${amount}`), sql.ref(`own.${amount}`));

/** Condition that a line `l` of an order `o` is among those that the person sees. */
export const isSeenLine = (scope: Scope): RawBuilder<unknown> =>
  sql`(${isSeenWhole(scope)} or l.wearer_id = ${scope.customerId})`;

/** The state of the delivery of an order `o`, or of the pieces of it that the person sees. */
export const shippingStateOf = (scope: Scope): RawBuilder<unknown> =>
  ofWhole(scope, sql`o.shipping_state_id`, ownShippingState(scope));

/** Columns about the parcels of an order `o`: the state of its delivery, the latest dispatch and the tracking pages, as far as the person sees it. */
export const parcelColumns = (scope: Scope): RawBuilder<unknown> => sql`
  ${shippingStateOf(scope)} as shipping_state_id,
  ${ofWhole(scope, sql`o.shipped_at`, sql`(select max(s.shipped_at) ${ownParcels(scope)})`)} as shipped_at,
  ${ofWhole(
    scope,
    sql`o.tracking_urls`,
    sql`(select coalesce(array_agg(s.tracking_url order by s.id) filter (where s.tracking_url is not null), '{}') ${ownParcels(scope)})`,
  )} as tracking_urls`;
