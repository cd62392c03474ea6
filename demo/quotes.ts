import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { renewQuoteSearch } from '#api/ordering/quotes/insert-quote.queries.ts';
import { QUOTE } from '#api/ordering/quotes/quotes.rules.ts';
import type { BlobStore } from '#api/platform/files/blob-store.ts';
import { addDaysTo, getEndOfLocalDay } from '#api/platform/local-day.ts';
import type { Calendar } from './calendar.ts';
import { asTransaction } from './connection.ts';
import { drawQuoteFiles, type QuoteFile } from './content/quote-files.ts';
import {
  ACCEPTED_PLANS,
  type DemoFileKind,
  type DemoQuote,
  type DemoQuoteItem,
  type DemoVersion,
  QUOTE_PLANS,
} from './content/quote-plans.ts';
import { storeContents } from './logos.ts';
import { OPERATOR_ID } from './operator.ts';

const TRANSFER = 30;
/** Minute of the day at which people ask and write, and at which the supplier answers. */
const ASKED = 9 * 60 + 20;
const ANSWERED = 14 * 60 + 5;

/** A quote with the moments at which things happened, and the ids of its lines where they follow an order. */
interface DatedQuote extends Omit<DemoQuote, 'items' | 'daysAgo'> {
  askedAt: Date;
  items: readonly (DemoQuoteItem & { combinationId?: number; orderLineId?: number })[];
  /** When something was accepted. */
  acceptedAt?: Date;
}

interface SavedFile extends QuoteFile {
  key: string;
}
type SaveFile = (kind: DemoFileKind) => Promise<SavedFile>;

/** Saves files under keys that are the same each time, so that a demonstration that is filled in again overwrites them. */
async function createFileSaver(store: Pick<BlobStore, 'write'> | undefined): Promise<SaveFile> {
  const drawn = store && (await drawQuoteFiles());
  let count = 0;
  return async (kind) => {
    count += 1;
    const key = `9007e000-0000-4000-8000-${String(count).padStart(12, '0')}`;
    const file = drawn?.[kind] ?? { name: `${kind}.jpg`, type: 'image/jpeg', content: Buffer.from(kind) };
    if (store) await storeContents(store, [file.content], [key]);
    return { key, ...file };
  };
}

/**
 * The quotes of the demonstration: of one buyer one in each state, one of which can be accepted today, with files, messages of both sides, two versions, an
 * alternative, a line in words and lines without a size; and some of two other organisations. Those that were accepted follow orders, whose lines name them at
 * the price that they have.
 */
export async function insertQuotes(
  client: ClientBase,
  calendar: Calendar,
  files: Pick<BlobStore, 'write'> | undefined,
): Promise<void> {
  const saveFile = await createFileSaver(files);
  const planned = QUOTE_PLANS.map(({ daysAgo, ...plan }): DatedQuote => ({ ...plan, askedAt: calendar.at(-daysAgo, ASKED) }));
  const accepted: DatedQuote[] = [];
  for (const plan of ACCEPTED_PLANS) accepted.push(await planAccepted(client, calendar, plan));
  // Numbers grow with time.
  const quotes = [...planned, ...accepted].sort((one, other) => one.askedAt.getTime() - other.askedAt.getTime());
  for (const quote of quotes) await insertQuote(client, calendar, quote, saveFile);
  await client.query(
    `update quote q set search_text = searchable_text(concat_ws(' ', q.quote_number, q.title, (
       select string_agg(distinct i.sku, ' ') from quote_item i where i.organisation_id = q.organisation_id and i.quote_id = q.id)))`,
  );
}

/** A quote of which two lines of the person's newest suitable order were accepted, asked for nine days before it. */
async function planAccepted(
  client: ClientBase,
  calendar: Calendar,
  { email, title, left, price }: (typeof ACCEPTED_PLANS)[number],
): Promise<DatedQuote> {
  const { rows } = await client.query<{
    id: number;
    handle: string;
    combination: number;
    quantity: number;
    price: number;
    at: Date;
  }>(
    `with placed as (
       select o.organisation_id, o.id, o.created_at from orders o join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
       where c.email = $1 and o.order_state_id in (10, 20, 30) and o.origin = 'portal' and o.currency_code = 'GBP'
         and (select count(*) from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id and not l.is_personalised
           and l.made_to_measure_request_id is null) > 1
       order by o.created_at desc, o.id desc limit 1)
     select l.id::int, p.handle, l.combination_id::int as combination, l.quantity, l.unit_price_minor::int as price, placed.created_at as at
     from placed join order_line l on l.organisation_id = placed.organisation_id and l.order_id = placed.id and not l.is_personalised
       and l.made_to_measure_request_id is null join product p on p.id = l.product_id order by l.id limit 2`,
    [email],
  );
  const [first] = rows;
  if (!first) throw new Error(`${email} has no order of which a quote could have been accepted.`);
  const age = Math.ceil(calendar.daysSince(first.at));
  return {
    ...{ email, title, description: null, state: 'accepted', messages: [] },
    askedAt: calendar.at(-age - 9, ASKED),
    acceptedAt: new Date(first.at.getTime() - 20 * 60_000),
    items: [
      ...rows.map(({ id, handle, combination, quantity }) => ({
        ...{ product: handle, combinationId: combination, orderLineId: id, quantity },
      })),
      left,
    ],
    versions: [
      {
        daysAgo: age + 4,
        validDays: 30,
        answers: [...rows.map(({ price }) => ({ price, leadTimeDays: 5 })), { price, leadTimeDays: 10 }],
      },
    ],
  };
}

interface Owner {
  organisationId: number;
  customerId: number;
  timeZone: string;
  operatorId: number | null;
}

async function readOwner(client: ClientBase, email: string): Promise<Owner> {
  const { rows } = await client.query<Owner>(
    `select c.organisation_id::int as "organisationId", c.id::int as "customerId", o.time_zone as "timeZone", (select id::int from operator where id = $2) as "operatorId"
     from customer c join organisation o on o.id = c.organisation_id where c.email = $1`,
    [email, OPERATOR_ID],
  );
  const [owner] = rows;
  if (!owner) throw new Error(`There is no ${email}.`);
  return owner;
}

const latest = (moments: readonly (Date | undefined)[]) =>
  new Date(Math.max(...moments.flatMap((moment) => (moment ? [moment.getTime()] : []))));

async function insertQuote(client: ClientBase, calendar: Calendar, quote: DatedQuote, saveFile: SaveFile): Promise<void> {
  const owner = await readOwner(client, quote.email);
  const { organisationId, customerId } = owner;
  const sent = quote.versions.filter(({ daysAgo }) => daysAgo !== undefined);
  const last = sent.at(-1);
  const closedAt = quote.declined
    ? calendar.at(-quote.declined.daysAgo, ANSWERED)
    : quote.state === 'expired' && last
      ? endOf(calendar, owner, last)
      : undefined;
  const updatedAt = latest([
    ...[quote.askedAt, quote.acceptedAt, closedAt],
    ...quote.messages.map(({ daysAgo, fromSupplier }) => calendar.at(-daysAgo, fromSupplier ? ANSWERED : ASKED)),
    ...sent.map(({ daysAgo = 0 }) => calendar.at(-daysAgo, ANSWERED)),
  ]);
  const { rows } = await client.query<{ id: number }>(
    `insert into quote (organisation_id, customer_id, actor_kind, actor_id, title, description, required_by_on, currency_code, quote_state_id, version,
       valid_until_at, total_minor, taken_by_id, internal_note, decline_reason, declined_by, created_at, updated_at, closed_at)
     values ($1, $2, 'customer', $2, $3, $4, $5, 'GBP', $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) returning id::int`,
    [
      ...[organisationId, customerId, quote.title, quote.description],
      quote.neededIn === undefined ? null : calendar.date(quote.neededIn),
      ...[QUOTE[quote.state], sent.length, last ? endOf(calendar, owner, last) : null, last ? sumOf(quote, last) : null],
      quote.state === 'submitted' || quote.declined?.by === 'withdrawn' ? null : owner.operatorId,
      ...[quote.internalNote ?? null, quote.declined?.reason ?? null, quote.declined?.by ?? null],
      ...[quote.askedAt, updatedAt, closedAt ?? null],
    ],
  );
  const id = rows[0]?.id as number;
  const itemIds: number[] = [];
  for (const item of quote.items) itemIds.push(await insertItem(client, { organisationId, quoteId: id, item, itemIds }));
  for (const [index, version] of quote.versions.entries())
    await insertVersion(client, calendar, { ...owner, quoteId: id, version, number: index + 1, itemIds });
  await renewQuoteSearch(asTransaction(client), { organisationId, quoteId: id });
  for (const [index, { orderLineId }] of quote.items.entries())
    if (orderLineId !== undefined)
      await client.query('update order_line set quote_item_id = $3 where organisation_id = $1 and id = $2', [
        ...[organisationId, orderLineId, itemIds[index]],
      ]);
  if (quote.file) await insertFile(client, { ...owner, quoteId: id, file: await saveFile(quote.file), at: quote.askedAt });
  for (const { daysAgo, fromSupplier = false, text, file } of quote.messages) {
    const at = calendar.at(-daysAgo, fromSupplier ? ANSWERED - 10 : ASKED);
    const message = await client.query<{ id: number }>(
      `insert into quote_message (organisation_id, quote_id, from_supplier, actor_kind, actor_id, text, created_at)
       values ($1, $2, $3, case when $3 then 'operator' else 'customer' end, $4, $5, $6) returning id::int`,
      [organisationId, id, fromSupplier, fromSupplier ? OPERATOR_ID : customerId, text, at],
    );
    if (file)
      await insertFile(client, {
        ...owner,
        quoteId: id,
        file: await saveFile(file),
        at,
        fromSupplier,
        messageId: message.rows[0]?.id ?? null,
      });
  }
}

const lastDayOf = (calendar: Calendar, { daysAgo = 0, validDays = 30 }: DemoVersion): string =>
  addDaysTo(calendar.date(-daysAgo), validDays);

const endOf = (calendar: Calendar, { timeZone }: Owner, version: DemoVersion): Date =>
  getEndOfLocalDay(lastDayOf(calendar, version), timeZone);

/** What the lines cost that are offered, without alternatives and set-up. */
const sumOf = ({ items }: DatedQuote, { answers }: DemoVersion): number =>
  items.reduce(
    (sum, { quantity, alternativeTo }, index) =>
      alternativeTo === undefined ? sum + (answers[index]?.quantity ?? quantity) * (answers[index]?.price ?? 0) : sum,
    0,
  );

async function insertItem(
  client: ClientBase,
  {
    organisationId,
    quoteId,
    item,
    itemIds,
  }: { organisationId: number; quoteId: number; item: DatedQuote['items'][number]; itemIds: readonly number[] },
): Promise<number> {
  const { product, choice, name, quantity, comments, alternativeTo, hasLogo, combinationId } = item;
  const { rows } = await client.query<{ id: number; productId: number | null; combinationId: number | null }>(
    `with garment as (
       select p.id as product_id, coalesce(nullif(po.name, ''), p.name) as name, c.id as combination_id,
         coalesce(c.sku, nullif(po.organisation_sku, ''), p.sku) as sku, nullif(c.description, '') as description
       from product_organisation po join product p on p.id = po.product_id
       left join combination c on c.product_id = p.id and (c.id = $4 or $4::bigint is null and c.description = $5)
       where po.organisation_id = $1 and p.handle = $3)
     insert into quote_item (organisation_id, quote_id, display_order, alternative_to_id, is_requested, product_id, combination_id, name, sku,
       attribute_description, quantity, comments)
     select $1, $2, $6, $7, $7::bigint is null, g.product_id, g.combination_id, coalesce(g.name, $8), g.sku, g.description, $9, $10
     from (select 1) as line left join garment g on true returning id::int, product_id::int as "productId", combination_id::int as "combinationId"`,
    [
      ...[organisationId, quoteId, product, combinationId ?? null, choice ?? null, itemIds.length + 1],
      alternativeTo === undefined ? null : (itemIds[alternativeTo] ?? null),
      ...[name ?? null, quantity, comments ?? null],
    ],
  );
  const [inserted] = rows;
  if (!inserted || (product !== null && inserted.productId === null) || (choice !== undefined && inserted.combinationId === null))
    throw new Error(`Organisation ${organisationId} does not buy ${product} in ${choice}.`);
  if (hasLogo)
    await client.query(
      `insert into quote_item_customisation (organisation_id, quote_item_id, method_id, position_id, logo_id)
       select $1, $2, $4, d.id, (select min(id) from logo where organisation_id = $1 and archived_at is null)
       from product_position pp join decoration_position d on d.id = pp.position_id
       where pp.product_id = $3 and d.place = 'upper-back' and $4 = any (pp.method_ids)`,
      [organisationId, inserted.id, inserted.productId, TRANSFER],
    );
  return inserted.id;
}

async function insertVersion(
  client: ClientBase,
  calendar: Calendar,
  {
    organisationId,
    quoteId,
    version,
    number,
    itemIds,
  }: Owner & { quoteId: number; version: DemoVersion; number: number; itemIds: readonly number[] },
): Promise<void> {
  const { daysAgo, notes, terms, answers } = version;
  const sentAt = daysAgo === undefined ? null : calendar.at(-daysAgo, ANSWERED);
  await client.query(
    `insert into quote_version (organisation_id, quote_id, version, currency_code, valid_until_on, notes, terms, sent_at, actor_kind, actor_id, created_at)
     values ($1, $2, $3, 'GBP', $4, $5, $6, $7::timestamptz, 'operator', $8, coalesce($7::timestamptz, $9))`,
    [
      ...[organisationId, quoteId, number, lastDayOf(calendar, version), notes ?? null, terms ?? null, sentAt, OPERATOR_ID],
      calendar.at(-1, ANSWERED),
    ],
  );
  await client.query(
    `insert into quote_version_item (organisation_id, quote_id, version, quote_item_id, is_offered, product_id, combination_id, quantity, unit_price_minor,
       setup_minor, lead_time_days, answer)
     select $1, $2, $3, i.id, i.product_id is not null and (a.price is not null or $5), i.product_id, i.combination_id, coalesce(a.quantity, i.quantity), a.price,
       coalesce(a.setup, 0), a.lead, nullif(a.text, '')
     from jsonb_to_recordset($4) as a (item bigint, price bigint, setup bigint, quantity int, lead int, text text)
     join quote_item i on i.organisation_id = $1 and i.id = a.item`,
    [
      ...[organisationId, quoteId, number],
      JSON.stringify(
        answers.map(({ price, setup, quantity, leadTimeDays, text }, index) => ({
          ...{ item: itemIds[index], price, setup, quantity, lead: leadTimeDays, text },
        })),
      ),
      sentAt === null,
    ],
  );
}

async function insertFile(
  client: ClientBase,
  {
    organisationId,
    customerId,
    quoteId,
    file: { key, name, type, content },
    at,
    fromSupplier = false,
    messageId = null,
  }: Owner & { quoteId: number; file: SavedFile; at: Date; fromSupplier?: boolean; messageId?: number | null },
): Promise<void> {
  await client.query(
    `with stored as (
       insert into stored_file (organisation_id, storage_key, purpose, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, customer_id, created_at, stored_at)
       values ($1, $3, 'quote', $4, $5, $6, $7, case when $9 then 'operator' else 'customer' end, $10, case when not $9 then $11::bigint end, $8, $8) returning id)
     insert into quote_file (organisation_id, quote_id, file_id, message_id, from_supplier, notified_at, created_at)
     select $1, $2, id, $12, $9, $8, $8 from stored`,
    [
      ...[organisationId, quoteId, key, name, type, content.length, createHash('sha256').update(content).digest(), at],
      ...[fromSupplier, fromSupplier ? OPERATOR_ID : customerId, customerId, messageId],
    ],
  );
}
