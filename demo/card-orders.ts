import type { ClientBase } from 'pg';
import { moveAttempt } from '#api/ordering/card-payments/attempts.queries.ts';
import { CARD_PAYMENT_TRANSITIONS } from '#api/ordering/card-payments/card-payment-states.rules.ts';
import { insertEvent } from '#api/ordering/card-payments/payment-events.queries.ts';
import type { PaymentEvent } from '#api/ordering/card-payments/providers/payment-provider.ts';
import { issueReceipt, issueRefundReceipt } from '#api/ordering/card-payments/receipts/issue-receipt.actions.ts';
import { claimRefund, lockRefund, writeRefundDone } from '#api/ordering/card-payments/refunds/refunds.queries.ts';
import { type StepTaker, takeStep } from '#api/ordering/order-states/order-steps.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Calendar } from './calendar.ts';
import { asTransaction } from './connection.ts';
import { OPERATOR_ID } from './operator.ts';

/** How the one attempt of an order ends. */
type Outcome = 'paid' | 'refunded in part' | 'failed';

/** An attempt that has been opened. Money in minor units. */
interface OpenAttempt {
  id: number;
  organisationId: number;
  orderId: number;
  brandId: number;
  provider: string;
  amountMinor: number;
  currencyCode: string;
  sessionReference: string;
}

const SYSTEM: StepTaker = { kind: 'system', id: null };
const PAID_AFTER_MS = 2 * 60_000;
const REFUNDED_AFTER_MS = 2 * 3_600_000;

/** Like the newest small delivered order of the buyer, paid by the organisation's card. */
const INSERT_ORDER_SQL = `
  with pattern as (
    select o.organisation_id, o.id from orders o join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
    where c.email = 'buyer@corvane.example' and o.shipping_state_id = 40 and not exists (
      select from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id and (l.is_personalised or l.covered_quantity > 0))
    order by o.total_minor, o.id limit 1),
  placed as (
    insert into orders select r.* from orders o join pattern using (organisation_id, id), jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object('id', nextval(pg_get_serial_sequence('orders', 'id')),
      'guid', gen_random_uuid(), 'checkout_id', gen_random_uuid(), 'created_at', $1::timestamptz, 'released_at', null,
      'order_state_id', 10, 'shipping_state_id', 20, 'payment_state_id', 10, 'paid_at', null, 'payment_due_at', $1::timestamptz + interval '7 days', 'card_payer', 'organisation',
      'is_all_by_card', true, 'card_minor', o.total_minor, 'invoiced_minor', 0, 'shipped_value_minor', 0, 'cancelled_value_minor', 0,
      'pending_value_minor', o.goods_minor, 'picking_started_at', null, 'shipped_at', null, 'payment_method', 'Payments.Card', 'tracking_urls', '[]'::jsonb, 'comments', null)) r returning organisation_id, id),
  lines as (
    insert into order_line select r.* from placed, order_line l join pattern on l.organisation_id = pattern.organisation_id and l.order_id = pattern.id,
      jsonb_populate_record(null::order_line, to_jsonb(l) || jsonb_build_object('id', nextval(pg_get_serial_sequence('order_line', 'id')),
      'order_id', placed.id, 'shipped_quantity', 0, 'returned_quantity', 0, 'open_return_quantity', 0, 'cancelled_quantity', 0, 'card_quantity', l.quantity)) r
    returning organisation_id, order_id, id, combination_id, quantity),
  stocked as (
    insert into stock_entry (combination_id, kind, on_hand_delta, reserved_delta, organisation_id, order_id, order_line_id)
    select combination_id, 'receipt', quantity, 0, null, null, null from lines
    union all select combination_id, 'reserve', 0, quantity, organisation_id, order_id, id from lines),
  levels as (
    update stock_level s set on_hand = s.on_hand + l.quantity, reserved = s.reserved + l.quantity
    from (select combination_id, sum(quantity)::int as quantity from lines group by 1) l where s.combination_id = l.combination_id)
  select organisation_id as "organisationId", id as "orderId" from placed`;

const COMPLETE_SQL = `
  update orders o set search_text = lower(concat_ws(' ', o.id, o.po_number, c.first_name, c.last_name, c.email,
    (select string_agg(l.sku, ' ') from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id)))
  from customer c where o.id = $2 and o.organisation_id = $1 and c.organisation_id = o.organisation_id and c.id = o.customer_id`;

const INSERT_ATTEMPT_SQL = `
  insert into card_payment (organisation_id, brand_id, order_id, attempt, provider, state, amount_minor, currency_code, session_reference, created_at, expires_at)
  select o.organisation_id, v.brand_id, o.id, 1, v.provider, 'open', o.card_minor, o.currency_code, 'ses_demonstration_' || o.id, o.created_at, o.payment_due_at
  from orders o join organisation g on g.id = o.organisation_id join payment_provider v on v.brand_id = g.brand_id
  where o.organisation_id = $1 and o.id = $2
  returning id, organisation_id as "organisationId", order_id as "orderId", brand_id as "brandId", provider, amount_minor as "amountMinor",
    currency_code as "currencyCode", session_reference as "sessionReference"`;

/** What the portal's functions have dated now happened when the provider told it. */
const DATE_SQL = `
  with ordered as (
    update orders set paid_at = case when paid_at is not null then $3::timestamptz end, released_at = case when released_at is not null then $3::timestamptz end
    where organisation_id = $1 and id = $2),
  attempted as (
    update card_payment set closed_at = $3 where organisation_id = $1 and order_id = $2 returning id),
  told as (
    update card_payment_event set received_at = occurred_at + interval '1 second'
    where organisation_id = $1 and payment_id in (select id from card_payment where organisation_id = $1 and order_id = $2))
  update card_refund set created_at = $4::timestamptz - interval '1 second', settled_at = $4 where organisation_id = $1 and order_id = $2`;

/** The timeline of an order cannot be changed later. */
const INSERT_NOTE_SQL = `insert into order_event (organisation_id, order_id, kind, data, actor_kind, created_at) values ($1, $2, $3, $4, 'system', $5)`;

/** What the provider tells about an attempt. */
const tell = (
  { sessionReference, orderId, amountMinor, currencyCode }: OpenAttempt,
  event: Pick<PaymentEvent, 'kind' | 'occurredAt'> & Partial<PaymentEvent>,
): PaymentEvent => ({
  ...{ eventId: `evt_demonstration_${orderId}_${event.kind}`, sessionReference, orderId, amountMinor, currencyCode },
  ...{ paymentReference: null, refundReference: null, disputeReference: null, reason: null },
  ...event,
});

/** An open attempt, and the connection in whose transaction it is settled. */
interface Settling {
  client: ClientBase;
  tx: Tx;
  attempt: OpenAttempt;
}

const note = ({ client, attempt }: Settling, kind: string, at: Date, data: object = {}) =>
  client.query(INSERT_NOTE_SQL, [attempt.organisationId, attempt.orderId, kind, JSON.stringify(data), at]);

async function decline(settling: Settling, occurredAt: Date): Promise<void> {
  const { tx, attempt } = settling;
  const reason = 'The bank declined the card.';
  await insertEvent(tx, attempt, tell(attempt, { kind: 'failed', occurredAt, reason }), 'applied', attempt);
  await moveAttempt(tx, attempt, { ...CARD_PAYMENT_TRANSITIONS.failed, problem: reason });
  await note(settling, 'payment_failed', occurredAt);
}

const referenceOf = ({ orderId }: OpenAttempt) => `pay_demonstration_${orderId}`;

async function pay(settling: Settling, occurredAt: Date): Promise<void> {
  const { tx, attempt } = settling;
  const paymentReference = referenceOf(attempt);
  await insertEvent(tx, attempt, tell(attempt, { kind: 'paid', occurredAt, paymentReference }), 'applied', attempt);
  const received = { paymentReference, receivedMinor: attempt.amountMinor };
  await moveAttempt(tx, attempt, { ...CARD_PAYMENT_TRANSITIONS.paid, ...received });
  if (!(await takeStep(tx, attempt, 'payByCard', { actor: SYSTEM }))) throw new Error('The order cannot be paid by card.');
  await note(settling, 'paid_by_card', occurredAt);
  await issueReceipt(tx, undefined, { ...attempt, paymentId: attempt.id }, occurredAt.getTime());
}

/** An operator gives a tenth of it back. */
async function refundTenth(settling: Settling, occurredAt: Date): Promise<void> {
  const { tx, attempt } = settling;
  const amountMinor = Math.floor(attempt.amountMinor / 10);
  const refundReference = `ref_demonstration_${attempt.orderId}`;
  const refundId = await claimRefund(tx, attempt, {
    ...{ paymentId: attempt.id, key: `operator:${attempt.id}:demonstration`, amountMinor, lines: [], isExcess: false },
    reason: 'Agreed price not applied',
    actor: { kind: 'operator', id: OPERATOR_ID },
  });
  const refund = refundId && (await lockRefund(tx, { organisationId: attempt.organisationId, refundId }));
  if (!refund) throw new Error('The payment cannot be refunded in part.');
  const event = { kind: 'refunded', occurredAt, amountMinor, refundReference, paymentReference: referenceOf(attempt) } as const;
  await insertEvent(tx, attempt, tell(attempt, event), 'applied', attempt);
  await writeRefundDone(tx, refund, refundReference);
  await takeStep(tx, attempt, 'refundPart', { actor: SYSTEM });
  await issueRefundReceipt(tx, undefined, refund, occurredAt.getTime());
  await note(settling, 'refunded_to_card', occurredAt, { amountMinor, currencyCode: refund.currencyCode, reason: refund.reason });
}

/**
 * Orders of Corvane's buyer by the organisation's card: one was paid, one paid and refunded in part, and of one the card was declined, so that it can be tried
 * again. What followed the orders is written by the portal's own functions, as if its provider had told it.
 */
export async function insertCardOrders(client: ClientBase, calendar: Calendar): Promise<void> {
  const tx = asTransaction(client);
  // Too late in the day to leave on it, so that none of them is late.
  const orders: [placedAt: Date, outcome: Outcome][] = [
    [calendar.at(-1, 1000), 'refunded in part'],
    [calendar.at(-1, 1055), 'paid'],
    [calendar.at(-1, 1120), 'failed'],
  ];
  for (const [placedAt, outcome] of orders) {
    const { rows } = await client.query<{ organisationId: number; orderId: number }>(INSERT_ORDER_SQL, [placedAt]);
    const [placed] = rows;
    if (!placed) throw new Error('Nothing was delivered to buyer@corvane.example that could be ordered by card.');
    const order = [placed.organisationId, placed.orderId];
    await client.query(COMPLETE_SQL, order);
    const [attempt] = (await client.query<OpenAttempt>(INSERT_ATTEMPT_SQL, order)).rows;
    if (!attempt) throw new Error('The brand of Corvane Rail takes no cards.');
    const toldAt = new Date(placedAt.getTime() + PAID_AFTER_MS);
    const refundedAt = new Date(placedAt.getTime() + REFUNDED_AFTER_MS);
    const settling = { client, tx, attempt };
    await (outcome === 'failed' ? decline : pay)(settling, toldAt);
    if (outcome === 'refunded in part') await refundTenth(settling, refundedAt);
    await client.query(DATE_SQL, [...order, toldAt, refundedAt]);
  }
}
