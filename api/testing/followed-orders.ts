import { expect } from 'vitest';
import { deliver, shipPieces } from './fulfilment.ts';
import { billAll, creditAll, invoiceLinesOf } from './invoices.ts';
import { cancel, orderOf, pick } from './order-changes.ts';
import { costOf, type OracleLine, pieceOf, setUpsOf, taxOn } from './personalised-oracle.ts';
import { DELIVERY } from './personalised-orders.ts';
import type { TestOperatorClient, TestPortal } from './portal.ts';
import { askToReturn, RETURN_ACTIONS, RETURN_REASONS } from './returns.ts';
import type { SignedIn } from './wearers.ts';

/** What delivery costs after `setDelivery`. */
export const delivery = { cost: BigInt(DELIVERY.rateMinor), freeFrom: BigInt(DELIVERY.freeFromMinor), rate: 2000n };
/** An amount of the API in pence. */
export const pence = (amount: number | null | undefined) => BigInt(Math.round((amount ?? Number.NaN) * 100));
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

/** Who is there while an order is followed. */
export interface Parties {
  portal: TestPortal;
  buyer: SignedIn;
  operator: TestOperatorClient;
}

/** An order that is followed: what the oracle knows of each line, and its id. */
export interface FollowedOrder {
  orderId: number;
  lines: (OracleLine & { id: number })[];
}

/** What the API says of an order is what the oracle says of its pieces. */
async function compareOrder({ buyer }: Parties, { orderId, lines }: FollowedOrder, isWhole: boolean) {
  const order = await orderOf(buyer, orderId);
  const left = lines.filter(({ pieces }) => pieces > 0n);
  const cost = left.length > 0 ? costOf(left, delivery) : costOf([], { ...delivery, cost: 0n });
  expect([orderId, pence(order.remainingTotal)]).toEqual([orderId, cost.total]);
  // Charges stay in the order in which they were ordered, whatever is cancelled.
  const sorted = (charges: readonly (readonly bigint[])[]) => charges.map(String).sort();
  expect(sorted(order.charges.map(({ exclTax, inclTax }) => [pence(exclTax), pence(inclTax)]))).toEqual(sorted(cost.setUps));
  expect(pence(order.orderShippingExclTax)).toBe(cost.deliveryNet);
  if (!isWhole) return cost;
  expect([
    pence(order.orderTotal),
    pence(order.orderTax),
    pence(order.orderSubtotalExclTax),
    pence(order.orderSubtotalInclTax),
  ]).toEqual([...[cost.total, cost.tax, cost.goodsNet, cost.goodsNet + cost.goodsTax]]);
  expect(
    order.taxRates.flatMap(({ rate, value }) => (value === 0 ? [] : [[BigInt(Math.round(rate * 100)), pence(value)]])),
  ).toEqual(cost.taxByRate);
  return cost;
}

/** What the invoices of an order say, once all that has been sent is invoiced. */
async function compareInvoices(
  { portal }: Parties,
  { orderId, lines }: FollowedOrder,
  sent: ReadonlyMap<number, bigint>,
  deliveryNet: bigint,
) {
  const stored = (await invoiceLinesOf(portal, orderId)).filter(({ credited_line_id: credited }) => credited === null);
  const goods = lines.map((line) => ({ net: pieceOf(line) * (sent.get(line.id) ?? 0n), rate: line.rate }));
  const setUps = setUpsOf(lines.filter(({ id }) => (sent.get(id) ?? 0n) > 0n));
  const netOf = (kind: string) => stored.flatMap((line) => (line.kind === kind ? [BigInt(line.net_minor)] : []));
  const order = (one: bigint, other: bigint) => Number(one - other);
  expect([orderId, sum(netOf('goods'))]).toEqual([orderId, sum(goods.map(({ net }) => net))]);
  expect(netOf('setup').sort(order)).toEqual(setUps.map(({ net }) => net).sort(order));
  const isSent = [...sent.values()].some((pieces) => pieces > 0n);
  expect(sum(netOf('delivery'))).toBe(isSent ? deliveryNet : 0n);
  const all = [...goods, ...setUps, ...(isSent ? [{ net: deliveryNet, rate: delivery.rate }] : [])];
  expect([orderId, sum(stored.map(({ tax_minor: tax }) => BigInt(tax)))]).toEqual([
    orderId,
    sum(all.map(({ net, rate }) => taxOn(net, rate))),
  ]);
}

/** What credit notes say of a line of an order, and what its invoices say: pieces, net amount and tax. */
async function readCredits({ portal }: Parties, { orderId }: FollowedOrder, lineId: number) {
  const own = (await invoiceLinesOf(portal, orderId)).filter((line) => line.order_line_id === lineId);
  const total = (lines: typeof own) => ({
    pieces: sum(lines.map(({ quantity }) => BigInt(quantity))),
    net: sum(lines.map(({ net_minor: net }) => BigInt(net))),
    tax: sum(lines.map(({ tax_minor: tax }) => BigInt(tax))),
  });
  const isCredit = ({ credited_line_id: credited }: (typeof own)[number]) => credited !== null;
  return { credited: total(own.filter(isCredit)), invoiced: total(own.filter((line) => !isCredit(line))) };
}

/** Returns faulty pieces of a line and gets them credited: pieces with their decoration, and with the tax that all pieces credited so far have together. */
async function returnPieces(parties: Parties, followed: FollowedOrder, lineId: number, quantity: number) {
  const { portal, buyer, operator } = parties;
  const before = (await readCredits(parties, followed, lineId)).credited.pieces;
  const asked = await askToReturn(buyer, {
    orderId: followed.orderId,
    ...{ returnRequestReasonId: RETURN_REASONS.faulty, returnRequestActionId: RETURN_ACTIONS.credit },
    // The same request again would be a repetition.
    ...{ comments: `After ${before}`, items: [{ id: lineId, quantity }] },
  });
  const id = asked.body.returnRequests[0]?.id;
  await operator.post(`/api/operator/returns/${id}/receive`, { quantity, condition: 'faulty' });
  expect((await operator.post(`/api/operator/returns/${id}/decide`, { decision: 'refund' })).status).toBe(200);
  await creditAll(portal);
  const line = followed.lines.find((each) => each.id === lineId) as FollowedOrder['lines'][number];
  const { credited, invoiced } = await readCredits(parties, followed, lineId);
  const pieces = before + BigInt(quantity);
  const net = pieceOf(line) * pieces;
  expect([followed.orderId, credited]).toEqual([followed.orderId, { pieces, net, tax: taxOn(net, line.rate) }]);
  if (pieces === invoiced.pieces) expect([followed.orderId, credited]).toEqual([followed.orderId, invoiced]);
  return pieces < invoiced.pieces ? Number(invoiced.pieces - pieces) : 0;
}

/**
 * Follows an order through a random life, and compares each step with the oracle: pieces are cancelled, sent in two parts, invoiced, returned and credited.
 * `followed` says afterwards which pieces are left.
 */
export async function followOrder(parties: Parties, followed: FollowedOrder, random: () => number): Promise<void> {
  const { portal, buyer, operator } = parties;
  const { orderId } = followed;
  let cost = await compareOrder(parties, followed, true);

  const cancelled = followed.lines.map(({ id, pieces }) => ({
    id,
    quantity: Math.floor(random() ** 2 * (Number(pieces) + 1)),
  }));
  const items = cancelled.filter(({ quantity }) => quantity > 0);
  if (items.length > 0 && random() < 0.7) {
    expect((await cancel(buyer, orderId, { items })).status).toBe(200);
    for (const { id, quantity } of items) {
      const line = followed.lines.find((each) => each.id === id) as FollowedOrder['lines'][number];
      line.pieces -= BigInt(quantity);
    }
    cost = await compareOrder(parties, followed, false);
  }

  const sent = new Map<number, bigint>();
  if (followed.lines.some(({ pieces }) => pieces > 0n)) await pick(portal, orderId);
  for (const isLast of [false, true]) {
    const pieces = followed.lines.flatMap(({ id, pieces: all }): [number, number][] => {
      const rest = Number(all - (sent.get(id) ?? 0n));
      const quantity = isLast ? rest : Math.floor(random() * (rest + 1));
      return quantity > 0 ? [[id, quantity]] : [];
    });
    if (pieces.length === 0) continue;
    await deliver(operator, await shipPieces(operator, ...pieces));
    for (const [id, quantity] of pieces) sent.set(id, (sent.get(id) ?? 0n) + BigInt(quantity));
    await billAll(portal);
    await compareInvoices(parties, followed, sent, cost.deliveryNet);
  }
  // What costs nothing is on no invoice, so nothing of it is credited.
  const invoiced = [...sent].filter(([id]) => followed.lines.some((line) => line.id === id && pieceOf(line) > 0n));
  const returned = invoiced[Math.floor(random() * invoiced.length)];
  if (returned && random() < 0.6) {
    const [lineId] = returned;
    let left = Number(returned[1]);
    while (left > 0 && random() < 0.8) left = await returnPieces(parties, followed, lineId, 1 + Math.floor(random() * left));
  }
}
