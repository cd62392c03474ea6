import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { matchesWords } from '#api/platform/db/search-words.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { QueryOf } from '#contract/index.ts';
import type { INVOICE_MODES } from '#contract/organisation/settings/settings.ts';
import type { CreditTerms } from './credit.rules.ts';

/** The columns of `CreditTerms` of an organisation `o`; the open amount is summed only where there is a limit. */
export const creditColumns = sql`
  o.credit_limit_minor, o.credit_hold, case when o.credit_limit_minor is null then 0 else open_amount(o.id) end as open_minor`;

/** A row of `creditColumns`. */
export interface CreditRow {
  credit_limit_minor: number | null;
  credit_hold: boolean;
  open_minor: number;
}

export const toCreditTerms = (row: CreditRow): CreditTerms => ({
  limitMinor: row.credit_limit_minor,
  isOnHold: row.credit_hold,
  openMinor: row.open_minor,
});

/** On which terms the person's organisation buys on account. */
export async function readCreditTerms(db: Db, { organisationId }: Scope): Promise<CreditTerms> {
  const { rows } = await sql<CreditRow>`select ${creditColumns} from organisation o where o.id = ${organisationId}`.execute(db);
  return toCreditTerms(rows[0] as CreditRow);
}

/**
 * The terms of the person's organisation, locked until the transaction ends: no one sets a hold or a limit in the meantime. Where there is a limit, other
 * orders wait, so that two orders cannot exceed it together.
 */
export async function lockCreditTerms(tx: Tx, { organisationId }: Scope): Promise<CreditTerms> {
  const { rows } = await sql<CreditRow>`select * from lock_credit_terms(${organisationId})`.execute(tx);
  return toCreditTerms(rows[0] as CreditRow);
}

/** When an organisation is invoiced: for each shipment, or for all of a month. */
export type InvoiceMode = (typeof INVOICE_MODES)[number];

/** The terms of an organisation as the supplier sees them. */
export interface Billing {
  creditLimitMinor: number | null;
  creditHold: boolean;
  openMinor: number;
  invoiceMode: InvoiceMode;
  invoiceEmail: string | null;
  paymentTermDays: number | null;
  currencyCode: string;
}

/** The same with what is open, and what files take. */
export interface BillingDetails extends Billing {
  brandId: number;
  organisationName: string;
  brandPaymentTermDays: number;
  unpaidMinor: number;
  overdueMinor: number;
  unusedMinor: number;
  fileBytes: number;
  fileQuotaBytes: number;
}

const billingColumns = sql`
  o.credit_limit_minor as "creditLimitMinor", o.credit_hold as "creditHold", open_amount(o.id) as "openMinor", o.invoice_mode as "invoiceMode",
  o.invoice_email as "invoiceEmail", o.payment_term_days as "paymentTermDays", o.currency_code as "currencyCode"`;

/** Reads the terms of an organisation of the operator's brands; undefined when there is no such organisation. */
export async function findBilling(
  db: Db,
  { brandIds }: OperatorScope,
  organisationId: number,
): Promise<BillingDetails | undefined> {
  const { rows } = await sql<BillingDetails>`
    select o.brand_id as "brandId", o.name as "organisationName", ${billingColumns}, b.payment_term_days as "brandPaymentTermDays",
      unpaid.open as "unpaidMinor", unpaid.overdue as "overdueMinor", (
        select coalesce(sum(p.amount_minor - p.allocated_minor), 0)::bigint from payment_record p
        where p.organisation_id = o.id and p.kind <> 'reversal' and p.reversed_by_id is null and p.allocated_minor < p.amount_minor) as "unusedMinor",
      coalesce((select u.stored_bytes from file_usage u where u.organisation_id = o.id), 0)::bigint as "fileBytes", o.file_quota_bytes as "fileQuotaBytes"
    from organisation o join brand b on b.id = o.brand_id
    cross join lateral (
      select coalesce(sum(i.total_minor - i.settled_minor), 0)::bigint as open,
        coalesce(sum(i.total_minor - i.settled_minor) filter (where i.due_on < (now() at time zone o.time_zone)::date), 0)::bigint as overdue
      from invoice i where i.organisation_id = o.id and i.kind = 'invoice' and i.settled_minor < i.total_minor) unpaid
    where o.id = ${organisationId} and o.brand_id = any (${[...brandIds]}::bigint[])`.execute(db);
  return rows[0];
}

/** An organisation in the list of operators. */
export interface ListedBilling extends Billing {
  id: number;
  name: string;
  brandId: number;
  companyName: string;
}

/** A page of the organisations of the operator's brands by name, with their terms, and their number. */
export async function listBilling(
  db: Db,
  { brandIds }: OperatorScope,
  query: QueryOf<'GET /api/operator/organisations'>,
): Promise<{ rows: ListedBilling[]; count: number }> {
  const { offset, limit } = toOffsetAndLimit(query);
  const matching = sql`
    from organisation o join brand b on b.id = o.brand_id
    where o.brand_id = any (${[...brandIds]}::bigint[]) and ${matchesWords(sql`searchable_text(o.name)`, query.searchTerm)}
      and (o.credit_hold or not ${query.onHold ?? false}::boolean)`;
  const [{ rows }, { rows: counts }] = await Promise.all([
    // The open amounts are summed for the page alone.
    sql<ListedBilling>`
      select o.id, o.name, o.brand_id as "brandId", p.company_name as "companyName", ${billingColumns}
      from (select o.id, b.company_name ${matching} order by o.name, o.id limit ${limit} offset ${offset}) p join organisation o on o.id = p.id
      order by o.name, o.id`.execute(db),
    sql<{ count: number }>`select count(*)::int as count ${matching}`.execute(db),
  ]);
  return { rows, count: counts[0]?.count ?? 0 };
}

/** A page of the organisations of the operator's brands by name, and their number. */
export async function listOrganisationNames(
  db: Db,
  { brandIds }: OperatorScope,
  query: QueryOf<'GET /api/operator/organisations/choices'>,
): Promise<{ rows: { id: number; name: string }[]; count: number }> {
  const { offset, limit } = toOffsetAndLimit(query);
  const matching = sql`
    from organisation o
    where o.brand_id = any (${[...brandIds]}::bigint[]) and ${matchesWords(sql`searchable_text(o.name)`, query.searchTerm)}
      and (${query.organisationId === undefined}::boolean or o.id = ${query.organisationId ?? null}::bigint)`;
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<{
      id: number;
      name: string;
    }>`select o.id, o.name ${matching} order by o.name, o.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count ${matching}`.execute(db),
  ]);
  return { rows, count: counts[0]?.count ?? 0 };
}

/** Lets no one order until the transaction ends, so that every order is placed on the earlier terms or on the new ones. */
export async function lockTermsForChange(tx: Tx, organisationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashint8extended(${organisationId}, 7404036))`.execute(tx);
}

/** Writes the terms of an organisation of the operator's brands. */
export async function saveBilling(
  tx: Tx,
  { brandIds }: OperatorScope,
  organisationId: number,
  billing: Omit<Billing, 'openMinor' | 'currencyCode'> & Pick<BillingDetails, 'fileQuotaBytes'>,
): Promise<void> {
  await sql`
    update organisation set credit_limit_minor = ${billing.creditLimitMinor}::bigint, credit_hold = ${billing.creditHold},
      invoice_mode = ${billing.invoiceMode}, invoice_email = ${billing.invoiceEmail}, payment_term_days = ${billing.paymentTermDays}::int,
      file_quota_bytes = ${billing.fileQuotaBytes}::bigint
    where id = ${organisationId} and brand_id = any (${[...brandIds]}::bigint[])`.execute(tx);
}
