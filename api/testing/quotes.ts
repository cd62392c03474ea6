import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { StockedProduct } from './builders.ts';

/** A line of a quote, offered as it was asked for. Money in minor units, excluding tax. */
export interface QuotedItem {
  product: Pick<StockedProduct, 'id' | 'name' | 'combinations'>;
  /** Which of its combinations; null: the customer chooses the size. */
  size?: number | null;
  quantity: number;
  unitMinor: number;
  setupMinor?: number;
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
    insert into quote (organisation_id, customer_id, actor_kind, actor_id, title, currency_code, quote_state_id, version, valid_until_at, total_minor, fingerprint)
    values (1, ${customerId}, 'customer', ${customerId}, 'Shirts for the bar', ${currencyCode}, ${stateId}, 1, now() + make_interval(days => ${days}),
      ${items.reduce((sum, { quantity, unitMinor }) => sum + quantity * unitMinor, 0)}, '')
    returning id, quote_number as number`.execute(db);
  const { id, number } = rows[0] as { id: number; number: string };
  await sql`
    insert into quote_version (organisation_id, quote_id, version, valid_until_on, sent_at, actor_kind, actor_id)
    values (1, ${id}, 1, current_date + ${days}::int, now(), 'operator', 1)`.execute(db);
  const itemIds: number[] = [];
  for (const [index, { product, size = 0, quantity, unitMinor, setupMinor = 0 }] of items.entries()) {
    const combinationId = size === null ? null : (product.combinations[size]?.id ?? null);
    const added = await sql<{ id: number }>`
      with item as (
        insert into quote_item (organisation_id, quote_id, display_order, is_requested, product_id, combination_id, name, quantity)
        values (1, ${id}, ${index}, true, ${product.id}, ${combinationId}, ${product.name}, ${quantity}) returning id),
      answered as (
        insert into quote_version_item (organisation_id, quote_id, version, quote_item_id, is_offered, product_id, combination_id, quantity, unit_price_minor, setup_minor)
        select 1, ${id}, 1, id, true, ${product.id}, ${combinationId}, ${quantity}, ${unitMinor}, ${setupMinor} from item)
      select id from item`.execute(db);
    itemIds.push(added.rows[0]?.id as number);
  }
  return { id, number, itemIds };
}

/** Makes a line of a cart one of a quote, which has been accepted. */
export async function takeFromQuote(db: Db, lineId: number, itemId: number): Promise<void> {
  await sql`
    with line as (update cart_line set quote_item_id = ${itemId} where id = ${lineId})
    update quote set quote_state_id = 40 where id = (select quote_id from quote_item where id = ${itemId})`.execute(db);
}
