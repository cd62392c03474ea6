import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';

type OwnQuote = ReplyOf<'GET /api/mydata'>['quotes'][number];
type Row = Omit<OwnQuote, 'createdOnUtc' | 'messages'> & {
  createdAt: Date;
  messages: (Omit<OwnQuote['messages'][number], 'createdOnUtc'> & { createdAt: string })[];
};

/** The quotes of a person, and the messages that they wrote in place of others, for the export of their data. */
export async function listQuotesForExport(db: Db, { organisationId, customerId }: Scope): Promise<OwnQuote[]> {
  const { rows } = await sql<Row>`
    select q.quote_number as "quoteNumber", own.is_own as "isOwn", case when own.is_own then q.title end as title,
      case when own.is_own then q.description end as description, s.name as status, case when own.is_own then q.decline_reason end as "declineReason",
      case when own.is_own then coalesce((
        select json_agg(json_build_object('name', i.name, 'attributeDescription', i.attribute_description, 'quantity', i.quantity, 'comments', i.comments,
          'texts', array(select d.text from quote_item_customisation d where d.organisation_id = i.organisation_id and d.quote_item_id = i.id and d.text is not null))
          order by i.display_order)
        from quote_item i where i.organisation_id = q.organisation_id and i.quote_id = q.id and i.is_requested), '[]') else '[]' end as items,
      coalesce((
        select json_agg(json_build_object('isOwn', m.actor_kind = 'customer' and m.actor_id = ${customerId}, 'text', m.text, 'createdAt', m.created_at) order by m.id)
        from quote_message m where m.organisation_id = q.organisation_id and m.quote_id = q.id
          and (own.is_own or m.actor_kind = 'customer' and m.actor_id = ${customerId})), '[]') as messages,
      q.created_at as "createdAt"
    from quote q join quote_state s on s.id = q.quote_state_id
    cross join lateral (select q.customer_id = ${customerId} as is_own) own
    where q.organisation_id = ${organisationId} and (own.is_own or q.id in (
      select m.quote_id from quote_message m where m.organisation_id = ${organisationId} and m.actor_kind = 'customer' and m.actor_id = ${customerId}))
    order by q.id`.execute(db);
  return rows.map(({ createdAt, messages, ...quote }) => ({
    ...quote,
    messages: messages.map(({ createdAt: writtenAt, ...message }) => ({
      ...message,
      createdOnUtc: new Date(writtenAt).toISOString(),
    })),
    createdOnUtc: createdAt.toISOString(),
  }));
}

/** What a text says that was erased. */
const ERASED = '[…]';

/**
 * Erases what a person, and the supplier to them, wrote in their quotes, and what they wrote in those of others. The quotes stay with their garments,
 * quantities and prices, and can still be given to another person. Texts on garments are usually the names of people.
 */
export async function eraseQuotesOf(tx: Tx, organisationId: number, customerId: number): Promise<void> {
  const own = sql`q.organisation_id = ${organisationId} and q.customer_id = ${customerId}`;
  const isOf = (table: string) =>
    sql`${sql.ref(`${table}.organisation_id`)} = q.organisation_id and ${sql.ref(`${table}.quote_id`)} = q.id`;
  await sql`
    update quote q set title = 'Quote ' || quote_number, description = null, internal_note = null, decline_reason = null, search_text = searchable_text(
      concat_ws(' ', quote_number, (select string_agg(distinct i.sku, ' ') from quote_item i where ${isOf('i')})))
    where ${own}`.execute(tx);
  await sql`
    update quote_item i set comments = null, name = case when product_id is null then ${ERASED} else name end from quote q where ${own} and ${isOf('i')}`.execute(
    tx,
  );
  const designs = sql`${own} and d.organisation_id = i.organisation_id and d.quote_item_id = i.id and ${isOf('i')}`;
  await sql`delete from quote_item_customisation d using quote_item i, quote q where ${designs} and d.logo_id is null`.execute(
    tx,
  );
  await sql`update quote_item_customisation d set text = null, comments = null from quote_item i, quote q where ${designs}`.execute(
    tx,
  );
  await sql`update quote_version v set notes = null, terms = null from quote q where ${own} and ${isOf('v')}`.execute(tx);
  await sql`update quote_version_item a set answer = null from quote q where ${own} and ${isOf('a')}`.execute(tx);
  await sql`
    update quote_message m set text = ${ERASED} from quote q
    where m.organisation_id = ${organisationId} and ${isOf('m')} and (q.customer_id = ${customerId} or m.actor_kind = 'customer' and m.actor_id = ${customerId})`.execute(
    tx,
  );
}
