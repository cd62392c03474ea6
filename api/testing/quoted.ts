import { sql } from 'kysely';
import { QUOTE, type QuoteState } from '#api/ordering/quotes/quotes.rules.ts';
import type { Design } from '#api/catalogue/customisation/design.rules.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { StockedProduct } from './builders.ts';
import type { TestClient } from './portal.ts';

/** A line of an answer. Money in minor units. */
export interface QuotedLineInput {
  product: StockedProduct;
  /** Place of the size among those of the product; null to choose it when it is accepted. Default 0. */
  size?: number | null;
  /** Default 10. */
  quantity?: number;
  /** Default 750. */
  price?: number;
  setUp?: number;
  isOffered?: boolean;
  /** Place of the line for which it stands. */
  alternativeTo?: number;
  designs?: readonly Partial<Design>[];
}

/** A quote with its answer. */
export interface QuotedQuote {
  id: number;
  number: string;
  organisationId: number;
  itemIds: number[];
}

/** Adds a quote of someone whose first answer was sent: quoted until next week unless told otherwise. */
export async function aQuote(
  db: Db,
  { customerId, organisationId }: { customerId: number; organisationId: number },
  lines: readonly QuotedLineInput[],
  {
    stateId = QUOTE.quoted,
    endsInHours = 24 * 7,
    currencyCode = 'GBP',
  }: { stateId?: QuoteState; endsInHours?: number; currencyCode?: string } = {},
): Promise<QuotedQuote> {
  const isSent = stateId !== QUOTE.submitted && stateId !== QUOTE.inReview;
  const { rows } = await sql<{ id: number; number: string }>`
    insert into quote (organisation_id, customer_id, actor_kind, actor_id, title, currency_code, quote_state_id, version, valid_until_at, declined_by)
    values (${organisationId}, ${customerId}, 'customer', ${customerId}, 'Polo shirts for the summer', ${currencyCode}, ${stateId}, ${isSent ? 1 : 0},
      case when ${isSent} then now() + make_interval(hours => ${endsInHours}) end, ${stateId === QUOTE.declined ? 'customer' : null}) returning id, quote_number as number`.execute(
    db,
  );
  const { id, number } = rows[0] as { id: number; number: string };
  const quote = { id, number, organisationId, itemIds: [] as number[] };
  for (const [index, line] of lines.entries()) {
    const combinationId = line.size === null ? null : (line.product.combinations[line.size ?? 0]?.id ?? null);
    const item = await sql<{ id: number }>`
      insert into quote_item (organisation_id, quote_id, display_order, alternative_to_id, is_requested, product_id, combination_id, name, quantity)
      values (${organisationId}, ${id}, ${index}, ${line.alternativeTo === undefined ? null : (quote.itemIds[line.alternativeTo] ?? null)},
        ${line.alternativeTo === undefined}, ${line.product.id}, ${combinationId}, ${line.product.name}, ${line.quantity ?? 10}) returning id`.execute(db);
    quote.itemIds.push(item.rows[0]?.id as number);
    for (const design of line.designs ?? [])
      await sql`
        insert into quote_item_customisation (organisation_id, quote_item_id, method_id, position_id, logo_id, text, font_name, thread_colour_id, garment_design_id)
        values (${organisationId}, ${item.rows[0]?.id}, ${design.methodId}, ${design.positionId}, ${design.logoId ?? null}, ${design.text ?? null},
          ${design.fontName ?? null}, ${design.threadColourId ?? null}, ${design.garmentDesignId ?? null})`.execute(db);
  }
  if (isSent) await answerQuote(db, quote, 1, lines);
  return quote;
}

async function answerQuote(db: Db, { id, organisationId, itemIds }: QuotedQuote, version: number, lines: readonly QuotedLineInput[]) {
  await sql`insert into quote_version (organisation_id, quote_id, version, valid_until_on, sent_at, actor_kind, actor_id)
    values (${organisationId}, ${id}, ${version}, current_date + 7, now(), 'operator', 1)`.execute(db);
  for (const [index, { product, size = 0, quantity = 10, price = 750, setUp = 0, isOffered = true }] of lines.entries())
    await sql`
      insert into quote_version_item (organisation_id, quote_id, version, quote_item_id, is_offered, product_id, combination_id, quantity, unit_price_minor, setup_minor)
      values (${organisationId}, ${id}, ${version}, ${itemIds[index]}, ${isOffered}, ${product.id},
        ${size === null ? null : (product.combinations[size]?.id ?? null)}, ${quantity}, ${isOffered ? price : null}, ${setUp})`.execute(
      db,
    );
}

/** Sends a newer answer to a quote, with the same lines. */
export async function reviseQuote(db: Db, quote: QuotedQuote, version: number, lines: readonly QuotedLineInput[]): Promise<void> {
  await answerQuote(db, quote, version, lines);
  await sql`update quote set version = ${version} where id = ${quote.id}`.execute(db);
}

/** Lets the last day of a quote be over. */
export const endQuote = async (db: Db, { id }: Pick<QuotedQuote, 'id'>): Promise<void> => {
  await sql`update quote set valid_until_at = now() - interval '1 second' where id = ${id}`.execute(db);
};

/** Requests that a quote is accepted: all that is left, unless parts are named. */
export const accept = (person: TestClient, { id }: Pick<QuotedQuote, 'id'>, body: object = {}, key?: string) =>
  person.post<'POST /api/quote/:id/accept'>(`/api/quote/${id}/accept`, body, key ? { 'idempotency-key': key } : {});
