import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OrderRef } from '../order-states/order-steps.queries.ts';
import type { CardPaymentState, PaymentAttempt } from './card-payment-states.rules.ts';

const attemptColumns = sql`p.id, p.organisation_id as "organisationId", p.brand_id as "brandId", p.order_id as "orderId", p.attempt, p.provider, p.state,
  p.amount_minor as "amountMinor", p.currency_code as "currencyCode", p.session_reference as "sessionReference", p.payment_reference as "paymentReference",
  p.redirect_url as "redirectUrl", p.received_minor as "receivedMinor", p.expires_at as "expiresAt", p.checked_at as "checkedAt"`;

/**
 * Adds the next attempt to pay what the card owes of an order, until the order's `payment_due_at`. The order must be locked, or inserted by this
 * transaction, and have no open attempt. Returns its id; undefined where the order's brand takes no card payments.
 */
export async function insertAttempt(tx: Tx, { organisationId, orderId }: OrderRef): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into card_payment (organisation_id, brand_id, order_id, attempt, provider, amount_minor, currency_code, expires_at)
    select o.organisation_id, v.brand_id, o.id, 1 + (
        select coalesce(max(p.attempt), 0) from card_payment p where p.organisation_id = o.organisation_id and p.order_id = o.id),
      v.provider, o.card_minor, o.currency_code, o.payment_due_at
    from orders o join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
    join payment_provider v on v.brand_id = c.brand_id and v.active
    where o.organisation_id = ${organisationId} and o.id = ${orderId}
    returning id`.execute(tx);
  return rows[0]?.id;
}

/** The attempt of an order that can be paid; undefined when there is none. */
export async function findOpenAttempt(db: Db, { organisationId, orderId }: OrderRef): Promise<PaymentAttempt | undefined> {
  const { rows } = await sql<PaymentAttempt>`
    select ${attemptColumns} from card_payment p
    where p.organisation_id = ${organisationId} and p.order_id = ${orderId} and p.state in ('created', 'open')`.execute(db);
  return rows[0];
}

/** An attempt of a brand by what its provider calls it; undefined when there is none. Of several with the same payment the newest. */
export async function findAttemptOfReference(
  db: Db,
  { brandId, provider }: { brandId: number; provider: string },
  { sessionReference, paymentReference }: { sessionReference: string | null; paymentReference: string | null },
): Promise<PaymentAttempt | undefined> {
  const { rows } = await sql<PaymentAttempt>`
    select ${attemptColumns} from card_payment p
    where p.brand_id = ${brandId} and p.provider = ${provider} and (p.session_reference = ${sessionReference}::text
      or ${sessionReference}::text is null and p.payment_reference = ${paymentReference}::text)
    order by p.id desc limit 1`.execute(db);
  return rows[0];
}

/** Locks an attempt and reads it. Its order must be locked. */
export async function lockAttempt(
  tx: Tx,
  { organisationId, id }: Pick<PaymentAttempt, 'organisationId' | 'id'>,
): Promise<PaymentAttempt | undefined> {
  const { rows } = await sql<PaymentAttempt>`
    select ${attemptColumns} from card_payment p
    where p.organisation_id = ${organisationId} and p.id = ${id} for no key update of p`.execute(tx);
  return rows[0];
}

/** Keeps the page that was opened for an attempt. Returns the address of its page; undefined when the attempt has ended meanwhile. */
export async function markOpened(
  db: Db,
  { organisationId, id }: Pick<PaymentAttempt, 'organisationId' | 'id'>,
  { sessionReference, redirectUrl }: { sessionReference: string; redirectUrl: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ redirectUrl: string }>`
    with opened as (
      update card_payment p set state = 'open', session_reference = ${sessionReference}, redirect_url = ${redirectUrl}
      where p.organisation_id = ${organisationId} and p.id = ${id} and p.state = 'created'
      returning p.redirect_url)
    select redirect_url as "redirectUrl" from opened
    union all
    -- Another request has opened it.
    select p.redirect_url from card_payment p where p.organisation_id = ${organisationId} and p.id = ${id} and p.state = 'open'
    limit 1`.execute(db);
  return rows[0]?.redirectUrl;
}

/** What an attempt becomes. */
export interface AttemptChange {
  from: readonly CardPaymentState[];
  to: CardPaymentState;
  paymentReference?: string | null;
  receivedMinor?: number | null;
  problem?: string | null;
}

/** Moves an attempt on by one conditional update; false when it is in none of the states `from`. */
export async function moveAttempt(
  tx: Tx,
  { organisationId, id }: Pick<PaymentAttempt, 'organisationId' | 'id'>,
  { from, to, paymentReference = null, receivedMinor = null, problem = null }: AttemptChange,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update card_payment p set state = ${to}, payment_reference = coalesce(${paymentReference}::text, p.payment_reference),
      received_minor = coalesce(${receivedMinor}::bigint, p.received_minor), problem = coalesce(left(${problem}::text, 500), p.problem),
      closed_at = case when ${to}::text in ('created', 'open') then p.closed_at else now() end
    where p.organisation_id = ${organisationId} and p.id = ${id} and p.state = any (${[...from]}::text[])`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Notes that the provider was asked how an attempt stands. */
export async function markChecked(
  db: Db,
  { organisationId, id }: Pick<PaymentAttempt, 'organisationId' | 'id'>,
  at: Date,
): Promise<void> {
  await sql`update card_payment p set checked_at = ${at} where p.organisation_id = ${organisationId} and p.id = ${id}`.execute(
    db,
  );
}

/**
 * Open attempts, of all organisations, of orders that can no longer be paid by them: the order was cancelled, rejected or paid, waits for approval anew, or
 * costs another amount by now. By id after `afterId`.
 */
export async function listStaleAttempts(
  db: Db,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<PaymentAttempt[]> {
  const { rows } = await sql<PaymentAttempt>`
    select ${attemptColumns} from card_payment p join orders o on o.organisation_id = p.organisation_id and o.id = p.order_id
    where p.state in ('created', 'open') and p.id > ${afterId}
      and (o.order_state_id not in (10, 20) or o.payment_state_id <> 10 or o.card_minor <> p.amount_minor)
    order by p.id limit ${limit}`.execute(db);
  return rows;
}
