import { sql } from 'kysely';
import type { Design } from '#api/catalogue/customisation/design.rules.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { StockedProduct } from './builders.ts';
import type { TestClient } from './portal.ts';

export type Quote = ReplyOf<'GET /api/quote/:id'>['quote'];

/** Asks for a quote. */
export const askForQuote = (client: TestClient, quote: object, key?: string) =>
  client.post<'POST /api/quote'>('/api/quote', { quote }, key ? { 'idempotency-key': key } : {});

/** Asks for a quote that is expected to be accepted. */
export async function aQuote(client: TestClient, quote: object): Promise<Quote> {
  const { status, body, errors } = await askForQuote(client, { title: 'Jackets for the north', ...quote });
  if (status !== 200) throw new Error(`The quote was refused: ${status} ${JSON.stringify(errors)}`);
  return body.quote;
}

/** The quote as a person sees it. */
export const getQuote = (client: TestClient, id: number, query = '') =>
  client.get<'GET /api/quote/:id'>(`/api/quote/${id}${query}`);

/** What a test says to a line of a quote. Amounts in minor units. */
interface TestAnswer {
  id: number;
  unitPriceMinor?: number;
  setupMinor?: number;
  quantity?: number;
  isOffered?: boolean;
  productId?: number;
  combinationId?: number;
}

/**
 * Sends an answer by SQL as if an operator had: a new version with these lines at 5.00 unless they say otherwise, valid for a month unless `validUntilAt`
 * says otherwise. Lines that are not named are not offered.
 */
export async function answerQuote(
  db: Db,
  quoteId: number,
  answers: readonly TestAnswer[],
  { validUntilAt = new Date(Date.now() + 30 * 86_400_000) }: { validUntilAt?: Date } = {},
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    with sent as (
      insert into quote_version (organisation_id, quote_id, version, valid_until_on, sent_at, actor_kind, actor_id)
      select organisation_id, id, version + 1, (${validUntilAt}::timestamptz - interval '1 second')::date, now(), 'operator', 1 from quote where id = ${quoteId}
      returning organisation_id, quote_id, version),
    said as (
      insert into quote_version_item (organisation_id, quote_id, version, quote_item_id, is_offered, product_id, combination_id, quantity, unit_price_minor, setup_minor)
      select i.organisation_id, i.quote_id, sent.version, i.id, a.id is not null and coalesce(a."isOffered", true), coalesce(a."productId", i.product_id),
        case when a."productId" is null then coalesce(a."combinationId", i.combination_id) else a."combinationId" end, coalesce(a.quantity, i.quantity),
        case when a.id is not null and coalesce(a."isOffered", true) then coalesce(a."unitPriceMinor", 500) end, coalesce(a."setupMinor", 0)
      from sent join quote_item i on i.organisation_id = sent.organisation_id and i.quote_id = sent.quote_id
      left join jsonb_to_recordset(${JSON.stringify(answers)}::jsonb)
        as a (id bigint, "unitPriceMinor" bigint, "setupMinor" bigint, quantity int, "isOffered" boolean, "productId" bigint, "combinationId" bigint)
        on a.id = i.id
      returning quote_item_id, is_offered, quantity, unit_price_minor)
    update quote q set quote_state_id = 30, version = sent.version, valid_until_at = ${validUntilAt}, updated_at = now(), total_minor = (
      select coalesce(sum(said.quantity * said.unit_price_minor), 0) from said join quote_item i on i.organisation_id = q.organisation_id and i.id = said.quote_item_id
      where said.is_offered and i.alternative_to_id is null)
    from sent where q.organisation_id = sent.organisation_id and q.id = sent.quote_id returning q.version`.execute(db);
  return (rows[0] as { version: number }).version;
}

/** A line of a quote, offered as it was asked for. Money in minor units, excluding tax. */
export interface QuotedItem {
  product: Pick<StockedProduct, 'id' | 'name' | 'combinations'>;
  /** Which of its combinations; null: the customer chooses the size. */
  size?: number | null;
  quantity: number;
  /** Null: it is not offered. */
  unitMinor: number | null;
  setupMinor?: number;
  /** Which of the lines it stands for. */
  alternativeTo?: number;
  designs?: readonly Partial<Design>[];
}

/** A quote with the ids of its lines, in their order. */
export interface AnsweredQuote {
  id: number;
  number: string;
  itemIds: number[];
}

/**
 * Adds a quote of Meridian that was answered, or accepted with `stateId` 40, whose prices lead for `days` more days. Lines of carts become its lines with `takeFromQuote`.
 */
export async function anAnsweredQuote(
  db: Db,
  customerId: number,
  items: readonly QuotedItem[],
  { stateId = 30, days = 30, currencyCode = 'GBP' }: { stateId?: number; days?: number; currencyCode?: string } = {},
): Promise<AnsweredQuote> {
  const { rows } = await sql<{ id: number; number: string }>`
    insert into quote (organisation_id, customer_id, actor_kind, actor_id, title, currency_code)
    values (1, ${customerId}, 'customer', ${customerId}, 'Shirts for the bar', ${currencyCode})
    returning id, quote_number as number`.execute(db);
  const { id, number } = rows[0] as { id: number; number: string };
  const itemIds: number[] = [];
  for (const [index, { product, size = 0, quantity, alternativeTo, designs = [] }] of items.entries()) {
    const added = await sql<{ id: number }>`
      with item as (
        insert into quote_item (organisation_id, quote_id, display_order, is_requested, alternative_to_id, product_id, combination_id, name, quantity)
        values (1, ${id}, ${index}, ${alternativeTo === undefined}, ${alternativeTo === undefined ? null : (itemIds[alternativeTo] ?? null)}, ${product.id},
          ${size === null ? null : (product.combinations[size]?.id ?? null)}, ${product.name}, ${quantity}) returning id),
      decorated as (
        insert into quote_item_customisation (organisation_id, quote_item_id, method_id, position_id, logo_id, text, font_name, thread_colour_id)
        select 1, item.id, d."methodId", d."positionId", d."logoId", d.text, d."fontName", d."threadColourId"
        from item, jsonb_to_recordset(${JSON.stringify(designs)}::jsonb)
          as d ("methodId" int, "positionId" bigint, "logoId" bigint, text text, "fontName" text, "threadColourId" bigint))
      select id from item`.execute(db);
    itemIds.push(added.rows[0]?.id as number);
  }
  const quote = { id, number, itemIds };
  if (stateId >= 30) await sendAnswer(db, quote, items);
  await sql`
    update quote set quote_state_id = ${stateId}, declined_by = ${stateId === 50 ? 'customer' : null},
      valid_until_at = case when version > 0 then now() + make_interval(days => ${days}) end where id = ${id}`.execute(db);
  return quote;
}

/** Sends an answer, or a newer one, to such a quote: its lines with what is said to them now. */
export const sendAnswer = (
  db: Db,
  { id, itemIds }: Pick<AnsweredQuote, 'id' | 'itemIds'>,
  items: readonly QuotedItem[],
): Promise<number> =>
  answerQuote(
    db,
    id,
    items.map(({ product, size = 0, quantity, unitMinor, setupMinor = 0 }, index) => ({
      ...{ id: itemIds[index] as number, productId: product.id, quantity, setupMinor, isOffered: unitMinor !== null },
      ...(unitMinor === null ? {} : { unitPriceMinor: unitMinor }),
      ...(size === null ? {} : { combinationId: product.combinations[size]?.id as number }),
    })),
  );

/** Saves the draft of a newer answer to a quote of Meridian, as `sendAnswer` sends it. */
export async function draftAnswer(db: Db, quote: AnsweredQuote, items: readonly QuotedItem[]): Promise<void> {
  const { rows } = await sql<{ version: number }>`select version from quote where id = ${quote.id}`.execute(db);
  await sendAnswer(db, quote, items);
  await sql`update quote_version set sent_at = null, valid_until_on = current_date + 20, actor_kind = null, actor_id = null
    where quote_id = ${quote.id} and version = ${(rows[0]?.version ?? 0) + 1}`.execute(db);
  await sql`update quote set version = ${rows[0]?.version} where id = ${quote.id}`.execute(db);
}

/** Ends the prices of a quote. */
export const endPrices = async (db: Db, { id }: Pick<AnsweredQuote, 'id'>): Promise<void> => {
  await sql`update quote set valid_until_at = now() - interval '1 second' where id = ${id}`.execute(db);
};

/** Requests that a quote is accepted: all that is left, unless parts are named. */
export const acceptQuote = (person: TestClient, { id }: Pick<AnsweredQuote, 'id'>, body: object = {}, key?: string) =>
  person.post<'POST /api/quote/:id/accept'>(`/api/quote/${id}/accept`, body, key ? { 'idempotency-key': key } : {});

/** Makes a line of a cart one of a quote, which has been accepted. */
export async function takeFromQuote(db: Db, lineId: number, itemId: number): Promise<void> {
  await sql`
    with line as (update cart_line set quote_item_id = ${itemId} where id = ${lineId})
    update quote set quote_state_id = 40 where id = (select quote_id from quote_item where id = ${itemId})`.execute(db);
}
