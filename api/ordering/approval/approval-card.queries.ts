import { sql } from 'kysely';
import { accountColumns } from '#api/entitlement/entitlement.queries.ts';
import type { StoredAccount } from '#api/entitlement/entitlement.rules.ts';
import type { Db } from '#api/platform/db/database.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { QueryOf } from '#contract/index.ts';
import { type OrderedDesign, orderedDesigns } from '../order-lines/ordered-designs.queries.ts';
import { quoteOfLine } from '../order-lines/quote-of-line.queries.ts';
import type { ApprovalState } from '../order-states/order-states.rules.ts';
import { ORDER } from '../order-states/order-states.rules.ts';
import type { ApprovalReason } from './approval-reasons.rules.ts';
import { isDecider, waitsForDecisionOf } from './approvers.queries.ts';

/** An order in the queue of an approver. Money in minor units. */
export interface QueuedOrderRow {
  orderId: number;
  customer: { id: number; firstName: string; lastName: string };
  requestedAt: string;
  pieces: number;
  goodsMinor: number;
  poNumberRequired: boolean;
  reasons: ApprovalReason[];
  fingerprint: string;
}

/** Whether order `o` of organisation `own` cannot be approved without a PO number, and has none. */
const lacksPoNumber = sql`(own.po_number_from_approver and o.po_number is null)`;

/** Pieces of a line `l` that are neither sent nor cancelled. */
const pendingPieces = sql`(l.quantity - l.shipped_quantity - l.cancelled_quantity)`;

/** The orders that wait for the person's decision, the longest waiting first, and how many there are. */
export async function listWaitingOrders(
  db: Db,
  scope: Scope,
  query: QueryOf<'GET /api/approvals'>,
): Promise<{ orders: QueuedOrderRow[]; totalCount: number }> {
  const { offset, limit } = toOffsetAndLimit(query);
  const { rows } = await sql<{ orders: QueuedOrderRow[]; totalCount: number }>`
    with waiting as materialized (
      select o.id, o.customer_id, o.po_number, o.pending_value_minor, a.requested_at, a.reasons
      from orders o join approval a on a.organisation_id = o.organisation_id and a.order_id = o.id and a.status = 'requested'
      where o.organisation_id = ${scope.organisationId} and o.order_state_id = ${sql.lit(ORDER.awaitingApproval)} and ${waitsForDecisionOf(scope)})
    select (select count(*)::int from waiting) as "totalCount", (
      select coalesce(json_agg(page order by page."requestedAt", page."orderId"), '[]') from (
        select o.id as "orderId", json_build_object('id', c.id, 'firstName', c.first_name, 'lastName', c.last_name) as customer,
          o.requested_at as "requestedAt", o.pending_value_minor as "goodsMinor", ${lacksPoNumber} as "poNumberRequired", o.reasons, order_fingerprint(own.id, o.id) as fingerprint,
          (select coalesce(sum(${pendingPieces}), 0)::int from order_line l where l.organisation_id = own.id and l.order_id = o.id) as pieces
        from (select * from waiting order by requested_at, id limit ${limit} offset ${offset}) o
        join organisation own on own.id = ${scope.organisationId}
        join customer c on c.organisation_id = own.id and c.id = o.customer_id) page) as orders`.execute(db);
  return rows[0] ?? { orders: [], totalCount: 0 };
}

/** A line of an order about which someone decides. Money in minor units, excluding tax. */
export interface CardLineRow {
  id: number;
  productId: number;
  productName: string;
  description: string;
  sku: string;
  imageSrc: string | null;
  /** Pieces that are neither sent nor cancelled. */
  pending: number;
  /** Pieces that count in the accounts, sent ones included. */
  counted: number;
  unitPriceMinor: number;
  /** Of `unitPriceMinor`, what takes nothing from a budget. */
  outsideBudgetMinor: number;
  designs: OrderedDesign[];
  /** At whose price it was ordered; null for none. */
  quote: { id: number; number: string } | null;
  unitPoints: number | null;
  reason: string | null;
  wearerName: string | null;
  groupAccountId: number | null;
  budgetAccountId: number | null;
  received: { productName: string; quantity: number; at: string } | null;
  managesStock: boolean;
  onHand: number;
  reserved: number;
  nextDeliveryOn: string | null;
  orderMinimumQuantity: number;
  allowedQuantities: number[];
  supplierCancelledQuantity: number;
  /** What was decided; null while it waits, and when no one decided. */
  decided: { action: 'approve' | 'reject' | 'amend'; approved: number; refused: number } | null;
}

/** An order with its latest request for approval, as an approver sees it. Money in minor units. */
export interface ApprovalCardRow {
  orderId: number;
  createdAt: Date;
  currencyCode: string;
  customerId: number;
  firstName: string;
  lastName: string;
  jobRole: string | null;
  site: string | null;
  startedOn: string | null;
  placedBy: string | null;
  replacesOrderId: number | null;
  status: ApprovalState;
  requestedAt: Date;
  expiresAt: Date;
  closedAt: Date | null;
  decidedBy: string | null;
  decisionReason: string | null;
  reasons: ApprovalReason[];
  comments: string | null;
  answers: { name: string; text: string }[];
  poNumber: string | null;
  poNumberRequired: boolean;
  goodsMinor: number;
  /** Setting up designs, beside the goods. */
  setupMinor: number;
  /** What the person pays by card, in minor units including tax. */
  personMinor: number;
  /** What the answers to questions at checkout add. */
  answersMinor: number;
  /** Null unless it waits for the person. */
  fingerprint: string | null;
  lines: CardLineRow[];
}

/** What the wearer of line `l` of order `o` last received of its product or of its group of the wardrobe, as JSON; null for nothing. */
const lastReceived = sql`(
  select json_build_object('quantity', sum(p.shipped_quantity - p.returned_quantity), 'at', r.shipped_at,
    'productName', coalesce(min(p.product_name) filter (where p.product_id = l.product_id), min(p.product_name)))
  from order_line p join orders r on r.organisation_id = p.organisation_id and r.id = p.order_id
  where p.organisation_id = l.organisation_id and p.wearer_id = l.wearer_id and p.shipped_quantity > p.returned_quantity and r.shipped_at is not null
    and (p.product_id = l.product_id or p.collection_group_id = l.collection_group_id)
  group by r.id, r.shipped_at order by r.shipped_at desc, r.id desc limit 1)`;

/**
 * What approval `a` says about line `l`, as JSON; null unless someone decided. An order that was approved as a whole before its lines were kept has
 * the pieces that its person has not cancelled; what was refused then is what is cancelled of the line.
 */
const lineDecision = sql`(
  select json_build_object('action', coalesce(d.action, 'approve'),
    'approved', coalesce(d.quantity, l.quantity - l.cancelled_quantity + l.supplier_cancelled_quantity),
    'refused', coalesce(d.refused_quantity, case when d.action is null then 0 else l.quantity - d.quantity end))
  from (select) one left join approval_line d on d.organisation_id = a.organisation_id and d.approval_id = a.id and d.order_line_id = l.id
  where a.status in ('approved', 'rejected', 'sent_back') and (d.action is not null or a.status = 'approved'))`;

const cardLines = sql`(
  select json_agg(json_build_object('id', l.id, 'productId', l.product_id, 'productName', l.product_name, 'description', l.description, 'sku', l.sku,
    'imageSrc', l.image_src, 'pending', ${pendingPieces}, 'counted', least(l.covered_quantity, l.quantity - l.cancelled_quantity - l.returned_quantity),
    'unitPriceMinor', l.unit_price_minor, 'outsideBudgetMinor', l.decoration_outside_budget_minor,
    'designs', case when l.is_personalised then ${orderedDesigns('l')} else '[]' end, 'quote', ${quoteOfLine}, 'unitPoints', l.unit_points, 'reason', l.reason, 'groupAccountId', l.group_account_id,
    'budgetAccountId', l.budget_account_id, 'received', ${lastReceived}, 'managesStock', p.manages_stock, 'onHand', coalesce(s.on_hand, 0),
    'reserved', coalesce(s.reserved, 0), 'orderMinimumQuantity', p.order_minimum_quantity, 'allowedQuantities', p.allowed_quantities,
    'supplierCancelledQuantity', l.supplier_cancelled_quantity, 'decided', ${lineDecision},
    'wearerName', (
      select w.first_name || ' ' || w.last_name from customer w
      where w.organisation_id = l.organisation_id and w.id = l.wearer_id and w.id <> o.customer_id),
    'nextDeliveryOn', (select min(i.due_on) from stock_incoming i where i.combination_id = l.combination_id and i.due_on >= current_date)) order by l.id)
  from order_line l
  join product p on p.id = l.product_id
  left join stock_level s on s.combination_id = l.combination_id
  where l.organisation_id = o.organisation_id and l.order_id = o.id)`;

/** The order with its latest request for approval; undefined unless the person can decide on it or has decided on it. */
export async function findApprovalCard(db: Db, scope: Scope, orderId: number): Promise<ApprovalCardRow | undefined> {
  const { rows } = await sql<ApprovalCardRow>`
    select o.id as "orderId", o.created_at as "createdAt", o.currency_code as "currencyCode", c.id as "customerId", c.first_name as "firstName",
      c.last_name as "lastName", j.name as "jobRole", coalesce(r.name, g.name) as site, c.starts_on as "startedOn",
      (select b.first_name || ' ' || b.last_name from customer b
        where b.organisation_id = o.organisation_id and b.id = o.placed_by_id and b.id <> o.customer_id) as "placedBy", o.replaces_order_id as "replacesOrderId",
      a.status, a.requested_at as "requestedAt", a.expires_at as "expiresAt", a.closed_at as "closedAt",
      (select d.first_name || ' ' || d.last_name from customer d where d.organisation_id = o.organisation_id and d.id = a.decided_by_id) as "decidedBy",
      a.reason as "decisionReason", a.reasons, o.comments, o.answers, o.po_number as "poNumber", ${lacksPoNumber} as "poNumberRequired",
      o.pending_value_minor as "goodsMinor", case when o.card_payer = 'person' then o.card_minor else 0 end as "personMinor",
      (select coalesce(sum(h.charge_minor), 0)::bigint from order_charge h
        where h.organisation_id = o.organisation_id and h.order_id = o.id and h.kind = 'setup' and h.cancelled_at is null) as "setupMinor",
      (select coalesce(sum(h.charge_minor), 0)::bigint from order_charge h
        where h.organisation_id = o.organisation_id and h.order_id = o.id and h.kind = 'question' and h.cancelled_at is null) as "answersMinor",
      case when ${waitsForDecisionOf(scope)} and a.status = 'requested' then order_fingerprint(o.organisation_id, o.id) end as fingerprint, ${cardLines} as lines
    from orders o
    join organisation own on own.id = o.organisation_id
    join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
    left join job_role j on j.organisation_id = c.organisation_id and j.id = c.job_role_id
    left join resort r on r.organisation_id = o.organisation_id and r.id = o.resort_id
    left join organisation_group g on g.organisation_id = o.organisation_id and g.id = o.organisation_group_id
    cross join lateral (
      select * from approval a where a.organisation_id = o.organisation_id and a.order_id = o.id order by a.id desc limit 1) a
    where o.organisation_id = ${scope.organisationId} and o.id = ${orderId} and (a.decided_by_id = ${scope.customerId} or ${isDecider(scope)})`.execute(
    db,
  );
  return rows[0];
}

/** An account with the names that its explanation uses. */
export interface CardAccount extends StoredAccount {
  collectionName: string;
  seasonName: string | null;
}

/** Accounts in which lines of an order count, by id. */
export async function listCardAccounts(
  db: Db,
  { organisationId }: Scope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CardAccount>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<CardAccount>`
    select ${accountColumns}, w.name as "collectionName", s.name as "seasonName"
    from entitlement_account a
    join collection w on w.organisation_id = a.organisation_id and w.id = a.collection_id
    left join season s on s.organisation_id = a.organisation_id and s.id = a.season_id
    where a.organisation_id = ${organisationId} and a.id = any (${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map((account) => [account.id, account]));
}
