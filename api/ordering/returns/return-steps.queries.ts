import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { awaitsProof } from '../order-states/awaits-proof.queries.ts';
import { lockOrders } from '../order-states/lock-orders.queries.ts';
import {
  type ActionKind,
  type ChargedLine,
  type Condition,
  RETURN_TRANSITIONS,
  type Refund,
  type ReturnState,
  type ReturnStep,
} from './returns.rules.ts';

/** A return request that someone settles, with what its steps depend on. Amounts in minor units. */
export interface StoredReturn {
  id: number;
  organisationId: number;
  brandId: number;
  customNumber: string;
  customerId: number;
  personName: string;
  placedById: number;
  wearerId: number | null;
  orderId: number;
  lineId: number;
  combinationId: number;
  productName: string;
  description: string;
  quantity: number;
  stateId: ReturnState;
  actionKind: ActionKind;
  receivedQuantity: number | null;
  condition: Condition | null;
  restockedQuantity: number;
  isAccepted: boolean;
  reservedUntilOn: string | null;
  /** The line that carries the new size, with its order; null when nothing is exchanged. */
  exchange: {
    orderId: number;
    lineId: number;
    combinationId: number;
    description: string;
    awaitedCovered: number;
    pending: number;
    unitMinor: number;
  } | null;
  isExchangeCancelled: boolean;
  isExchangeReleased: boolean;
  isExchangePicked: boolean;
  isMadeToMeasure: boolean;
  /** With a logo, text or badge. */
  isPersonalised: boolean;
  charged: ChargedLine & { orderId: number; lineId: number };
}

/**
 * Which return request someone settles: one of an organisation, or of a person in it as `ownReturns` says, or for operators one of their brands.
 */
export type ReturnKey = { organisationId: number; id: number; customerId?: number } | { brandIds: readonly number[]; id: number };

const toCondition = (key: ReturnKey): RawBuilder<unknown> =>
  'brandIds' in key
    ? sql`g.brand_id = any (${[...key.brandIds]}::bigint[]) and r.id = ${key.id}`
    : sql`r.organisation_id = ${key.organisationId} and r.id = ${key.id} and (${key.customerId ?? null}::bigint is null or ${key.customerId ?? null}::bigint in (r.customer_id, l.wearer_id))`;

/**
 * What a piece of a line `t` was charged, and how many on account have been refunded, as a JSON object; with the pieces of the line of request `r` that a card has
 * paid.
 */
export const chargedAmounts = sql`json_build_object('orderId', t.order_id, 'lineId', t.id, 'unitMinor', t.unit_price_minor, 'taxRate', t.tax_rate,
  'cardQuantity', t.card_quantity,
  'refundedQuantity', (select coalesce(sum(f.received_quantity - f.card_quantity), 0) from return_request f
    where f.organisation_id = t.organisation_id and f.refund_line_id = t.id),
  'card', (select json_build_object('payer', p.card_payer, 'pieces', card_pieces_left(q.organisation_id, q.id),
      'gonePieces', q.card_quantity - q.card_cancelled_quantity - card_pieces_left(q.organisation_id, q.id), 'unitMinor', q.unit_price_minor)
    from orders p join order_line q on q.organisation_id = p.organisation_id and q.id = r.order_line_id
    where p.organisation_id = t.organisation_id and p.id = t.order_id and p.card_payer is not null and p.payment_state_id in (30, 35, 40)))`;

/** A return request; undefined when there is none. Not locked. */
export async function findReturn(db: Db, key: ReturnKey): Promise<StoredReturn | undefined> {
  const { rows } = await sql<StoredReturn>`
    select r.id, r.organisation_id as "organisationId", g.brand_id as "brandId", r.custom_number as "customNumber", r.customer_id as "customerId",
      trim(c.first_name || ' ' || c.last_name) as "personName", o.placed_by_id as "placedById", l.wearer_id as "wearerId", r.order_id as "orderId", r.order_line_id as "lineId",
      l.combination_id as "combinationId", l.product_name as "productName", l.description, r.quantity, r.return_state_id as "stateId",
      r.action_kind as "actionKind", r.received_quantity as "receivedQuantity", r.condition, r.restocked_quantity as "restockedQuantity",
      r.accepted_at is not null as "isAccepted", r.reserved_until_on as "reservedUntilOn",
      case when x.id is not null then json_build_object('orderId', x.order_id, 'lineId', x.id, 'combinationId', x.combination_id,
        'description', x.description, 'awaitedCovered', x.awaited_covered_quantity, 'pending', x.quantity - x.shipped_quantity - x.cancelled_quantity,
        'unitMinor', x.unit_price_minor)
        end as exchange,
      xo.released_at is not null as "isExchangeReleased", xo.picking_started_at is not null as "isExchangePicked",
      coalesce(x.cancelled_quantity = x.quantity, false) as "isExchangeCancelled", l.made_to_measure_request_id is not null as "isMadeToMeasure",
      l.is_personalised as "isPersonalised", (select ${chargedAmounts} from order_line t where t.organisation_id = r.organisation_id and t.id = charged_line(r.organisation_id, r.order_line_id)) as charged
    from return_request r
    join organisation g on g.id = r.organisation_id
    join orders o on o.organisation_id = r.organisation_id and o.id = r.order_id
    join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
    join order_line l on l.organisation_id = r.organisation_id and l.id = r.order_line_id
    left join order_line x on x.organisation_id = r.organisation_id and x.id = r.exchange_line_id
    left join orders xo on xo.organisation_id = x.organisation_id and xo.id = x.order_id
    where ${toCondition(key)}`.execute(db);
  return rows[0];
}

/** Locks the orders that a request is about and reads it; undefined when there is none. */
export async function lockReturn(tx: Tx, key: ReturnKey): Promise<StoredReturn | undefined> {
  const found = await findReturn(tx, key);
  if (!found) return undefined;
  const { organisationId, orderId, exchange, charged } = found;
  await lockOrders(tx, organisationId, [orderId, exchange?.orderId ?? orderId, charged.orderId]);
  return findReturn(tx, key);
}

/** What a step writes besides the state. */
export interface StepValues {
  received?: { quantity: number; condition: Condition };
  restocked?: number;
  /** The pieces count as returned. */
  accepts?: boolean;
  decisionReason?: string | null;
  refund?: { lineId: number } & Refund;
  exchangeLineId?: number;
}

/**
 * Takes a step by one conditional update: of several people at the same moment one succeeds. False when the request is in no state from which the step
 * is possible; nothing is changed then.
 */
export async function takeReturnStep(
  tx: Tx,
  { organisationId, id }: Pick<StoredReturn, 'organisationId' | 'id'>,
  name: ReturnStep,
  { received, restocked, accepts = false, decisionReason, refund, exchangeLineId }: StepValues = {},
): Promise<boolean> {
  const { from, to } = RETURN_TRANSITIONS[name];
  const { rows } = await sql`
    update return_request set return_state_id = ${to}, updated_at = now(),
      received_quantity = coalesce(${received?.quantity ?? null}::int, received_quantity), condition = coalesce(${received?.condition ?? null}, condition),
      received_at = case when ${received !== undefined}::boolean then now() else received_at end,
      restocked_quantity = coalesce(${restocked ?? null}::int, restocked_quantity),
      accepted_at = case when ${accepts}::boolean then coalesce(accepted_at, now()) else accepted_at end,
      decision_reason = coalesce(${decisionReason ?? null}, decision_reason),
      refund_line_id = ${refund?.lineId ?? null}::bigint, refund_minor = ${refund?.refundMinor ?? null}::bigint,
      refund_tax_minor = ${refund?.refundTaxMinor ?? null}::bigint, card_quantity = ${refund?.cardQuantity ?? 0}::int,
      card_refund_minor = ${refund?.cardRefundMinor ?? 0}::bigint, card_refund_tax_minor = ${refund?.cardRefundTaxMinor ?? 0}::bigint,
      exchange_line_id = coalesce(${exchangeLineId ?? null}::bigint, exchange_line_id)
    where organisation_id = ${organisationId} and id = ${id} and return_state_id = any (${[...from]}::smallint[])
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Lets the warehouse pick the order of an exchange; false when it may already, or the order has ended. */
export async function releaseExchange(tx: Tx, { organisationId }: StoredReturn, orderId: number): Promise<boolean> {
  const { rows } = await sql`
    update orders o set released_at = now()
    where o.organisation_id = ${organisationId} and o.id = ${orderId} and o.origin = 'exchange' and o.order_state_id in (10, 20) and o.released_at is null
      and not ${awaitsProof}
    returning o.id`.execute(tx);
  return rows.length > 0;
}
