import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OrderRef, StepTaker } from '../../order-states/order-steps.queries.ts';
import type { ReceiptLine } from '../receipts/receipt-lines.rules.ts';

/** An attempt of which something can be refunded. Money in minor units. */
export interface RefundablePayment {
  id: number;
  leftMinor: number;
  currencyCode: string;
}

/**
 * Locks the attempts of an order from which a refund can be taken, the newest first: those that have paid, or the one named, which can also be held.
 * The order must be locked.
 */
export async function lockRefundablePayments(
  tx: Tx,
  { organisationId, orderId }: OrderRef,
  paymentId: number | undefined,
): Promise<RefundablePayment[]> {
  const { rows } = await sql<RefundablePayment>`
    with locked as materialized (
      select p.* from card_payment p
      where p.organisation_id = ${organisationId} and p.order_id = ${orderId} and (${paymentId ?? null}::bigint is null or p.id = ${paymentId ?? null}::bigint)
        and p.state = any (${paymentId === undefined ? ['paid'] : ['paid', 'held']}::text[])
      order by p.id for no key update of p)
    select id, received_minor - refund_claimed_minor as "leftMinor", currency_code as "currencyCode" from locked where received_minor > refund_claimed_minor order by id desc`.execute(
    tx,
  );
  return rows;
}

/** Whether something of an order has been refunded under this key. */
export async function isRefundRequested(tx: Tx, { organisationId, orderId }: OrderRef, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from card_refund where organisation_id = ${organisationId} and order_id = ${orderId} and refund_key = ${key} limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** What of an order goes back under this key, in minor units. */
export async function sumRefunds(tx: Tx, { organisationId, orderId }: OrderRef, key: string): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(amount_minor), 0)::bigint as amount from card_refund
    where organisation_id = ${organisationId} and order_id = ${orderId} and refund_key = ${key}`.execute(tx);
  return rows[0]?.amount ?? 0;
}

/** A refund to be sent. Money in minor units. */
export interface NewRefund {
  paymentId: number;
  key: string;
  amountMinor: number;
  reason: string;
  lines: readonly ReceiptLine[];
  isExcess: boolean;
  actor: StepTaker;
}

/**
 * Takes a refund from what is left of an attempt and writes it; undefined when less is left. Never more is taken than was received, also when several
 * transactions do so at the same moment.
 */
export async function claimRefund(
  tx: Tx,
  { organisationId, orderId }: OrderRef,
  { paymentId, key, amountMinor, reason, lines, isExcess, actor }: NewRefund,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    with claimed as (
      update card_payment p set refund_claimed_minor = p.refund_claimed_minor + ${amountMinor}
      where p.organisation_id = ${organisationId} and p.id = ${paymentId} and p.refund_claimed_minor + ${amountMinor} <= p.received_minor
      returning p.id)
    insert into card_refund (organisation_id, payment_id, order_id, refund_key, amount_minor, reason, lines, is_excess, actor_kind, actor_id)
    select ${organisationId}, id, ${orderId}, ${key}, ${amountMinor}, ${reason}, ${JSON.stringify(lines)}::jsonb, ${isExcess}, ${actor.kind}, ${actor.id}::bigint
    from claimed returning id`.execute(tx);
  return rows[0]?.id;
}

/** A refund that is being worked on. Money in minor units. */
export interface StoredRefund {
  id: number;
  organisationId: number;
  brandId: number;
  orderId: number;
  paymentId: number;
  amountMinor: number;
  currencyCode: string;
  reason: string;
  state: 'due' | 'sent' | 'refused' | 'done';
  refundReference: string | null;
  paymentReference: string | null;
  /** Name of the provider that was paid with. */
  provider: string;
  attempts: number;
  repeats: number;
  isExcess: boolean;
  lines: ReceiptLine[];
}

const refundColumns = sql`
  f.id, f.organisation_id as "organisationId", p.brand_id as "brandId", f.order_id as "orderId", f.payment_id as "paymentId", f.amount_minor as "amountMinor",
  p.currency_code as "currencyCode", f.reason, f.state, f.refund_reference as "refundReference", p.payment_reference as "paymentReference", p.provider, f.attempts, f.repeats,
  f.is_excess as "isExcess", f.lines`;

/** Refunds that are to be sent, or asked for again because the provider has not finished them, those that have waited longest first. */
export async function listDueRefunds(
  db: Db,
  { at, limit }: { at: Date; limit: number },
): Promise<{ organisationId: number; refundId: number }[]> {
  const { rows } = await sql<{ organisationId: number; refundId: number }>`
    select organisation_id as "organisationId", id as "refundId" from card_refund
    where state in ('due', 'sent') and next_attempt_at <= ${at} order by next_attempt_at, id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Takes a refund that is due for one attempt at sending it, which others leave alone until `until`. Undefined when it is not due: it is done, or someone
 * else is sending it.
 */
export async function takeDueRefund(
  tx: Tx,
  { organisationId, refundId }: { organisationId: number; refundId: number },
  { at, until }: { at: Date; until: Date },
): Promise<StoredRefund | undefined> {
  const { rows } = await sql<StoredRefund>`
    update card_refund f set attempts = f.attempts + 1, next_attempt_at = ${until}
    from card_payment p
    where f.organisation_id = ${organisationId} and f.id = ${refundId} and f.state in ('due', 'sent') and f.next_attempt_at <= ${at}
      and p.organisation_id = f.organisation_id and p.id = f.payment_id
    returning ${refundColumns}`.execute(tx);
  return rows[0];
}

/** Reads a refund and locks it; its order and attempt must be locked. */
export async function lockRefund(
  tx: Tx,
  { organisationId, refundId }: { organisationId: number; refundId: number },
): Promise<StoredRefund | undefined> {
  const { rows } = await sql<StoredRefund>`
    select ${refundColumns} from card_refund f join card_payment p on p.organisation_id = f.organisation_id and p.id = f.payment_id
    where f.organisation_id = ${organisationId} and f.id = ${refundId} for no key update of f`.execute(tx);
  return rows[0];
}

/** Locks an attempt; the order must be locked. */
export async function lockPayment(
  tx: Tx,
  { organisationId, paymentId }: { organisationId: number; paymentId: number },
): Promise<void> {
  await sql`
    select from card_payment p where p.organisation_id = ${organisationId} and p.id = ${paymentId} for no key update of p`.execute(
    tx,
  );
}

/** Notes that a refund waits at the provider, could not be sent, or was refused. It must be locked and not done. */
export async function writeRefundProgress(
  tx: Tx,
  { organisationId, id }: Pick<StoredRefund, 'organisationId' | 'id'>,
  progress: {
    state: 'due' | 'sent' | 'refused';
    refundReference: string | null;
    nextAttemptAt: Date | null;
    error: string | null;
  },
): Promise<void> {
  await sql`
    update card_refund set state = ${progress.state}, refund_reference = ${progress.refundReference},
      next_attempt_at = coalesce(${progress.nextAttemptAt}::timestamptz, next_attempt_at), last_error = left(${progress.error}, 500)
    where organisation_id = ${organisationId} and id = ${id} and state <> 'done'`.execute(tx);
}

/**
 * Marks a refund as done and counts it in its attempt, and in its order unless it gives back what never paid for it. False when it was done already.
 * The order and the attempt must be locked.
 */
export async function writeRefundDone(
  tx: Tx,
  { organisationId, id, orderId, paymentId, amountMinor, isExcess }: StoredRefund,
  refundReference: string,
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    with done as (
      update card_refund set state = 'done', refund_reference = ${refundReference}, settled_at = now()
      where organisation_id = ${organisationId} and id = ${id} and state <> 'done' returning id),
    counted as (
      update card_payment p set refunded_minor = p.refunded_minor + ${amountMinor} from done
      where p.organisation_id = ${organisationId} and p.id = ${paymentId}),
    of_order as (
      update orders o set refunded_minor = o.refunded_minor + ${isExcess ? 0 : amountMinor} from done
      where o.organisation_id = ${organisationId} and o.id = ${orderId} and ${!isExcess}::boolean)
    select id from done`.execute(tx);
  return rows.length > 0;
}

/** What remains of what paid for an order by card, without what was never meant to pay for it. In minor units. */
export async function readKeptAmount(tx: Tx, { organisationId, orderId }: OrderRef): Promise<number> {
  const { rows } = await sql<{ kept: number }>`
    select (coalesce(sum(p.received_minor - p.refunded_minor - (
        select coalesce(sum(f.amount_minor), 0) from card_refund f
        where f.organisation_id = p.organisation_id and f.payment_id = p.id and f.is_excess and f.state <> 'done')), 0))::bigint as kept
    from card_payment p where p.organisation_id = ${organisationId} and p.order_id = ${orderId} and p.state = 'paid'`.execute(tx);
  return rows[0]?.kept ?? 0;
}

/** The refund of an attempt that the provider calls so; undefined when there is none. */
export async function findRefundByReference(
  tx: Tx,
  { organisationId, paymentId }: { organisationId: number; paymentId: number },
  refundReference: string,
): Promise<{ id: number } | undefined> {
  const { rows } = await sql<{ id: number }>`
    select f.id from card_refund f
    where f.organisation_id = ${organisationId} and f.payment_id = ${paymentId} and f.refund_reference = ${refundReference}`.execute(
    tx,
  );
  return rows[0];
}

/** Whether a refund of an attempt has been sent to the provider, and its answer not been kept yet. */
export async function isSendingRefund(
  tx: Tx,
  { organisationId, paymentId }: { organisationId: number; paymentId: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from card_refund f
    where f.organisation_id = ${organisationId} and f.payment_id = ${paymentId} and f.state = 'due' and f.attempts > 0 and f.refund_reference is null
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** The events about refunds of an attempt, in the order in which they came. */
export async function listRefundEvents(
  tx: Tx,
  { organisationId, paymentId }: { organisationId: number; paymentId: number },
): Promise<
  { kind: 'refunded' | 'refund_refused'; amountMinor: number | null; refundReference: string | null; reason: string | null }[]
> {
  const { rows } = await sql<{
    kind: 'refunded' | 'refund_refused';
    amountMinor: number | null;
    refundReference: string | null;
    reason: string | null;
  }>`
    select e.kind, (e.data ->> 'amountMinor')::bigint as "amountMinor", e.data ->> 'refundReference' as "refundReference", e.data ->> 'reason' as reason
    from card_payment_event e
    where e.organisation_id = ${organisationId} and e.payment_id = ${paymentId} and e.kind in ('refunded', 'refund_refused') order by e.id`.execute(
    tx,
  );
  return rows;
}
