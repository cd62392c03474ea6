import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { matchesWords } from '#api/platform/db/search-words.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { QueryOf } from '#contract/index.ts';
import { withoutOrderWord } from '#contract/platform/search-words.ts';
import type { CardPaymentState } from '../card-payment-states.rules.ts';
import type { OwnMovement } from './comparison.rules.ts';

/** An attempt as operators see it. Money in minor units. */
export interface OperatorPaymentRow {
  id: number;
  orderId: number;
  organisationId: number;
  organisationName: string;
  brandId: number;
  personName: string;
  payer: 'person' | 'organisation';
  attempt: number;
  state: CardPaymentState;
  amountMinor: number;
  receivedMinor: number | null;
  refundedMinor: number;
  claimedMinor: number;
  currencyCode: string;
  provider: string;
  paymentReference: string | null;
  sessionReference: string | null;
  problem: string | null;
  needsDecision: boolean;
  hasRefusedRefund: boolean;
  hasOpenDispute: boolean;
  createdAt: Date | string;
  expiresAt: Date | string;
  orderStateId: number;
}

/** An attempt that no one has decided about. */
const isUndecided = sql`(p.state = 'held' and p.refund_claimed_minor = 0)`;
const hasRefusedRefund = sql`exists (
  select from card_refund f where f.organisation_id = p.organisation_id and f.payment_id = p.id and f.state = 'refused')`;
const hasOpenDispute = sql`exists (
  select from card_dispute d where d.organisation_id = p.organisation_id and d.payment_id = p.id and d.state = 'open')`;

const ofBrands = ({ brandIds }: OperatorScope) => sql`p.brand_id = any (${[...brandIds]}::bigint[])`;

const columns = sql`
  p.id, p.order_id as "orderId", p.organisation_id as "organisationId", g.name as "organisationName", p.brand_id as "brandId",
  trim(c.first_name || ' ' || c.last_name) as "personName", coalesce(o.card_payer, 'person') as payer, p.attempt, p.state, p.amount_minor as "amountMinor",
  p.received_minor as "receivedMinor", p.refunded_minor as "refundedMinor", p.refund_claimed_minor as "claimedMinor", p.currency_code as "currencyCode", p.provider,
  p.payment_reference as "paymentReference", p.session_reference as "sessionReference", p.problem, ${isUndecided} as "needsDecision",
  ${hasRefusedRefund} as "hasRefusedRefund", ${hasOpenDispute} as "hasOpenDispute", p.created_at as "createdAt", p.expires_at as "expiresAt",
  o.order_state_id as "orderStateId"`;

const tables = sql`
  card_payment p join orders o on o.organisation_id = p.organisation_id and o.id = p.order_id join organisation g on g.id = p.organisation_id
  join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id`;

/** Finds by a number of ours or of the provider, or by the name or address of the person. */
function matchesTerm(term: string): RawBuilder<unknown> {
  const number = withoutOrderWord(term).replace(/^#(?=\d)/, '');
  return sql`(o.id::text = ${number} or p.payment_reference = ${term} or p.session_reference = ${term}
    or exists (select from card_refund f where f.organisation_id = p.organisation_id and f.payment_id = p.id and f.refund_reference = ${term})
    or exists (select from card_dispute d where d.organisation_id = p.organisation_id and d.payment_id = p.id and d.dispute_reference = ${term})
    or exists (select from receipt r where r.organisation_id = p.organisation_id and r.payment_id = p.id and lower(r.receipt_number) = ${term.toLowerCase()})
    or ${matchesWords(sql`searchable_text(concat_ws(' ', c.first_name, c.last_name, c.email))`, term)})`;
}

const ATTENTION = { held: isUndecided, refused: hasRefusedRefund, disputed: hasOpenDispute };

/** A page of the attempts of the operator's brands, newest first, and their number. */
export async function listOperatorPayments(
  db: Db,
  operator: OperatorScope,
  query: QueryOf<'GET /api/operator/cardpayments'>,
): Promise<{ rows: OperatorPaymentRow[]; count: number }> {
  const { offset, limit } = toOffsetAndLimit(query);
  const { searchTerm, state, attention, brandId, organisationId, orderId } = query;
  const term = searchTerm?.trim();
  const conditions = [
    ofBrands(operator),
    ...(state ? [sql`p.state = ${state}`] : []),
    ...(attention ? [ATTENTION[attention as keyof typeof ATTENTION]] : []),
    ...(brandId ? [sql`p.brand_id = ${brandId}`] : []),
    ...(organisationId ? [sql`p.organisation_id = ${organisationId}`] : []),
    ...(orderId ? [sql`p.order_id = ${orderId}`] : []),
    ...(term ? [matchesTerm(term)] : []),
  ];
  const matching = sql`from ${tables} where ${sql.join(conditions, sql` and `)}`;
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<OperatorPaymentRow>`select ${columns} ${matching} order by p.created_at desc, p.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ count: number }>`select count(*)::int as count ${matching}`.execute(db),
  ]);
  return { rows, count: counts[0]?.count ?? 0 };
}

/** What needs someone's attention, of the operator's brands. */
export async function countAttention(
  db: Db,
  { brandIds }: OperatorScope,
): Promise<{ held: number; refusedRefunds: number; openDisputes: number }> {
  const brands = sql`p.brand_id = any (${[...brandIds]}::bigint[])`;
  const { rows } = await sql<{ held: number; refusedRefunds: number; openDisputes: number }>`
    select (select count(*)::int from card_payment p where ${brands} and ${isUndecided}) as held,
      (select count(*)::int from card_refund f join card_payment p on p.organisation_id = f.organisation_id and p.id = f.payment_id
        where f.state = 'refused' and ${brands}) as "refusedRefunds",
      (select count(*)::int from card_dispute d join card_payment p on p.organisation_id = d.organisation_id and p.id = d.payment_id
        where d.state = 'open' and ${brands}) as "openDisputes"`.execute(db);
  return rows[0] as (typeof rows)[number];
}

/** An attempt of the operator's brands; undefined when there is none. */
export async function findOperatorPayment(db: Db, operator: OperatorScope, id: number): Promise<OperatorPaymentRow | undefined> {
  const { rows } =
    await sql<OperatorPaymentRow>`select ${columns} from ${tables} where p.id = ${id} and ${ofBrands(operator)}`.execute(db);
  return rows[0];
}

/** The attempt of a refund of the operator's brands, with the state of the refund; undefined when there is none. */
export async function findPaymentOfRefund(
  db: Db,
  operator: OperatorScope,
  refundId: number,
): Promise<{ id: number; organisationId: number; orderId: number } | undefined> {
  const { rows } = await sql<{ id: number; organisationId: number; orderId: number }>`
    select p.id, p.organisation_id as "organisationId", p.order_id as "orderId" from card_refund f
    join card_payment p on p.organisation_id = f.organisation_id and p.id = f.payment_id where f.id = ${refundId} and ${ofBrands(operator)}`.execute(
    db,
  );
  return rows[0];
}

/** What has happened to an attempt. Money in minor units; times as in JSON. */
export interface PaymentActivity {
  attempts: { id: number; attempt: number; state: CardPaymentState; amountMinor: number; createdAt: string }[];
  events: {
    kind: string;
    outcome: 'applied' | 'repeated' | 'superseded' | 'held' | 'unknown';
    amountMinor: number | null;
    currencyCode: string | null;
    occurredAt: string;
    receivedAt: string;
  }[];
  refunds: {
    id: number;
    amountMinor: number;
    reason: string;
    state: 'due' | 'sent' | 'refused' | 'done';
    refundReference: string | null;
    attempts: number;
    error: string | null;
    nextAttemptAt: string;
    createdAt: string;
    settledAt: string | null;
  }[];
  disputes: {
    reference: string;
    state: 'open' | 'won' | 'lost';
    amountMinor: number;
    reason: string | null;
    openedAt: string;
    closedAt: string | null;
  }[];
  receipts: { id: number; number: string; kind: 'payment' | 'refund'; totalMinor: number; issuedOn: string }[];
}

/** Reads what has happened to an attempt. */
export async function readPaymentActivity(
  db: Db,
  { organisationId, id, orderId }: Pick<OperatorPaymentRow, 'organisationId' | 'id' | 'orderId'>,
): Promise<PaymentActivity> {
  const { rows } = await sql<PaymentActivity>`
    select (
      select coalesce(json_agg(json_build_object('id', a.id, 'attempt', a.attempt, 'state', a.state, 'amountMinor', a.amount_minor, 'createdAt', a.created_at)
        order by a.attempt), '[]')
      from card_payment a where a.organisation_id = ${organisationId} and a.order_id = ${orderId}) as attempts, (
      select coalesce(json_agg(json_build_object('kind', e.kind, 'outcome', e.outcome, 'amountMinor', (e.data ->> 'amountMinor')::bigint,
        'currencyCode', e.data ->> 'currencyCode', 'occurredAt', e.occurred_at, 'receivedAt', e.received_at) order by e.id), '[]')
      from card_payment_event e where e.organisation_id = ${organisationId} and e.payment_id = ${id}) as events, (
      select coalesce(json_agg(json_build_object('id', f.id, 'amountMinor', f.amount_minor, 'reason', f.reason, 'state', f.state,
        'refundReference', f.refund_reference, 'attempts', f.attempts, 'error', f.last_error, 'nextAttemptAt', f.next_attempt_at, 'createdAt', f.created_at,
        'settledAt', f.settled_at) order by f.id), '[]')
      from card_refund f where f.organisation_id = ${organisationId} and f.payment_id = ${id}) as refunds, (
      select coalesce(json_agg(json_build_object('reference', d.dispute_reference, 'state', d.state, 'amountMinor', d.amount_minor, 'reason', d.reason,
        'openedAt', d.opened_at, 'closedAt', d.closed_at) order by d.id), '[]')
      from card_dispute d where d.organisation_id = ${organisationId} and d.payment_id = ${id}) as disputes, (
      select coalesce(json_agg(json_build_object('id', r.id, 'number', r.receipt_number, 'kind', r.kind, 'totalMinor', r.total_minor, 'issuedOn', r.issued_on)
        order by r.id), '[]')
      from receipt r where r.organisation_id = ${organisationId} and r.payment_id = ${id}) as receipts`.execute(db);
  return rows[0] as PaymentActivity;
}

/** Ends that a payment of an order is held, unless another one still is. The order must be locked. */
export async function endHold(tx: Tx, { organisationId, orderId }: { organisationId: number; orderId: number }): Promise<void> {
  await sql`
    update orders o set payment_held_at = null
    where o.organisation_id = ${organisationId} and o.id = ${orderId} and not exists (
      select from card_payment p where p.organisation_id = o.organisation_id and p.order_id = o.id and ${isUndecided})`.execute(
    tx,
  );
}

/** Lets a refund be sent at once: anew where it was refused. False when it is done, or being sent. Order and attempt must be locked. */
export async function rearmRefund(
  tx: Tx,
  { organisationId, refundId, at }: { organisationId: number; refundId: number; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update card_refund f set
      repeats = f.repeats + (f.state = 'refused')::int, refund_reference = case when f.state = 'refused' then null else f.refund_reference end,
      attempts = case when f.state = 'refused' then 0 else f.attempts end, state = case when f.state = 'refused' then 'due' else f.state end,
      next_attempt_at = ${at}
    where f.organisation_id = ${organisationId} and f.id = ${refundId} and (f.state = 'refused' or f.state in ('due', 'sent') and f.last_error is not null)
    returning f.id`.execute(tx);
  return rows.length > 0;
}

/**
 * What a brand has received and refunded by card on a day in UTC, and those of these references that it moved on other days: the two sides do not date everything
 * alike.
 */
export async function listOwnMovements(
  db: Db,
  brandId: number,
  day: string,
  references: readonly string[],
): Promise<OwnMovement[]> {
  const { rows } = await sql<OwnMovement>`
    select m.* from (
      select 'payment' as kind, p.payment_reference as reference, p.id as "paymentId", p.order_id as "orderId", p.received_minor as "amountMinor",
        p.currency_code as "currencyCode", (coalesce((
          select e.occurred_at from card_payment_event e
          where e.organisation_id = p.organisation_id and e.payment_id = p.id and e.kind = 'paid' order by e.id limit 1), p.closed_at, p.created_at)
          at time zone 'utc')::date = ${day}::date as "isOfDay"
      from card_payment p where p.brand_id = ${brandId} and p.payment_reference is not null and p.received_minor > 0
        and p.created_at < ${day}::date + interval '2 days' and (p.created_at > ${day}::date - interval '40 days' or p.payment_reference = any (${[...references]}::text[]))
      union all
      select 'refund', f.refund_reference, f.payment_id, f.order_id, f.amount_minor, p.currency_code, (f.settled_at at time zone 'utc')::date = ${day}::date
      from card_refund f join card_payment p on p.organisation_id = f.organisation_id and p.id = f.payment_id
      where p.brand_id = ${brandId} and f.state = 'done' and (f.refund_reference = any (${[...references]}::text[])
        or f.settled_at >= ${day}::date::timestamp at time zone 'utc' and f.settled_at < (${day}::date + 1)::timestamp at time zone 'utc')) m
    where m."isOfDay" or m.reference = any (${[...references]}::text[])`.execute(db);
  return rows;
}
