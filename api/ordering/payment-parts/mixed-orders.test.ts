import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { anItem, aStockedProduct } from '#api/testing/builders.ts';
import { cardMoneyOf, payByCard } from '#api/testing/card-paid.ts';
import { createFakePaymentProvider } from '#api/testing/fake-payment-provider.ts';
import { cancelLines, deliver, shipPieces } from '#api/testing/fulfilment.ts';
import { billAll, creditAll } from '#api/testing/invoices.ts';
import { cancel } from '#api/testing/order-changes.ts';
import { anOwnPayer, placeOrderPaidBy } from '#api/testing/own-payment.ts';
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
  fate: 'pending' | 'sent' | 'cancelled' | 'returned';
}

interface LineRow {
  id: number;
  quantity: number;
  card: number;
  unit: number;
  /** In percent. */
  rate: number;
}

/** The pieces of a line in the order in which they are sent. Each costs what it adds to the price of the line with tax, rounded half up. */
function toPieces({ quantity, card, unit, rate }: LineRow): Piece[] {
  const priceOf = (pieces: number) => unit * pieces + Number((BigInt(unit * pieces) * BigInt(rate) * 2n + 100n) / 200n);
  return Array.from({ length: quantity }, (_, place) => {
    const isByCard = place >= quantity - card;
    // Those of the card come first in the price of the line, because their part is rounded by itself.
    const before = isByCard ? place - (quantity - card) : card + place;
    return { isByCard, value: priceOf(before + 1) - priceOf(before), fate: 'pending' };
  });
}

const sumOf = (pieces: readonly Piece[]) => pieces.reduce((sum, { value }) => sum + value, 0);

/** An order that is played through, with the prediction of it. */
class PlayedOrder {
  readonly lines: { id: number; pieces: Piece[] }[];
  readonly id: number;
  readonly isAll: boolean;
  readonly client: TestClient;
  constructor(client: TestClient, id: number, rows: readonly LineRow[], isAll: boolean) {
    this.client = client;
    this.id = id;
    this.isAll = isAll;
    this.lines = rows.map((row) => ({ id: row.id, pieces: toPieces(row) }));
  }
  get pieces() {
    return this.lines.flatMap(({ pieces }) => pieces);
  }
  /** Lines with pieces of this fate. */
  with(fate: Piece['fate']) {
    return this.lines.filter(({ pieces }) => pieces.some((piece) => piece.fate === fate));
  }
}

const countOf = (pieces: readonly Piece[], fate: Piece['fate']) => pieces.filter((piece) => piece.fate === fate).length;

/** Pieces of the card leave first: the last ones of the line. Those that come back on account are credited from the first on. */
function leave(pieces: Piece[], quantity: number, from: Piece['fate'], to: Piece['fate']) {
  for (let left = quantity; left > 0; left -= 1) {
    const ofCard = pieces.findLast((piece) => piece.fate === from && piece.isByCard);
    const piece =
      ofCard ?? (to === 'returned' ? pieces.find(({ fate }) => fate === from) : pieces.findLast(({ fate }) => fate === from));
    (piece as Piece).fate = to;
  }
}

const SUMS = ['total', 'card', 'others', 'account', 'invoiced', 'othersInvoiced', 'credited', 'returned'] as const;

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
      (select coalesce(sum(r.refund_minor + r.refund_tax_minor), 0)::int from return_request r where r.order_id = o.id) as returned
    from orders o where o.id = ${orderId}`.execute(portal.db);
  return { ...(rows[0] as (typeof rows)[number]), ...(await cardMoneyOf(portal.db, orderId)) };
}

/** What they must say by the pieces. Delivery, fee and charges are taken as they are. */
function predict(order: PlayedOrder, { others, received }: Awaited<ReturnType<typeof readSums>>) {
  const card = order.pieces.filter(({ isByCard }) => isByCard);
  const account = order.pieces.filter(({ isByCard }) => !isByCard);
  const of = (pieces: readonly Piece[], ...fates: Piece['fate'][]) => sumOf(pieces.filter(({ fate }) => fates.includes(fate)));
  const cardMinor = of(card, 'pending', 'sent', 'returned') + (order.isAll ? others : 0);
  return {
    total: sumOf(order.pieces) + others,
    card: cardMinor,
    account: order.isAll ? 0 : of(account, 'pending', 'sent', 'returned') + others,
    invoiced: of(account, 'sent', 'returned'),
    credited: of(account, 'returned'),
    returned: of(order.pieces, 'returned'),
    refunded: received - cardMinor + of(card, 'returned'),
  };
}

const ALL_SENT: Piece['fate'][] = ['sent', 'returned', 'cancelled'];

/** What can be done next with an order. */
function listActs(order: PlayedOrder, random: () => number, hasBegun: boolean) {
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  const upTo = (count: number) => 1 + Math.floor(random() * count);
  const acts: (() => Promise<unknown>)[] = [];
  const pending = order.with('pending');
  if (pending.length > 0) {
    const line = pick(pending);
    const quantity = upTo(countOf(line.pieces, 'pending'));
    const cancelling = async () => {
      const answer = hasBegun
        ? await cancelLines(operator, order.id, [line.id, quantity])
        : await cancel(order.client, order.id, { items: [{ id: line.id, quantity }] });
      expect([answer.status, answer.errors]).toEqual([200, {}]);
      leave(line.pieces, quantity, 'pending', 'cancelled');
    };
    acts.push(cancelling, async () => {
      const shipmentId = await shipPieces(operator, [line.id, quantity]);
      expect((await deliver(operator, shipmentId)).status).toBe(200);
      for (let left = quantity; left > 0; left -= 1) (line.pieces.find(({ fate }) => fate === 'pending') as Piece).fate = 'sent';
      await billAll(portal);
    });
  }
  const returnable = order.with('sent').filter(({ pieces }) => pieces.every(({ fate }) => ALL_SENT.includes(fate)));
  if (returnable.length > 0) {
    const line = pick(returnable);
    const quantity = upTo(countOf(line.pieces, 'sent'));
    acts.push(async () => {
      const { body, errors } = await askToReturn(order.client, {
        orderId: order.id,
        returnRequestReasonId: RETURN_REASONS.faulty,
        returnRequestActionId: RETURN_ACTIONS.credit,
        // The same request again would be a repetition.
        comments: `Number ${random()}`,
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
      leave(line.pieces, quantity, 'sent', 'returned');
      await creditAll(portal);
    });
  }
  return { acts, pick };
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
    // Some of it may be cancelled before it is paid.
    const assertSums = async (step: string) => {
      const sums = await readSums(orderId);
      const expected = predict(order, sums);
      expect([run, step, sums]).toMatchObject([run, step, sums.received === 0 ? { ...expected, refunded: 0 } : expected]);
      // Both parts and what was cancelled of them are the order.
      const cancelled = sumOf(order.pieces.filter(({ fate }) => fate === 'cancelled'));
      expect([run, step, sums.card + sums.account + cancelled]).toEqual([run, step, sums.total]);
      const isEmpty = order.pieces.every(({ fate }) => fate === 'cancelled');
      const hasSent = order.pieces.some(({ fate }) => fate === 'sent' || fate === 'returned');
      expect([run, step, sums.othersInvoiced]).toEqual([run, step, isAll || isEmpty || !hasSent ? 0 : sums.others]);
    };
    await assertSums('placed');
    if (random() < 0.3 && order.pieces.length > 1) {
      const [line] = order.lines as [PlayedOrder['lines'][number]];
      expect((await cancel(client, orderId, { items: [{ id: line.id, quantity: 1 }] })).status).toBe(200);
      leave(line.pieces, 1, 'pending', 'cancelled');
      await assertSums('cancelled before it was paid');
    }
    if ((await readSums(orderId)).card === 0) continue;
    await payByCard(portal.db, orderId);
    await assertSums('paid');
    for (let step = 0; step < 8; step += 1) {
      const hasBegun = order.pieces.some(({ fate }) => fate === 'sent' || fate === 'returned');
      const { acts, pick } = listActs(order, random, hasBegun);
      if (acts.length === 0 || order.pieces.every(({ fate }) => fate === 'cancelled')) break;
      await pick(acts)();
      await assertSums(`step ${step}`);
    }
  }
  expect(mixed).toBeGreaterThan(RUNS / 4);
});
