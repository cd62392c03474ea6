import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { matchesWords } from '#api/platform/db/search-words.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { QueryOf } from '#contract/index.ts';
import type { Allocation, OpenInvoice } from './payments.rules.ts';

/** An organisation that pays. */
export interface Payer {
  brandId: number;
  currencyCode: string;
}

/** An organisation of the operator's brands; undefined when there is none. */
export async function findPayer(db: Db, { brandIds }: OperatorScope, organisationId: number): Promise<Payer | undefined> {
  const { rows } = await sql<Payer>`
    select brand_id as "brandId", currency_code as "currencyCode" from organisation
    where id = ${organisationId} and brand_id = any (${[...brandIds]}::bigint[])`.execute(db);
  return rows[0];
}

/** A payment that is being worked on. Money in minor units. */
export interface StoredPayment {
  id: number;
  organisationId: number;
  brandId: number;
  kind: 'payment' | 'credit_note' | 'reversal';
  amountMinor: number;
  allocatedMinor: number;
  receivedOn: string;
  reversedById: number | null;
  currencyCode: string;
  reference: string;
}

const paymentColumns = sql`
  p.id, p.organisation_id as "organisationId", o.brand_id as "brandId", p.kind, p.amount_minor as "amountMinor", p.allocated_minor as "allocatedMinor",
  p.received_on as "receivedOn", p.reversed_by_id as "reversedById", p.currency_code as "currencyCode", p.reference`;

/** A payment of an organisation of the operator's brands, locked if asked for; undefined when there is none. */
export async function findPayment(
  tx: Tx,
  { brandIds }: OperatorScope,
  id: number,
  { lock }: { lock: boolean },
): Promise<StoredPayment | undefined> {
  const { rows } = await sql<StoredPayment>`
    select ${paymentColumns} from payment_record p join organisation o on o.id = p.organisation_id
    where p.id = ${id} and o.brand_id = any (${[...brandIds]}::bigint[]) ${lock ? sql`for no key update of p` : sql``}`.execute(
    tx,
  );
  return rows[0];
}

/**
 * Locks the orders with lines on invoices of an organisation: on the given invoices, on those that are open, or on those that a payment covers. Orders are
 * locked before payments and invoices. Returns the ids of the invoices.
 */
export async function lockOrdersOfInvoices(
  tx: Tx,
  organisationId: number,
  which: readonly number[] | 'open' | { coveredBy: number },
): Promise<number[]> {
  const wanted =
    which === 'open'
      ? sql`i.settled_minor < i.total_minor`
      : 'coveredBy' in which
        ? sql`i.id in (${coveredInvoices(organisationId, which.coveredBy)})`
        : sql`i.id = any (${[...which]}::bigint[])`;
  const { rows } = await sql<{ id: number }>`
    with wanted as materialized (
      select i.id from invoice i where i.organisation_id = ${organisationId} and i.kind = 'invoice' and ${wanted}),
    locked as materialized (
      select o.id from orders o where o.organisation_id = ${organisationId} and o.id in (
        select l.order_id from invoice_line l where l.organisation_id = ${organisationId} and l.invoice_id in (select id from wanted))
      order by o.id for no key update of o)
    select wanted.id from wanted, (select count(*) from locked) as all_locked order by wanted.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The ids of the invoices that a payment covers. */
const coveredInvoices = (organisationId: number, paymentId: number): RawBuilder<unknown> => sql`
  select invoice_id from payment_allocation where organisation_id = ${organisationId} and payment_id = ${paymentId}
  group by 1 having sum(amount_minor) <> 0`;

/** The payment with this reference that has not been reversed. */
export async function findPaymentByReference(
  tx: Tx,
  organisationId: number,
  reference: string,
): Promise<StoredPayment | undefined> {
  const { rows } = await sql<StoredPayment>`
    select ${paymentColumns} from payment_record p join organisation o on o.id = p.organisation_id
    where p.organisation_id = ${organisationId} and p.reference = ${reference} and p.kind = 'payment' and p.reversed_by_id is null`.execute(
    tx,
  );
  return rows[0];
}

/** A payment to record. */
export interface NewPayment {
  organisationId: number;
  amountMinor: number;
  currencyCode: string;
  receivedOn: string;
  reference: string;
}

/** Records a payment; undefined when there is one with the same reference. */
export async function insertPayment(tx: Tx, operator: OperatorScope, payment: NewPayment): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into payment_record (organisation_id, kind, amount_minor, currency_code, received_on, reference, actor_kind, actor_id)
    values (${payment.organisationId}, 'payment', ${payment.amountMinor}, ${payment.currencyCode}, ${payment.receivedOn}::date, ${payment.reference},
      ${operator.kind}, ${operator.id})
    on conflict (organisation_id, reference) where kind = 'payment' and reversed_by_id is null do nothing returning id`.execute(
    tx,
  );
  return rows[0]?.id;
}

/**
 * Locks invoices of an organisation, in the order of their ids; their orders must be locked. Sorted by the day on which they are due, the longest due
 * first.
 */
export async function lockInvoices(tx: Tx, organisationId: number, ids: readonly number[]): Promise<OpenInvoice[]> {
  const { rows } = await sql<OpenInvoice & { dueOn: string }>`
    select i.id, i.total_minor - i.settled_minor as "openMinor", i.currency_code as "currencyCode", i.due_on as "dueOn" from invoice i
    where i.organisation_id = ${organisationId} and i.kind = 'invoice' and i.id = any (${[...ids]}::bigint[]) order by i.id for no key update of i`.execute(
    tx,
  );
  return rows.toSorted((a, b) => a.dueOn.localeCompare(b.dueOn) || a.id - b.id);
}

/** Lets a payment cover invoices. */
export async function insertAllocations(
  tx: Tx,
  { organisationId, paymentId }: { organisationId: number; paymentId: number },
  allocations: readonly Allocation[],
): Promise<void> {
  if (allocations.length === 0) return;
  await sql`
    insert into payment_allocation (organisation_id, payment_id, invoice_id, amount_minor)
    select ${organisationId}, ${paymentId}, a.invoice_id, a.amount
    from unnest(${allocations.map(({ invoiceId }) => invoiceId)}::bigint[], ${allocations.map(({ amountMinor }) => amountMinor)}::bigint[])
      as a (invoice_id, amount)`.execute(tx);
}

/** Adds the counter entry of a payment and takes back what it covered. The payment must be locked. Returns the ids of the invoices that it covered. */
export async function insertReversal(tx: Tx, operator: OperatorScope, payment: StoredPayment, reason: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into payment_allocation (organisation_id, payment_id, invoice_id, amount_minor)
    select organisation_id, payment_id, invoice_id, -sum(amount_minor) from payment_allocation
    where organisation_id = ${payment.organisationId} and payment_id = ${payment.id}
    group by 1, 2, 3 having sum(amount_minor) <> 0 order by invoice_id returning invoice_id as id`.execute(tx);
  await sql`
    with reversal as (
      insert into payment_record (organisation_id, kind, amount_minor, currency_code, received_on, reference, reason, reverses_id, actor_kind, actor_id)
      select organisation_id, 'reversal', -amount_minor, currency_code, received_on, reference, ${reason}, id, ${operator.kind}, ${operator.id}
      from payment_record where organisation_id = ${payment.organisationId} and id = ${payment.id} returning id)
    update payment_record p set reversed_by_id = reversal.id from reversal
    where p.organisation_id = ${payment.organisationId} and p.id = ${payment.id}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The orders with lines on invoices, in the order of their ids. */
export async function listOrdersOfInvoices(db: Db, organisationId: number, invoiceIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct order_id as id from invoice_line
    where organisation_id = ${organisationId} and invoice_id = any (${[...invoiceIds]}::bigint[]) order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** A payment as the API lists it. */
export interface PaymentRow extends StoredPayment {
  organisationName: string;
  reason: string | null;
  createdAt: Date | string;
  allocations: { invoiceId: number; invoiceNumber: string; amountMinor: number; openMinor: number }[];
}

const listedColumns = sql`
  ${paymentColumns}, o.name as "organisationName", p.reason, p.created_at as "createdAt", (
    select coalesce(json_agg(json_build_object('invoiceId', a.invoice_id, 'invoiceNumber', i.number, 'amountMinor', a.amount,
      'openMinor', i.total_minor - i.settled_minor) order by a.invoice_id), '[]')
    from (
      select invoice_id, sum(amount_minor) as amount from payment_allocation
      where organisation_id = p.organisation_id and payment_id = p.id group by 1 having sum(amount_minor) <> 0) a
    join invoice i on i.organisation_id = p.organisation_id and i.id = a.invoice_id) as allocations`;

/** One payment as the API lists it. */
export async function readPayment(db: Db, organisationId: number, id: number): Promise<PaymentRow> {
  const { rows } = await sql<PaymentRow>`
    select ${listedColumns} from payment_record p join organisation o on o.id = p.organisation_id
    where p.organisation_id = ${organisationId} and p.id = ${id}`.execute(db);
  return rows[0] as PaymentRow;
}

/** These payments, those of organisations of the operator's brands alone. */
export async function readPayments(db: Db, { brandIds }: OperatorScope, ids: readonly number[]): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select ${listedColumns} from payment_record p join organisation o on o.id = p.organisation_id
    where o.brand_id = any (${[...brandIds]}::bigint[]) and p.id = any (${[...ids]}::bigint[])`.execute(db);
  return rows;
}

/** A page of the payments of organisations of the operator's brands, newest first, and their number. */
export async function listPayments(
  db: Db,
  { brandIds }: OperatorScope,
  query: QueryOf<'GET /api/operator/payments'>,
): Promise<{ payments: PaymentRow[]; count: number }> {
  const { offset, limit } = toOffsetAndLimit(query);
  const matching = sql`
    from payment_record p join organisation o on o.id = p.organisation_id
    where o.brand_id = any (${[...brandIds]}::bigint[]) and (${query.organisationId ?? 0} = 0 or p.organisation_id = ${query.organisationId ?? 0})
      and (not ${query.hasCredit ?? false}::boolean or p.kind <> 'reversal' and p.reversed_by_id is null and p.allocated_minor < p.amount_minor)
      and ${matchesWords(sql`searchable_text(concat_ws(' ', p.reference, o.name))`, query.searchTerm)}`;
  const [{ rows: payments }, { rows: counts }] = await Promise.all([
    sql<PaymentRow>`select ${listedColumns} ${matching} order by p.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count ${matching}`.execute(db),
  ]);
  return { payments, count: counts[0]?.count ?? 0 };
}
