import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import { acceptedPieces } from '../../cart/quoted-lines.queries.ts';
import type { QuoteRef } from '../quote-steps.queries.ts';
import type { QuoteState } from '../quotes.rules.ts';
import type { QuoteLineForMail } from './mailed-quote.rules.ts';

/** What mails say of a quote, whoever reads them. Money in minor units, excluding tax; days as `2026-12-30`. */
export interface QuoteForMail {
  quoteNumber: string;
  title: string;
  description: string | null;
  stateId: QuoteState;
  /** The answer that the person sees; 0 before the first. */
  version: number;
  customerId: number;
  personName: string;
  /** Who made the request, where it was a person of the client. */
  askedById: number | null;
  organisationName: string;
  brandId: number;
  currencyCode: string;
  totalMinor: number | null;
  requiredOn: string | null;
  validUntilOn: string | null;
  /** What the supplier says to the whole quote. */
  notes: string | null;
  declineReason: string | null;
  /** The client's Sales. */
  salesIds: number[];
  /** Files of the request. */
  files: number;
  /** Of the answer, and before one of the request. */
  lines: QuoteLineForMail[];
  /** When the transaction began, in microseconds since 1970. */
  moment: string;
}

/** Names what is put on the garments of a line `i`: an array of `NamedDesign` as JSON. */
const namedDesigns = sql`(
  select coalesce(json_agg(json_build_object('methodId', k.method_id, 'method', m.name, 'position', p.name, 'logoName', l.name, 'text', k.text) order by k.id), '[]')
  from quote_item_customisation k
  join decoration_method m on m.id = k.method_id
  join decoration_position p on p.id = k.position_id
  left join logo l on l.organisation_id = k.organisation_id and l.id = k.logo_id
  where k.organisation_id = i.organisation_id and k.quote_item_id = i.id)`;

/** A quote as mails say it. */
export async function readQuoteForMail(tx: Tx, { organisationId, quoteId }: QuoteRef): Promise<QuoteForMail> {
  const { rows } = await sql<QuoteForMail>`
    select q.quote_number as "quoteNumber", q.title, q.description, q.quote_state_id as "stateId", q.version, q.customer_id as "customerId",
      c.first_name || ' ' || c.last_name as "personName", case when q.actor_kind = 'customer' then q.actor_id end as "askedById",
      g.name as "organisationName", g.brand_id as "brandId", q.currency_code as "currencyCode", q.total_minor as "totalMinor",
      q.required_by_on::text as "requiredOn", v.valid_until_on::text as "validUntilOn", v.notes, q.decline_reason as "declineReason",
      array(select r.customer_id from customer_role r where r.organisation_id = q.organisation_id and r.role_id = 36 order by 1) as "salesIds",
      (select count(*)::int from quote_file f where f.organisation_id = q.organisation_id and f.quote_id = q.id and f.message_id is null) as files,
      (extract(epoch from now()) * 1000000)::bigint::text as moment, (
        select coalesce(json_agg(json_build_object('quantity', coalesce(a.quantity, i.quantity), 'name', coalesce(po.name, p.name, i.name),
          'attributeDescription', case when a.product_id is null then i.attribute_description else nullif(k.description, '') end,
          'sku', case when a.product_id is null then i.sku else coalesce(k.sku, po.organisation_sku, p.sku) end, 'designs', ${namedDesigns},
          'isAlternative', i.alternative_to_id is not null, 'isOffered', case when q.version > 0 then coalesce(a.is_offered, false) end, 'unitMinor', a.unit_price_minor, 'setupMinor', coalesce(a.setup_minor, 0),
          'leadTimeDays', a.lead_time_days, 'answer', a.answer, 'accepted', ${acceptedPieces}) 
            order by coalesce(h.display_order, i.display_order), i.alternative_to_id is not null, i.display_order, i.id), '[]')
        from quote_item i
        left join quote_item h on h.organisation_id = i.organisation_id and h.id = i.alternative_to_id
        left join quote_version_item a on a.organisation_id = i.organisation_id and a.quote_id = i.quote_id and a.version = q.version and a.quote_item_id = i.id
        left join product p on p.id = a.product_id
        left join product_organisation po on po.organisation_id = i.organisation_id and po.product_id = a.product_id
        left join combination k on k.id = a.combination_id
        where i.organisation_id = q.organisation_id and i.quote_id = q.id
          and (i.is_requested or a.quote_item_id is not null)) as lines
    from quote q
    join customer c on c.organisation_id = q.organisation_id and c.id = q.customer_id
    join organisation g on g.id = q.organisation_id
    left join quote_version v on v.organisation_id = q.organisation_id and v.quote_id = q.id and v.version = q.version
    where q.organisation_id = ${organisationId} and q.id = ${quoteId}`.execute(tx);
  return rows[0] as QuoteForMail;
}

/** A message about a quote for its mail. */
export interface MessageForMail {
  isFromSupplier: boolean;
  text: string;
  /** Its author, where it is a person of the client. */
  customerId: number | null;
  author: string;
  files: number;
}

/** A message about a quote. */
export async function readMessageForMail(
  tx: Tx,
  { organisationId, quoteId }: QuoteRef,
  messageId: number,
): Promise<MessageForMail> {
  const { rows } = await sql<MessageForMail>`
    select m.from_supplier as "isFromSupplier", m.text, c.id as "customerId", coalesce(c.first_name || ' ' || c.last_name, '') as author, (
      select count(*)::int from quote_file f where f.organisation_id = m.organisation_id and f.quote_id = m.quote_id and f.message_id = m.id) as files
    from quote_message m
    left join customer c on m.actor_kind = 'customer' and c.organisation_id = m.organisation_id and c.id = m.actor_id
    where m.organisation_id = ${organisationId} and m.quote_id = ${quoteId} and m.id = ${messageId}`.execute(tx);
  return rows[0] as MessageForMail;
}

/** Files of the client of which the sales team is told in this transaction: those that are marked in it, or not yet. */
export async function listNewFiles(tx: Tx, { organisationId, quoteId }: QuoteRef): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select s.id, s.file_name as name from quote_file f join stored_file s on s.organisation_id = f.organisation_id and s.id = f.file_id
    where f.organisation_id = ${organisationId} and f.quote_id = ${quoteId} and not f.from_supplier and (f.notified_at is null or f.notified_at = now())
    order by s.id`.execute(tx);
  return rows;
}

/** Whether something of the answer of a quote `q` can still be accepted. Of a line and its alternatives one can be. */
const hasPiecesLeft = sql<boolean>`exists (
  select from quote_version_item a
  join quote_item i on i.organisation_id = a.organisation_id and i.id = a.quote_item_id
  cross join lateral (select coalesce(i.alternative_to_id, i.id) as id) head
  where a.organisation_id = q.organisation_id and a.quote_id = q.id and a.version = q.version and a.is_offered and ${acceptedPieces} < a.quantity
    and not exists (
      select from quote_item i where i.organisation_id = a.organisation_id and i.quote_id = a.quote_id and i.id <> a.quote_item_id
        and head.id in (i.id, i.alternative_to_id) and ${acceptedPieces} > 0))`;

interface DueQuotes {
  at: Date;
  limit: number;
}
const selectRef = sql`select q.organisation_id as "organisationId", q.id as "quoteId"`;
const inOrder = (limit: number): RawBuilder<unknown> =>
  sql`order by q.valid_until_at, q.id limit ${limit} for update of q skip locked`;

/** Locks quotes whose prices have ended and of which nothing was accepted; those that someone is just changing follow with the next run. */
export async function lockEndedQuotes(tx: Tx, { at, limit }: DueQuotes): Promise<QuoteRef[]> {
  const { rows } = await sql<QuoteRef>`
    ${selectRef} from quote q where q.quote_state_id = 30 and q.valid_until_at <= ${at} ${inOrder(limit)}`.execute(tx);
  return rows;
}

/** Before this hour no one is reminded. */
const FIRST_HOUR = '08:00';
/** For how many days before the last one. */
const REMINDER_DAYS = 3;

/**
 * Marks the quotes of which their people are to be reminded, and returns them: their last day is three days away or nearer, something is left to accept, and
 * they were answered before those three days. Days and hours are those of the organisation.
 */
export async function markEndingQuotes(tx: Tx, { at, limit }: DueQuotes): Promise<QuoteRef[]> {
  const local = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone g.time_zone)`;
  const firstDay = sql`(v.valid_until_on - ${sql.lit(REMINDER_DAYS)})`;
  const { rows } = await sql<QuoteRef>`
    with due as (
      select q.organisation_id, q.id from quote q
      join organisation g on g.id = q.organisation_id
      join quote_version v on v.organisation_id = q.organisation_id and v.quote_id = q.id and v.version = q.version
      where q.quote_state_id in (30, 40) and q.reminded_at is null and q.valid_until_at > ${at}
        and q.valid_until_at < ${at}::timestamptz + interval '5 days'
        and ${local(sql`${at}::timestamptz`)} >= ${firstDay} + ${FIRST_HOUR}::time and ${local(sql`${at}::timestamptz`)}::time >= ${FIRST_HOUR}::time
        and ${local(sql`v.sent_at`)}::date < ${firstDay} and ${hasPiecesLeft}
      ${inOrder(limit)})
    update quote q set reminded_at = ${at} from due where q.organisation_id = due.organisation_id and q.id = due.id
    returning q.organisation_id as "organisationId", q.id as "quoteId"`.execute(tx);
  return rows;
}
