import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import type { TestOperatorClient } from './portal.ts';

export type OperatorQuote = ReplyOf<'GET /api/operator/quotes/:id'>['quote'];
type AnswerItem = OperatorQuote['draft']['items'][number];
type ItemInput = BodyOf<'PUT /api/operator/quotes/:id'>['items'][number];

/** A line that is asked for; a text on the left chest of a garment with `text`. */
export interface RequestedLine {
  productId?: number;
  combinationId?: number;
  name?: string;
  quantity?: number;
  text?: string;
  positionId?: number;
}

/** Writes a request for a quote of a person, as asking for it would, some days ago if given; returns its id. */
export async function insertRequest(
  db: Db,
  customer: { customerId: number; organisationId: number },
  lines: readonly RequestedLine[],
  { title = 'Jackets for the north', daysAgo = 0 }: { title?: string; daysAgo?: number } = {},
): Promise<number> {
  const { customerId, organisationId } = customer;
  const { rows } = await sql<{ id: number }>`
    insert into quote (organisation_id, customer_id, actor_kind, actor_id, title, currency_code, created_at)
    select g.id, ${customerId}, 'customer', ${customerId}, ${title}, g.currency_code, now() - ${daysAgo} * interval '1 day'
    from organisation g where g.id = ${organisationId} returning id`.execute(db);
  const id = (rows[0] as { id: number }).id;
  await sql`update quote set search_text = lower(concat_ws(' ', quote_number, title)) where organisation_id = ${organisationId} and id = ${id}`.execute(
    db,
  );
  for (const [index, line] of lines.entries()) {
    const { rows: items } = await sql<{ id: number }>`
      insert into quote_item (organisation_id, quote_id, display_order, is_requested, product_id, combination_id, name, quantity)
      values (${organisationId}, ${id}, ${index + 1}, true, ${line.productId ?? null}, ${line.combinationId ?? null}, ${line.name ?? 'Garment'},
        ${line.quantity ?? 10}) returning id`.execute(db);
    if (line.text !== undefined)
      await sql`insert into quote_item_customisation (organisation_id, quote_item_id, method_id, position_id, text, font_name, thread_colour_id)
        select ${organisationId}, ${items[0]?.id}, 10, ${line.positionId ?? null}, ${line.text}, 'Sans', min(id) from thread_colour`.execute(
        db,
      );
  }
  return id;
}

/** A line of a draft as it is saved. */
export const toInput = (
  { id, isOffered, productId, combinationId, quantity, unitPrice, setupPrice, leadTimeDays, answer }: AnswerItem,
  changes: Partial<ItemInput> = {},
): ItemInput => ({ id, isOffered, productId, combinationId, quantity, unitPrice, setupPrice, leadTimeDays, answer, ...changes });

/** The answering of quotes as an operator or API key does it. */
export const answering = (operator: TestOperatorClient) => ({
  get: async (id: number, query = '') =>
    (await operator.get<'GET /api/operator/quotes/:id'>(`/api/operator/quotes/${id}${query}`)).body.quote,
  put: (id: number, body: object) => operator.put<'PUT /api/operator/quotes/:id'>(`/api/operator/quotes/${id}`, body),
  send: (id: number, body: object = {}) =>
    operator.post<'POST /api/operator/quotes/:id/send'>(`/api/operator/quotes/${id}/send`, body),
  take: (id: number) => operator.post<'POST /api/operator/quotes/:id/take'>(`/api/operator/quotes/${id}/take`),
  decline: (id: number, reason = 'We do not make these.') =>
    operator.post<'POST /api/operator/quotes/:id/decline'>(`/api/operator/quotes/${id}/decline`, { reason }),
  write: (id: number, body: object) =>
    operator.post<'POST /api/operator/quotes/:id/message'>(`/api/operator/quotes/${id}/message`, body),
  list: async (query = '') => (await operator.get<'GET /api/operator/quotes'>(`/api/operator/quotes?limit=100&${query}`)).body,
});

/** Saves and sends an answer that offers every line at a price, unless `changes` says otherwise of the line at its place. Throws when it is refused. */
export async function sendPrices(
  operator: TestOperatorClient,
  id: number,
  { price = 9.5, changes = [], body = {} }: { price?: number; changes?: readonly Partial<ItemInput>[]; body?: object } = {},
): Promise<OperatorQuote> {
  const { get, put, send } = answering(operator);
  const { draft } = await get(id);
  const items = draft.items.map((item, index) => toInput(item, { isOffered: true, unitPrice: price, ...changes[index] }));
  const saved = await put(id, { items, ...body });
  if (saved.status !== 200) throw new Error(`The answer was not saved: ${saved.status} ${JSON.stringify(saved.errors)}`);
  const sent = await send(id);
  if (sent.status !== 200) throw new Error(`The answer was not sent: ${sent.status} ${JSON.stringify(sent.errors)}`);
  return sent.body.quote;
}
