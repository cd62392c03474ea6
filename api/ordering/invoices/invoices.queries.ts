import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { escapeLike } from '#api/platform/db/escape-like.ts';
import { forbidden } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import { hasRole, isAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { QueryOf } from '#contract/index.ts';
import type { INVOICE_LINE_KINDS } from '#contract/ordering/invoices/invoices.ts';
import type { INVOICE_SORTS } from '#contract/ordering/invoices/operator-invoices.ts';
import { withoutOrderWord } from '#contract/platform/search-words.ts';
import type { Buyer } from '../document-parties/buyer.rules.ts';
import type { Seller } from '../document-parties/document-parties.queries.ts';
import { visibleOrders } from '../orders/order-filters.queries.ts';

/** Condition for the documents `i` that someone may see. */
export type VisibleInvoices = RawBuilder<unknown>;

/**
 * The documents that someone may see: Admins all of the organisation, or, as an Admin of groups, those of which they may see every order. A monthly
 * invoice that covers other groups, too, would show what these have spent. Sales see all, with the permission for the organisation's figures; without it,
 * throws 403.
 */
export function invoicesVisibleTo(scope: Scope): VisibleInvoices {
  const inOrganisation = sql`i.organisation_id = ${scope.organisationId}`;
  if (!isAdmin(scope) && hasRole(scope, 'OrganisationSales')) {
    if (!scope.permissions.includes('AllowDashboard')) throw forbidden();
    return inOrganisation;
  }
  if (!isAdmin(scope) || !scope.pricesVisible) return sql`false`;
  if (scope.adminableGroupIds.length === 0) return inOrganisation;
  return sql`${inOrganisation} and not exists (
    select from invoice_line x join orders o on o.organisation_id = x.organisation_id and o.id = x.order_id
    where x.organisation_id = i.organisation_id and x.invoice_id = i.id and not (${visibleOrders(scope)}))`;
}

/** All documents of an organisation. */
export const invoicesOfOrganisation = (organisationId: number): VisibleInvoices => sql`i.organisation_id = ${organisationId}`;

/** The documents of the organisations of the operator's brands. */
export const invoicesOfBrands = ({ brandIds }: OperatorScope): VisibleInvoices =>
  sql`i.brand_id = any (${[...brandIds]}::bigint[])`;

export type InvoiceFilters = Omit<QueryOf<'GET /api/operator/invoices'>, 'page' | 'limit' | 'sort'>;

/** A document in a list. */
export interface InvoiceRow {
  id: number;
  organisation_id: number;
  organisation_name: string;
  kind: 'invoice' | 'credit_note';
  number: string;
  currency_code: string;
  issued_on: string;
  due_on: string | null;
  period_on: string | null;
  net_minor: number;
  tax_minor: number;
  total_minor: number;
  settled_minor: number;
  is_overdue: boolean;
  credited_invoice_id: number | null;
  credited_invoice_number: string | null;
  order_ids: number[];
}

const isOpen = sql`(i.kind = 'invoice' and i.settled_minor < i.total_minor)`;
/** Past its day, in the time zone of the organisation `g`. */
const isOverdue = (at: Date) => sql`(${isOpen} and i.due_on < (${at}::timestamptz at time zone g.time_zone)::date)`;

/** Finds a document by part of its number, or by the number or PO number of an order. */
const matchesTerm = (
  term: string,
  number = withoutOrderWord(term).replace(/^#(?=\d)/, ''),
) => sql`(i.number ilike ${`%${escapeLike(term)}%`} or exists (
  select from invoice_line x join orders o on o.organisation_id = x.organisation_id and o.id = x.order_id
  where x.organisation_id = i.organisation_id and x.invoice_id = i.id and (o.id::text = ${number} or lower(o.po_number) = ${term.toLowerCase()})))`;

function conditions(visible: VisibleInvoices, filters: InvoiceFilters, at: Date): RawBuilder<unknown> {
  const { status, searchTerm, orderId, organisationId, issuedOnMin, issuedOnMax } = filters;
  const ofStatus = {
    open: isOpen,
    overdue: isOverdue(at),
    paid: sql`i.kind = 'invoice' and i.settled_minor = i.total_minor`,
    credit: sql`i.kind = 'credit_note'`,
  };
  return sql.join(
    [
      visible,
      ...(status ? [ofStatus[status as keyof typeof ofStatus]] : []),
      ...(searchTerm?.trim() ? [matchesTerm(searchTerm.trim())] : []),
      ...(organisationId ? [sql`i.organisation_id = ${organisationId}`] : []),
      ...(orderId
        ? [
            sql`i.id in (select x.invoice_id from invoice_line x where x.organisation_id = i.organisation_id and x.order_id = ${orderId})`,
          ]
        : []),
      ...(issuedOnMin ? [sql`i.issued_on >= ${issuedOnMin}::date`] : []),
      ...(issuedOnMax ? [sql`i.issued_on <= ${issuedOnMax}::date`] : []),
    ],
    sql` and `,
  );
}

const invoiceTables = sql`invoice i join organisation g on g.id = i.organisation_id`;

const invoiceColumns = (at: Date) => sql`
  i.id, i.organisation_id, g.name as organisation_name, i.kind, i.number, i.currency_code, i.issued_on, i.due_on, i.period_on, i.net_minor, i.tax_minor, i.total_minor,
  i.settled_minor, ${isOverdue(at)} as is_overdue, i.credited_invoice_id,
  (select c.number from invoice c where c.organisation_id = i.organisation_id and c.id = i.credited_invoice_id) as credited_invoice_number,
  (select array_agg(distinct x.order_id order by x.order_id) from invoice_line x
    where x.organisation_id = i.organisation_id and x.invoice_id = i.id) as order_ids`;

/** Sums over documents, in minor units including tax. */
export interface InvoiceSums {
  totalMinor: number;
  openMinor: number;
  overdueMinor: number;
}

/** The order of a list of documents. */
export type InvoiceSort = (typeof INVOICE_SORTS)[number];

const NEWEST = sql`i.issued_on desc, i.id desc`;
const DUE_FIRST = sql`i.due_on, i.id`;
const openMinor = sql`case i.kind when 'invoice' then i.total_minor - i.settled_minor else 0 end`;
const signedTotal = sql`case i.kind when 'invoice' then i.total_minor else -i.total_minor end`;

const SORTS: Readonly<Record<InvoiceSort, RawBuilder<unknown>>> = {
  '-issuedOn': NEWEST,
  issuedOn: sql`i.issued_on, i.id`,
  dueOn: DUE_FIRST,
  '-dueOn': sql`i.due_on desc nulls last, i.id desc`,
  number: sql`i.kind desc, i.brand_id, i.serial`,
  '-number': sql`i.kind desc, i.brand_id, i.serial desc`,
  organisation: sql`g.name, ${NEWEST}`,
  '-organisation': sql`g.name desc, ${NEWEST}`,
  '-total': sql`${signedTotal} desc, i.id`,
  total: sql`${signedTotal}, i.id`,
  '-open': sql`${openMinor} desc, i.id`,
  open: sql`${openMinor}, i.id`,
};

/** A page of the documents that match, with their number and sums over all pages, in one statement. */
export async function listInvoices(
  db: Db,
  visible: VisibleInvoices,
  query: QueryOf<'GET /api/operator/invoices'>,
  { at, sort = '-issuedOn' }: { at: Date; sort?: InvoiceSort },
): Promise<{ rows: InvoiceRow[]; count: number; sums: InvoiceSums }> {
  const { offset, limit } = toOffsetAndLimit(query);
  const order = SORTS[sort];
  const matching = conditions(visible, query, at);
  const { rows } = await sql<{ page: InvoiceRow[]; count: number; sums: InvoiceSums }>`
    with matching as materialized (
      select i.organisation_id, i.id, i.kind, i.total_minor, i.settled_minor, ${isOverdue(at)} as is_overdue from ${invoiceTables} where ${matching})
    select (select count(*)::int from matching) as count,
      (select json_build_object('totalMinor', coalesce(sum(case kind when 'invoice' then total_minor else -total_minor end), 0),
        'openMinor', coalesce(sum(total_minor - settled_minor) filter (where kind = 'invoice'), 0),
        'overdueMinor', coalesce(sum(total_minor - settled_minor) filter (where is_overdue), 0)) from matching) as sums,
      (select coalesce(json_agg(p), '[]') from (
        select ${invoiceColumns(at)} from matching m join (${invoiceTables}) on i.organisation_id = m.organisation_id and i.id = m.id
        order by ${order} limit ${limit} offset ${offset}) p) as page`.execute(db);
  const { page, count, sums } = rows[0] as (typeof rows)[number];
  return { rows: page, count, sums };
}

/** The ids of all documents that match, newest first. */
export async function listInvoiceIds(db: Db, visible: VisibleInvoices, filters: InvoiceFilters, at: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select i.id from ${invoiceTables} where ${conditions(visible, filters, at)} order by i.issued_on desc, i.id desc`.execute(db);
  return rows.map(({ id }) => id);
}

/** A line of a document. */
export interface InvoiceLineRow {
  id: number;
  invoice_id: number;
  kind: (typeof INVOICE_LINE_KINDS)[number];
  order_id: number;
  po_number: string | null;
  answers: { name: string; text: string }[];
  order_line_id: number | null;
  name: string;
  sku: string | null;
  description: string;
  quantity: number;
  unit_price_minor: number;
  net_minor: number;
  tax_rate: number;
  tax_minor: number;
}

/** A document with everything that is printed on it. */
export interface InvoiceDetailRow extends InvoiceRow {
  reason: string | null;
  seller: Seller;
  buyer: Buyer;
  created_at: Date | string;
  brand_name: string;
  brand_company_name: string;
  credited_invoice_issued_on: string | null;
  lines: InvoiceLineRow[];
}

/** Documents that someone may see, with their lines, in the order of the ids. */
export async function readInvoices(
  db: Db,
  visible: VisibleInvoices,
  ids: readonly number[],
  at: Date,
): Promise<InvoiceDetailRow[]> {
  const { rows } = await sql<InvoiceDetailRow>`
    select ${invoiceColumns(at)}, i.reason, i.seller, i.buyer, i.created_at, b.name as brand_name, b.company_name as brand_company_name,
      (select c.issued_on from invoice c where c.organisation_id = i.organisation_id and c.id = i.credited_invoice_id) as credited_invoice_issued_on, (
      select json_agg(l order by l.id) from (
        select x.id, x.invoice_id, x.kind, x.order_id, o.po_number, o.answers, x.order_line_id, x.name, x.sku, x.description, x.quantity, x.unit_price_minor, x.net_minor,
          x.tax_rate, x.tax_minor
        from invoice_line x join orders o on o.organisation_id = x.organisation_id and o.id = x.order_id
        where x.organisation_id = i.organisation_id and x.invoice_id = i.id) l) as lines
    from unnest(${[...ids]}::bigint[]) with ordinality as listed (id, list_position) join (${invoiceTables}) on i.id = listed.id join brand b on b.id = i.brand_id
    where ${visible} order by listed.list_position`.execute(db);
  return rows;
}
