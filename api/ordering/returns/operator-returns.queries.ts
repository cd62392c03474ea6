import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { isLikeAny, searchWords } from '#api/platform/db/search-words.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { QueryOf } from '#contract/index.ts';
import { withoutOrderWord } from '#contract/platform/search-words.ts';
import { listCodesOf, readScan } from '#contract/scanned-codes.ts';
import type { Fit } from '../fit-feedback/fit-feedback.queries.ts';
import { chargedAmounts } from './return-steps.queries.ts';
import { type ReturnRow, selectReturns } from './returns.queries.ts';
import type { ActionKind, ChargedLine, Condition } from './returns.rules.ts';

/** A return request with what operators see in addition. */
export interface OperatorReturnRow extends ReturnRow {
  organisationName: string;
  firstName: string;
  lastName: string;
  email: string;
  wearerName: string | null;
  actionKind: ActionKind;
  isFaulty: boolean;
  isPersonalised: boolean;
  fit: Exclude<Fit, 'right'> | null;
  fitPlaces: string[];
  condition: Condition | null;
  receivedAt: string | null;
  restockedQuantity: number;
  isAccepted: boolean;
  currencyCode: string;
  charged: ChargedLine;
}

/** Requests that match a condition on `r` (and its organisation `g`), with the columns of operators. */
const selectOperatorReturns = (condition: RawBuilder<unknown>) => sql`
  select shown.*, g.name as "organisationName", c.first_name as "firstName", c.last_name as "lastName", c.email,
    (select w.first_name || ' ' || w.last_name from order_line l join customer w on w.organisation_id = l.organisation_id and w.id = l.wearer_id
      where l.organisation_id = r.organisation_id and l.id = r.order_line_id) as "wearerName",
    (select l.is_personalised from order_line l where l.organisation_id = r.organisation_id and l.id = r.order_line_id) as "isPersonalised",
    r.action_kind as "actionKind", r.is_faulty as "isFaulty", r.fit, r.fit_places as "fitPlaces", r.condition, to_json(r.received_at) #>> '{}' as "receivedAt",
    r.restocked_quantity as "restockedQuantity", r.accepted_at is not null as "isAccepted",
    (select o.currency_code from orders o where o.organisation_id = r.organisation_id and o.id = r.order_id) as "currencyCode",
    (select ${chargedAmounts} from order_line t where t.organisation_id = r.organisation_id and t.id = charged_line(r.organisation_id, r.order_line_id)) as charged
  from (${selectReturns} where ${condition}) shown
  join return_request r on r.organisation_id = shown."organisationId" and r.id = shown.id
  join organisation g on g.id = r.organisation_id
  join customer c on c.organisation_id = r.organisation_id and c.id = r.customer_id`;

const ofBrands = ({ brandIds }: OperatorScope) => sql`g.brand_id = any (${[...brandIds]}::bigint[])`;

/** A return request of the operator's brands; undefined when there is none. */
export async function findOperatorReturn(db: Db, operator: OperatorScope, id: number): Promise<OperatorReturnRow | undefined> {
  const { rows } = await sql<OperatorReturnRow>`${selectOperatorReturns(sql`r.id = ${id} and ${ofBrands(operator)}`)}`.execute(
    db,
  );
  return rows[0];
}

/** These return requests, those of the operator's brands alone, by their ids. */
export async function readOperatorReturns(db: Db, operator: OperatorScope, ids: readonly number[]): Promise<OperatorReturnRow[]> {
  const condition = sql`r.id = any (${[...ids]}::bigint[]) and ${ofBrands(operator)}`;
  const { rows } = await sql<OperatorReturnRow>`${selectOperatorReturns(condition)} order by shown.id`.execute(db);
  return rows;
}

const WAITING: Readonly<Record<string, RawBuilder<unknown>>> = {
  arrival: sql`r.return_state_id in (0, 20)`,
  decision: sql`r.return_state_id = 10 and r.accepted_at is null`,
  nothing: sql`(r.return_state_id not in (0, 10, 20) or r.accepted_at is not null)`,
};

/** Condition that the garment of a request has this SKU or barcode. */
const hasCode = (codes: readonly string[]) => sql`exists (
  select from order_line l where l.organisation_id = r.organisation_id and l.id = r.order_line_id
    and (lower(l.sku) = any (${codes.map((code) => code.toLowerCase())}::text[]) or l.gtin = any (${[...codes]}::text[])))`;

/**
 * Condition that a request matches what was searched for or scanned: a number as on the label, the number of an order, the SKU or barcode of the garment, or the name
 * of a person or organisation.
 */
function matches(searchTerm: string): RawBuilder<unknown> {
  const { text, gtin } = readScan(searchTerm);
  const term = withoutOrderWord(text || searchTerm)
    .trim()
    .replace(/^#(?=\d)/, '');
  const codes = listCodesOf(searchTerm);
  if (gtin !== undefined && (/\D/.test(term) || term.length > 8)) return hasCode(codes);
  if (/^r\d+$/i.test(term)) return sql`r.custom_number = ${term.toUpperCase()}`;
  if (/^\d{1,15}$/.test(term)) return sql`(r.order_id = ${Number(term)} or r.custom_number = ${`R${term}`})`;
  const isFound = (spellings: readonly string[]) => sql`(${isLikeAny(sql`searchable_text(g.name)`, spellings)} or exists (
    select from order_line l join customer c on c.organisation_id = l.organisation_id and c.id in (r.customer_id, l.wearer_id)
    where l.organisation_id = r.organisation_id and l.id = r.order_line_id
      and ${isLikeAny(sql`searchable_text(c.first_name || ' ' || c.last_name)`, spellings)}))`;
  return sql`(${hasCode(codes)} or ${sql.join([sql`true`, ...searchWords(term).map(isFound)], sql` and `)})`;
}

/** A page of the return requests of the operator's brands with their number: oldest first, closed ones newest first. */
export async function listOperatorReturns(
  db: Db,
  operator: OperatorScope,
  query: QueryOf<'GET /api/operator/returns'>,
): Promise<{ rows: OperatorReturnRow[]; count: number }> {
  const { offset, limit } = toOffsetAndLimit(query);
  const direction = query.waitingFor === 'nothing' ? sql`desc` : sql`asc`;
  const condition = sql.join(
    [
      ofBrands(operator),
      ...(query.waitingFor ? [WAITING[query.waitingFor] as RawBuilder<unknown>] : []),
      ...(query.organisationId ? [sql`r.organisation_id = ${query.organisationId}`] : []),
      ...(query.searchTerm?.trim() ? [matches(query.searchTerm)] : []),
    ],
    sql` and `,
  );
  const { rows } = await sql<{ rows: OperatorReturnRow[]; count: number }>`
    select (select coalesce(json_agg(page order by page.id ${direction}), '[]') from (
        ${selectOperatorReturns(sql`(r.organisation_id, r.id) in (
          select r.organisation_id, r.id from return_request r join organisation g on g.id = r.organisation_id
          where ${condition} order by r.id ${direction} limit ${limit} offset ${offset})`)}) page) as rows,
      (select count(*)::int from return_request r join organisation g on g.id = r.organisation_id where ${condition}) as count`.execute(
    db,
  );
  return rows[0] as { rows: OperatorReturnRow[]; count: number };
}
