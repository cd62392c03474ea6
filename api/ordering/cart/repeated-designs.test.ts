import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { anItem, aStockedProduct, fillCart, orderItems } from '#api/testing/builders.ts';
import { createDecisions, PO } from '#api/testing/decisions.ts';
import { aDecoratedProduct, aLogo, anOrganisationDesign, type DecoratedProduct, EMBROIDERY } from '#api/testing/designs.ts';
import { changeLine, lineOf, orderOf, sizeOf } from '#api/testing/order-changes.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { cartOf, reorder } from '#api/testing/reorder.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { HALLAM } from '#api/testing/waiting-orders.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let polo: DecoratedProduct;
let bea: SignedIn;

beforeEach(async () => {
  await sql`update garment_design set archived_at = now() where archived_at is null`.execute(portal.db);
  polo = await aDecoratedProduct(portal.db, { stock: [500, 500], organisationIds: [1, 2] });
  bea = await signInAs(portal, { firstName: 'Bea' });
});

const aText = (text: string, place: 'left-chest' | 'right-chest' = 'left-chest') => ({
  methodId: EMBROIDERY,
  positionId: polo.positions[place],
  text,
});
const decorated = (customisations: object[], quantity = 1, size = 0) => ({ ...anItem(polo, quantity, size), customisations });
const saveText = async (person: TestClient, text: string) =>
  (
    await person.post<'POST /api/customisations'>('/api/customisations/', {
      customisation: { productId: polo.id, ...aText(text) },
    })
  ).body.customisation;
type Cart = Awaited<ReturnType<typeof cartOf>>;
const textsOf = ({ items }: Cart) =>
  items.map(({ quantity, customisations }) => [quantity, ...customisations.map(({ text }) => text)]);

describe('the price of items before they are added', () => {
  const totalsOf = (items: object[], person: TestClient = bea) =>
    person.post<'POST /api/product/getbuynowtotals'>('/api/product/getbuynowtotals', { productId: polo.id, items });
  const item = (customisations: object[], quantity: number) => ({
    combinationId: polo.combinations[0]?.id,
    quantity,
    customisations,
  });

  it('has decoration and set-up, each design once, as the cart then has', async () => {
    await anOrganisationDesign(portal.db, {
      logo_id: await aLogo(portal.db),
      is_mandatory: true,
      place: 'right-chest',
      price_minor: 50,
      setup_minor: 0,
    });
    const items = [item([aText('Niamh')], 2), item([aText('Neve')], 1), item([], 1)];

    const { totals } = (await totalsOf(items)).body;

    expect(totals.items.map(({ unitPrice, subTotal }) => [unitPrice, subTotal])).toEqual([
      [12.9, 25.8],
      [12.9, 12.9],
      [10.5, 10.5],
    ]);
    // 3 × 2.40 and 4 × 0.50 in the prices, and 12.00 twice beside them.
    expect(totals).toMatchObject({ subTotal: 49.2, customisationTotal: 33.2, tax: 14.64, total: 87.84 });
    const cart = await fillCart(bea, ...items.map((one) => ({ productId: polo.id, ...one })));
    expect(cart.subTotalExclTax).toBe(49.2);
    expect(cart.charges.reduce((sum, { exclTax }) => sum + (exclTax ?? 0), 0)).toBe(24);
  });

  it('is refused for designs that are not possible, by item', async () => {
    expect(await totalsOf([item([{ ...aText('A'), fontName: 'Comic' }], 1)])).toMatchObject({
      status: 422,
      errors: { 'items[0].customisations[0].fontName': [expect.stringMatching(/Comic/)] },
    });
    const required = await aDecoratedProduct(portal.db, { isRequired: true });
    const { body } = await bea.post<'POST /api/product/getbuynowtotals'>('/api/product/getbuynowtotals', {
      productId: required.id,
      items: [{ combinationId: required.combinations[0]?.id, quantity: 1 }],
    });
    expect(body.totals.items[0]?.warnings).toEqual(['This garment is ordered with a logo or a text. Personalise it first.']);
  });
});

describe('designs of orders', () => {
  it('come back with lines that are sent back', async () => {
    const { aColleague, decide } = createDecisions(portal);
    const hanna = await aColleague({ firstName: 'Hanna' });
    const approver = await aColleague({ role: 'Admin', approver: true });
    const plain = await aStockedProduct(portal.db, { organisationIds: [HALLAM.organisationId] });
    const logoId = await aLogo(portal.db, { organisationId: HALLAM.organisationId });
    const orderId = await orderItems(
      portal.db,
      hanna,
      decorated([{ ...aText('Hanna'), comments: 'As before' }], 2),
      decorated([{ ...aText(''), logoId }], 3),
      anItem(plain),
    );

    expect((await decide(approver, { id: orderId, action: 'amend', rejectReason: 'Other text.', ...PO })).status).toBe(200);

    const cart = await cartOf(hanna);
    expect(textsOf(cart)).toEqual([[2, 'Hanna'], [3, null], [1]]);
    expect(cart.items[0]?.customisations[0]).toMatchObject({ comments: 'As before', customisationId: null });
    // Equal designs, equal line.
    expect(textsOf(await fillCart(hanna, decorated([{ ...aText('Hanna'), comments: 'As before' }])))[0]).toEqual([3, 'Hanna']);
  });

  it('are ordered again at today’s price, or it is said why not', async () => {
    const logoId = await aLogo(portal.db, { name: 'Old' });
    const orderId = await orderItems(portal.db, bea, decorated([aText('Bea')], 2), decorated([{ ...aText(''), logoId }]));
    await sql`update logo set archived_at = now() where id = ${logoId}`.execute(portal.db);
    await sql`update decoration_price set price_minor = price_minor + 100 where currency_code = 'GBP'`.execute(portal.db);
    try {
      const { status, body } = await reorder(bea, orderId);

      expect(status).toBe(200);
      expect(body.warnings).toEqual([expect.stringMatching(/Left chest: the logo “Old” is no longer available/)]);
      expect(body.items.map(({ unitPriceExclTax, customisations }) => [unitPriceExclTax, customisations[0]?.text])).toEqual([
        [13.4, 'Bea'],
      ]);
    } finally {
      await sql`update decoration_price set price_minor = price_minor - 100 where currency_code = 'GBP'`.execute(portal.db);
    }
  });

  it('stay when a line gets another size, and keep a saved design from being deleted', async () => {
    const own = await saveText(bea, 'Bea');
    const orderId = await orderItems(portal.db, bea, decorated([{ id: own.id }], 2));

    const { status } = await changeLine(bea, orderId, await lineOf(bea, orderId), {
      combinationId: sizeOf(polo, 1),
      quantity: 1,
    });

    expect(status).toBe(200);
    const { orderItems: lines } = await orderOf(bea, orderId);
    expect(
      lines.map(({ unitPriceExclTax, customisations }) => [unitPriceExclTax, customisations.map(({ text }) => text)]),
    ).toEqual([
      [12.4, ['Bea']],
      [12.4, ['Bea']],
    ]);
    expect(await bea.delete<'DELETE /api/customisations/:id'>(`/api/customisations/${own.id}`)).toMatchObject({
      status: 409,
      errors: { customisation: [expect.stringMatching(/An order was placed with this design/)] },
    });
    // The order keeps what was ordered.
    await bea.post('/api/customisations/', { customisation: { id: own.id, text: 'Other' } });
    expect((await orderOf(bea, orderId)).orderItems[0]?.customisations[0]?.text).toBe('Bea');
  });
});
