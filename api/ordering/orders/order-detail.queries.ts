import { sql } from 'kysely';
import { toCustomisation } from '#api/catalogue/customisation/customisation.mapper.ts';
import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { visibleTo } from '#api/catalogue/range/product-visibility.queries.ts';
import type { Address } from '#api/identity/addresses/addresses.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { mayChange, toRemainingQuantities } from '#contract/ordering/remainder.ts';
import { isReturnableOnlyIfFaulty } from '#contract/ordering/returns/returnable.ts';
import { toApproval } from '../approval/approval.mapper.ts';
import { type ApprovalRow, latestApproval } from '../approval/approval.queries.ts';
import { deciderNames } from '../approval/approvers.queries.ts';
import { type Charge, toChargesReply } from '../cart/charges.rules.ts';
import { deliveryOf } from '../delivery-options/dispatch-day.queries.ts';
import type { Fit } from '../fit-feedback/fit-feedback.queries.ts';
import { type OrderedDesign, orderedDesigns } from '../order-lines/ordered-designs.queries.ts';
import { quoteOfLine } from '../order-lines/quote-of-line.queries.ts';
import { describeOrderEvent, type StoredOrderEvent } from '../order-states/order-events.rules.ts';
import { toUtcString } from '../order-states/order-states.rules.ts';
import { priceRemaining } from '../payment-parts/payment-parts.rules.ts';
import { toReturnRequest } from '../returns/returns.mapper.ts';
import { type ExchangeStep, exchangeChain, type ReturnRow, selectReturns } from '../returns/returns.queries.ts';
import { explainNotReturnable } from '../returns/returns.rules.ts';
import { expectedArrival } from './arrival-day.queries.ts';
import { openableOrders } from './order-filters.queries.ts';
import { namePayment, type PaymentColumns, paymentColumns, toLineCardPart, toPaymentReply } from './order-payment.queries.ts';
import { type OrderRow, orderColumns, orderTables, toOrderListItem, toVisibleAmount } from './orders.queries.ts';
import { listSeenEvents } from './seen-events.rules.ts';
import { amountOf, ifWhole, isSeenLine, isSeenWhole, ofWhole } from './seen-orders.queries.ts';

export type OrderDetail = ReplyOf<'GET /api/orders/:id'>['orders'][number];

interface LineRow {
  id: number;
  product_id: number;
  combination_id: number;
  product_name: string;
  sku: string;
  gtin: string | null;
  description: string;
  attributes: { id: number; value: string }[];
  image_src: string | null;
  image_id: number;
  quantity: number;
  shipped_quantity: number;
  decoration_started_at: string | null;
  packed_quantity: number;
  cancelled_quantity: number;
  card_quantity: number;
  card_cancelled_quantity: number;
  returned_quantity: number;
  open_return_quantity: number;
  unit_price_minor: number;
  unit_tax_minor: number;
  price_minor: number;
  tax_minor: number;
  tax_rate: number;
  collection_id: number | null;
  collection_group_id: number | null;
  super_group_id: number | null;
  super_group_option_id: number | null;
  wearer_id: number | null;
  wearer_name: string | null;
  due_on: string | null;
  fit: Fit | null;
  has_sizes: boolean;
  has_other_sizes: boolean;
  is_made_to_order: boolean;
  is_personalised: boolean;
  designs: OrderedDesign[];
  order_minimum_quantity: number;
  allowed_quantities: number[];
  supplier_cancelled_quantity: number;
  quote: { id: number; number: string } | null;
  /** What can be returned; null for anyone but the person of the order and the wearer of the line. */
  returning: { returnableQuantity: number; endedOn: string | null; isAwaited: boolean; today: string } | null;
  chain: ExchangeStep[];
}

interface ShipmentRow {
  id: number;
  carrier: string | null;
  tracking_number: string | null;
  tracking_url: string | null;
  collected_by: string | null;
  shipped_at: string | null;
  delivered_at: string | null;
  items: { id: number; orderItemId: number; sku: string; productName: string; quantity: number }[];
}

/** The charges of an order `o` that are owed, as JSON. */
const owedCharges = sql`(
  select coalesce(json_agg(json_build_object('kind', h.kind, 'name', h.name, 'chargeMinor', h.charge_minor, 'taxMinor', h.tax_minor, 'taxRate', h.tax_rate)
    order by h.id), '[]')
  from order_charge h where h.organisation_id = o.organisation_id and h.order_id = o.id and h.cancelled_at is null)`;

/** A charge of an order as a column; of someone else's order nothing is charged to a wearer. */
const ofCharges = (
  scope: Scope,
  charge: 'charges_minor' | 'charges_tax_minor' | 'fee_minor' | 'shipping_minor' | 'shipping_tax_minor',
) => sql`${ofWhole(scope, sql.ref(`o.${charge}`), sql`0`)} as ${sql.ref(charge)}`;

interface DetailRow extends OrderRow, PaymentColumns {
  guid: string;
  placed_by_name: string;
  can_person_order: boolean;
  billing_address: Address;
  shipping_address: Address | null;
  shipping_method: string | null;
  collect_from: string | null;
  opening_hours: string | null;
  tax_display_type: number;
  tax_rate: number;
  goods_tax_minor: number;
  shipping_minor: number;
  shipping_tax_minor: number;
  fee_minor: number;
  charges_minor: number;
  charges_tax_minor: number;
  /** Those that are owed. */
  charges: Pick<Charge, 'kind' | 'name' | 'chargeMinor' | 'taxMinor' | 'taxRate'>[];
  comments: string | null;
  answers: string | null;
  paid_at: Date | null;
  released_at: Date | null;
  expected_on: string | null;
  approval: ApprovalRow | null;
  decider_names: string[];
  lines: LineRow[];
  shipments: ShipmentRow[];
  returns: ReturnRow[];
  refunded_minor: number;
  exchange_of_order_id: number | null;
  /** The order has lines that the person does not see. */
  hides_lines: boolean;
  notes: (StoredOrderEvent & { id: number; created_at: string })[];
}

/**
 * One order that the person may see, with lines, shipments and notes, in one statement; undefined otherwise. Of someone else's order, a wearer gets the
 * lines for them, what these add up to, their parcels and their returns.
 */
export async function findOrder(db: Db, scope: Scope, orderId: number): Promise<OrderDetail | undefined> {
  const found = await sql<DetailRow>`
    select ${orderColumns(scope)}, o.guid, c.active and c.deleted_at is null as can_person_order,
      (select b.first_name || ' ' || b.last_name from customer b where b.organisation_id = o.organisation_id and b.id = o.placed_by_id) as placed_by_name, o.billing_address, o.shipping_address, o.shipping_method,
      case when o.delivery_kind = 'collected' then so.collect_from end as collect_from,
      case when o.delivery_kind = 'collected' then so.opening_hours end as opening_hours, o.tax_display_type, o.tax_rate,
      ${amountOf(scope, 'goods_tax_minor')} as goods_tax_minor, ${ofCharges(scope, 'shipping_minor')}, ${ofCharges(scope, 'shipping_tax_minor')},
      ${ofCharges(scope, 'fee_minor')}, ${ofCharges(scope, 'charges_minor')}, ${ofCharges(scope, 'charges_tax_minor')}, ${ofWhole(scope, owedCharges, sql`'[]'`)} as charges, ${ifWhole(scope, sql`o.comments`)} as comments, ${ifWhole(scope, sql`o.checkout_attribute_description`)} as answers, ${ifWhole(scope, sql`o.paid_at`)} as paid_at,
      ${paymentColumns(scope)}, o.released_at, ${expectedArrival(scope)}::text as expected_on, ${latestApproval}, ${deciderNames(scope)},
      (select coalesce(json_agg(l order by l.id), '[]') from (
        select l.*, line_picture_id(l.product_id, l.image_src, l.combination_id) as image_id, (select w.first_name || ' ' || w.last_name from customer w where w.organisation_id = l.organisation_id and w.id = l.wearer_id) as wearer_name,
          case when l.quantity > l.shipped_quantity + l.cancelled_quantity then coalesce(l.due_on,
            (select add_working_days(min(i.due_on), l.decoration_days) from stock_incoming i join stock_level s on s.combination_id = i.combination_id and s.on_hand < s.reserved
              where i.combination_id = l.combination_id and i.due_on >= current_date)) end as due_on,
          (select f.fit from fit_feedback f where f.organisation_id = l.organisation_id and f.order_line_id = l.id) as fit,
          (select count(*) > 1 and l.made_to_measure_request_id is null from product_attribute pa join attribute a on a.id = pa.attribute_id and a.role = 'size'
            join product_attribute_value v on v.product_attribute_id = pa.id where pa.product_id = l.product_id) as has_sizes,
          exists (select from product_listing pl join combination other on other.product_id = pl.product_id and other.id <> l.combination_id and not other.discontinued
            where pl.organisation_id = l.organisation_id and pl.product_id = l.product_id and l.made_to_measure_request_id is null and ${visibleTo(scope, 'pl')}) as has_other_sizes,
          (p.is_made_to_order or l.made_to_measure_request_id is not null) as is_made_to_order, p.order_minimum_quantity, p.allowed_quantities, ${exchangeChain('l')} as chain, ${orderedDesigns('l')} as designs, ${quoteOfLine} as quote,
          case when o.customer_id = ${scope.customerId} or l.wearer_id = ${scope.customerId} then json_build_object('returnableQuantity', coalesce(r.returnable_quantity, 0), 'endedOn', r.ended_on,
            'isAwaited', coalesce(r.is_awaited, false), 'today', (select (now() at time zone g.time_zone)::date from organisation g where g.id = o.organisation_id)) end as returning
        from order_line l join product p on p.id = l.product_id left join returnable_lines(o.organisation_id, o.id) r on r.order_line_id = l.id where l.organisation_id = o.organisation_id and l.order_id = o.id and ${isSeenLine(scope)}) l) as lines,
      not ${isSeenWhole(scope)} and exists (select from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id and not ${isSeenLine(scope)} is true)
        as hides_lines,
      (select coalesce(json_agg(s order by s.shipped_at, s.id), '[]') from (
        select s.*, (select coalesce(json_agg(json_build_object('id', sl.id, 'orderItemId', sl.order_line_id, 'sku', l.sku, 'productName', l.product_name,
            'quantity', sl.quantity) order by sl.id), '[]')
          from shipment_line sl join order_line l on l.organisation_id = sl.organisation_id and l.id = sl.order_line_id
          where sl.organisation_id = s.organisation_id and sl.shipment_id = s.id and ${isSeenLine(scope)}) as items
        from shipment s where s.organisation_id = o.organisation_id and s.order_id = o.id and (${isSeenWhole(scope)} or exists (
          select from shipment_line sl join order_line l on l.organisation_id = sl.organisation_id and l.id = sl.order_line_id
          where sl.organisation_id = s.organisation_id and sl.shipment_id = s.id and ${isSeenLine(scope)}))) s) as shipments,
      (select coalesce(json_agg(r order by r.id desc), '[]') from (
        ${selectReturns} where r.organisation_id = o.organisation_id and (r.order_id = o.id or x.order_id = o.id) and ${isSeenLine(scope)}) r) as returns,
      ${ofWhole(scope, sql`o.refunded_minor`, sql`0`)} + (select coalesce(sum(r.refund_minor + r.refund_tax_minor - r.card_refund_minor - r.card_refund_tax_minor), 0) from return_request r
        join order_line l on l.organisation_id = r.organisation_id and l.id = r.refund_line_id
        where l.organisation_id = o.organisation_id and l.order_id = o.id and ${isSeenLine(scope)}) as refunded_minor,
      (select e.order_id from order_line l join order_line e on e.organisation_id = l.organisation_id and e.id = l.exchange_of_line_id
        where o.origin = 'exchange' and l.organisation_id = o.organisation_id and l.order_id = o.id limit 1) as exchange_of_order_id,
      (select coalesce(json_agg(json_build_object('id', n.id, 'kind', n.kind, 'data', n.data, 'created_at', n.created_at,
          'by', (select a.first_name || ' ' || a.last_name from customer a where n.actor_kind = 'customer' and a.organisation_id = n.organisation_id and a.id = n.actor_id))
          order by n.id), '[]')
       from order_event n
       where n.organisation_id = o.organisation_id and n.order_id = o.id and n.visible_to_customer) as notes
    from ${orderTables(scope)} left join lateral ${deliveryOf('o')} so on true left join payment_option po on po.organisation_id = o.organisation_id and po.system_name = o.payment_method
    where o.organisation_id = ${scope.organisationId} and o.id = ${orderId} and ${openableOrders(scope)}`.execute(db);
  const row = found.rows[0];
  return row && toDetail(row, scope);
}

function toDetail(row: DetailRow, scope: Scope): OrderDetail {
  const listItem = toOrderListItem(row, scope);
  const toAmount = (minor: number) => toVisibleAmount(minor, scope);
  const taxes = new Map<number, number>();
  for (const { tax_rate, tax_minor } of row.lines) taxes.set(tax_rate, (taxes.get(tax_rate) ?? 0) + tax_minor);
  for (const { taxRate, taxMinor } of row.charges) taxes.set(taxRate, (taxes.get(taxRate) ?? 0) + taxMinor);
  if (row.shipping_tax_minor > 0) taxes.set(row.tax_rate, (taxes.get(row.tax_rate) ?? 0) + row.shipping_tax_minor);
  return {
    ...listItem,
    orderGuid: row.guid,
    placedByName: row.placed_by_name,
    billingAddress: row.billing_address,
    shippingAddress: row.shipping_address,
    shippingMethod: row.shipping_method,
    collectFrom: row.collect_from,
    openingHours: row.opening_hours,
    expectedOn: row.expected_on,
    paymentMethod: namePayment(row, scope),
    paymentMethodSystemName: row.payment_method,
    customerTaxDisplayType: row.tax_display_type,
    orderSubtotalInclTax: toAmount(row.goods_minor + row.goods_tax_minor),
    orderSubtotalExclTax: toAmount(row.goods_minor),
    orderSubTotalDiscountInclTax: 0,
    orderSubTotalDiscountExclTax: 0,
    orderShippingInclTax: toAmount(row.shipping_minor + row.shipping_tax_minor),
    orderShippingExclTax: toAmount(row.shipping_minor),
    paymentMethodAdditionalFeeInclTax: toAmount(row.fee_minor),
    paymentMethodAdditionalFeeExclTax: toAmount(row.fee_minor),
    charges: toChargesReply(row.charges, scope),
    orderTax: toAmount(row.goods_tax_minor + row.shipping_tax_minor + row.charges_tax_minor),
    orderDiscount: 0,
    remainingTotal: toAmount(listItem.isExchange ? 0 : sumRemaining(row)),
    refundedAmount: toAmount(row.refunded_minor),
    taxRates: scope.pricesVisible
      ? [...taxes]
          .sort(([one], [other]) => other - one)
          .map(([rate, minor]) => ({ rate: Math.round(rate * 10_000) / 100, value: toMajorUnits(minor) }))
      : [],
    checkoutAttributeDescription: row.answers,
    comments: row.comments,
    paidDateUtc: row.paid_at && toUtcString(row.paid_at),
    ...toPaymentReply(row, scope),
    approval: row.approval && {
      ...toApproval(row.approval, { currencyCode: row.currency_code, deciderNames: row.decider_names }, scope),
      // They may be about the lines of others, or the amount of the whole order.
      ...(row.is_whole ? {} : { reasons: [] }),
    },
    orderItems: row.lines.map((line) =>
      toOrderItem(line, {
        scope,
        personId: row.customer_id,
        toAmount,
        isOwn: isWorn(line, row, scope),
        canCancel: listItem.cancelAllowed,
        canOrder: row.customer_id === scope.customerId || row.can_person_order,
      }),
    ),
    shipments: row.shipments.map((shipment) => ({
      id: shipment.id,
      carrier: shipment.carrier,
      trackingNumber: shipment.tracking_number,
      trackingUrl: shipment.tracking_url,
      collectedBy: shipment.collected_by,
      shippedDateUtc: shipment.shipped_at && toUtcString(shipment.shipped_at),
      deliveryDateUtc: shipment.delivered_at && toUtcString(shipment.delivered_at),
      items: shipment.items,
    })),
    releasedOnUtc: row.released_at && toUtcString(row.released_at),
    pickingStartedOnUtc: row.picking_started_at && toUtcString(row.picking_started_at),
    orderNotes: listSeenEvents(row).flatMap(({ id, created_at, ...event }) => {
      const note = describeOrderEvent(event);
      return note === undefined
        ? []
        : [{ id, kind: event.kind, note, createdOnUtc: new Date(created_at).toISOString(), hasDownload: false }];
    }),
    returnRequests: row.returns.map((request) => toReturnRequest(request, scope)),
    exchangeOfOrderId: row.exchange_of_order_id,
  };
}

/** What is charged for the pieces of an order that are not cancelled, in minor units, including tax, delivery and fee. */
const sumRemaining = ({ lines, shipping_minor, shipping_tax_minor, fee_minor, charges_minor, charges_tax_minor }: DetailRow) =>
  lines.reduce(
    (sum, line) => {
      const { netMinor, taxMinor } = priceRemaining({
        quantity: line.quantity,
        cardQuantity: line.card_quantity,
        cancelledQuantity: line.cancelled_quantity,
        cardCancelledQuantity: line.card_cancelled_quantity,
        unitMinor: line.unit_price_minor,
        taxRate: line.tax_rate,
      });
      return sum + netMinor + taxMinor;
    },
    shipping_minor + shipping_tax_minor + fee_minor + charges_minor + charges_tax_minor,
  );

/** Whether the person wears the line's garment: they are named as its wearer, or it names none and they own the order. */
const isWorn = ({ wearer_id }: LineRow, { customer_id }: Pick<OrderRow, 'customer_id'>, scope: Scope) =>
  (wearer_id ?? customer_id) === scope.customerId;

/** What the caller may see of a line, and do with it. */
interface LineRights {
  scope: Scope;
  /** Whose order it is. */
  personId: number;
  toAmount: (minor: number) => number | null;
  /** They wear it. */
  isOwn: boolean;
  /** They can cancel the order. */
  canCancel: boolean;
  /** The person of the order can still order. */
  canOrder: boolean;
}

/** Why nothing of a line can be returned, to those who could return it. */
const explainRefusal = ({ returning, shipped_quantity, returned_quantity, open_return_quantity }: LineRow) =>
  returning === null
    ? undefined
    : explainNotReturnable(
        {
          ...returning,
          shippedQuantity: shipped_quantity,
          returnedQuantity: returned_quantity,
          openReturnQuantity: open_return_quantity,
        },
        returning.today,
      );

function toOrderItem(
  line: LineRow,
  { scope, personId, toAmount, isOwn, canCancel, canOrder }: LineRights,
): OrderDetail['orderItems'][number] {
  const pending = line.quantity - line.shipped_quantity - line.cancelled_quantity;
  // What is being decorated is made for its wearer.
  const canCancelLine = canCancel && line.decoration_started_at === null;
  const { order_minimum_quantity: orderMinimumQuantity, allowed_quantities: allowedQuantities } = line;
  const product = toRemainingQuantities({ orderMinimumQuantity, allowedQuantities });
  const rest = toRemainingQuantities({
    ...{ orderMinimumQuantity, allowedQuantities },
    supplierCancelledQuantity: line.supplier_cancelled_quantity,
  });
  const canChangeSome = [pending, ...allowedQuantities].some(
    (quantity) => quantity <= pending && mayChange(quantity, { pending, rest, product }),
  );
  const label = line.description ? `${line.product_name}, ${line.description}` : line.product_name;
  return {
    id: line.id,
    productId: line.product_id,
    productName: line.product_name,
    sku: line.sku,
    gtin: line.gtin,
    images: line.image_src === null ? [] : [{ id: line.image_id, src: line.image_src, position: 0, altText: label }],
    attributes: line.attributes,
    attributeDescription: line.description,
    quantity: line.quantity,
    shippedQuantity: line.shipped_quantity,
    cancelledQuantity: line.cancelled_quantity,
    pendingQuantity: pending,
    ...toLineCardPart(line, scope, personId),
    readyToCollectQuantity: line.packed_quantity,
    cancellableQuantity: canCancelLine ? pending : 0,
    ...rest,
    changeAllowed: canCancelLine && canOrder && pending > 0 && line.has_other_sizes && canChangeSome,
    combinationId: line.combination_id,
    returnedQuantity: line.returned_quantity,
    unitPriceInclTax: toAmount(line.unit_price_minor + line.unit_tax_minor),
    unitPriceExclTax: toAmount(line.unit_price_minor),
    priceInclTax: toAmount(line.price_minor + line.tax_minor),
    priceExclTax: toAmount(line.price_minor),
    discountAmountInclTax: 0,
    discountAmountExclTax: 0,
    customisations: line.designs.map((design) => toCustomisation({ ...design, productId: line.product_id }, scope)),
    organisationCollectionId: line.collection_id,
    collectionGroupId: line.collection_group_id,
    superGroupId: line.super_group_id,
    superGroupOptionId: line.super_group_option_id,
    customerId: line.wearer_id,
    customerName: line.wearer_name,
    dueDateUtc: line.due_on === null ? null : `${line.due_on}T00:00:00Z`,
    quoteId: line.quote?.id ?? null,
    quoteNumber: line.quote?.number ?? null,
    exchangeChain: line.chain,
    onlyIfFaulty: isReturnableOnlyIfFaulty({ isMadeToOrder: line.is_made_to_order, isPersonalised: line.is_personalised }),
    returnableQuantity: line.returning?.returnableQuantity ?? 0,
    returnRefusal: explainRefusal(line) ?? null,
    fit: isOwn ? line.fit : null,
    fitFeedbackAllowed: isOwn && line.has_sizes && line.shipped_quantity > 0,
  };
}
