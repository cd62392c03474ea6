import type { ClientBase } from 'pg';
import { issueCreditNotes } from '#api/ordering/invoices/credit-notes.actions.ts';
import { exchangePieces, insertExchange, type NewExchange } from '#api/ordering/order-lines/exchange-pieces.queries.ts';
import { releaseClaim, restock, returnPieces } from '#api/ordering/order-lines/return-pieces.queries.ts';
import type { StepTaker } from '#api/ordering/order-states/order-steps.queries.ts';
import { findReturn, releaseExchange, type StoredReturn, takeReturnStep } from '#api/ordering/returns/return-steps.queries.ts';
import { insertReturns, readReturnFacts } from '#api/ordering/returns/returns.queries.ts';
import { computeRefund } from '#api/ordering/returns/returns.rules.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Calendar } from './calendar.ts';
import { asTransaction } from './connection.ts';
import { insertMadeToOrder } from './made-to-order.ts';
import type { DemoFile, SaveDemoFile } from './return-picture.ts';
import { findReturnable, listDeliveredLines, type SentLine } from './returnable-lines.ts';
import { shipUnbilled } from './unbilled-parcels.ts';

const SYSTEM: StepTaker = { kind: 'system', id: null };
const MERIDIAN = 1;
/** By name, as `return_reason` and `return_action` have them. */
const REASON = { wrongSize: 2, faulty: 3 };
const ACTION = { credit: 3, exchange: 4 };

/** What a person asks for, of one line. Days ago. */
interface Wish {
  reason: number;
  action: number;
  quantity: number;
  daysAgo: number;
  comments: string | null;
  fit?: { fit: 'tooSmall' | 'tooBig'; places: string[] };
  /** Size steps of the new size, above the one that was sent. */
  sizesUp?: number;
  fileIds?: number[];
}

/**
 * The returns of the demonstration, by the portal's own functions: a wearer exchanged S for M, and has asked for L, with a picture where there is a place
 * for files; a buyer has a return that was refunded, one that was rejected and one of goods made to order; another has one that has arrived and waits for a decision.
 */
export async function insertReturnsOfDemo(
  client: ClientBase,
  calendar: Calendar,
  saveFile: SaveDemoFile | undefined,
): Promise<void> {
  const tx = asTransaction(client);
  await insertExchangeChain(client, tx, calendar, saveFile);
  // What a buyer ordered lately depends on the day of the seed, so any garments will do.
  const [refunded, rejected] = await listDeliveredLines(client, 'buyer@corvane.example');
  if (!refunded || !rejected) throw new Error('Nothing was delivered to buyer@corvane.example that could be returned.');
  await refund(client, tx, calendar, refunded);
  await reject(client, tx, calendar, rejected);
  await leaveUndecided(client, tx, calendar, await findReturnable(client, 'buyer@meridian.example'));
  const made = await insertMadeToOrder(client, calendar, refunded);
  await ask(client, tx, calendar, made, {
    reason: REASON.faulty,
    action: ACTION.credit,
    quantity: 1,
    daysAgo: 1,
    comments: 'The zip came off its tape on the first day.',
  });
}

async function insertExchangeChain(
  client: ClientBase,
  tx: Tx,
  calendar: Calendar,
  saveFile: SaveDemoFile | undefined,
): Promise<void> {
  const [cardigan] = await listDeliveredLines(client, 'staff@meridian.example', 'Thornbury cardigan, women’s');
  if (!cardigan) throw new Error('The cardigan was not delivered.');
  const delivered = await client.query<{ days: number }>(
    `select current_date - max(s.delivered_at)::date as days from shipment_line l join shipment s on s.organisation_id = l.organisation_id and s.id = l.shipment_id
     where l.organisation_id = $1 and l.order_line_id = $2`,
    [cardigan.organisationId, cardigan.lineId],
  );
  const days = Number(delivered.rows[0]?.days);
  const first = await ask(client, tx, calendar, cardigan, {
    reason: REASON.wrongSize,
    action: ACTION.exchange,
    quantity: 1,
    daysAgo: days - 6,
    comments: null,
    fit: { fit: 'tooSmall', places: ['chest'] },
    sizesUp: 1,
  });
  await takeReturnStep(tx, first, 'receive', { received: { quantity: 1, condition: 'asNew' }, restocked: 1, accepts: true });
  await restock(tx, first, 1, SYSTEM);
  const { exchange } = first;
  if (!exchange) throw new Error('The cardigan was not exchanged.');
  await exchangePieces(tx, first, exchange.lineId, { claimed: 1, arrived: 1, covered: exchange.awaitedCovered, card: 0 });
  await releaseExchange(tx, first, exchange.orderId);
  await record(client, first, 'return_received', calendar.at(11 - days, 600), { received: 1, condition: 'asNew' });
  await shipUnbilled(client, first.organisationId, exchange.orderId, calendar.at(13 - days, 600));
  await date(client, first, { at: calendar.at(6 - days, 700), receivedAt: calendar.at(11 - days, 600) });
  const fileIds = saveFile ? [await insertFile(client, first, await saveFile(), calendar.at(-2, 730))] : [];
  await ask(
    client,
    tx,
    calendar,
    { organisationId: MERIDIAN, orderId: exchange.orderId, lineId: exchange.lineId },
    {
      reason: REASON.wrongSize,
      action: ACTION.exchange,
      quantity: 1,
      daysAgo: 2,
      comments: 'Still tight across the shoulders once there is a blouse underneath.',
      fit: { fit: 'tooSmall', places: ['chest', 'shoulders'] },
      sizesUp: 1,
      fileIds,
    },
  );
}

async function refund(client: ClientBase, tx: Tx, calendar: Calendar, line: SentLine): Promise<void> {
  const asked = await ask(client, tx, calendar, line, {
    reason: REASON.wrongSize,
    action: ACTION.credit,
    quantity: 2,
    daysAgo: 4,
    comments: 'Ordered two too many for the new starters.',
  });
  await takeReturnStep(tx, asked, 'receive', { received: { quantity: 2, condition: 'asNew' }, restocked: 2 });
  await restock(tx, asked, 2, SYSTEM);
  const amounts = computeRefund(asked.charged, 2);
  await takeReturnStep(tx, asked, 'refund', {
    decisionReason: 'Both pieces arrived unworn. Thank you.',
    accepts: true,
    refund: { lineId: asked.charged.lineId, ...amounts },
  });
  await returnPieces(tx, asked, 2);
  await record(client, asked, 'return_refunded', calendar.at(-1, 565));
  await issueCreditNotes(
    tx,
    {
      organisationId: asked.organisationId,
      // The key by which the job knows it as credited.
      key: `return:${asked.id}`,
      reason: `Return ${asked.customNumber}`,
      lines: [
        {
          orderLineId: asked.charged.lineId,
          quantity: 2,
          unitPriceMinor: amounts.refundMinor / 2,
          taxMinor: amounts.refundTaxMinor,
        },
      ],
    },
    { at: Date.now(), issuedOn: calendar.date(-1) },
  );
  await date(client, asked, { at: calendar.at(-4, 640), receivedAt: calendar.at(-1, 560) });
}

async function reject(client: ClientBase, tx: Tx, calendar: Calendar, line: SentLine): Promise<void> {
  const reason = 'The garment has been worn and washed, so we cannot take it back.';
  const asked = await ask(client, tx, calendar, line, {
    reason: REASON.wrongSize,
    action: ACTION.credit,
    quantity: 1,
    daysAgo: 3,
    comments: null,
  });
  await takeReturnStep(tx, asked, 'receive', { received: { quantity: 1, condition: 'worn' }, restocked: 0 });
  await takeReturnStep(tx, asked, 'reject', { decisionReason: reason });
  await releaseClaim(tx, asked, 1);
  await record(client, asked, 'return_rejected', calendar.at(-1, 585), { reason });
  await date(client, asked, { at: calendar.at(-3, 820), receivedAt: calendar.at(-1, 580) });
}

/** Pieces that have arrived, about which nothing has been decided yet. */
async function leaveUndecided(client: ClientBase, tx: Tx, calendar: Calendar, line: SentLine): Promise<void> {
  const asked = await ask(client, tx, calendar, line, {
    reason: REASON.faulty,
    action: ACTION.credit,
    quantity: 1,
    daysAgo: 9,
    comments: 'The seam under the left arm opened after the second wash.',
  });
  await takeReturnStep(tx, asked, 'receive', { received: { quantity: 1, condition: 'faulty' }, restocked: 0 });
  await record(client, asked, 'return_received', calendar.at(-3, 570), { received: 1, condition: 'faulty' });
  await date(client, asked, { at: calendar.at(-9, 655), receivedAt: calendar.at(-3, 570) });
}

/** Makes a request as the person of the order. */
async function ask(client: ClientBase, tx: Tx, calendar: Calendar, line: SentLine, wish: Wish): Promise<StoredReturn> {
  const { organisationId, lineId } = line;
  const facts = await readReturnFacts(tx, line);
  const sent = facts?.lines.find(({ id }) => id === lineId);
  const reason = facts?.reasons.find(({ id }) => id === wish.reason);
  const action = facts?.actions.find(({ id }) => id === wish.action);
  if (!facts || !sent || !reason || !action || sent.returnableQuantity < wish.quantity)
    throw new Error(`Line ${lineId} cannot be returned.`);
  const actor: StepTaker = { kind: 'customer', id: facts.customerId };
  const placed = wish.sizesUp
    ? await insertExchange(tx, organisationId, await planNewSize(client, lineId, wish), { actor, placedById: facts.customerId })
    : undefined;
  if (placed)
    await client.query(
      `update stock_level s set reserved = s.reserved + l.quantity from order_line l where l.id = $1 and s.combination_id = l.combination_id`,
      [placed.lineId],
    );
  const at = calendar.at(-wish.daysAgo, 740);
  const [request] = await insertReturns(tx, line, [{ lineId, quantity: wish.quantity, exchangeLineId: placed?.lineId ?? null }], {
    customerId: facts.customerId,
    actor,
    reason,
    action,
    comments: wish.comments,
    fit: wish.fit?.fit ?? null,
    fitPlaces: wish.fit?.places ?? [],
    fingerprint: Buffer.from(`demonstration:${lineId}`),
    reservedUntilOn: calendar.date(14 - wish.daysAgo),
    fileIds: wish.fileIds ?? [],
  });
  if (!request) throw new Error(`Line ${lineId} was not returned.`);
  if (wish.fit)
    await client.query(
      `insert into fit_feedback (organisation_id, order_line_id, customer_id, fit) values ($1, $2, $3, $4) on conflict do nothing`,
      [organisationId, lineId, facts.customerId, wish.fit.fit],
    );
  if (placed) await client.query('update orders set created_at = $1 where id = $2', [at, placed.orderId]);
  const asked = (await findReturn(tx, { organisationId, id: request.id })) as StoredReturn;
  const exchangedFor = asked.exchange?.description ?? null;
  const asking = { number: asked.customNumber, name: nameLine(asked), quantity: wish.quantity, exchangedFor };
  await insertEvent(client, line, 'return_requested', { at, actor, data: { action: action.name, lines: [asking] } });
  await date(client, asked, { at });
  return asked;
}

/** The line that carries the new size, one or more sizes above the one that was sent; at the same price. */
async function planNewSize(client: ClientBase, lineId: number, { sizesUp = 1, quantity }: Wish): Promise<NewExchange> {
  const { rows } = await client.query<NewExchange>(
    `with garment as (
      select c.id, c.sku, c.gtin, c.description, c.product_id, max(v.display_order) filter (where a.role = 'size') as size,
        array_agg(v.id order by v.id) filter (where a.role <> 'size') as others,
        json_agg(json_build_object('id', pa.id, 'value', v.id::text) order by pa.display_order) as attributes
      from combination c join product_attribute_value v on v.id = any (c.value_ids)
      join product_attribute pa on pa.id = v.product_attribute_id join attribute a on a.id = pa.attribute_id
      where c.product_id = (select product_id from order_line where id = $1) and not c.discontinued group by c.id)
    select l.id as "lineId", l.covered_quantity as "awaitedCovered", g.id as "combinationId", g.sku, g.gtin, g.description, g.attributes,
      l.image_src as "imageSrc", l.unit_price_minor as "unitMinor", l.unit_tax_minor as "unitTaxMinor"
    from order_line l join garment sent on sent.id = l.combination_id join garment g on g.others is not distinct from sent.others and g.size > sent.size
    where l.id = $1 order by g.size offset $2 limit 1`,
    [lineId, sizesUp - 1],
  );
  const [size] = rows;
  if (!size) throw new Error(`Line ${lineId} has no larger size.`);
  return { ...size, quantity, awaitedCovered: Math.min(size.awaitedCovered, quantity), differenceMinor: 0 };
}

const nameLine = ({ productName, description }: StoredReturn) => [productName, description].filter(Boolean).join(', ');

/** An event of an order that happened earlier. */
async function insertEvent(
  client: ClientBase,
  { organisationId, orderId }: Pick<SentLine, 'organisationId' | 'orderId'>,
  kind: string,
  { at, actor, data }: { at: Date; actor: StepTaker; data: Record<string, unknown> },
): Promise<void> {
  await client.query(
    `insert into order_event (organisation_id, order_id, kind, data, visible_to_customer, actor_kind, actor_id, created_at)
     values ($1, $2, $3, $4, true, $5, $6, $7)`,
    [organisationId, orderId, kind, JSON.stringify(data), actor.kind, actor.id, at],
  );
}

const record = (client: ClientBase, request: StoredReturn, kind: string, at: Date, details: Record<string, unknown> = {}) =>
  insertEvent(client, request, kind, {
    at,
    actor: SYSTEM,
    data: {
      returnId: request.id,
      number: request.customNumber,
      name: nameLine(request),
      quantity: request.quantity,
      ...details,
    },
  });

/** Dates a request and what happened to it. */
async function date(
  client: ClientBase,
  { id }: StoredReturn,
  { at, receivedAt }: { at: Date; receivedAt?: Date },
): Promise<void> {
  await client.query(
    `update return_request set created_at = $2::timestamptz, updated_at = coalesce($3::timestamptz, $2::timestamptz), received_at = case when received_at is not null then $3::timestamptz end where id = $1`,
    [id, at, receivedAt ?? null],
  );
}

async function insertFile(
  client: ClientBase,
  { organisationId, customerId }: StoredReturn,
  { key, name, size, sha256 }: DemoFile,
  at: Date,
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into stored_file (organisation_id, storage_key, purpose, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, customer_id, created_at, stored_at)
     values ($1, $2, 'return', $3, 'image/jpeg', $4, $5, 'customer', $6, $6, $7, $7) returning id`,
    [organisationId, key, name, size, sha256, customerId, at],
  );
  return Number(rows[0]?.id);
}
