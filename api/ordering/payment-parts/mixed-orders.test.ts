import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { anItem, aStockedProduct } from '#api/testing/builders.ts';
import { cardMoneyOf, payByCard } from '#api/testing/card-paid.ts';
import { createFakePaymentProvider } from '#api/testing/fake-payment-provider.ts';
import { cancelLines, deliver, shipPieces } from '#api/testing/fulfilment.ts';
import { billAll, creditAll, invoicesOf } from '#api/testing/invoices.ts';
import { cancel } from '#api/testing/order-changes.ts';
import { anOwnPayer, placeMixedOrder, placeOrderPaidBy } from '#api/testing/own-payment.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { createRandom } from '#api/testing/random-numbers.ts';
import { askToReturn, RETURN_ACTIONS, RETURN_REASONS } from '#api/testing/returns.ts';
import { usePortal } from '#api/testing/use-portal.ts';

/** How many orders are played through; more by the environment variable. */
const RUNS = Number(process.env.MIXED_ORDERS ?? 12);

const portal = usePortal({ findPaymentProvider: createFakePaymentProvider().find });
let operator: TestOperatorClient;

beforeAll(async () => {
  operator = await portal.asOperator();
  await sql`update organisation set invoice_mode = 'shipment', return_days = 0 where id = 1`.execute(portal.db);
});

/** One piece of a line with its own price: as often as lines are divided, sums of pieces stay what they are. */
interface Piece {
  isByCard: boolean;
  value: number;
  fate: 'here' | 'cancelled' | 'returned';
  isInvoiced: boolean;
}

interface LineRow {
  id: number;
  quantity: number;
  card: number;
  unit: number;
  /** In percent. */
  rate: number;
}

/** The pieces of a line: those on account, in the order in which they are invoiced, and those of the card. Each costs what it adds to the price of the line with tax, rounded half up. */
function toPieces({ quantity, card, unit, rate }: LineRow): Piece[] {
  const priceOf = (pieces: number) => unit * pieces + Number((BigInt(unit * pieces) * BigInt(rate) * 2n + 100n) / 200n);
  return Array.from({ length: quantity }, (_, place) => {
    const isByCard = place >= quantity - card;
    // Those of the card come first in the price of the line, because their part is rounded by itself.
    const before = isByCard ? place - (quantity - card) : card + place;
    return { isByCard, value: priceOf(before + 1) - priceOf(before), fate: 'here', isInvoiced: false };
  });
}

const sumOf = (pieces: readonly Piece[]) => pieces.reduce((sum, { value }) => sum + value, 0);

/** A line that is played through: which piece was sent is not known. */
class PlayedLine {
  readonly id: number;
  readonly pieces: Piece[];
  sent = 0;
  constructor(row: LineRow) {
    this.id = row.id;
    this.pieces = toPieces(row);
  }
  count(fate: Piece['fate']) {
    return this.pieces.filter((piece) => piece.fate === fate).length;
  }
  get pending() {
    return this.pieces.length - this.count('cancelled') - this.sent;
  }
  get returnable() {
    return this.sent - this.count('returned');
  }
  /** Pieces of the card leave first. Of both, pieces come back from the first on and are cancelled from the last on. */
  leave(quantity: number, to: 'cancelled' | 'returned') {
    for (let left = quantity; left > 0; left -= 1) {
      const here = this.pieces.filter(({ fate }) => fate === 'here');
      const ofCard = here.filter(({ isByCard }) => isByCard);
      const leaving = ofCard.length > 0 ? ofCard : here;
      (leaving.at(to === 'returned' ? 0 : -1) as Piece).fate = to;
    }
  }
  /** Pieces on account are sent and invoiced first. */
  send(quantity: number) {
    this.sent += quantity;
    const open = this.pieces.filter(({ isByCard, isInvoiced, fate }) => !isByCard && !isInvoiced && fate !== 'cancelled');
    for (const piece of open.slice(0, quantity)) piece.isInvoiced = true;
  }
}

/** An order that is played through, with the prediction of it. */
class PlayedOrder {
  readonly lines: PlayedLine[];
  readonly id: number;
  readonly isAll: boolean;
  readonly client: TestClient;
  constructor(client: TestClient, id: number, rows: readonly LineRow[], isAll: boolean) {
    this.client = client;
    this.id = id;
    this.isAll = isAll;
    this.lines = rows.map((row) => new PlayedLine(row));
  }
  get pieces() {
    return this.lines.flatMap(({ pieces }) => pieces);
  }
  get hasSent() {
    return this.lines.some(({ sent }) => sent > 0);
  }
}

const SUMS = ['total', 'card', 'others', 'account', 'invoiced', 'othersInvoiced', 'credited', 'owed', 'returned'] as const;

/** What the order, its documents and its payment say. */
async function readSums(orderId: number) {
  const { rows } = await sql<Record<(typeof SUMS)[number], number>>`
    select o.total_minor as total, o.card_minor as card, o.shipping_minor + o.shipping_tax_minor + o.fee_minor + o.charges_minor + o.charges_tax_minor as others,
      account_value_of_order(o.organisation_id, o.id) as account,
      (select coalesce(sum(x.net_minor + x.tax_minor), 0)::int from invoice_line x join invoice i on i.organisation_id = x.organisation_id and i.id = x.invoice_id
        where x.order_id = o.id and i.kind = 'invoice' and x.kind = 'goods') as invoiced,
      (select coalesce(sum(x.net_minor + x.tax_minor), 0)::int from invoice_line x join invoice i on i.organisation_id = x.organisation_id and i.id = x.invoice_id
        where x.order_id = o.id and i.kind = 'invoice' and x.kind <> 'goods') as "othersInvoiced",
      (select coalesce(sum(x.net_minor + x.tax_minor), 0)::int from invoice_line x join invoice i on i.organisation_id = x.organisation_id and i.id = x.invoice_id
        where x.order_id = o.id and i.kind = 'credit_note') as credited,
      account_value_of_order(o.organisation_id, o.id) - o.invoiced_minor + (
        select coalesce(sum(i.total_minor - i.settled_minor), 0) from invoice i where i.kind = 'invoice' and exists (
          select from invoice_line x where x.organisation_id = i.organisation_id and x.invoice_id = i.id and x.order_id = o.id))::int as owed,
      (select coalesce(sum(r.refund_minor + r.refund_tax_minor), 0)::int from return_request r where r.order_id = o.id) as returned
    from orders o where o.id = ${orderId}`.execute(portal.db);
  return { ...(rows[0] as (typeof rows)[number]), ...(await cardMoneyOf(portal.db, orderId)) };
}

/** What they must say by the pieces. Delivery, fee and charges are taken as they are. */
function predict(order: PlayedOrder, { others, received }: Awaited<ReturnType<typeof readSums>>) {
  const card = order.pieces.filter(({ isByCard }) => isByCard);
  const account = order.pieces.filter(({ isByCard }) => !isByCard);
  const of = (pieces: readonly Piece[], ...fates: Piece['fate'][]) => sumOf(pieces.filter(({ fate }) => fates.includes(fate)));
  const invoiced = account.filter(({ isInvoiced }) => isInvoiced);
  const cardMinor = of(card, 'here', 'returned') + (order.isAll ? others : 0);
  return {
    total: sumOf(order.pieces) + others,
    card: cardMinor,
    account: order.isAll ? 0 : of(account, 'here', 'returned') + others,
    invoiced: sumOf(invoiced),
    credited: of(account, 'returned') + of(invoiced, 'cancelled'),
    owed: order.isAll ? 0 : of(account, 'here') + others,
    returned: of(order.pieces, 'returned'),
    refunded: received - cardMinor + of(card, 'returned'),
  };
}

const cancelPieces = async (order: PlayedOrder, line: PlayedLine, quantity: number) => {
  const answer = order.hasSent
    ? await cancelLines(operator, order.id, [line.id, quantity])
    : await cancel(order.client, order.id, { items: [{ id: line.id, quantity }] });
  expect([answer.status, answer.errors]).toEqual([200, {}]);
  line.leave(quantity, 'cancelled');
  await creditAll(portal);
};

const sendPieces = async (line: PlayedLine, quantity: number) => {
  const shipmentId = await shipPieces(operator, [line.id, quantity]);
  expect((await deliver(operator, shipmentId)).status).toBe(200);
  line.send(quantity);
  await billAll(portal);
};

const returnPieces = async (order: PlayedOrder, line: PlayedLine, quantity: number) => {
  const { body, errors } = await askToReturn(order.client, {
    orderId: order.id,
    returnRequestReasonId: RETURN_REASONS.faulty,
    returnRequestActionId: RETURN_ACTIONS.credit,
    // The same request again would be a repetition.
    comments: `After ${line.count('returned')} of ${line.sent}`,
    items: [{ id: line.id, quantity, exchangeCombinationId: null }],
  });
  expect(errors).toEqual({});
  const id = body.returnRequests[0]?.id;
  await operator.post(`/api/operator/returns/${id}/receive`, { quantity, condition: 'worn' });
  const offered = await operator.get<'GET /api/operator/returns/:id'>(`/api/operator/returns/${id}`);
  const { refundAmount } = offered.body.returnRequest;
  const decided = await operator.post<'POST /api/operator/returns/:id/decide'>(`/api/operator/returns/${id}/decide`, {
    decision: 'refund',
  });
  expect([decided.status, decided.body.returnRequest.refundedAmount]).toEqual([200, refundAmount]);
  line.leave(quantity, 'returned');
  await creditAll(portal);
};

/** What can be done next with an order. */
function listActs(order: PlayedOrder, random: () => number) {
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  const upTo = (count: number) => 1 + Math.floor(random() * count);
  const acts: (() => Promise<void>)[] = [];
  const pending = order.lines.filter((line) => line.pending > 0);
  if (pending.length > 0) {
    const line = pick(pending);
    const quantity = upTo(line.pending);
    acts.push(
      () => cancelPieces(order, line, quantity),
      () => sendPieces(line, quantity),
    );
  }
  const returnable = order.lines.filter((line) => line.returnable > 0);
  if (returnable.length > 0) {
    const line = pick(returnable);
    const quantity = upTo(line.returnable);
    acts.push(() => returnPieces(order, line, quantity));
  }
  return { acts, pick };
}

/** Compares what an order says with its pieces. */
async function assertSums(order: PlayedOrder, step: unknown) {
  const sums = await readSums(order.id);
  const expected = predict(order, sums);
  expect([step, sums]).toMatchObject([step, sums.received === 0 ? { ...expected, refunded: 0 } : expected]);
  // Both parts and what was cancelled of them are the order.
  const cancelled = sumOf(order.pieces.filter(({ fate }) => fate === 'cancelled'));
  expect([step, sums.card + sums.account + cancelled]).toEqual([step, sums.total]);
  const isEmpty = order.pieces.every(({ fate }) => fate === 'cancelled');
  expect([step, sums.othersInvoiced]).toEqual([step, order.isAll || isEmpty || !order.hasSent ? 0 : sums.others]);
  return sums;
}

const readOrder = async (orderId: number) => {
  const { rows } = await sql<{ isAll: boolean; lines: LineRow[] }>`
    select o.is_all_by_card as "isAll", (
      select json_agg(json_build_object('id', l.id, 'quantity', l.quantity, 'card', l.card_quantity, 'unit', l.unit_price_minor,
        'rate', round(l.tax_rate * 100)) order by l.id)
      from order_line l where l.order_id = o.id) as lines
    from orders o where o.id = ${orderId}`.execute(portal.db);
  return rows[0] as (typeof rows)[number];
};

it(`of ${RUNS} orders, both parts and the pieces that left add up to the order after every step`, {
  timeout: RUNS * 20_000,
}, async () => {
  let mixed = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const random = createRandom(run + 1);
    const upTo = (count: number) => 1 + Math.floor(random() * count);
    const [price, quantity] = [upTo(3000), upTo(8)];
    const shirt = await aStockedProduct(portal.db, { stock: [500], price });
    // A fifth of them pays for everything, others for none of it or for some.
    const budgetMinor = run % 5 === 4 ? 0 : Math.floor(random() * price * (quantity + 1));
    const payer = await anOwnPayer(portal, { shirt, budgetMinor });
    const { client } = payer;
    const { orderId } = await placeOrderPaidBy(portal.db, client, null, anItem(shirt, quantity));
    const { lines, isAll } = await readOrder(orderId);
    const order = new PlayedOrder(client, orderId, lines, isAll);
    const [{ card }] = lines as [LineRow];
    if (card === 0) continue;
    if (!isAll) mixed += 1;
    await assertSums(order, [run, 'placed']);
    // Some of it may be cancelled before it is paid.
    if (random() < 0.3 && order.pieces.length > 1) {
      await cancelPieces(order, order.lines[0] as PlayedLine, 1);
      await assertSums(order, [run, 'cancelled before it was paid']);
    }
    if ((await readSums(orderId)).card === 0) continue;
    await payByCard(portal.db, orderId);
    await assertSums(order, [run, 'paid']);
    for (let step = 0; step < 8; step += 1) {
      const { acts, pick } = listActs(order, random);
      if (acts.length === 0 || order.pieces.every(({ fate }) => fate === 'cancelled')) break;
      await pick(acts)();
      await assertSums(order, [run, step]);
    }
  }
  expect(mixed).toBeGreaterThan(RUNS / 4);
});

it('a piece on account that is cancelled after it was invoiced is credited, because a piece of the card came back before', async () => {
  // Three pieces are on account and two by card.
  const payer = await anOwnPayer(portal, { budgetMinor: 3000 });
  const { orderId } = await placeMixedOrder(portal.db, payer);
  const { lines } = await readOrder(orderId);
  const order = new PlayedOrder(payer.client, orderId, lines, false);
  const [line] = order.lines as [PlayedLine];
  await payByCard(portal.db, orderId);
  await sendPieces(line, 3);
  await returnPieces(order, line, 1);
  expect(await cardMoneyOf(portal.db, orderId)).toEqual({ received: 2400, refunded: 1200 });
  await cancelPieces(order, line, 2);
  // The person has given everything back, and the organisation keeps two pieces.
  expect(await cardMoneyOf(portal.db, orderId)).toEqual({ received: 2400, refunded: 2400 });
  expect(await assertSums(order, 'cancelled')).toMatchObject({ invoiced: 3600, credited: 1200 });
  const [, note] = await invoicesOf(portal, orderId);
  expect(note).toMatchObject({ kind: 'credit_note', total_minor: 1200, reason: `Cancelled pieces of order ${orderId}` });
  expect(await creditAll(portal)).toBe(0);
});
