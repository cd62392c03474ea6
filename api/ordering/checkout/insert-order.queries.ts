import { sql } from 'kysely';
import type { Address } from '#api/identity/addresses/addresses.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { PricedLine } from '../cart/cart.rules.ts';
import type { OrderTotals } from './checkout.rules.ts';

/** An order to insert, checked and priced. */
export interface NewOrder {
  cartId: number;
  checkoutId: string;
  placedById: number;
  requiresApproval: boolean;
  totals: OrderTotals;
  taxRate: number;
  poNumber: string | null;
  comments: string | null;
  requestedDelivery: string | null;
  shippingMethod: string | null;
  paymentMethod: string;
  billingAddress: Address;
  shippingAddress: Address;
  collectionId: number | null;
  lines: readonly PricedLine[];
}

const PENDING = 10;
const AWAITING_APPROVAL = 50;
const PAYMENT_PENDING = 10;
const NOT_YET_SHIPPED = 20;

/**
 * Inserts the order with its lines and the stock entries of the reservation, empties the cart and gives it a new checkout
 * id, in two statements that are sent together. The checkout id is unique among orders, so a cart can never be ordered
 * twice; a second attempt fails on the constraint `orders_checkout_once`.
 */
export async function insertOrder(tx: Tx, scope: Scope, order: NewOrder): Promise<{ id: number }> {
  const { totals } = order;
  const skus = [...new Set(order.lines.map(({ sku }) => sku))].join(' ');
  const people = `${scope.firstName} ${scope.lastName} ${scope.email}`;
  const insertingOrder = sql<{ id: number }>`
    with next as (select nextval(pg_get_serial_sequence('orders', 'id')) as id)
    insert into orders (id, organisation_id, customer_id, placed_by_id, checkout_id, order_state_id, payment_state_id, shipping_state_id, currency_code,
      tax_rate, tax_display_type, goods_minor, shipping_minor, fee_minor, goods_tax_minor, shipping_tax_minor, total_minor, pending_value_minor,
      po_number, comments, shipping_method, payment_method, billing_address, shipping_address, organisation_group_id, resort_id, business_area_id,
      collection_id, season_id, requested_delivery_on, approval_required, search_text)
    select next.id, ${scope.organisationId}, ${scope.customerId}, ${order.placedById}, ${order.checkoutId},
      ${order.requiresApproval ? AWAITING_APPROVAL : PENDING}, ${PAYMENT_PENDING}, ${NOT_YET_SHIPPED}, ${scope.currencyCode},
      ${order.taxRate}, ${scope.taxDisplayType}, ${totals.goodsMinor}, ${totals.shippingMinor}, ${totals.feeMinor}, ${totals.goodsTaxMinor},
      ${totals.shippingTaxMinor}, ${totals.totalMinor}, ${totals.goodsMinor}, ${order.poNumber}, ${order.comments}, ${order.shippingMethod},
      ${order.paymentMethod}, ${JSON.stringify(order.billingAddress)}::jsonb, ${JSON.stringify(order.shippingAddress)}::jsonb,
      ${scope.groupIds[0] ?? null}::bigint, ${scope.resortId}::bigint, ${scope.businessAreaId}::bigint, ${order.collectionId}::bigint,
      (select s.id from season s where s.organisation_id = ${scope.organisationId} and s.is_current), ${order.requestedDelivery}::date,
      ${order.requiresApproval}, lower(concat_ws(' ', next.id, ${order.poNumber}::text, ${people}::text, ${skus}::text))
    from next returning id`.execute(tx);

  const lines = JSON.stringify(
    order.lines.map((line) => ({
      product_id: line.productId,
      combination_id: line.combinationId,
      product_name: line.productName,
      sku: line.sku,
      gtin: line.gtin,
      description: line.description,
      attributes: line.attributes,
      image_src: line.imageSrc,
      quantity: line.quantity,
      unit_price_minor: line.unitMinor,
      unit_tax_minor: line.unitTaxMinor,
      price_minor: line.exclTaxMinor,
      tax_minor: line.taxMinor,
      tax_rate: line.taxRate,
      collection_id: line.collectionId,
      wearer_id: line.wearerId,
    })),
  );
  const insertingLines = sql`
    with placed as (select currval(pg_get_serial_sequence('orders', 'id')) as id),
    line as (
      select * from jsonb_to_recordset(${lines}::jsonb) as l (product_id bigint, combination_id bigint, product_name text, sku text, gtin text, description text,
        attributes jsonb, image_src text, quantity int, unit_price_minor bigint, unit_tax_minor bigint, price_minor bigint, tax_minor bigint,
        tax_rate numeric, collection_id bigint, wearer_id bigint)),
    ordered as (
      insert into order_line (organisation_id, order_id, product_id, combination_id, product_name, sku, gtin, description, attributes, image_src, quantity,
        unit_price_minor, unit_tax_minor, price_minor, tax_minor, tax_rate, collection_id, wearer_id)
      select ${scope.organisationId}, placed.id, product_id, combination_id, product_name, sku, gtin, description, attributes, image_src, quantity,
        unit_price_minor, unit_tax_minor, price_minor, tax_minor, tax_rate, collection_id, wearer_id from line, placed
      returning id, order_id, combination_id, quantity),
    reserved as (
      insert into stock_entry (combination_id, kind, reserved_delta, organisation_id, order_id, order_line_id, actor_kind, actor_id)
      select combination_id, 'reserve', quantity, ${scope.organisationId}::bigint, order_id, id, 'customer', ${order.placedById}::bigint from ordered),
    emptied as (delete from cart_line where organisation_id = ${scope.organisationId} and cart_id = ${order.cartId})
    update cart set checkout_id = gen_random_uuid(), po_number = null, comments = null, requested_delivery_on = null,
      summary_fingerprint = null, summary_lines = null, updated_at = now()
    where organisation_id = ${scope.organisationId} and id = ${order.cartId}`.execute(tx);
  const [inserted] = await Promise.all([insertingOrder, insertingLines]);
  return { id: (inserted.rows[0] as { id: number }).id };
}
