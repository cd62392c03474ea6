import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { isDecider } from '../approval/approvers.queries.ts';
import type { SeenBefore } from '../approval/seen-order.rules.ts';
import { cardPart } from '../card-payments/changes/card-change.queries.ts';
import type { CardShare } from '../card-payments/changes/card-change.rules.ts';
import { lineName } from '../order-states/line-names.queries.ts';
import type { OrderRef } from '../order-states/order-steps.queries.ts';
import { visibleOrders } from '../orders/order-filters.queries.ts';
import type { ClosedApproval, LineDecision } from './decisions.rules.ts';

/** What a person has to do with an order that they may see. */
export interface DecisionAccess {
  isOwn: boolean;
  isPlacer: boolean;
  canDecide: boolean;
}

/** What the person may do about an order; undefined when they may not see it. */
export async function findDecisionAccess(db: Db, scope: Scope, orderId: number): Promise<DecisionAccess | undefined> {
  const { rows } = await sql<DecisionAccess>`
    select o.customer_id = ${scope.customerId} as "isOwn", o.placed_by_id = ${scope.customerId} as "isPlacer", ${isDecider(scope)} as "canDecide"
    from orders o
    where o.organisation_id = ${scope.organisationId} and o.id = ${orderId} and (${visibleOrders(scope)} or ${isDecider(scope)})`.execute(
    db,
  );
  return rows[0];
}

/** A line of an order about which someone decides. */
export interface DecidedLine {
  id: number;
  wearerId: number | null;
  name: string;
  sku: string;
  pending: number;
  unitMinor: number;
  /** A fraction: 0.2 is 20%. */
  taxRate: number;
}

/** An order about which someone decides. */
export interface DecidedOrder {
  customerId: number;
  placedById: number;
  personName: string;
  brandId: number;
  poNumber: string | null;
  currencyCode: string;
  isTaxIncluded: boolean;
  isWaiting: boolean;
  totalMinor: number;
  pendingMinor: number;
  fingerprint: string;
  card: CardShare;
  approvalId: number | null;
  poNumberRequired: boolean;
  poNumberPattern: string | null;
  poNumberMessage: string | null;
  lines: DecidedLine[];
  latest: (Omit<ClosedApproval, 'closedAt'> & { closedAt: string | null }) | null;
}

/** The order with its lines, its latest request for approval, and the organisation's rules about PO numbers. It must be locked. */
export async function readDecidedOrder(tx: Tx, { organisationId, orderId }: OrderRef): Promise<DecidedOrder> {
  const { rows } = await sql<DecidedOrder>`
    select o.customer_id as "customerId", o.placed_by_id as "placedById", c.first_name || ' ' || c.last_name as "personName", own.brand_id as "brandId", o.po_number as "poNumber",
      o.currency_code as "currencyCode", o.tax_display_type = 0 as "isTaxIncluded", o.order_state_id = 50 and latest.status = 'requested' as "isWaiting", o.total_minor as "totalMinor",
      o.pending_value_minor as "pendingMinor", order_fingerprint(o.organisation_id, o.id) as fingerprint, ${cardPart} as card, latest.id as "approvalId",
      own.po_number_from_approver as "poNumberRequired", own.po_number_pattern as "poNumberPattern",
      own.po_number_message as "poNumberMessage",
      (select coalesce(json_agg(json_build_object('id', l.id, 'wearerId', l.wearer_id, 'name', ${lineName('l')}, 'sku', l.sku,
          'pending', l.quantity - l.shipped_quantity - l.cancelled_quantity, 'unitMinor', l.unit_price_minor, 'taxRate', l.tax_rate) order by l.id), '[]')
        from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id) as lines,
      case when latest.id is not null then json_build_object('status', latest.status, 'closedAt', latest.closed_at, 'decidedById', latest.decided_by_id,
        'reason', latest.reason, 'by', (
          select p.first_name || ' ' || p.last_name from customer p
          where p.organisation_id = o.organisation_id and p.id = coalesce(latest.decided_by_id, (
            select e.actor_id from order_event e
            where e.organisation_id = o.organisation_id and e.order_id = o.id and e.actor_kind = 'customer' order by e.id desc limit 1))),
        'lines', (
          select coalesce(json_agg(json_build_object('lineId', d.order_line_id, 'action', d.action, 'quantity', d.quantity, 'refused', d.refused_quantity)), '[]')
          from approval_line d where d.organisation_id = o.organisation_id and d.approval_id = latest.id)) end as latest
    from orders o
    join organisation own on own.id = o.organisation_id
    join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
    left join lateral (
      select a.* from approval a where a.organisation_id = o.organisation_id and a.order_id = o.id order by a.id desc limit 1) latest on true
    where o.organisation_id = ${organisationId} and o.id = ${orderId}`.execute(tx);
  return rows[0] as DecidedOrder;
}

/** What the changes of an order since a fingerprint have left behind, in their order; none when no change has replaced what it stands for. */
export async function listSeenChanges(tx: Tx, { organisationId, orderId }: OrderRef, fingerprint: string): Promise<SeenBefore[]> {
  const { rows } = await sql<{ seen: SeenBefore }>`
    select e.data -> 'seen' as seen from order_event e
    where e.organisation_id = ${organisationId} and e.order_id = ${orderId} and e.data ? 'seen' and e.id >= (
      select max(s.id) from order_event s
      where s.organisation_id = e.organisation_id and s.order_id = e.order_id and s.data -> 'seen' ->> 'fingerprint' = ${fingerprint})
    order by e.id`.execute(tx);
  return rows.map(({ seen }) => seen);
}

/** Stores what was decided about each line. */
export async function insertLineDecisions(
  tx: Tx,
  organisationId: number,
  approvalId: number,
  lines: readonly LineDecision[],
): Promise<void> {
  await sql`
    insert into approval_line (organisation_id, approval_id, order_line_id, action, quantity, refused_quantity)
    select ${organisationId}::bigint, ${approvalId}::bigint, l.line_id, l.action, l.quantity, l.refused
    from unnest(${lines.map(({ lineId }) => lineId)}::bigint[], ${lines.map(({ action }) => action)}::text[],
      ${lines.map(({ approved }) => approved)}::int[], ${lines.map(({ refused }) => refused)}::int[]) as l (line_id, action, quantity, refused)`.execute(
    tx,
  );
}

/** Stores the PO number of an order that has none, and makes it findable. */
export async function setPoNumber(tx: Tx, { organisationId, orderId }: OrderRef, poNumber: string): Promise<void> {
  await sql`
    update orders set po_number = ${poNumber}, search_text = search_text || ' ' || lower(${poNumber})
    where organisation_id = ${organisationId} and id = ${orderId} and po_number is null`.execute(tx);
}

/** Gives the answers at checkout of an order back to a cart, beside those that are given there already. */
export async function returnAnswersToCart(tx: Tx, { organisationId, orderId }: OrderRef, cartId: number): Promise<void> {
  await sql`
    update cart t set answers = t.answers || (
      select coalesce(jsonb_agg(jsonb_build_object('id', a -> 'questionId', 'value', a -> 'value')), '[]') from jsonb_array_elements(o.answers) a
      where not exists (select from jsonb_array_elements(t.answers) g where g -> 'id' = a -> 'questionId'))
    from orders o
    where t.organisation_id = ${organisationId} and t.id = ${cartId} and o.organisation_id = t.organisation_id and o.id = ${orderId} and o.answers <> '[]'`.execute(
    tx,
  );
}
