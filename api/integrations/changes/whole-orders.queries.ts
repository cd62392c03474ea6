import { sql } from 'kysely';
import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { deliveryOf } from '#api/ordering/delivery-options/dispatch-day.queries.ts';
import {
  ORDER_STATES,
  type OrderState,
  PAYMENT_STATES,
  type PaymentState,
  SHIPPING_STATES,
  type ShippingState,
  toUtcString,
} from '#api/ordering/order-states/order-states.rules.ts';
import type { Db } from '#api/platform/db/database.ts';
import { listOwnScopes, type OperatorScope } from '#api/platform/http/operator-scope.ts';
import { includesScope } from '#contract/identity/operators/operator-rights.ts';
import type { ReplyOf } from '#contract/index.ts';

export type WholeOrder = ReplyOf<'GET /api/operator/orders/changes'>['orders'][number];
type Line = WholeOrder['lines'][number];

const AMOUNTS = [
  'goodsTotal',
  'shippedValue',
  'cancelledValue',
  'pendingValue',
  'goodsTax',
  'deliveryTotal',
  'deliveryTax',
  'chargesTotal',
  'chargesTax',
  'fee',
  'total',
] as const;
const STATES = [
  'orderStatus',
  'orderStatusId',
  'paymentStatus',
  'paymentStatusId',
  'shippingStatus',
  'shippingStatusId',
] as const;
const MOMENTS = ['createdOnUtc', 'releasedOnUtc', 'pickingStartedOnUtc', 'readyToCollectOnUtc'] as const;

interface LineRow extends Omit<Line, 'unitPrice' | 'taxRate' | 'total' | 'tax'> {
  unitMinor: number;
  taxRate: number;
  totalMinor: number;
  taxMinor: number;
}

interface OrderRow
  extends Omit<WholeOrder, (typeof AMOUNTS)[number] | (typeof STATES)[number] | (typeof MOMENTS)[number] | 'lines'> {
  orderStateId: OrderState;
  paymentStateId: PaymentState;
  shippingStateId: ShippingState;
  createdAt: Date;
  releasedAt: Date | null;
  pickingStartedAt: Date | null;
  readyToCollectAt: Date | null;
  /** In minor units. */
  amounts: Record<(typeof AMOUNTS)[number], number>;
  lines: LineRow[];
}

/** These orders of organisations of the operator's brands, in whatever state, with their lines, in one statement. */
export async function readWholeOrders(db: Db, operator: OperatorScope, ids: readonly number[]): Promise<WholeOrder[]> {
  const { rows } = await sql<OrderRow>`
    select o.id, o.organisation_id as "organisationId", g.name as "organisationName", o.customer_id as "personId",
      c.first_name || ' ' || c.last_name as "personName", o.order_state_id as "orderStateId", o.payment_state_id as "paymentStateId",
      o.shipping_state_id as "shippingStateId", o.released_at is not null as "isReleased", o.created_at as "createdAt", o.released_at as "releasedAt",
      o.picking_started_at as "pickingStartedAt", o.origin, o.po_number as "poNumber", o.comments, o.requested_delivery_on as "requestedDeliveryOn",
      o.shipping_method as "shippingMethod", o.delivery_kind as "deliveryKind", o.ready_to_collect_at as "readyToCollectAt",
      so.collect_from as "collectFrom", so.opening_hours as "openingHours", o.shipping_address as "shippingAddress", o.replaces_order_id as "replacesOrderId",
      o.replaced_by_order_id as "replacedByOrderId", o.currency_code as "currencyCode",
      json_build_object('goodsTotal', o.goods_minor, 'shippedValue', o.shipped_value_minor, 'cancelledValue', o.cancelled_value_minor,
        'pendingValue', o.pending_value_minor, 'goodsTax', o.goods_tax_minor, 'deliveryTotal', o.shipping_minor, 'deliveryTax', o.shipping_tax_minor,
        'chargesTotal', o.charges_minor, 'chargesTax', o.charges_tax_minor,
        'fee', o.fee_minor, 'total', o.total_minor) as amounts,
      (select coalesce(json_agg(json_build_object('id', l.id, 'productId', l.product_id, 'combinationId', l.combination_id, 'productName', l.product_name,
          'sku', l.sku, 'gtin', l.gtin, 'attributeDescription', l.description, 'wearerId', l.wearer_id, 'wearerName', w.first_name || ' ' || w.last_name,
          'quantity', l.quantity, 'shippedQuantity', l.shipped_quantity, 'cancelledQuantity', l.cancelled_quantity,
          'pendingQuantity', l.quantity - l.shipped_quantity - l.cancelled_quantity, 'readyToCollectQuantity', l.packed_quantity,
          'returnedQuantity', l.returned_quantity,
          'dueOn', case when l.quantity > l.shipped_quantity + l.cancelled_quantity then l.due_on end,
          'unitMinor', l.unit_price_minor, 'taxRate', l.tax_rate, 'totalMinor', l.price_minor, 'taxMinor', l.tax_minor) order by l.id), '[]')
        from order_line l left join customer w on w.organisation_id = l.organisation_id and w.id = l.wearer_id
        where l.organisation_id = o.organisation_id and l.order_id = o.id) as lines,
      array(select s.id from shipment s where s.organisation_id = o.organisation_id and s.order_id = o.id order by 1) as "shipmentIds",
      array(select r.id from return_request r where r.organisation_id = o.organisation_id and r.order_id = o.id order by 1) as "returnIds",
      array(select distinct x.invoice_id from invoice_line x where x.organisation_id = o.organisation_id and x.order_id = o.id order by 1) as "invoiceIds"
    from organisation g
    join orders o on o.organisation_id = g.id
    join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
    left join lateral ${deliveryOf('o')} so on true
    where g.brand_id = any (${[...operator.brandIds]}::bigint[]) and o.id = any (${[...ids]}::bigint[]) and not o.is_test`.execute(
    db,
  );
  const showsAmounts = includesScope(listOwnScopes(operator), 'invoices:read');
  return rows.map((row) => toWholeOrder(row, showsAmounts));
}

function toWholeOrder(
  {
    orderStateId,
    paymentStateId,
    shippingStateId,
    createdAt,
    releasedAt,
    pickingStartedAt,
    readyToCollectAt,
    amounts,
    lines,
    ...order
  }: OrderRow,
  showsAmounts: boolean,
): WholeOrder {
  const toAmount = (minor: number) => (showsAmounts ? toMajorUnits(minor) : null);
  return {
    ...order,
    ...(Object.fromEntries(AMOUNTS.map((name) => [name, toAmount(amounts[name])])) as Record<
      (typeof AMOUNTS)[number],
      number | null
    >),
    orderStatus: ORDER_STATES[orderStateId],
    orderStatusId: orderStateId,
    paymentStatus: PAYMENT_STATES[paymentStateId],
    paymentStatusId: paymentStateId,
    shippingStatus: SHIPPING_STATES[shippingStateId],
    shippingStatusId: shippingStateId,
    createdOnUtc: toUtcString(createdAt),
    releasedOnUtc: releasedAt && toUtcString(releasedAt),
    pickingStartedOnUtc: pickingStartedAt && toUtcString(pickingStartedAt),
    readyToCollectOnUtc: readyToCollectAt && toUtcString(readyToCollectAt),
    lines: lines.map(({ unitMinor, taxRate, totalMinor, taxMinor, ...line }) => ({
      ...line,
      unitPrice: toAmount(unitMinor),
      taxRate: showsAmounts ? Math.round(taxRate * 10_000) / 100 : null,
      total: toAmount(totalMinor),
      tax: toAmount(taxMinor),
    })),
  };
}
