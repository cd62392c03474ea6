import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addItems, anItem, fillCart, requestSummary, submitOrder } from '#api/testing/builders.ts';
import { aDecoratedProduct, aLogo, type DecoratedProduct, EMBROIDERY, PRINT } from '#api/testing/designs.ts';
import { orderOf, setApprovalRules } from '#api/testing/order-changes.ts';
import { costOf, type OracleDesign, type OracleLine, pieceOf, taxOn } from '#api/testing/personalised-oracle.ts';
import { DELIVERY, setDelivery } from '#api/testing/personalised-orders.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

// What is rare about personalised garments on their way from the cart to the order.

const portal = usePortal();
let polo: DecoratedProduct;
let buyer: SignedIn;

beforeAll(async () => {
  await setApprovalRules(portal);
  await setDelivery(portal.db);
});
beforeEach(async () => {
  polo = await aDecoratedProduct(portal.db, { stock: [500, 500], price: 1337 });
  buyer = await signInAs(portal, { firstName: 'Bea' });
});

const chest = (text: string) => ({ methodId: EMBROIDERY, positionId: polo.positions['left-chest'], text });
const back = (text: string) => ({ methodId: PRINT, positionId: polo.positions['upper-back'], text });
const withDesigns = (quantity: number, size: number, customisations: object[]) => ({
  ...anItem(polo, quantity, size),
  customisations,
});
const pence = (amount: number | null) => BigInt(Math.round((amount ?? Number.NaN) * 100));

/** Lets methods cost something else until the end of `act`. */
async function withPrices(prices: Record<number, [piece: number, setUp: number]>, act: () => Promise<void>): Promise<void> {
  const table = sql`decoration_price where currency_code = 'GBP' and method_id = any (${Object.keys(prices)}::smallint[])`;
  const { rows } = await sql<{ id: number; piece: number; setUp: number }>`
    select method_id as id, price_minor as piece, setup_minor as "setUp" from ${table}`.execute(portal.db);
  const set = async (id: number, piece: number, setUp: number) => {
    await sql`update decoration_price set price_minor = ${piece}, setup_minor = ${setUp} where currency_code = 'GBP' and method_id = ${id}`.execute(
      portal.db,
    );
  };
  try {
    for (const [id, [piece, setUp]] of Object.entries(prices)) await set(Number(id), piece, setUp);
    await act();
  } finally {
    for (const { id, piece, setUp } of rows) await set(id, piece, setUp);
  }
}

// 0 is including tax, 10 is excluding it.
describe.each([0, 10] as const)('prices shown by display %i', (display) => {
  it('are in cart, summary and order what the oracle says', async () => {
    await withPrices({ [EMBROIDERY]: [233, 1111], [PRINT]: [97, 333] }, async () => {
      const { rows } = await sql<{ before: number }>`
        with old as (select tax_display_type as before from organisation where id = 1)
        update organisation o set tax_display_type = ${display} from old where o.id = 1 returning old.before`.execute(portal.db);
      await portal.settled();
      try {
        // Quantities and prices of which the tax of pieces does not add up to that of their line.
        const wanted = [
          { quantity: 3, size: 0, designs: [chest('Niamh')] },
          { quantity: 7, size: 1, designs: [chest('Niamh'), back('Crew')] },
          { quantity: 1, size: 1, designs: [back('Bar')] },
          { quantity: 2, size: 0, designs: [] },
        ];
        const oracleOf = ({ methodId, text }: ReturnType<typeof chest>): OracleDesign =>
          methodId === EMBROIDERY
            ? { is: `chest ${text}`, price: 233n, setUp: 1111n }
            : { is: `back ${text}`, price: 97n, setUp: 333n };
        const lines = wanted.map(
          ({ quantity, designs }): OracleLine => ({
            ...{ pieces: BigInt(quantity), prices: [{ from: 1n, price: 1337n }], rate: 2000n },
            designs: designs.map(oracleOf),
          }),
        );
        const delivery = { cost: BigInt(DELIVERY.rateMinor), freeFrom: BigInt(DELIVERY.freeFromMinor), rate: 2000n };
        const cost = costOf(lines, delivery);
        const shown = (net: bigint) => (display === 0 ? net + taxOn(net, 2000n) : net);
        const goods = display === 0 ? cost.goodsNet + cost.goodsTax : cost.goodsNet;
        const setUps = cost.setUps.map((amounts) => [...amounts]);
        const toCharges = (charges: readonly { exclTax: number | null; inclTax: number | null }[]) =>
          charges.map(({ exclTax, inclTax }) => [pence(exclTax), pence(inclTax)]);

        const cart = await fillCart(buyer, ...wanted.map((each) => withDesigns(each.quantity, each.size, each.designs)));
        expect(cart.items.map(({ unitPrice, subTotal }) => [pence(unitPrice), pence(subTotal)])).toEqual(
          lines.map((line) => [shown(pieceOf(line)), shown(pieceOf(line) * line.pieces)]),
        );
        expect([pence(cart.subTotal), toCharges(cart.charges)]).toEqual([goods, setUps]);

        const summary = await requestSummary(portal.db, buyer);
        expect([summary.taxDisplayType, pence(summary.subTotal), toCharges(summary.charges)]).toEqual([display, goods, setUps]);
        expect([pence(summary.tax), pence(summary.orderTotal)]).toEqual([cost.tax, cost.total]);

        const { status, body } = await submitOrder(buyer);
        expect(status).toBe(200);
        const order = await orderOf(buyer, body.orderId as number);
        expect([order.customerTaxDisplayType, pence(order.orderTotal), pence(order.orderTax)]).toEqual([
          display,
          cost.total,
          cost.tax,
        ]);
        expect(toCharges(order.charges)).toEqual(setUps);
        expect(
          order.orderItems.map(({ unitPriceExclTax, unitPriceInclTax }) => [pence(unitPriceExclTax), pence(unitPriceInclTax)]),
        ).toEqual(lines.map((line) => [pieceOf(line), pieceOf(line) + taxOn(pieceOf(line), 2000n)]));
      } finally {
        await sql`update organisation set tax_display_type = ${rows[0]?.before} where id = 1`.execute(portal.db);
        await portal.settled();
      }
    });
  });
});

it('a design that costs nothing on a piece still has its set-up, on a cart of one piece', async () => {
  await withPrices({ [EMBROIDERY]: [0, 1200], [PRINT]: [0, 0] }, async () => {
    const cart = await fillCart(buyer, withDesigns(1, 0, [chest('Bar'), back('Crew')]));
    expect([cart.items[0]?.unitPriceExclTax, cart.items[0]?.customisations.map(({ price }) => price)]).toEqual([13.37, [0, 0]]);
    // What is set up for nothing is no charge.
    expect(cart.charges).toMatchObject([{ name: `Set-up: text, left chest (${polo.name})`, exclTax: 12, inclTax: 14.4 }]);
    const summary = await requestSummary(portal.db, buyer);
    const { body } = await submitOrder(buyer);
    const order = await orderOf(buyer, body.orderId as number);
    // 13.37, set-up 12.00, delivery 4.95, and 20% of each.
    expect([order.orderTotal, summary.orderTotal, order.totalValue]).toEqual([36.38, 36.38, 13.37]);
  });
});

describe('since its summary', () => {
  const order = async () => {
    const { status, errors } = await submitOrder(buyer);
    return [status, Object.values(errors)[0]?.join(' ') ?? ''];
  };
  const save = async (design: object) =>
    (await buyer.post<'POST /api/customisations'>('/api/customisations', { productId: polo.id, ...design })).body.customisation;

  it.each([
    [
      'a saved design was deleted',
      (id: number) => buyer.delete<'DELETE /api/customisations/:id'>(`/api/customisations/${id}`),
      /The logo or text on .* has changed/,
    ],
    [
      'a saved design has another text',
      (id: number) => buyer.post<'POST /api/customisations'>('/api/customisations', { id, text: 'Security' }),
      /The logo or text on .* has changed/,
    ],
  ])('%s: the order is not placed before that has been said', async (_, change, sentence) => {
    const { id } = await save(chest('Crew'));
    await fillCart(buyer, withDesigns(1, 0, [{ id }]));
    await requestSummary(portal.db, buyer);
    expect((await change(id)).status).toBe(200);
    const [status, message] = await order();
    expect([status, message]).toEqual([expect.any(Number), expect.stringMatching(sentence)]);
    expect(status).toBeGreaterThanOrEqual(400);
    await requestSummary(portal.db, buyer);
    expect((await order())[0]).toBe(200);
  });

  it('a garment is ordered with a design only: a client that knows none is told', async () => {
    await fillCart(buyer, anItem(polo));
    await requestSummary(portal.db, buyer);
    await sql`update product set customisation_required = true where id = ${polo.id}`.execute(portal.db);
    await sql`select refresh_listing(array[1]::bigint[], ${[polo.id]}::bigint[])`.execute(portal.db);
    const [status, message] = await order();
    expect([status, message]).toEqual([400, expect.stringContaining('is ordered with a logo or a text')]);
  });
});

describe('a logo of another organisation is not found', () => {
  it.each<[string, (design: object, line: number) => Promise<{ status: number }>]>([
    ['adding to the cart', (design) => addItems(buyer, withDesigns(1, 0, [design]))],
    [
      'calculating a price',
      (design) =>
        buyer.post<'POST /api/product/getbuynowtotals'>('/api/product/getbuynowtotals', {
          productId: polo.id,
          items: [{ combinationId: polo.combinations[0]?.id, quantity: 1, customisations: [design as { logoId: number }] }],
        }),
    ],
    [
      'personalising a line',
      (design, line) =>
        buyer.post<'POST /api/shopping_cart_items/customisation'>('/api/shopping_cart_items/customisation', {
          shoppingCartItemId: line,
          customisation: design,
        }),
    ],
    [
      'saving a design',
      (design) => buyer.post<'POST /api/customisations'>('/api/customisations', { productId: polo.id, ...design }),
    ],
  ])('by %s', async (_, send) => {
    const { items } = await fillCart(buyer, anItem(polo));
    const logoId = await aLogo(portal.db, { organisationId: 2 });
    const position = { methodId: EMBROIDERY, positionId: polo.positions['left-chest'] };
    const line = items[0]?.id as number;
    expect((await send({ ...position, logoId }, line)).status).toBe(404);
    expect((await send({ ...position, logoId: await aLogo(portal.db) }, line)).status).toBe(200);
  });
});

it('a position of another garment is refused', async () => {
  const { rows } = await sql<{ id: number }>`select id from decoration_position where garment_type <> 'polo' limit 1`.execute(
    portal.db,
  );
  const refused = await addItems(buyer, withDesigns(1, 0, [{ ...chest('Bar'), positionId: rows[0]?.id }]));
  expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ['items[0].customisations[0].positionId']]);
});
