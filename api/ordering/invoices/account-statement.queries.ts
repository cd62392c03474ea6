import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';

/** The organisation that a statement of account is for. */
export interface StatementParty {
  organisationId: number;
  currencyCode: string;
  timeZone: string;
  brandName: string;
  brandCompanyName: string;
}

/** The organisation, if it is of one of the brands (`null`: of any brand). */
export async function findStatementParty(
  db: Db,
  operator: OperatorScope | null,
  organisationId: number,
): Promise<StatementParty | undefined> {
  const ofBrands = operator ? sql`o.brand_id = any (${[...operator.brandIds]}::bigint[])` : sql`true`;
  const { rows } = await sql<StatementParty>`
    select o.id as "organisationId", o.currency_code as "currencyCode", o.time_zone as "timeZone", b.name as "brandName",
      b.company_name as "brandCompanyName"
    from organisation o join brand b on b.id = o.brand_id where o.id = ${organisationId} and ${ofBrands}`.execute(db);
  return rows[0];
}

/** A movement of the account of an organisation. Money in minor units, including tax. */
export interface AccountMovement {
  day: string;
  kind: 'invoice' | 'payment' | 'credit_note' | 'reversal';
  /** Number of the document, or reference of the payment. */
  reference: string;
  /** Why: of a credit note or a reversal. */
  reason: string | null;
  /** Positive: charged; negative: paid or credited. */
  amountMinor: number;
}

/** An invoice that was open at the end of a day. */
export interface OpenInvoiceRow {
  number: string;
  issuedOn: string;
  dueOn: string;
  isOverdue: boolean;
  openMinor: number;
}

/**
 * Reads what an organisation was charged and has paid from one day to another, with the balance before and the invoices that are open at the end. A
 * payment counts on the day on which it was received, a reversal on the day on which it was recorded.
 */
export async function readAccount(
  db: Db,
  { organisationId, currencyCode, timeZone }: Pick<StatementParty, 'organisationId' | 'currencyCode' | 'timeZone'>,
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
): Promise<{ openingMinor: number; movements: AccountMovement[]; openInvoices: OpenInvoiceRow[] }> {
  const { rows } = await sql<{ openingMinor: number; movements: AccountMovement[]; openInvoices: OpenInvoiceRow[] }>`
    with movement as materialized (
      select i.issued_on as day, 'invoice' as kind, i.number as reference, null as reason, i.total_minor as amount, 0 as place, i.id
      from invoice i where i.organisation_id = ${organisationId} and i.kind = 'invoice' and i.currency_code = ${currencyCode} and i.issued_on <= ${lastDay}::date
      union all
      select paid.day, p.kind, p.reference, coalesce(p.reason, c.reason), -p.amount_minor, 1, p.id
      from payment_record p left join invoice c on c.organisation_id = p.organisation_id and c.id = p.credit_note_id
      cross join lateral (
        select case p.kind when 'reversal' then (p.created_at at time zone ${timeZone})::date else p.received_on end as day) paid
      where p.organisation_id = ${organisationId} and p.currency_code = ${currencyCode} and paid.day <= ${lastDay}::date),
    covered as (
      select a.invoice_id, sum(a.amount_minor) as amount from payment_allocation a
      join payment_record p on p.organisation_id = a.organisation_id and p.id = a.payment_id
      where a.organisation_id = ${organisationId}
        and case when a.amount_minor < 0 then (a.created_at at time zone ${timeZone})::date else p.received_on end <= ${lastDay}::date
      group by 1)
    select coalesce((select sum(amount) from movement where day < ${firstDay}::date), 0)::bigint as "openingMinor",
      (select coalesce(json_agg(json_build_object('day', day, 'kind', kind, 'reference', reference, 'reason', reason, 'amountMinor', amount)
        order by day, place, id), '[]') from movement where day >= ${firstDay}::date) as movements,
      (select coalesce(json_agg(json_build_object('number', i.number, 'issuedOn', i.issued_on, 'dueOn', i.due_on, 'isOverdue', i.due_on < ${lastDay}::date,
          'openMinor', i.total_minor - coalesce(c.amount, 0)) order by i.due_on, i.id), '[]')
        from invoice i left join covered c on c.invoice_id = i.id
        where i.organisation_id = ${organisationId} and i.kind = 'invoice' and i.currency_code = ${currencyCode} and i.issued_on <= ${lastDay}::date
          and i.total_minor > coalesce(c.amount, 0)) as "openInvoices"`.execute(db);
  return rows[0] as (typeof rows)[number];
}
