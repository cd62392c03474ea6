import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import { aNameDesign } from '#api/testing/designs.ts';
import { deliver, shipPieces } from '#api/testing/fulfilment.ts';
import { billAll, creditAll, invoiceLinesOf } from '#api/testing/invoices.ts';
import { cancel, orderOf, pick, setApprovalRules } from '#api/testing/order-changes.ts';
import { findDocumentFaults, findOrderFaults } from '#api/testing/order-faults.ts';
import { costOf, type OracleLine, pieceOf, setUpsOf, taxOn } from '#api/testing/personalised-oracle.ts';
import { DELIVERY, placePersonalised, setDelivery } from '#api/testing/personalised-orders.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { aDesign } from '#api/testing/priced-designs.ts';
import { askToReturn, RETURN_ACTIONS, RETURN_REASONS } from '#api/testing/returns.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

// Orders are placed, cancelled in part, sent in parts, invoiced, returned and credited by the portal, and each time compared with the oracle.

const ORDERS = Number(process.env.PERSONALISED_ORDERS ?? 15);
const SEED = Number(process.env.PERSONALISED_SEED ?? 20_261_130);

const portal = usePortal();
let operator: TestOperatorClient;
let buyer: SignedIn;
let products: StockedProduct[];
let nameDesigns: number[];

beforeAll(async () => {
  await setApprovalRules(portal);
  await setDelivery(portal.db);
  await sql`update organisation set invoice_mode = 'shipment' where id = 1`.execute(portal.db);
  operator = await portal.asOperator();
  buyer = await signInAs(portal, { firstName: 'Bea' });
  products = await Promise.all(
    [0, 1, 2].map(() => aStockedProduct(portal.db, { stock: [20 * ORDERS + 100, 20 * ORDERS + 100] })),
  );
  nameDesigns = [await aNameDesign(portal.db), await aNameDesign(portal.db)];
});

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const RATES = { standard: 2000n, reduced: 500n, zero: 0n } as const;
const CLASSES = ['standard', 'reduced', 'zero'] as const;
const delivery = { cost: BigInt(DELIVERY.rateMinor), freeFrom: BigInt(DELIVERY.freeFromMinor), rate: 2000n };
const pence = (amount: number | null | undefined) => BigInt(Math.round((amount ?? Number.NaN) * 100));
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

/** Lines of a random order, for the portal and for the oracle. */
function drawOrder(random: () => number) {
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  return Array.from({ length: 1 + upTo(4) }, () => {
    const place = upTo(2);
    const product = products[place] as StockedProduct;
    const [taxClass, quantity, priceMinor] = [CLASSES[place] as (typeof CLASSES)[number], 1 + upTo(6), 199 + upTo(4000)];
    const chosen = [0, 1, 2].flatMap((position) => {
      if (upTo(1) === 0) return [];
      // What a design costs follows from where it is, so that equal ones cost the same.
      const [price, setUp] = [97 * (position + 1), [1250, 0, 333][position] as number];
      const isNamed = position === 0;
      const text = ['Niamh', 'Ada'][upTo(1)] as string;
      const design = aDesign({
        ...{ positionId: position + 1, text, priceMinor: price, setupMinor: setUp, isApproved: true },
        ...(isNamed ? { garmentDesignId: nameDesigns[place % 2] as number, nameForm: 'first' } : {}),
      });
      const is = `${place} ${position} ${isNamed ? 'names' : text}`;
      return [{ design, oracle: { is, price: BigInt(price), setUp: BigInt(setUp) } }];
    });
    return {
      portal: { product, quantity, priceMinor, taxClass, size: upTo(1), designs: chosen.map(({ design }) => design) },
      oracle: {
        ...{ pieces: BigInt(quantity), prices: [{ from: 1n, price: BigInt(priceMinor) }], rate: RATES[taxClass] },
        designs: chosen.map(({ oracle }) => oracle),
      } satisfies OracleLine,
    };
  });
}

/** An order that is followed: what the oracle knows of each line, and its id. */
interface Followed {
  orderId: number;
  lines: (OracleLine & { id: number })[];
}

/** What the API says of an order is what the oracle says of its pieces. */
async function compareOrder({ orderId, lines }: Followed, isWhole: boolean) {
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
async function compareInvoices({ orderId, lines }: Followed, sent: ReadonlyMap<number, bigint>, deliveryNet: bigint) {
  const stored = (await invoiceLinesOf(portal, orderId)).filter(({ credited_line_id: credited }) => credited === null);
  const goods = lines.map((line) => ({ net: pieceOf(line) * (sent.get(line.id) ?? 0n), rate: line.rate }));
  const setUps = setUpsOf(lines.filter(({ id }) => (sent.get(id) ?? 0n) > 0n));
  const netOf = (kind: string) => stored.flatMap((line) => (line.kind === kind ? [BigInt(line.net_minor)] : []));
  const order = (one: bigint, other: bigint) => Number(one - other);
  expect([orderId, sum(netOf('goods'))]).toEqual([orderId, sum(goods.map(({ net }) => net))]);
  expect(netOf('setup').sort(order)).toEqual(setUps.map(({ net }) => net).sort(order));
  const isSent = goods.some(({ net }) => net > 0n);
  expect(sum(netOf('delivery'))).toBe(isSent ? deliveryNet : 0n);
  const all = [...goods, ...setUps, ...(isSent ? [{ net: deliveryNet, rate: delivery.rate }] : [])];
  expect([orderId, sum(stored.map(({ tax_minor: tax }) => BigInt(tax)))]).toEqual([
    orderId,
    sum(all.map(({ net, rate }) => taxOn(net, rate))),
  ]);
}

/** What credit notes say of a line of an order, and what its invoices say: pieces, net amount and tax. */
async function readCredits({ orderId }: Followed, lineId: number) {
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
async function returnPieces(followed: Followed, lineId: number, quantity: number) {
  const before = (await readCredits(followed, lineId)).credited.pieces;
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
  const line = followed.lines.find((each) => each.id === lineId) as Followed['lines'][number];
  const { credited, invoiced } = await readCredits(followed, lineId);
  const pieces = before + BigInt(quantity);
  const net = pieceOf(line) * pieces;
  expect([followed.orderId, credited]).toEqual([followed.orderId, { pieces, net, tax: taxOn(net, line.rate) }]);
  if (pieces === invoiced.pieces) expect([followed.orderId, credited]).toEqual([followed.orderId, invoiced]);
  return pieces < invoiced.pieces ? Number(invoiced.pieces - pieces) : 0;
}

it(`${ORDERS} orders cost what the oracle says, from the first total to the last credit note`, {
  timeout: 30_000 + ORDERS * 3_000,
}, async () => {
  const random = createRandom(SEED);
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) + 1 as id from orders`.execute(portal.db);
  for (let number = 0; number < ORDERS; number += 1) {
    const drawn = drawOrder(random);
    const orderId = await placePersonalised(
      portal.db,
      buyer.customerId,
      drawn.map(({ portal: pieces }) => pieces),
      { taxDisplayType: number % 2 === 0 ? 0 : 10 },
    );
    const ids = (await orderOf(buyer, orderId)).orderItems.map(({ id }) => id);
    const followed: Followed = {
      orderId,
      lines: drawn.map(({ oracle }, index) => ({ ...oracle, id: ids[index] as number })),
    };
    let cost = await compareOrder(followed, true);

    const cancelled = followed.lines.map(({ id, pieces }) => ({
      id,
      quantity: Math.floor(random() ** 2 * (Number(pieces) + 1)),
    }));
    const items = cancelled.filter(({ quantity }) => quantity > 0);
    if (items.length > 0 && random() < 0.7) {
      expect((await cancel(buyer, orderId, { items })).status).toBe(200);
      for (const { id, quantity } of items) {
        const line = followed.lines.find((each) => each.id === id) as Followed['lines'][number];
        line.pieces -= BigInt(quantity);
      }
      cost = await compareOrder(followed, false);
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
      await compareInvoices(followed, sent, cost.deliveryNet);
    }
    const returned = [...sent][Math.floor(random() * sent.size)];
    if (returned && random() < 0.6) {
      const [lineId] = returned;
      let left = Number(returned[1]);
      while (left > 0 && random() < 0.8) left = await returnPieces(followed, lineId, 1 + Math.floor(random() * left));
    }
  }
  expect(await findOrderFaults(portal.db, rows[0]?.id as number)).toEqual([]);
  expect(await findDocumentFaults(portal.db, rows[0]?.id as number)).toEqual([]);
});
