import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import { awaitsPayment } from './awaits-payment.queries.ts';
import { awaitsProof } from './awaits-proof.queries.ts';
import {
  APPROVAL_TRANSITIONS,
  ORDER_TRANSITIONS,
  PAYMENT,
  PAYMENT_TRANSITIONS,
  SHIPPING_TRANSITIONS,
  STEPS,
  type Step,
  type StepName,
} from './order-states.rules.ts';

/** Who takes a step: a customer, an operator or API key of the supplier, or the system where it follows from time alone. */
export type StepTaker = { kind: 'customer' | 'operator' | 'api_key'; id: number } | { kind: 'system'; id: null };

/** An order that a step is about. */
export interface OrderRef {
  organisationId: number;
  orderId: number;
}

/** Until when an order `o` that is approved now is kept for the payment by the link of the mail that says so. */
const linkDeadline = sql`now() + make_interval(hours => (select g.payment_link_hours from organisation g where g.id = o.organisation_id))`;

/**
 * Takes a step by one conditional update: of several people who decide at the same moment one succeeds. Moves the order, its payment and its open
 * approval as `STEPS` says, and locks the order until the transaction ends. Returns false when the order is in no state from which the step is
 * possible, or picking has started; nothing is changed then.
 */
export async function takeStep(
  tx: Tx,
  { organisationId, orderId }: OrderRef,
  name: StepName,
  { actor, reason = null }: { actor: StepTaker; reason?: string | null },
): Promise<boolean> {
  const step: Step = STEPS[name];
  const order = step.order && ORDER_TRANSITIONS[step.order];
  const payment = step.payment && PAYMENT_TRANSITIONS[step.payment];
  const shipping = step.shipping && SHIPPING_TRANSITIONS[step.shipping];
  const approval = step.approval && APPROVAL_TRANSITIONS[step.approval];
  const { rows } = await sql<{ id: number }>`
    with moved as (
      update orders o
      set order_state_id = coalesce(${order?.to ?? null}::smallint, o.order_state_id),
        payment_due_at = case when ${(step.whileUnpaid || step.cancelsPending || step.withholds) ?? false}::boolean then null
          when ${step.order === 'approve'}::boolean and ${awaitsPayment} then ${linkDeadline} else o.payment_due_at end,
        payment_reminded_at = case when ${step.order === 'approve'}::boolean then null else o.payment_reminded_at end,
        payment_state_id = case when o.payment_state_id = any (${[...(payment?.from ?? [])]}::smallint[])
          then ${payment?.to ?? null}::smallint else o.payment_state_id end,
        paid_at = case when ${payment?.to === PAYMENT.paid}::boolean then coalesce(o.paid_at, now())
          when ${payment?.to === PAYMENT.pending}::boolean then null else o.paid_at end,
        shipping_state_id = coalesce(${shipping?.to ?? null}::smallint, o.shipping_state_id),
        released_at = case when ${step.releases ?? false}::boolean then case when not ${awaitsProof}
          and (${payment?.to === PAYMENT.paid}::boolean or not ${awaitsPayment}) then now() end when ${step.withholds ?? false}::boolean then null else o.released_at end,
        picking_started_at = case when ${step.startsPicking ?? false}::boolean then now() else o.picking_started_at end,
        ready_to_collect_at = case when ${step.makesReady ?? false}::boolean then coalesce(o.ready_to_collect_at, now())
          when ${(step.endsReady || step.cancelsPending) ?? false}::boolean then null else o.ready_to_collect_at end
      where o.organisation_id = ${organisationId} and o.id = ${orderId} 
        and case when ${order === undefined}::boolean then o.payment_state_id = any (${[...(payment?.from ?? [])]}::smallint[])
          else o.order_state_id = any (${[...(order?.from ?? [])]}::smallint[]) end
        and (not ${step.whileUnpaid ?? false}::boolean or ${awaitsPayment})
        and (not ${(step.beforePicking || step.startsPicking) ?? false}::boolean or o.picking_started_at is null)
        and (not ${step.startsPicking ?? false}::boolean or o.released_at is not null)
        and (not ${step.makesReady ?? false}::boolean or o.delivery_kind = 'collected' and o.picking_started_at is not null)
        and (${shipping === undefined}::boolean or o.shipping_state_id = any (${[...(shipping?.from ?? [])]}::smallint[]))
      returning o.id),
    closed as (
      update approval a
      set status = ${approval?.to ?? null}::text, closed_at = now(), reason = ${reason},
        decided_by_id = case when ${(step.isDecision ?? false) && actor.kind === 'customer'}::boolean then ${actor.id}::bigint end
      from moved
      where a.organisation_id = ${organisationId} and a.order_id = moved.id and a.status = any (${[...(approval?.from ?? [])]}::text[]))
    select id from moved`.execute(tx);
  return rows.length > 0;
}

/** What has happened to an order, for its timeline. `visible` events are shown to customers. */
export interface OrderEvent {
  kind: string;
  data?: Record<string, unknown>;
  visible?: boolean;
}

/** Adds events to the timeline of an order, or of the one that an event names, in their order and in one statement. */
export async function recordOrderEvents(
  tx: Tx,
  { organisationId, orderId }: OrderRef,
  events: readonly (OrderEvent & { orderId?: number })[],
  actor: StepTaker,
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ kind, data = {}, visible = true, ...of }) => ({
    order_id: of.orderId ?? orderId,
    kind,
    data,
    visible,
  }));
  await sql`
    insert into order_event (organisation_id, order_id, kind, data, visible_to_customer, actor_kind, actor_id)
    select ${organisationId}::bigint, e.order_id, e.kind, e.data, e.visible, ${actor.kind}, ${actor.id}::bigint
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (order_id bigint, kind text, data jsonb, visible boolean)) with ordinality
      as e (order_id, kind, data, visible, place)
    order by e.place`.execute(tx);
}

/** Adds an event to the timeline of an order. */
export const recordOrderEvent = (tx: Tx, order: OrderRef, event: OrderEvent, actor: StepTaker): Promise<void> =>
  recordOrderEvents(tx, order, [event], actor);
